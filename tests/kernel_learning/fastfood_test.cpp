#include "kernel_learning/fastfood.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "kernel_learning/hadamard.h"
#include "run/runner.h"
#include "support/cases.h"
#include "support/diagonal_factors.h"
#include "support/seed.h"
#include "support/z_test.h"

using namespace omega;
using namespace omega::test;

namespace {

Request request_of(Index dims, Options::Given options) {
  Request request = make_request(gaussian_sequence({0, 4, 5, dims, 2}, 1), "fastfood", options);
  request.precision = Precision::f64;
  request.stream.seed = static_cast<std::uint32_t>(test_seed(41));
  return request;
}

/// A request whose one block of P = 4 is all given; what a test then spoils.
Request given_block() {
  Request request = request_of(3, {{"frequencies", "4"}, {"sigma", "2"}});
  request.given["G"] = Array::from<double>({1, -2, 0.5, 3}, {1, 4});
  request.given["B"] = Array::from<double>({1, -1, 0.5, 1}, {1, 4});  // as learned: not only signs
  request.given["perm"] = Array::from<double>({2, 0, 3, 1}, {1, 4});
  request.given["S"] = Array::from<double>({0.5, 1, 2, -1}, {1, 4});
  return request;
}

}  // namespace

TEST_CASE("fastfood's frequencies are the rows of S H G Π H B / (σ√P)", "[unit][kernel]") {
  const Request request = given_block();
  const auto value = [&](const char* name, Index i) { return request.given.at(name).at(static_cast<std::size_t>(i)); };
  const Array omega = run(request).at("omega");
  for (Index row = 0; row < 4; ++row)
    for (Index col = 0; col < 3; ++col) {
      double sum = 0;
      for (Index i = 0; i < 4; ++i)
        sum += hadamard(row, i) * value("G", i) * hadamard(static_cast<Index>(value("perm", i)), col);
      CHECK(omega.at(static_cast<std::size_t>(3 * row + col)) ==
            Approx(value("S", row) * sum * value("B", col) / (2 * 2)));
    }
}

TEST_CASE("fastfood estimates the Gaussian kernel of width sigma without bias", "[statistics][kernel]") {
  // Three of four dimensions used, and two blocks of which the second is cut.
  const std::vector<double> q = {0.3, -0.4, 0.2}, k = {-0.2, 0.1, 0.5}, zeros(3, 0.0), inverse(3, 1 / 1.6);
  const Matrix<double> S = diagonal_factors(View<const double>(inverse.data(), 1, 3));
  const SpectralMixture gaussian{View<const double>(zeros.data(), 1, 3), S.view()};
  Request request = request_of(3, {{"frequencies", "6"}, {"sigma", "1.6"}});
  request.want = {{"omega"}};
  Sample rks, prf;
  for (std::uint32_t draw = 0; draw < 20000; ++draw) {
    request.stream.draw = draw;
    const Result result = run(request);
    const View<const double> omega(result.at("omega").data<double>(), 6, 3);
    rks.add(feature_product(FeatureMap::rks, omega, q, k));
    prf.add(feature_product(FeatureMap::prf, omega, q, k));
  }
  CHECK(std::abs(rks.z(rks_kernel(gaussian, q, k))) < kZLimit);
  CHECK(std::abs(prf.z(prf_kernel(gaussian, q, k))) < kZLimit);
}

TEST_CASE("more frequencies append blocks", "[unit][kernel]") {
  const Array few = run(request_of(5, {{"frequencies", "11"}})).at("omega"),
              many = run(request_of(5, {{"frequencies", "40"}})).at("omega");
  for (std::size_t i = 0; i < few.count(); ++i) CHECK(few.at(i) == many.at(i));
}

TEST_CASE("parameters of fastfood that cannot be are refused with what would be right", "[unit][kernel]") {
  Request request = given_block();
  request.given["perm"] = Array::from<double>({2, 0, 2, 1}, {1, 4});
  CHECK_THROWS_WITH(run(request),
                    Catch::Contains("perm is not a permutation in block 0") && Catch::Contains("2 twice"));
  request.given["perm"] = Array::from<double>({2, 0, 4, 1}, {1, 4});
  CHECK_THROWS_WITH(run(request), Catch::Contains("it holds 4") && Catch::Contains("from 0 to 3"));
  request.given["perm"] = Array::from<double>({2, 0, 0.5, 1}, {1, 4});
  CHECK_THROWS_AS(run(request), Error);
  request = given_block();
  request.given["G"] = Array::from<double>({0, 0, 0, 0}, {1, 4});
  CHECK_NOTHROW(run(request));  // with S given there is nothing to divide by
  request.given.erase("S");
  CHECK_THROWS_WITH(run(request), Catch::Contains("G is all zeros in block 0"));
  request = given_block();
  request.given["S"] = Array::from<double>({1, 1, 1}, {1, 3});
  CHECK_THROWS_WITH(run(request), Catch::Contains("1x4"));
}
