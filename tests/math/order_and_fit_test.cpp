#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "math/order_statistics.h"
#include "math/power_fit.h"

using namespace omega;

TEST_CASE("quantiles lie between their neighbours", "[math]") {
  const std::vector<double> sorted{1, 2, 4, 8};
  CHECK(quantile(sorted, 0) == 1);
  CHECK(quantile(sorted, 0.5) == Approx(3));
  CHECK(quantile(sorted, 0.1) == Approx(1.3));
  CHECK(quantile(sorted, 0.9) == Approx(4 + 0.7 * 4));
  CHECK(quantile(sorted, 1) == 8);
  CHECK(quantile({5}, 0.9) == 5);
}

TEST_CASE("infinite neighbours make no difference of infinities", "[math]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(median({infinity, infinity}) == infinity);
  CHECK(median({-infinity, -infinity, 1, 2}) == -infinity);
  CHECK(median({1, 2, infinity}) == 2);
  CHECK(median({1, infinity}) == infinity);
  CHECK(quantile({1, 2, infinity}, 1) == infinity);
}

TEST_CASE("the exponent of a power is found", "[math]") {
  CHECK(fit_power({{1024, 3}, {2048, 6}, {4096, 12}}).slope == Approx(1));
  CHECK(fit_power({{100, 7}, {300, 63}}).slope == Approx(2));
  CHECK(fit_power({{1, 1}, {2, 2}, {4, 2}}).slope == Approx(0.5));  // of least squares
  CHECK(fit_power({{1, 3}, {2, 12}, {4, 48}}).at(8) == Approx(192));
}

TEST_CASE("a fit says how far its points scatter", "[math]") {
  CHECK(fit_power({{1, 3}, {2, 12}, {4, 48}}).slope_error == Approx(0).margin(1e-7));
  CHECK(std::isnan(fit_power({{1, 3}, {2, 12}}).slope_error));
  // Residuals of log2 y about the line fitted to (0, 0), (1, 1), (2, 1): −1/6, 1/3, −1/6, so s² = 1/6; Σ(x − x̄)² = 2.
  CHECK(fit_power({{1, 1}, {2, 2}, {4, 2}}).slope_error == Approx(std::sqrt(1.0 / 6 / 2)));
}
