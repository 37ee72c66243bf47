#include "math/student.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace omega;

namespace {

/// P(|T| ≤ t): the density's integral by the midpoint rule, over the angle whose tangent is T/√freedom.
double integrated_density(double t, double freedom) {
  constexpr int kParts = 20000;
  const double width = std::atan(t / std::sqrt(freedom)) / kParts;
  double sum = 0;
  for (int i = 0; i < kParts; ++i) sum += std::pow(std::cos((i + 0.5) * width), freedom - 1);
  return 2 * width * sum * std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) /
         std::sqrt(std::numbers::pi);
}

}  // namespace

// The numbers stand in every printed table of Student's distribution.
TEST_CASE("bounds of Student's distribution are those of the tables", "[math]") {
  CHECK(student_bound(0.95, 1) == Approx(12.7062).epsilon(1e-5));
  CHECK(student_bound(0.95, 2) == Approx(4.30265).epsilon(1e-5));
  CHECK(student_bound(0.95, 5) == Approx(2.57058).epsilon(1e-5));
  CHECK(student_bound(0.99, 10) == Approx(3.16927).epsilon(1e-5));
  CHECK(student_bound(0.95, 1000) == Approx(1.962339).epsilon(1e-6));
  CHECK(student_bound(0.95, 1000000) == student_bound(0.95, 1000));  // the most it knows; the normal's is 1.959964
  CHECK(student_bound(0, 3) == Approx(0).margin(1e-12));
}

TEST_CASE("the probability within a bound is its level", "[math]") {
  CHECK(student_bound(0.5, 1) == Approx(1));
  CHECK(student_bound(std::sqrt(0.5), 2) == Approx(std::sqrt(2.0)));
  for (const Index freedom : {1, 2, 3, 4, 7, 30, 999})
    for (const double level : {0.1, 0.683, 0.95, 0.9999})
      CHECK(integrated_density(student_bound(level, freedom), static_cast<double>(freedom)) == Approx(level));
}
