// How key sampling varies: the best probabilities, the bridge to ra, and what its bound of the error is worth.
#include <catch2/catch.hpp>
#include <cmath>

#include "run/runner.h"
#include "statistics/draws.h"
#include "support/noise.h"

using namespace omega;
using namespace omega::test;

namespace {

using Given = Options::Given;

/// The squared length of one row of an array that has two numbers in each.
double squared_length(const Array& a, std::size_t row) {
  return std::pow(a.at(2 * row), 2) + std::pow(a.at(2 * row + 1), 2);
}

/// A query that scores its M keys by `logits`; values of one dimension.
std::shared_ptr<const Sequence> scored(const std::vector<double>& logits, const std::vector<double>& values) {
  const auto keys = static_cast<Index>(logits.size());
  return Sequence::make(Array::from<double>({1}, {1, 1}), Array::from(logits, {keys, 1}),
                        Array::from(values, {keys, 1}));
}

std::vector<double> normals_of(Index count, std::uint32_t stream) {
  return normals_at({31, 0, stream, 0, 0}, {count}).to_vector<double>();
}

/// How often the error is within its bound.
double coverage(const Sequence& one, const char* samples, const char* normalise) {
  constexpr Index kDraws = 4000;
  const double exact = exact_attention(one).at(0);
  Index within = 0;
  const Given options = {{"samples", samples}, {"normalise", normalise}, {"scale", "1"}};
  const Array y = draws_of(one, "key_sampling", options, "y", kDraws, stream_seed(111)),
              bound = draws_of(one, "key_sampling", options, "error_bound", kDraws, stream_seed(111));
  for (std::size_t i = 0; i < kDraws; ++i) within += std::abs(y.at(i) - exact) <= bound.at(i);
  return static_cast<double>(within) / kDraws;
}

}  // namespace

TEST_CASE("drawn by π‖v‖ the squared error is ((Σπ‖v‖)² − ‖y‖²)/S, and two others have more",
          "[statistics][key_sampling]") {
  const auto sequence = small_sequence(4, 3, 3, 112);
  const Array exact = exact_attention(*sequence);
  constexpr Index kDraws = 20000, kSamples = 3;
  const auto error = [&](const Given& more) {
    Given options = {{"samples", "3"}, {"normalise", "none"}};
    options.insert(options.end(), more.begin(), more.end());
    const Array y = draws_of(*sequence, "key_sampling", options, "y", kDraws, stream_seed(113));
    std::vector<Moments> of(4);
    for (std::size_t h = 0; h < kDraws; ++h)
      for (std::size_t n = 0; n < 4; ++n) {
        double sum = 0;
        for (std::size_t d = 0; d < 2; ++d) sum += std::pow(y.at(8 * h + 2 * n + d) - exact.at(2 * n + d), 2);
        of[n].add(sum);
      }
    return of;
  };
  const std::vector<Moments> best = error({{"sampler", "exact"}, {"value_power", "1"}}),
                             plain = error({{"sampler", "exact"}}), uniform = error({});
  Request softmax = make_request(sequence, "softmax");
  softmax.precision = Precision::f64;
  const Array pi = run(softmax).at("attention");
  Claim claim("key sampling by π‖v‖ has its variance");
  for (std::size_t n = 0; n < 4; ++n) {
    double mean_length = 0;
    for (std::size_t m = 0; m < 5; ++m) mean_length += pi.at(5 * n + m) * std::sqrt(squared_length(sequence->v, m));
    claim.mean("query " + std::to_string(n), best[n],
               (mean_length * mean_length - squared_length(exact, n)) / kSamples);
    // By π and by no more than it: 16 % to 31 % less, with a standard error of 1 %. Uniformly: still more.
    CHECK(best[n].mean() < 1.02 * plain[n].mean());
    CHECK(best[n].mean() < uniform[n].mean());
  }
  INFO(claim.text());
  CHECK(claim.holds());
}

TEST_CASE("ra is key sampling from π after Rao–Blackwell: with as many samples its error is smaller",
          "[statistics][key_sampling][bridge]") {
  const auto at = [&](double mean_square, std::uint32_t seed) {
    const auto sequence = small_sequence(8, 3, mean_square, seed);
    const Array exact = exact_attention(*sequence);
    constexpr Index kDraws = 16000;
    return mean_squared_error(draws_of(*sequence, "ra", {}, "y", kDraws, stream_seed(114)), exact) /
           mean_squared_error(draws_of(*sequence, "key_sampling", {{"samples", "1"}, {"sampler", "exact"}}, "y", kDraws,
                                       stream_seed(115)),
                              exact);
  };
  const double near = at(3, 116), far = at(150, 116);
  // Each bound is 6 and more of their standard errors away: 0.15 ± 0.001, and 0.99 ± 0.009.
  CHECK(near < 0.4);
  CHECK(far > near);
  CHECK(far < 1.05);
}

TEST_CASE("the error is within its bound as often as it says of many samples, not of few or where one key holds all",
          "[statistics][key_sampling]") {
  const auto smooth = scored(normals_of(200, 1), normals_of(200, 2));
  for (const char* normalise : {"self", "none"}) {
    INFO(normalise);
    // 95 %; the standard error of the share is 0.35 %.
    CHECK(coverage(*smooth, "256", normalise) == Approx(0.95).margin(0.025));
    // Of few samples fewer than that: 72 % (self) and 89 %, with a standard error of at most 0.7 %.
    CHECK(coverage(*smooth, "4", normalise) < 0.92);
  }
  // A needle that four draws of 200 keys find once in fifty times: the others look calm.
  std::vector<double> logits = normals_of(200, 1), values = normals_of(200, 2);
  logits[77] = 9;
  values[77] = 5;
  CHECK(coverage(*scored(logits, values), "4", "self") < 0.2);
}

TEST_CASE("the best proposal variance lowers the error of one kernel value as theory says", "[statistics][kernel]") {
  // D = 4, ‖q + k‖² = 1.5625: a relative variance of 3.771 from N(0, I), of 1.753 with σ² = 1.5727.
  const Array q = Array::from<double>({0.625, 0, 0, 0}, {1, 4});
  const auto one = Sequence::make(q, q, Array::from<double>({0}, {1, 1}));
  struct Found {
    double variance, log_variance;
  };
  const auto draw = [&](const char* value) {
    const Array weights = draws_of(*one, "rfa", {{"samples", "1"}, {"proposal_variance", value}, {"scale", "1"}},
                                   "log_weights", 200000, stream_seed(117));
    Moments m, logs;
    for (std::size_t i = 0; i < weights.count(); ++i) {
      m.add(std::exp(weights.at(i)));
      logs.add(weights.at(i));
    }
    const double sm = std::exp(0.390625);
    CHECK(m.mean() == Approx(sm).epsilon(0.05));  // its standard error is below half a percent
    return Found{m.variance() / (sm * sm), logs.variance()};
  };
  // These weights have a largest value; the standard error is about 2 %.
  CHECK(draw("optimal").variance == Approx(1.753).epsilon(0.15));
  // Weights from N(0, I) are lognormal: a sum of their squares depends on a few draws, their logarithms do not. The
  // standard error is 0.6 %.
  CHECK(std::expm1(draw("1").log_variance) == Approx(3.771).epsilon(0.035));
}
