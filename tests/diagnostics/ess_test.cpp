#include "diagnostics/ess.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace omega;

TEST_CASE("effective sample size counts equal weights, whatever their scale", "[unit][diagnostics]") {
  CHECK(effective_sample_size<double>(std::vector<double>{-1000, -1000, -1000, -1000}) == Approx(4));
  CHECK(effective_sample_size<float>(std::vector<float>{800, 0, 0}) == Approx(1));
  // Weights 1, 2, 3: 36/14.
  CHECK(effective_sample_size<double>(std::vector<double>{0, std::log(2.0), std::log(3.0)}) == Approx(36.0 / 14));
}

TEST_CASE("weights of zero count for nothing", "[unit][diagnostics]") {
  const double zero = -std::numeric_limits<double>::infinity();
  CHECK(effective_sample_size<double>(std::vector<double>{zero, 3, 3}) == Approx(2));
  CHECK(effective_sample_size<double>(std::vector<double>{zero, zero}) == 0);
}

TEST_CASE("effective sample sizes of rows", "[unit][diagnostics]") {
  Matrix<double> rows(2, 2, 0.0);
  rows(1, 1) = -700;
  std::vector<double> ess(2);
  effective_sample_sizes<double>(rows, ess);
  CHECK(ess[0] == Approx(2));
  CHECK(ess[1] == Approx(1));
}
