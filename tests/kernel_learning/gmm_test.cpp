#include "kernel_learning/gmm.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/diagonal_factors.h"
#include "support/seed.h"
#include "support/z_test.h"

using namespace omega;
using namespace omega::test;

namespace {

constexpr Index kDim = 3, kComponents = 2;
const std::vector<double> kMu = {0.9, -0.2, 0.4, -0.3, 0.8, 0.1};
const std::vector<double> kWhole = {0.9, 0.1, 0, 0.2, 0.6, -0.2, 0, 0.3, 0.7, 0.5, 0, 0.1, -0.2, 0.8, 0, 0.1, 0.1, 0.6};
const std::vector<double> kDiagonal = {0.5, 0.8, 0.3, 0.7, 0.2, 0.6};
const std::vector<double> kQ = {0.3, -0.4, 0.2}, kK = {-0.2, 0.1, 0.5};

Request request_of(const char* features, const char* frequencies = "3") {
  Request request = make_request(gaussian_sequence({0, 4, 5, kDim, 2}, 1), "gmm",
                                 {{"features", features}, {"frequencies", frequencies}});
  request.precision = Precision::f64;
  request.stream.seed = static_cast<std::uint32_t>(test_seed(31));
  return request;
}

}  // namespace

TEST_CASE("the frequencies of gmm estimate its closed-form kernel without bias", "[statistics][kernel]") {
  for (const FeatureMap map : {FeatureMap::rks, FeatureMap::prf}) {
    const bool rks = map == FeatureMap::rks;
    Request request = request_of(rks ? "rks" : "prf");
    request.given["mu"] = Array::from<double>(kMu, {kComponents, kDim});
    request.given["S"] = rks ? Array::from<double>(kWhole, {kComponents, kDim, kDim})
                             : Array::from<double>(kDiagonal, {kComponents, kDim});
    request.want = {{"omega"}};
    const Matrix<double> diagonal = diagonal_factors(View<const double>(kDiagonal.data(), kComponents, kDim));
    const SpectralMixture mixture{View<const double>(kMu.data(), kComponents, kDim),
                                  rks ? View<const double>(kWhole.data(), kComponents * kDim, kDim) : diagonal.view()};
    Sample products;
    for (std::uint32_t draw = 0; draw < 8000; ++draw) {
      request.stream.draw = draw;
      const Result result = run(request);
      const Array& omega = result.at("omega");
      products.add(feature_product(map, View<const double>(omega.data<double>(), omega.shape()[0], kDim), kQ, kK));
    }
    INFO((rks ? "rks" : "prf"));
    CHECK(std::abs(products.z(rks ? rks_kernel(mixture, kQ, kK) : prf_kernel(mixture, kQ, kK))) < kZLimit);
  }
}

TEST_CASE("every component shifts and stretches the same noise", "[unit][kernel]") {
  Request request = request_of("prf");
  request.given["mu"] = Array::from<double>(kMu, {kComponents, kDim});
  const Array omega = run(request).at("omega");
  request.given.erase("mu");
  const Array noise = run(request).at("omega");  // no mu, no S: both components are the noise itself
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c = 0; c < 2; ++c)
      for (std::size_t d = 0; d < 3; ++d) {
        CHECK(noise.at((3 * c + i) * 3 + d) == noise.at(3 * i + d));
        CHECK(omega.at((3 * c + i) * 3 + d) == Approx(noise.at(3 * i + d) + kMu[3 * c + d]));
      }
}

TEST_CASE("prf attention stays finite in float32 where its exponentials would not", "[unit][kernel]") {
  for (const double deviation : {1.0, 30.0, 300.0}) {
    Request request =
        make_request(gaussian_sequence({0, 20, 25, 8, 3}, 2, deviation), "gmm", {{"features", "prf"}, {"scale", "1"}});
    const Result result = run(request);
    CHECK(find_nonfinite(result.at("y")).count == 0);
    CHECK(find_nonfinite(result.at("attention")).count == 0);
    CHECK(result.stats.nonpositive == 0);
  }
}

TEST_CASE("rks counts denominators that are not positive, whatever is wanted", "[unit][kernel]") {
  Request request =
      make_request(gaussian_sequence({2, 60, 60, 8, 3}, 4, 4), "gmm", {{"frequencies", "4"}, {"scale", "1"}});
  const Result all = run(request);
  CHECK(all.stats.nonpositive > 0);
  for (const char* only : {"omega", "nonpositive", "attention"}) {
    request.want = {{only}};
    CHECK(run(request).stats.nonpositive == all.stats.nonpositive);
  }
}

TEST_CASE("S is whole for rks and a diagonal for prf", "[unit][kernel]") {
  Request request = request_of("rks");
  request.given["S"] = Array::from<double>(kDiagonal, {kComponents, kDim});
  CHECK_THROWS_WITH(run(request), Catch::Contains("2x3x3"));
  request = request_of("prf");
  request.given["S"] = Array::from<double>(kWhole, {kComponents, kDim, kDim});
  CHECK_THROWS_AS(run(request), Error);
}
