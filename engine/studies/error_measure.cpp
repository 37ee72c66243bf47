// error: how far a method is from exact attention over fresh draws, split into bias and variance.
#include <algorithm>

#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "math/order_statistics.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kTail = 0.025;   // the quantile of the draws where the band begins; it ends as far from 1
constexpr Index kBlocks = 8;      // of draws
constexpr double kRounding = 10;  // times the error of exact attention in the same precision: less is rounding

/// The request that `same_as` names: another method that must give the very same numbers on the same noise.
Request twin_of(const Request& request, const Json& same_as, const Result& own) {
  Options::Given options;
  const Json given = same_as.value("options", Json::object());
  for (const auto& option : given.items()) options.emplace_back(option.key(), text_of(option.value()));
  Request twin = make_request(request.sequence, same_as.at("method").get<std::string>(), options);
  twin.stream = request.stream;
  twin.precision = request.precision;
  if (same_as.value("noise", "") == "omega") twin.given["eps"] = own.at("omega");
  twin.want = {"y"};
  return twin;
}

/// The largest difference from that method, in double precision.
double difference_to_twin(Request request, const Json& same_as, int threads, Progress& progress) {
  request.precision = Precision::f64;
  request.want = {"y", "omega"};
  const Result own = run(request, {&progress, threads});
  const Result other = run(twin_of(request, same_as, own), {&progress, threads});
  return error_metrics(other.at("y"), own.at("y")).max_abs;
}

/// Means over every eighth draw, by which the errors of one sequence are judged: draws of equal number, which share
/// their noise between points, are in the same block. The choice of queries adds to their scatter what it adds to the
/// error, in the same blocks for all points that share it.
Json blocks_of(const DrawsSummary& summary, const Truth& truth, Index draws) {
  const auto count = static_cast<std::size_t>(std::min(kBlocks, draws));
  std::vector<double> blocks(count, 0.0), sizes(count, 0.0);
  for (std::size_t draw = 0; draw < summary.mse.size(); ++draw) {
    blocks[draw % count] += summary.mse[draw];
    ++sizes[draw % count];
  }
  for (std::size_t i = 0; i < count; ++i)
    blocks[i] = summary.deterministic ? summary.mse.front() : blocks[i] / sizes[i];
  if (!truth.sample) return blocks;
  const std::vector<double> of_queries = truth.sample->scatter_of_squares(summary.squares, count);
  for (std::size_t i = 0; i < count; ++i) blocks[i] += of_queries[i];
  return blocks;
}

void add_errors(Json& values, const DrawsSummary& summary) {
  const BiasVarianceSummary& e = summary.error;
  std::vector<double> sorted = summary.mse;
  std::sort(sorted.begin(), sorted.end());
  values["draws"] = e.draws;
  values["mse"] = finite(e.mse);
  // Without noise only the choice of queries errs.
  values["mse_error"] = summary.deterministic && summary.queries == 0 ? Json(0) : finite(e.mse_error);
  values["mse_share_of_one"] = finite(e.share_of_one);
  values["mse_low"] = finite(quantile(sorted, kTail));
  values["mse_high"] = finite(quantile(sorted, 1 - kTail));
  // Without noise the whole error is bias.
  values["bias2"] = finite(summary.deterministic ? e.mse : e.bias2);
  values["bias2_error"] = summary.deterministic ? values["mse_error"] : finite(e.bias2_error);
  values["variance"] = summary.deterministic ? Json(0) : finite(e.variance);
  values["variance_error"] = summary.deterministic ? Json(0) : finite(e.variance_error);
}

/// What quadrature says of this weighting and of the best one, in the units of mse.
void add_predictions(Json& values, Request request, int threads, Progress& progress) {
  request.want = {"predicted_variance"};
  const auto mean = [&] {
    const Array variances = run(request, {&progress, threads}).at("predicted_variance");
    double sum = 0;
    for (std::size_t n = 0; n < variances.count(); ++n) sum += variances.at(n);
    return finite(sum / static_cast<double>(variances.count()) / static_cast<double>(request.sequence->sizes.Dv));
  };
  values["predicted"] = mean();
  request.options.set(request.method, find_estimator(request.method).info.options, "weighting", std::string("optimal"));
  values["reachable"] = mean();
}

MeasuredRow measure_error(const MeasureJob& job) {
  const Request request = job.inputs.request(job.point, job.seed);
  Progress first = job.part(0, 0);
  const Truth& truth = job.inputs.truth(job.point, request, first);
  const auto watch = [&](Index number, Index all) { return job.part_of_run(number, all); };
  const DrawsSummary summary = measure_draws(request, {job.point.draws, job.threads, watch}, truth);
  MeasuredRow row;
  add_errors(row.values, summary);
  row.values["mse_blocks"] = blocks_of(summary, truth, job.point.draws);
  row.values["rounding"] = kRounding * job.inputs.rounding(truth, request, first);
  const Sizes& sizes = request.sequence->sizes;
  row.values["flops"] = arithmetic(job.point, sizes);
  row.values["flops_share"] = arithmetic(job.point, sizes) / exact_arithmetic(job.point, sizes);
  if (summary.queries > 0) row.values["queries"] = summary.queries;
  if (summary.ess) row.values["ess"] = finite(*summary.ess);
  if (summary.ess_share) row.values["ess_share"] = finite(*summary.ess_share);
  job.inputs.add_causes(row.values, truth, request, first);
  if (summary.clamped > 0) row.values["clamped"] = summary.clamped;
  if (summary.nonpositive > 0) row.values["nonpositive"] = summary.nonpositive;
  if (job.point.parameters.contains("same_as"))
    row.values["difference"] = difference_to_twin(request, job.point.parameters["same_as"], job.threads, first);
  if (request.options.has("predict") && request.options.flag("predict"))
    add_predictions(row.values, request, job.threads, first);
  if (!summary.only_these) row.machine = {{"ms", summary.median_ms}, {"peak_bytes", summary.peak_bytes}};
  return row;
}

}  // namespace

Measure error_measure() {
  return {.name = "error",
          .summary = "Mean squared error to exact attention over draws, its bias and variance, effective sample size.",
          .parameters = {"queries"},
          .values = {"draws",           "mse",       "mse_error",   "mse_low",  "mse_high",
                     "mse_blocks",      "bias2",     "bias2_error", "variance", "variance_error",
                     "rounding",        "flops",     "flops_share", "ess",      "ess_share",
                     "norm2",           "clamped",   "nonpositive", "ms",       "peak_bytes",
                     "difference",      "predicted", "reachable",   "queries",  "spread",
                     "mse_share_of_one"},
          .of_machine = {"ms", "peak_bytes"},
          .times = {"ms"},
          .of_theory = {"predicted", "reachable"},
          .band = {"mse_low", "mse_high", "2.5 % to 97.5 % quantile of draws"},
          .check = check_queries,
          .seconds = seconds_of_errors,
          .run = measure_error};
}

}  // namespace omega::studies
