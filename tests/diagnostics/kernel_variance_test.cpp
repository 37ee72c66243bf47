#include "diagnostics/kernel_variance.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "core/philox.h"
#include "kernel_learning/features.h"
#include "support/diagonal_factors.h"
#include "support/seed.h"
#include "support/z_test.h"

using namespace omega;
using test::Sample;

namespace {

constexpr Index kDim = 3;
constexpr Index kNoise = 4;  // m
constexpr Index kRuns = 100000;

const std::vector<double> kQ = {0.4, -0.3, 0.2}, kK = {-0.1, 0.3, 0.35}, kMu = {0.7, -0.4, 0.5};
const std::vector<double> kFactor = {0.9, 0.2, 0.0, -0.3, 0.7, 0.1, 0.2, 0.1, 0.8};

Component component() { return {kMu, View<const double>(kFactor.data(), kDim, kDim)}; }

/// S n + sign·μ for m noise vectors and each sign.
Matrix<double> frequencies(Index run, const std::vector<double>& signs) {
  Matrix<double> omega(static_cast<Index>(signs.size()) * kNoise, kDim);
  std::vector<double> n(kDim);
  for (Index i = 0; i < kNoise; ++i) {
    draw_normals({static_cast<std::uint32_t>(test_seed(21)), 0, 0, static_cast<std::uint32_t>(run),
                  static_cast<std::uint32_t>(i)},
                 n.data(), kDim);
    for (std::size_t c = 0; c < signs.size(); ++c)
      for (Index d = 0; d < kDim; ++d) {
        double x = signs[c] * kMu[static_cast<std::size_t>(d)];
        for (Index e = 0; e < kDim; ++e)
          x += kFactor[static_cast<std::size_t>(d * kDim + e)] * n[static_cast<std::size_t>(e)];
        omega(static_cast<Index>(c) * kNoise + i, d) = x;
      }
  }
  return omega;
}

struct Simulated {
  Sample product, squared_error;  // of φ(q)·φ(k) about κ
};

Simulated simulate(FeatureMap map, const std::vector<double>& signs, double kernel) {
  Simulated result;
  for (Index run = 0; run < kRuns; ++run) {
    const double product = feature_product(map, frequencies(run, signs), kQ, kK);
    result.product.add(product);
    result.squared_error.add((product - kernel) * (product - kernel));
  }
  return result;
}

/// The mixture of components ±μ (or μ alone) with one S.
struct Mixture {
  Matrix<double> means, factors;
  explicit Mixture(const std::vector<double>& signs)
      : means(static_cast<Index>(signs.size()), kDim), factors(static_cast<Index>(signs.size()) * kDim, kDim) {
    for (std::size_t c = 0; c < signs.size(); ++c)
      for (Index d = 0; d < kDim; ++d) {
        means(static_cast<Index>(c), d) = signs[c] * kMu[static_cast<std::size_t>(d)];
        for (Index e = 0; e < kDim; ++e)
          factors(static_cast<Index>(c) * kDim + d, e) = kFactor[static_cast<std::size_t>(d * kDim + e)];
      }
  }
  SpectralMixture view() const { return {means.view(), factors.view()}; }
};

}  // namespace

TEST_CASE("rks products estimate their kernel without bias, with the corrected variance and not the printed one",
          "[statistics][kernel]") {
  const double kernel = rks_kernel(Mixture({1, -1}).view(), kQ, kK);
  const Simulated s = simulate(FeatureMap::rks, {1, -1}, kernel);
  CHECK(std::abs(s.product.z(kernel)) < test::kZLimit);
  CHECK(std::abs(s.squared_error.z(rks_variance_of_pair(component(), kQ, kK, kNoise))) < test::kZLimit);
  CHECK(std::abs(s.squared_error.z(rks_variance_of_pair_as_printed(component(), kQ, kK, kNoise))) > 10 * test::kZLimit);
}

TEST_CASE("the printed rks variance is that of twice the kernel", "[statistics][kernel]") {
  Sample squared_error;
  const double kernel = rks_kernel(Mixture({1, -1}).view(), kQ, kK);
  for (Index run = 0; run < kRuns; ++run) {
    const double error = 2 * feature_product(FeatureMap::rks, frequencies(run, {1, -1}), kQ, kK) - 2 * kernel;
    squared_error.add(error * error);
  }
  CHECK(std::abs(squared_error.z(rks_variance_of_pair_as_printed(component(), kQ, kK, kNoise))) < test::kZLimit);
}

TEST_CASE("prf products of one component: corrected variance right, printed one wrong", "[statistics][kernel]") {
  const double kernel = prf_kernel(Mixture({1}).view(), kQ, kK);
  const Simulated s = simulate(FeatureMap::prf, {1}, kernel);
  CHECK(std::abs(s.product.z(kernel)) < test::kZLimit);
  CHECK(std::abs(s.squared_error.z(prf_variance(component(), kQ, kK, kNoise))) < test::kZLimit);
  CHECK(std::abs(s.squared_error.z(prf_variance_as_printed(component(), kQ, kK, kNoise))) > 10 * test::kZLimit);
}

TEST_CASE("prf products of a pair of components have the cosh form", "[statistics][kernel]") {
  const double kernel = prf_kernel(Mixture({1, -1}).view(), kQ, kK);
  const Simulated s = simulate(FeatureMap::prf, {1, -1}, kernel);
  CHECK(std::abs(s.product.z(kernel)) < test::kZLimit);
  CHECK(std::abs(s.squared_error.z(prf_variance_of_pair(component(), kQ, kK, kNoise))) < test::kZLimit);
}

TEST_CASE("with no mean and unit S the prf kernel is Gaussian", "[unit][kernel]") {
  const std::vector<double> zeros(kDim, 0.0), ones(kDim, 1.0);
  const Matrix<double> unit = test::diagonal_factors(View<const double>(ones.data(), 1, kDim));
  double distance = 0;
  for (std::size_t d = 0; d < kQ.size(); ++d) distance += (kQ[d] - kK[d]) * (kQ[d] - kK[d]);
  const SpectralMixture standard{View<const double>(zeros.data(), 1, kDim), unit.view()};
  CHECK(prf_kernel(standard, kQ, kK) == Approx(std::exp(-distance / 2)));
  CHECK(rks_kernel(standard, kQ, kK) == Approx(std::exp(-distance / 2)));
}

TEST_CASE("the variances of rfa's feature maps match simulation", "[statistics][kernel]") {
  const Index m = 3;
  double inner = 0, x2 = 0, y2 = 0;
  for (std::size_t d = 0; d < kQ.size(); ++d) {
    inner += kQ[d] * kK[d];
    x2 += kQ[d] * kQ[d];
    y2 += kK[d] * kK[d];
  }
  const double kernel = std::exp(inner), shrink = std::exp(-(x2 + y2) / 2), grow = std::exp((x2 + y2) / 2);
  const double share = std::acos(inner / std::sqrt(x2 * y2)) / std::numbers::pi;
  // φ(x)·φ(y) for one frequency, from a = ω·x, b = ω·y and the phase.
  const auto one = [&](RandomFeatures features, double a, double b, double phase) {
    switch (features) {
      case RandomFeatures::positive: return shrink * std::exp(a + b);
      case RandomFeatures::hyperbolic: return shrink * std::cosh(a + b);
      case RandomFeatures::trig: return grow * std::cos(a - b);
      case RandomFeatures::cosine: return grow * 2 * std::cos(a + phase) * std::cos(b + phase);
      case RandomFeatures::hybrid: return share * shrink * std::exp(a + b) + (1 - share) * grow * std::cos(a - b);
    }
    return 0.0;
  };
  for (const RandomFeatures features : {RandomFeatures::positive, RandomFeatures::hyperbolic, RandomFeatures::trig,
                                        RandomFeatures::cosine, RandomFeatures::hybrid}) {
    Sample product, squared_error;
    for (Index run = 0; run < kRuns; ++run) {
      double sum = 0;
      for (Index i = 0; i < m; ++i) {
        const NoiseAddress at{static_cast<std::uint32_t>(test_seed(22)), 0, 0, static_cast<std::uint32_t>(run),
                              static_cast<std::uint32_t>(i)};
        NoiseAddress phase_at = at;
        phase_at.stream = 1;
        double w[kDim], u, a = 0, b = 0;
        draw_normals(at, w, kDim);
        draw_uniforms(phase_at, &u, 1);
        for (std::size_t d = 0; d < kQ.size(); ++d) {
          a += w[d] * kQ[d];
          b += w[d] * kK[d];
        }
        sum += one(features, a, b, 2 * std::numbers::pi * u) / static_cast<double>(m);
      }
      product.add(sum);
      squared_error.add((sum - kernel) * (sum - kernel));
    }
    INFO("feature map " << static_cast<int>(features));
    CHECK(std::abs(product.z(kernel)) < test::kZLimit);
    CHECK(std::abs(squared_error.z(rfa_kernel_variance(features, kQ, kK, m))) < test::kZLimit);
  }
}

TEST_CASE("variances vanish where the features do not vary, and stay finite where both exponentials are huge",
          "[unit][kernel]") {
  const std::vector<double> minus_q = {-0.4, 0.3, -0.2}, far = {12, -9, 6};
  CHECK(rfa_kernel_variance(RandomFeatures::positive, kQ, minus_q, 1) == Approx(0).margin(1e-15));
  CHECK(rfa_kernel_variance(RandomFeatures::hyperbolic, kQ, minus_q, 1) == Approx(0).margin(1e-15));
  CHECK(rfa_kernel_variance(RandomFeatures::trig, kQ, kQ, 1) == Approx(0).margin(1e-15));
  for (const Point k : {Point(kQ), Point(minus_q)})
    CHECK(rfa_kernel_variance(RandomFeatures::hybrid, kQ, k, 1) == Approx(0).margin(1e-15));
  CHECK(rks_variance_of_pair(component(), kQ, kQ, 1) == 0);
  CHECK(std::isfinite(prf_variance(component(), far, kK, 1)));
}
