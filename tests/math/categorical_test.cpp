// Categorical draws at the edges: the smallest m with π_1 + … + π_m > u, and never an impossible one.
#include "math/categorical.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace omega;

namespace {

Index draw(const std::vector<double>& probabilities, double u) {
  return categorical(probabilities.data(), static_cast<Index>(probabilities.size()), u);
}

const double kLargestU = 1 - 0x1p-32;  // the largest uniform of the stream

}  // namespace

TEST_CASE("the running sum must exceed u", "[unit][categorical]") {
  const std::vector<double> halves = {0.25, 0.25, 0.5};
  CHECK(draw(halves, 0) == 0);
  CHECK(draw(halves, std::nextafter(0.25, 0)) == 0);
  CHECK(draw(halves, 0.25) == 1);  // 0.25 is not above 0.25
  CHECK(draw(halves, 0.5) == 2);
  CHECK(draw(halves, kLargestU) == 2);
}

TEST_CASE("components of no probability are never drawn", "[unit][categorical]") {
  CHECK(draw({0, 0.5, 0, 0.5, 0}, 0) == 1);
  CHECK(draw({0, 0.5, 0, 0.5, 0}, 0.5) == 3);
  CHECK(draw({0, 0.5, 0, 0.5, 0}, kLargestU) == 3);
  CHECK(draw({0, 0, 1}, 0) == 2);
  CHECK(draw({1, 0, 0}, kLargestU) == 0);
}

TEST_CASE("where rounding leaves none, the last possible one is drawn", "[unit][categorical]") {
  // Ten times 0.1 sums to a little less than 1.
  CHECK(draw(std::vector<double>(10, 0.1), std::nextafter(1.0, 0.0)) == 9);
  CHECK(draw({0.5, 0.5, 0}, 1.0) == 1);
  CHECK(draw({0.5, 0.5, 0}, 2.0) == 1);
  CHECK(draw({1.0}, 1.0) == 0);
}

TEST_CASE("probabilities need not be normalised", "[unit][categorical]") {
  CHECK(draw({2, 6}, 0.24) == 0);
  CHECK(draw({2, 6}, 0.26) == 1);
  CHECK(draw({1e300, 1e300}, 0.6) == 1);
  CHECK(draw({1e-300, 1e-300}, 0.4) == 0);
}
