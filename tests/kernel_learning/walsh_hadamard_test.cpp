#include "kernel_learning/walsh_hadamard.h"

#include <catch2/catch.hpp>
#include <vector>

#include "core/error.h"
#include "kernel_learning/hadamard.h"

using namespace omega;
using omega::test::hadamard;

TEST_CASE("the fast transform is the explicit Hadamard matrix", "[unit][kernel]") {
  for (const Index P : {1, 2, 4, 8, 64}) {
    std::vector<double> x(static_cast<std::size_t>(P)), expected(x.size(), 0.0);
    for (Index i = 0; i < P; ++i) x[static_cast<std::size_t>(i)] = static_cast<double>((7 * i * i + 3 * i) % 11) - 5;
    for (Index i = 0; i < P; ++i)
      for (Index j = 0; j < P; ++j)
        expected[static_cast<std::size_t>(i)] += hadamard(i, j) * x[static_cast<std::size_t>(j)];
    walsh_hadamard(x.data(), P);
    CHECK(x == expected);  // small whole numbers: exact
  }
}

TEST_CASE("applied twice it multiplies by its size", "[unit][kernel]") {
  std::vector<float> x = {1, -2, 3, 0.5f, 0, 0, 7, 1}, twice = x;
  walsh_hadamard(twice.data(), 8);
  walsh_hadamard(twice.data(), 8);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(twice[i] == 8 * x[i]);
}

TEST_CASE("sizes are padded to a power of two, and nothing else is transformed", "[unit][kernel]") {
  CHECK(padded_to_power_of_two(1) == 1);
  CHECK(padded_to_power_of_two(5) == 8);
  CHECK(padded_to_power_of_two(64) == 64);
  double x[3] = {1, 2, 3};
  CHECK_THROWS_AS(walsh_hadamard(x, 3), Error);
}
