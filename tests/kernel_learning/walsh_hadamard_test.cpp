#include "kernel_learning/walsh_hadamard.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "core/error.h"

using namespace omega;

namespace {

/// H_ij = (−1)^(number of bits that i and j share), natural order.
double hadamard(Index i, Index j) { return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? 1 : -1; }

}  // namespace

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
