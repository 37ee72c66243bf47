#include "math/student.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace omega;

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
  CHECK(student_within(1, 1) == Approx(0.5));
  CHECK(student_within(std::sqrt(2.0), 2) == Approx(std::sqrt(0.5)));
  for (const Index freedom : {1, 2, 3, 4, 7, 30, 999})
    for (const double level : {0.1, 0.683, 0.95, 0.9999})
      CHECK(student_within(student_bound(level, freedom), freedom) == Approx(level));
}
