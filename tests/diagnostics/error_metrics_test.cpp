#include "diagnostics/error_metrics.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/error.h"

using namespace omega;

TEST_CASE("error metrics of a small case by hand", "[unit][diagnostics]") {
  const Array truth = Array::from<double>({1, 2, 2, 0}, {2, 2}), y = Array::from<float>({1, 2, 0, 1}, {2, 2});
  const ErrorMetrics metrics = error_metrics(y, truth);
  CHECK(metrics.mse == Approx(5.0 / 4));
  CHECK(metrics.max_abs == 2);
  CHECK(metrics.cosine == Approx(5.0 / (3 * std::sqrt(6.0))));
}

TEST_CASE("an exact estimate has no error", "[unit][diagnostics]") {
  const Array y = Array::from<double>({0.25, -3, 1e-3}, {3, 1});
  const ErrorMetrics metrics = error_metrics(y, y);
  CHECK(metrics.mse == 0);
  CHECK(metrics.max_abs == 0);
  CHECK(metrics.cosine == Approx(1));
}

TEST_CASE("a value that is not finite shows in every metric", "[unit][diagnostics]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Array truth = Array::from<double>({1, 2, 3}, {3, 1}), y = Array::from<double>({1, nan, 3}, {3, 1});
  const ErrorMetrics metrics = error_metrics(y, truth);
  CHECK(std::isnan(metrics.mse));
  CHECK(std::isnan(metrics.max_abs));
  CHECK(std::isnan(metrics.cosine));
}

TEST_CASE("different shapes cannot be compared", "[unit][diagnostics]") {
  CHECK_THROWS_WITH(error_metrics(Array(Dtype::f32, {2, 3}), Array(Dtype::f32, {3, 2})),
                    Catch::Contains("2x3") && Catch::Contains("3x2"));
}
