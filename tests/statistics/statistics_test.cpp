// The tests of the tests: known quantiles, and that each can fail.
#include "support/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "support/noise.h"

using namespace omega;
using namespace omega::test;

namespace {

Moments moments_of(const std::vector<double>& values) {
  Moments m;
  for (const double x : values) m.add(x);
  return m;
}

std::vector<double> normals(Index count, std::uint32_t seed) {
  return normals_at({seed, 0, 0, 0, 0}, {count}).to_vector<double>();
}

}  // namespace

TEST_CASE("normal and chi-square tails are those of the tables", "[statistics]") {
  CHECK(normal_cdf(1.959963984540054) == Approx(0.975).epsilon(1e-12));
  CHECK(normal_cdf(-5.0) == Approx(2.866515718791939e-07).epsilon(1e-10));
  CHECK(normal_quantile(0.9999) == Approx(3.719016485455709).epsilon(1e-10));
  CHECK(chi_square_upper_tail(3.841458820694124, 1) == Approx(0.05).epsilon(1e-10));
  CHECK(chi_square_upper_tail(18.307038053275146, 10) == Approx(0.05).epsilon(1e-10));
  CHECK(chi_square_upper_tail(2.558212, 10) == Approx(0.99).epsilon(1e-6));
  CHECK(chi_square_upper_tail(149.44925277903886, 100) == Approx(0.001).epsilon(1e-9));
  CHECK(chi_square_upper_tail(0, 3) == 1);
  // Two degrees: exp(-x/2) exactly.
  CHECK(chi_square_upper_tail(60.0, 2) == Approx(std::exp(-30.0)).epsilon(1e-12));
}

TEST_CASE("Šidák's level makes the family as rare as asked", "[statistics]") {
  CHECK(sidak(0.05, 1) == Approx(0.05));
  CHECK(1 - std::pow(1 - sidak(0.05, 20), 20) == Approx(0.05).epsilon(1e-10));
  CHECK(sidak(1e-12, 10) == Approx(1e-13).epsilon(1e-10));
}

TEST_CASE("moments are those of the definition", "[statistics]") {
  const std::vector<double> values = {1e6 + 1, 1e6 + 4, 1e6 + 9, 1e6 - 2, 1e6 + 7};
  double mean = 0, m2 = 0, m4 = 0;
  for (const double x : values) mean += x / 5;
  for (const double x : values) m2 += (x - mean) * (x - mean), m4 += std::pow(x - mean, 4);
  const Moments m = moments_of(values);
  CHECK(m.count() == 5);
  CHECK(m.mean() == Approx(mean).epsilon(1e-14));
  CHECK(m.variance() == Approx(m2 / 4).epsilon(1e-9));
  CHECK(m.fourth() == Approx(m4 / 5).epsilon(1e-9));
}

TEST_CASE("the z-test has the p of its z, and no mercy for constants", "[statistics]") {
  // 1.96 standard errors: p = 0.05.
  const Verdict edge = z_test(1 + 1.959963984540054 * 0.1, 1.0, 100, 1.0, 0.04, 1);
  CHECK(edge.p == Approx(0.05).epsilon(1e-9));
  CHECK(edge.passed());
  CHECK_FALSE(z_test(1 + 1.959963984540054 * 0.1, 1.0, 100, 1.0, 0.06, 1).passed());
  CHECK(z_test(1 + 1.959963984540054 * 0.1, 1.0, 100, 1.0, 0.06, 2).passed());
  CHECK(z_test(2.0, 0.0, 50, 2.0, 1e-3, 1).passed());
  CHECK_FALSE(z_test(2.001, 0.0, 50, 2.0, 1e-3, 1).passed());
  CHECK_FALSE(z_test(std::nan(""), 1.0, 50, 2.0, 1e-3, 1).passed());
}

TEST_CASE("the chi-square test pools cells that expect little, and sees what is wrong", "[statistics]") {
  // 10, 10 and two cells that together expect 6: three cells, two degrees of freedom.
  const Verdict pooled = chi_square_test({12, 8, 2, 4}, {10, 10, 3, 3}, 0.01, 1);
  CHECK(pooled.observed == 3);
  CHECK(pooled.statistic == Approx(0.8));
  CHECK(pooled.p == Approx(std::exp(-0.4)).epsilon(1e-12));
  // What is left over joins the last cell: never a cell of its own.
  CHECK(chi_square_test({10, 10, 3}, {10, 10, 3}, 0.01, 1).observed == 2);
  CHECK_FALSE(chi_square_test({60, 40}, {50, 50}, 0.05, 1).passed());
  CHECK(chi_square_test({54, 46}, {50, 50}, 0.05, 1).passed());
  // A cell that expects nothing still counts what it got.
  CHECK(chi_square_test({50, 20, 31}, {50, 50, 0}, 0.05, 1).statistic == Approx(0.02));
  // One cell has no degree of freedom: whatever was counted, nothing was compared.
  CHECK_FALSE(chi_square_test({0, 0, 100}, {0, 0, 100}, 0.05, 1).passed());
}

TEST_CASE("the variance test accepts the right variance and refuses one ten percent off", "[statistics]") {
  const Moments m = moments_of(normals(40000, 4));
  CHECK(variance_ratio_test(m, 1.0, 1e-6, 1).passed());
  CHECK_FALSE(variance_ratio_test(m, 1.1, 1e-6, 1).passed());
  CHECK_FALSE(variance_ratio_test(m, 0.9, 1e-6, 1).passed());
}

TEST_CASE("p-values of true claims are uniform", "[statistics]") {
  Claim even("p-values of true claims are uniform");
  std::vector<double> z, chi;
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    const std::vector<double> sample = normals(200, 1000 + seed);
    const Moments m = moments_of(sample);
    z.push_back(z_test(m.mean(), m.variance(), m.count(), 0, 0.01, 1).p);
    std::vector<double> cells(8, 0);
    for (const double x : sample) ++cells[std::min<std::size_t>(7, static_cast<std::size_t>(8 * normal_cdf(x)))];
    chi.push_back(chi_square_test(cells, std::vector<double>(8, 25), 0.01, 1).p);
  }
  even.uniform("z", z, 10);
  even.uniform("chi-square", chi, 10);
  INFO(even.text());
  CHECK(even.holds());
}

TEST_CASE("a claim that is wrong is refuted, one about nothing too", "[statistics]") {
  Claim wrong("normals stand at 0.1");
  const std::vector<double> sample = normals(20000, 9);
  wrong.mean("mean", moments_of(sample), 0.1);
  CHECK(wrong.is_refuted());
  Claim shape("normals have variance 1.2");
  shape.distribution("cdf", sample, [](double x) { return normal_cdf(x / std::sqrt(1.2)); });
  CHECK(shape.is_refuted());
  CHECK(Claim("nothing").is_refuted());
  std::vector<double> even;
  for (int i = 0; i < 1000; ++i) even.push_back((i + 0.5) / 1000);
  for (const double wrong_one : {std::nan(""), -0.001, 1.001}) {
    Claim probabilities("numbers are probabilities");
    probabilities.uniform("a thousand", even, 10);
    CHECK_FALSE(probabilities.is_refuted());
    even[500] = wrong_one;
    Claim all_but_one("numbers are probabilities but one");
    all_but_one.uniform("a thousand", even, 10);
    CHECK(all_but_one.is_refuted());
    even[500] = 0.5005;
  }
}
