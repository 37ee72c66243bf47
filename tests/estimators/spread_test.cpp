// Projections of N(0, Σ): what Σ is best, what it leaves alone, and what is refused.
#include "sampling/spread.h"

#include "estimators/registry.h"
#include "estimators/small_problem.h"
#include "sampling/samples.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The mean over pairs of the log second moment of one pair's positive estimate under N(0, σ²I), but for a constant:
/// D/2 log(σ⁴/(2σ² − 1)) + z²/(2σ² − 1).
double log_second_moment(double variance, double square, double dims) {
  return dims / 2 * std::log(variance * variance / (2 * variance - 1)) + square / (2 * variance - 1);
}

Array covariance_of(const std::shared_ptr<const Sequence>& sequence, const Options::Given& options) {
  return estimate(sequence, "rfa", options).at("proposal_covariance");
}

}  // namespace

TEST_CASE("the best variance is where the log second moment of a pair is least", "[rfa]") {
  CHECK(best_variance(1.5625, 4) == Approx(1.5727).epsilon(1e-4));
  CHECK(best_variance(0, 7) == 1);
  for (const double square : {0.01, 1.0, 9.0, 400.0})
    for (const double dims : {1.0, 4.0, 64.0}) {
      INFO(square << " in " << dims << " dimensions");
      const double best = best_variance(square, dims), least = log_second_moment(best, square, dims);
      CHECK(least < log_second_moment(best * 1.01, square, dims));
      CHECK(least < log_second_moment(best / 1.01, square, dims));
    }
}

TEST_CASE("optimal is one variance from the mean square of q + k, full one along each of its axes", "[rfa]") {
  const auto sequence = random_sequence(7, 11, 3, 2, 1.3);
  double square = 0;  // over pairs, scaled by 1/√3
  for (Index n = 0; n < 7; ++n)
    for (Index m = 0; m < 11; ++m)
      for (Index d = 0; d < 3; ++d) {
        const double z =
            sequence->q.at(static_cast<std::size_t>(3 * n + d)) + sequence->k.at(static_cast<std::size_t>(3 * m + d));
        square += z * z / std::sqrt(3.0) / 77;
      }
  const Array optimal = covariance_of(sequence, {{"proposal_variance", "optimal"}});
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j)
      CHECK(optimal.at(static_cast<std::size_t>(3 * i + j)) ==
            Approx(i == j ? best_variance(square, 3) : 0).epsilon(1e-12).margin(1e-12));
  // A cloud along one axis: the others keep the variance 1.
  Array thin(Dtype::f64, {5, 2}), none(Dtype::f64, {5, 2});
  for (Index n = 0; n < 5; ++n) {
    thin.data<double>()[2 * n] = static_cast<double>(n) - 1;
    thin.data<double>()[2 * n + 1] = none.data<double>()[2 * n] = none.data<double>()[2 * n + 1] = 0;
  }
  const Array full = covariance_of(Sequence::make(thin, none, none), {{"proposal_variance", "full"}, {"scale", "1"}});
  CHECK(full.at(0) == Approx(best_variance(3, 1)));
  CHECK(full.at(1) == Approx(0).margin(1e-12));
  CHECK(full.at(3) == Approx(1));
}

TEST_CASE("in one dimension full is optimal, without tokens away from 0 both are 1, and 1 is what there was", "[rfa]") {
  const auto line = random_sequence(6, 8, 1, 2);
  for (const char* method : {"rfa", "is"}) {
    const Result optimal = estimate(line, method, {{"proposal_variance", "optimal"}}),
                 full = estimate(line, method, {{"proposal_variance", "full"}});
    for (const auto& [name, array] : optimal.outputs) {
      INFO(name);
      CHECK(relative_error(full.at(name), array) <= 1e-11);
    }
    const auto sequence = random_sequence(6, 8, 3, 2);
    CHECK(relative_error(estimate(sequence, method, {{"proposal_variance", "1"}}).at("y"),
                         estimate(sequence, method).at("y")) == 0);
    const Array zero = normals({6, 3}, 1, 0), keys = normals({8, 3}, 1, 0);
    const auto still = Sequence::make(zero, keys, sequence->v);
    for (const char* word : {"optimal", "full"})
      CHECK(relative_error(estimate(still, method, {{"proposal_variance", word}}).at("omega"),
                           estimate(still, method).at("omega")) <= 1e-12);
  }
}

TEST_CASE("the target at one ω does not know what it was drawn from", "[rfa]") {
  const auto sequence = random_sequence(5, 7, 3, 2);
  const Result wide = estimate(sequence, "is", {{"samples", "6"}, {"proposal_variance", "full"}});
  const Result same = estimate(sequence, "is", {{"samples", "6"}}, {{"eps", wide.at("omega")}});
  CHECK(relative_error(same.at("log_target"), wide.at("log_target")) <= 1e-11);
  CHECK(relative_error(same.at("log_proposal"), wide.at("log_proposal")) > 1e-3);
  // w = p/q, whatever q is.
  for (std::size_t i = 0; i < 5 * 6; ++i)
    CHECK(wide.at("log_weights").at(i) ==
          Approx(wide.at("log_target").at(i) - wide.at("log_proposal").at(i % 6)).epsilon(0).margin(1e-10));
}

TEST_CASE("a variance is a number above 0 or one of two words", "[rfa]") {
  const auto sequence = random_sequence(4, 4, 2, 1);
  for (const char* value : {"0", "-1", "wide", "", "nan"}) {
    const std::string said = input_error(sequence, "rfa", {{"proposal_variance", value}});
    CHECK_THAT(said, Catch::Contains("proposal_variance") && Catch::Contains("optimal, full"));
  }
  CHECK(input_error(sequence, "is", {{"proposal_variance", "full"}}).empty());
  CHECK(input_error(sequence, "rfa", {{"proposal_variance", "0.6"}}).empty());
}

TEST_CASE("coupled projections are not drawn once a stop is asked for", "[unit][rfa]") {
  std::stop_source stop;
  const Progress progress(stop.get_token());
  const auto tokens = random_sequence(2, 2, 3, 1);
  const EstimatorInfo& rfa = find_estimator("rfa").info;
  const Arrays given;
  const Matrix<double> rows(2, 3, 1.0);
  for (const char* draw : {"orthogonal", "simplex", "halton"}) {
    const Options options("rfa", rfa.options, {{"draw", draw}, {"samples", "300"}});
    const std::vector<ArraySpec> specs = rfa.arrays({tokens->sizes, options, given});
    RunState state{*tokens, options, given, specs, {}, 1.0, {}, {}};
    const Call<double> call(state, 0, rows, rows, rows, progress);
    if (!stop.stop_requested()) CHECK_NOTHROW(standard_projections<double>(call, 300));
    stop.request_stop();
    INFO(draw);
    CHECK_THROWS_AS(standard_projections<double>(call, 300), Cancelled);
  }
}

TEST_CASE("a variance along all axes fills no matrix of dimensions unless its covariance is wanted", "[rfa]") {
  constexpr Index kDim = 2048;
  const auto sequence = random_sequence(4, 4, kDim, 2, 0.1);
  for (const char* method : {"rfa", "is"})
    for (const char* variance : {"1", "2"}) {
      INFO(method << ", proposal_variance " << variance);
      const auto run_for = [&](const std::string& output) {
        return estimate(sequence, method, {{"samples", "8"}, {"proposal_variance", variance}}, {}, Precision::f64,
                        std::set<std::string>{output});
      };
      CHECK(run_for("y").stats.peak_bytes < kDim * kDim);
      const Array covariance = run_for("proposal_covariance").at("proposal_covariance");
      CHECK(covariance.at(0) == Approx(std::stod(variance)));
      CHECK(covariance.at(1) == 0);
    }
}
