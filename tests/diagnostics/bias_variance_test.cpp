#include "diagnostics/bias_variance.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "core/philox.h"
#include "diagnostics/bias_judge.h"
#include "run/runner.h"
#include "support/seed.h"
#include "support/z_test.h"

using namespace omega;
using test::Sample;

namespace {

constexpr Index kElements = 6;

/// One draw with mean `bias` and correlated, skewed noise.
Array noisy(std::uint32_t experiment, Index draw, double bias) {
  std::vector<double> normals(kElements), y(kElements);
  draw_normals({static_cast<std::uint32_t>(test_seed(11)), experiment, 0, 0, static_cast<std::uint32_t>(draw)},
               normals.data(), kElements);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = bias + normals[i] + 0.8 * normals[0] + 0.3 * (normals[1] * normals[1] - 1);
  return Array::from<double>(y, {kElements / 2, 2});
}

Array zeros() { return Array::from<double>(std::vector<double>(kElements, 0.0), {kElements / 2, 2}); }

BiasVariance accumulate(std::uint32_t experiment, Index count, double bias) {
  BiasVariance draws(zeros());
  for (Index r = 0; r < count; ++r) draws.add(r, noisy(experiment, r, bias));
  return draws;
}

}  // namespace

TEST_CASE("bias and variance of three draws by hand", "[unit][diagnostics]") {
  BiasVariance draws(Array::from<double>({1, 1}, {1, 2}));
  draws.add(0, Array::from<double>({1, 2}, {1, 2}));
  draws.add(1, Array::from<double>({3, 2}, {1, 2}));
  draws.add(2, Array::from<double>({5, 2}, {1, 2}));
  const BiasVarianceSummary s = draws.summary();
  // Errors (0,1), (2,1), (4,1): mean (2,1), variances (4,0).
  CHECK(s.variance == Approx(2));
  CHECK(s.bias2 == Approx(5.0 / 2 - 2.0 / 3));
  CHECK(s.mse == Approx(23.0 / 6));
  CHECK(draws.mean_error() == std::vector<double>{2, 1});
  CHECK(draws.variance()[0] == Approx(4));
  CHECK(draws.variance()[1] == 0);
  CHECK(draws.mean_square()[0] == Approx(20.0 / 3));
  CHECK(draws.mean_square()[1] == Approx(1));
  // Mean squares 1/2, 5/2 and 17/2, off their mean by -20/6, -8/6 and 28/6.
  CHECK(s.share_of_one == Approx(784.0 / 1248));
}

TEST_CASE("the largest draw has a share of the scatter, and none where all are the same", "[unit][diagnostics]") {
  const double share = accumulate(3, 32, 0.4).summary().share_of_one;
  CHECK((share > 0 && share < 1));
  BiasVariance same(zeros());
  for (Index draw = 0; draw < 5; ++draw) same.add(draw, noisy(3, 0, 0.4));
  CHECK(same.summary().share_of_one == 0);
}

TEST_CASE("mean squared error is bias squared plus variance, exactly", "[unit][diagnostics]") {
  for (const Index count : {2, 5, 16, 37}) {
    const BiasVarianceSummary s = accumulate(1, count, 0.4).summary();
    CHECK(s.mse == Approx(s.bias2 + s.variance).epsilon(1e-12));
  }
}

TEST_CASE("standard errors say how far bias squared and variance really spread", "[statistics][diagnostics]") {
  // 4 000 experiments each, so that the spread itself is known to about 5 %; limits are more than five of that away.
  // 40 draws make groups of 2 and 3, 9 draws groups of one. Without any bias the error of bias² errs on the safe side,
  // by up to 2.2 in its square.
  struct Setting {
    Index draws;
    double bias, low, high;
  };
  for (const auto& [draws, bias, low, high] :
       {Setting{40, 0, 1, 2.2}, {9, 0, 1, 2.2}, {40, 1, 0.7, 1.3}, {64, 0.3, 0.7, 1.4}}) {
    Sample bias2, variance, bias2_error2, variance_error2;
    for (std::uint32_t e = 0; e < 4000; ++e) {
      const BiasVarianceSummary s = accumulate(100 + e, draws, bias).summary();
      bias2.add(s.bias2);
      variance.add(s.variance);
      bias2_error2.add(s.bias2_error * s.bias2_error);
      variance_error2.add(s.variance_error * s.variance_error);
    }
    INFO(draws << " draws, bias " << bias);
    CHECK(std::abs(bias2.z(bias * bias)) < test::kZLimit);
    CHECK(bias2_error2.mean() / bias2.variance() > low);
    CHECK(bias2_error2.mean() / bias2.variance() < high);
    CHECK(variance_error2.mean() / variance.variance() == Approx(1).margin(0.4));
  }
}

TEST_CASE("few draws leave what cannot be known unknown", "[unit][diagnostics]") {
  CHECK(std::isnan(BiasVariance(zeros()).summary().mse));
  const BiasVarianceSummary one = accumulate(3, 1, 5).summary();
  CHECK(std::isfinite(one.mse));
  CHECK(std::isnan(one.variance));
  const BiasVarianceSummary three = accumulate(3, 3, 5).summary();
  CHECK(std::isfinite(three.bias2));
  CHECK(std::isnan(three.bias2_error));
}

TEST_CASE("a deterministic estimator has no variance, and its error is all bias", "[unit][diagnostics]") {
  BiasVariance draws(zeros());
  for (Index r = 0; r < 20; ++r) draws.add(r, noisy(4, 0, 1));
  const BiasVarianceSummary s = draws.summary();
  CHECK(s.variance == 0);
  CHECK(s.bias2 == Approx(s.mse));
}

TEST_CASE("is shows no bias and rfa does, at the same draws", "[statistics][diagnostics]") {
  // Five keys in two dimensions and four samples. rfa's bias is far beyond its error at 3 000 draws; the bias of `is`
  // may be up to 4 standard errors instead of 2; a right one goes beyond them less than once in 10 000 runs.
  const std::vector<double> q = {1, 0, 0, 1, -1, 0.5}, k = {1, 0.5, -1, 0, 0, 1, 0.5, -1, 0.2, 0.3},
                            v = {1, -1, 2, 0.5, -2};
  const auto sequence =
      Sequence::make(Array::from<double>(q, {3, 2}), Array::from<double>(k, {5, 2}), Array::from<double>(v, {5, 1}));
  const auto outcome = [&](const char* method) {
    Request request = make_request(sequence, method, {{"samples", "4"}});
    request.precision = Precision::f64;
    request.want = {{"y"}};
    request.stream.seed = static_cast<std::uint32_t>(test_seed(5));
    Request truth = make_request(sequence, "softmax");
    truth.precision = Precision::f64;
    BiasVariance draws(run(truth).at("y"));
    for (std::uint32_t r = 0; r < 3000; ++r) {
      request.stream.draw = r;
      draws.add(r, run(request).at("y"));
    }
    return draws.summary();
  };
  const BiasVarianceSummary unbiased = outcome("is"), biased = outcome("rfa");
  CHECK(unbiased.bias2 < 4 * unbiased.bias2_error);
  CHECK(judge_bias(biased) == Bias::visible);
  CHECK_THAT(bias_verdict(biased), Catch::StartsWith("biased at 3000 draws: bias² is "));
}

TEST_CASE("draws of another shape are refused", "[unit][diagnostics]") {
  BiasVariance draws(zeros());
  CHECK_THROWS_AS(draws.add(0, Array(Dtype::f64, {kElements})), Error);
}
