// Halton's points as normals: the quantile to the last digits, radical inverses by hand, points that append and fill.
#include "math/quasi_random.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace omega;

TEST_CASE("the standard normal quantile holds 13 digits from tail to tail", "[unit][halton]") {
  // By 50 digits of arithmetic.
  const std::pair<double, double> known[] = {
      {0x1p-33, -6.3379577545537893},          {1e-6, -4.753424308822899},      {0.025, -1.9599639845400542},
      {0.24999, -0.67452121918086281},         {0.25001, -0.67445828187923168}, {0.4375, -0.1573106846101707},
      {0.5 - 0x1p-33, -2.9180993729166227e-10}};
  for (const auto& [p, x] : known) {
    INFO(p);
    CHECK(standard_quantile(p) == Approx(x).epsilon(1e-13));
    CHECK(standard_quantile(1 - p) == Approx(-standard_quantile(1 - (1 - p))).epsilon(1e-13));
  }
  CHECK(standard_quantile(0.5) == 0);
  CHECK(standard_quantile(1 - 0x1p-33) == -standard_quantile(0x1p-33));
}

TEST_CASE("radical inverses mirror the digits", "[unit][halton]") {
  const double in_two[] = {0, 0.5, 0.25, 0.75, 0.125, 0.625};
  for (std::uint64_t s = 0; s < 6; ++s) CHECK(radical_inverse(s, 2) == in_two[s]);
  CHECK(radical_inverse(5, 3) == Approx(7.0 / 9));  // 12 becomes 0.21
  CHECK(radical_inverse(26, 5) == Approx(26.0 / 125));
}

TEST_CASE("Halton's points append, and the shift moves each coordinate around the circle", "[unit][halton]") {
  const double shift[] = {0.3, 0.9, 0, 0.999};
  Matrix<double> few(5, 4), later(5, 4), many(40, 4);
  halton_normals(shift, 0, few);
  halton_normals(shift, 20, later);
  halton_normals(shift, 0, many);
  for (Index i = 0; i < 20; ++i) {
    CHECK(few.data()[i] == many.data()[i]);
    CHECK(later.data()[i] == many.row(20)[i]);
  }
  const std::uint64_t primes[] = {2, 3, 5, 7};
  for (Index s = 0; s < 40; ++s)
    for (Index d = 0; d < 4; ++d) {
      const double whole = radical_inverse(static_cast<std::uint64_t>(s), primes[d]) + shift[d],
                   x = whole - std::floor(whole), phi = 0.5 * std::erfc(-many(s, d) / std::numbers::sqrt2);
      CHECK(phi == Approx(std::clamp(x, 0x1p-33, 1 - 0x1p-33)).epsilon(1e-12));
    }
  CHECK(many(0, 2) == standard_quantile(0x1p-33));  // 0 has no quantile
}

TEST_CASE("every sixteenth of the line holds one of 16 Halton points", "[unit][halton]") {
  const double shift[] = {0.123};
  Matrix<double> points(16, 1);
  halton_normals(shift, 0, points);
  bool met[16] = {};
  for (Index s = 0; s < 16; ++s) {
    const auto cell = static_cast<std::size_t>(16 * 0.5 * std::erfc(-points(s, 0) / std::numbers::sqrt2));
    CHECK_FALSE(met[cell]);
    met[cell] = true;
  }
}
