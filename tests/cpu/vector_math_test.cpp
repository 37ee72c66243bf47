#include "cpu/vector_math.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace omega;

TEMPLATE_TEST_CASE("sine and cosine are right for arguments of any size", "[unit][cpu]", float, double) {
  const std::vector<TestType> x = {0, TestType(0.5), -3, 1000, TestType(38999.5), TestType(-39001.25), TestType(1e6), TestType(-1e9), TestType(3e20)};
  std::vector<TestType> sine(x.size()), cosine(x.size());
  sine_cosine(x.data(), static_cast<Index>(x.size()), sine.data(), cosine.data());
  const double tolerance = sizeof(TestType) == 4 ? 1e-6 : 1e-12;
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO(x[i]);
    CHECK(static_cast<double>(sine[i]) == Approx(std::sin(static_cast<double>(x[i]))).margin(tolerance));
    CHECK(static_cast<double>(cosine[i]) == Approx(std::cos(static_cast<double>(x[i]))).margin(tolerance));
  }
}
