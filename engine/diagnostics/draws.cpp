#include "diagnostics/draws.h"

#include <algorithm>
#include <cmath>

#include "core/named.h"
#include "cpu/parallel.h"
#include "math/order_statistics.h"
#include "run/request_facts.h"
#include "run/some_queries.h"

namespace omega {

namespace {

/// How often a request is run: once for each draw, and then for the ESS of the first ones.
struct Runs {
  Index draws = 0, for_ess = 0;
  Index all() const { return draws + for_ess; }
};

Runs runs_of(const Request& request, Index draws) {
  return {draws, named(outputs_of(request), "ess") ? std::min(draws, kDrawsForEss) : 0};
}

/// Of all queries, or of `only` these.
Result run_draw(const Request& request, const DrawsPlan& plan, Index draw, const std::string& output,
                const QuerySample* only, Progress& progress) {
  Request one = request;
  one.stream.draw = static_cast<std::uint32_t>(draw);
  if (only != nullptr) one = at_queries(one, only->rows());
  one.want = {output};
  return run(one, {&progress, plan.threads});
}

void measure_error(DrawsSummary& summary, const Request& request, const DrawsPlan& plan, const Runs& runs,
                   const Truth& truth, const QuerySample* only, const Traits& traits) {
  const Array exact = truth.weighted(truth.y);
  BiasVariance spread(exact);
  std::vector<double> times;
  for (Index draw = 0; draw < runs.draws; ++draw) {
    Progress progress = plan.watch(draw, runs.all());
    const Result result = run_draw(request, plan, draw, "y", only, progress);
    const Array y = truth.weighted(only ? result.at("y") : truth.taken(result.at("y")));
    summary.mse.push_back(spread.add(draw, y));
    times.push_back(result.stats.milliseconds);
    summary.peak_bytes = std::max(summary.peak_bytes, result.stats.peak_bytes);
    summary.clamped += result.stats.clamped;
    summary.nonpositive += result.stats.nonpositive;
  }
  summary.error = spread.summary();
  summary.median_ms = median(std::move(times));
  summary.verdict = bias_verdict(summary.error, traits);  // of these queries: their choice makes no bias
  if (!truth.sample) return;
  add_error_of_queries(summary.error, spread, *truth.sample);
  summary.squares = spread.mean_square();
}

void measure_ess(DrawsSummary& summary, const Request& request, const DrawsPlan& plan, const Runs& runs,
                 const QuerySample* only) {
  if (runs.for_ess == 0) return;
  summary.ess = 0;
  for (Index draw = 0; draw < runs.for_ess; ++draw) {
    Progress progress = plan.watch(runs.draws + draw, runs.all());
    const Result result = run_draw(request, plan, draw, "ess", only, progress);
    *summary.ess += mean_ess(result.at("ess"), only) / static_cast<double>(runs.for_ess);
  }
  const std::vector<OutputSpec> outputs = outputs_of(request);
  if (const OutputSpec* weights = named(outputs, "log_weights"))
    summary.ess_share = *summary.ess / static_cast<double>(weights->shape.back());
}

}  // namespace

void add_error_of_queries(BiasVarianceSummary& e, const BiasVariance& spread, const QuerySample& sample) {
  const std::vector<double> mean = spread.mean_error(), variance = spread.variance();
  const auto draws = static_cast<double>(e.draws);
  const auto error_of = [&](auto square) {
    std::vector<double> squares(mean.size());
    for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = square(mean[i] * mean[i], variance[i]);
    return sample.error_of_squares(squares);
  };
  const std::vector<double> whole = spread.mean_square();
  const double error_of_whole = sample.error_of_squares(whole);
  e.share_of_few = sample.share_of_few(whole);
  e.rests_on_few = sample.is_much(e.share_of_few);
  e.mse_error = e.draws < 2 ? error_of_whole : std::hypot(e.mse_error, error_of_whole);
  if (e.draws < 2) return;
  e.bias2_error = std::hypot(e.bias2_error, error_of([&](double m, double v) { return m - v / draws; }));
  e.variance_error = std::hypot(e.variance_error, error_of([](double, double v) { return v; }));
}

Request exact_request(const Request& request) {
  Request exact =
      make_request(request.sequence, "softmax", {{kCausal, request.options.is_causal() ? "true" : "false"}});
  exact.options.set("softmax", info_of(exact).options, "scale", scale_of(request));
  exact.precision = request.precision;
  exact.want = {"y"};
  return exact;
}

const Truth& Truths::of(const Request& request, Progress& progress, Index queries) {
  const bool causal = request.options.is_causal();
  const Key key{scale_of(request), causal, queries, queries == 0 ? 0 : request.stream.seed};
  const auto known = truths_.find(key);
  if (known != truths_.end()) return known->second;
  Truth truth{{}, sample_queries(*sequence_, queries, request.stream.seed)};
  if (truth.sample) {
    with_threads(threads_, [&] {
      truth.y = exact_rows<double>(*sequence_, truth.sample->rows(), scale_of(request), causal, progress);
    });
  } else {
    Request exact = exact_request(request);
    exact.sequence = sequence_;
    exact.precision = Precision::f64;
    truth.y = run(exact, {&progress, threads_}).at("y");
  }
  return truths_.emplace(key, std::move(truth)).first->second;
}

void drop_noise(Request& request) {
  for (const ArraySpec& spec : arrays_of(request))
    if (spec.source == Source::normal || spec.source == Source::uniform) request.given.erase(spec.name);
}

DrawsSummary measure_draws(const Request& request, const DrawsPlan& plan, const Truth& truth) {
  DrawsSummary summary;
  const Traits traits = traits_of(request);
  summary.deterministic = traits.deterministic;
  const Runs runs = runs_of(request, summary.deterministic ? 1 : plan.draws);
  if (truth.sample) summary.queries = truth.sample->count();
  const QuerySample* only = traits.query_by_query && !traits.linear ? truth.sample.get() : nullptr;
  summary.only_these = only != nullptr;
  measure_error(summary, request, plan, runs, truth, only, traits);
  measure_ess(summary, request, plan, runs, only);
  return summary;
}

}  // namespace omega
