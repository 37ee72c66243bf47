// What sampling keys promises, and what ties it to sampling ω (specification, section 12).
//
// coverage: how often the error of a key sampler is below the bound that it gives with each estimate.
//
// conditioning: RA is key sampling from π after Rao–Blackwell. With a ~ π_n and ω = q_n + k_a + ε the estimate f(ω) is
// the mean of v_a given ω, so that E‖v_a − y‖² = E‖f(ω) − y‖² + E‖v_a − f(ω)‖²: what is kept, and what ω leaves open.
#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "estimators/registry.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

Request of_draw(Request request, Index draw) {
  request.stream.draw = static_cast<std::uint32_t>(draw);
  return request;
}

double squared_distance(const Array& a, const Array& b, std::size_t first, std::size_t count) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i) sum += std::pow(a.at(i) - b.at(i), 2);
  return sum;
}

// --- Coverage --------------------------------------------------------------------------------------------------------

MeasuredRow measure_coverage(const MeasureJob& job) {
  Request request = job.inputs.request(job.point, job.seed);
  request.want = {"y", "error_bound"};
  Progress first = job.part(0, 0);
  const Truth& exact = job.inputs.truth_of_all(request, first);
  const Array& truth = exact.y;
  const auto dims = static_cast<std::size_t>(request.sequence->sizes.Dv);
  std::vector<double> covered(truth.count() / dims, 0.0);  // of each query
  double errors = 0, bounds = 0;
  for (Index draw = 0; draw < job.point.draws; ++draw) {
    Progress progress = job.part_of_draw(draw);
    const Result result = run(of_draw(request, draw), {&progress, job.threads});
    for (std::size_t n = 0; n < covered.size(); ++n) {
      const double error = std::sqrt(squared_distance(result.at("y"), truth, n * dims, dims)),
                   bound = result.at("error_bound").at(n);
      covered[n] += error <= bound ? 1 : 0;
      errors += error;
      bounds += bound;
    }
  }
  const auto draws = static_cast<double>(job.point.draws), queries = static_cast<double>(covered.size());
  double all = 0;
  for (double& share : covered) all += share /= draws;
  MeasuredRow row;
  row.values = {{"draws", job.point.draws},
                {"coverage", all / queries},
                {"least_coverage", *std::min_element(covered.begin(), covered.end())},
                {"promised", 1 - request.options.real("delta")},
                {"error_norm", errors / (draws * queries)},
                {"bound", finite(bounds / (draws * queries))}};
  job.inputs.add_causes(row.values, exact, request, first);
  return row;
}

void check_bounds_its_error(const StudyPoint& point) {
  const EstimatorInfo& info = find_estimator(point.what.method).info;
  const Options options = point.what.all_options();
  const Sizes sizes = sizes_of(point.input);
  const Arrays none;
  const std::vector<OutputSpec> outputs = info.outputs({sizes, options, none});
  if (std::none_of(outputs.begin(), outputs.end(), [](const OutputSpec& o) { return o.name == "error_bound"; }))
    throw Error::input(
        "coverage needs a method that bounds its error: key_sampling or hyper, with at least two samples; this is " +
        point.what.method);
}

// --- Conditioning ----------------------------------------------------------------------------------------------------

/// Σ_m π_nm ‖v_m‖² − ‖y_n‖², summed over all queries: E‖v_a − y‖² of one draw from π each.
double variance_of_keys(const Request& request, const Array& truth, const MeasureJob& job, Progress& progress) {
  const Sequence& s = *request.sequence;
  const auto dims = static_cast<std::size_t>(s.sizes.Dv);
  Shape shape = s.v.shape();
  shape.back() = 1;
  Array squares(Dtype::f64, shape);
  for (std::size_t m = 0; m < squares.count(); ++m) {
    double sum = 0;
    for (std::size_t d = 0; d < dims; ++d) sum += std::pow(s.v.at(m * dims + d), 2);
    squares.data<double>()[m] = sum;
  }
  Request exact = exact_request(request);
  exact.sequence = Sequence::make(s.q, s.k, squares);
  const Array means = run(exact, {&progress, job.threads}).at("y");
  double variance = 0;
  for (std::size_t n = 0; n < means.count(); ++n) variance += means.at(n);
  for (std::size_t i = 0; i < truth.count(); ++i) variance -= std::pow(truth.at(i), 2);
  return variance;
}

/// The largest difference between f(ω_n) and Σ_a P(a | ω_n) v_a with P(a | ω) ∝ π_na N(ω; q_n + k_a, I), by Bayes.
double difference_to_conditional_mean(const Request& request, const Array& omega, const Array& f) {
  const Sequence& s = *request.sequence;
  const auto at = [](const Array& rows, Index row, Index dims, Index d) {
    return rows.at(static_cast<std::size_t>(row * dims + d));
  };
  const double scale = std::sqrt(scale_of(request));
  std::vector<double> weights(static_cast<std::size_t>(s.sizes.M));
  double largest = 0;
  for (Index row = 0; row < s.sizes.heads * s.sizes.N; ++row) {
    const Index first = row / s.sizes.N * s.sizes.M;  // of the head's keys
    for (Index m = 0; m < s.sizes.M; ++m) {
      double logit = 0, distance = 0;
      for (Index d = 0; d < s.sizes.D; ++d) {
        const double q = scale * at(s.q, row, s.sizes.D, d), k = scale * at(s.k, first + m, s.sizes.D, d);
        logit += q * k;
        distance += std::pow(at(omega, row, s.sizes.D, d) - q - k, 2);
      }
      weights[static_cast<std::size_t>(m)] = logit - distance / 2;
    }
    const double highest = *std::max_element(weights.begin(), weights.end());
    double total = 0;
    for (double& weight : weights) total += weight = std::exp(weight - highest);
    for (Index d = 0; d < s.sizes.Dv; ++d) {
      double mean = 0;
      for (Index m = 0; m < s.sizes.M; ++m)
        mean += weights[static_cast<std::size_t>(m)] / total * at(s.v, first + m, s.sizes.Dv, d);
      largest = std::max(largest, std::abs(mean - at(f, row, s.sizes.Dv, d)));
    }
  }
  return largest;
}

MeasuredRow measure_conditioning(const MeasureJob& job) {
  Request ra = job.inputs.request(job.point, job.seed);
  ra.precision = Precision::f64;
  ra.want = {"y", "omega"};
  Request key = make_request(ra.sequence, "key_sampling", {{"sampler", "exact"}, {"samples", "1"}});
  key.options.set("key_sampling", find_estimator("key_sampling").info.options, "scale", scale_of(ra));
  key.stream = ra.stream;  // the same u: the same keys
  key.precision = Precision::f64;
  key.want = {"y"};
  Progress first = job.part(0, 0);
  const Truth& exact = job.inputs.truth_of_all(ra, first);
  const Array& truth = exact.y;
  double kept = 0, left = 0, difference = 0;
  for (Index draw = 0; draw < job.point.draws; ++draw) {
    Progress progress = job.part_of_draw(draw);
    const Result conditioned = run(of_draw(ra, draw), {&progress, job.threads});
    const Array &f = conditioned.at("y"), v = run(of_draw(key, draw), {&progress, job.threads}).at("y");
    kept += squared_distance(f, truth, 0, truth.count());
    left += squared_distance(v, f, 0, truth.count());
    if (draw == 0) difference = difference_to_conditional_mean(ra, conditioned.at("omega"), f);
  }
  const double all = static_cast<double>(job.point.draws) * variance_of_keys(ra, truth, job, first);
  MeasuredRow row;
  row.values = {{"draws", job.point.draws},
                {"kept", finite(kept / all)},
                {"left", finite(left / all)},
                {"total", finite((kept + left) / all)},
                {"difference", difference}};
  job.inputs.add_causes(row.values, exact, ra, first);
  return row;
}

void check_is_ra(const StudyPoint& point) {
  const Options options = point.what.all_options();
  if (point.what.method != "ra" || options.integer("samples") != 1 || options.word("variant") != "exact" ||
      options.is_causal())
    throw Error::input(
        "conditioning is about one sample of each query: its method must be ra with samples=1, "
        "variant=exact and causal=false");
}

}  // namespace

Measure coverage_measure() {
  return {.name = "coverage",
          .summary = "How often the error of drawn keys is below the bound given with each estimate.",
          .values = {"draws", "coverage", "least_coverage", "promised", "error_norm", "bound", "norm2", "spread"},
          .of_theory = {"promised"},
          .check = check_bounds_its_error,
          .seconds = seconds_of_draws,
          .run = measure_coverage};
}

Measure conditioning_measure() {
  return {.name = "conditioning",
          .summary =
              "The variance of an estimate from one key drawn from π: the part that ra keeps, and the part that it "
              "averages away.",
          .values = {"draws", "kept", "left", "total", "difference", "norm2", "spread"},
          .follows_precision = false,
          .check = check_is_ra,
          .seconds = [](const StudyPoint& point, int threads) { return 2 * seconds_of_draws(point, threads); },
          .run = measure_conditioning};
}

}  // namespace omega::studies
