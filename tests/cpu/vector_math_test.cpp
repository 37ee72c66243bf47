#include "cpu/vector_math.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/philox.h"
#include "cpu/vector_limit.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

TEMPLATE_TEST_CASE("sine and cosine are right for arguments of any size", "[unit][cpu]", float, double) {
  const std::vector<TestType> x = {0,
                                   TestType(0.5),
                                   -3,
                                   1000,
                                   TestType(38999.5),
                                   TestType(-39001.25),
                                   TestType(1e6),
                                   TestType(-1e9),
                                   TestType(3e20)};
  std::vector<TestType> sine(x.size()), cosine(x.size());
  sine_cosine(x.data(), static_cast<Index>(x.size()), sine.data(), cosine.data());
  const double tolerance = sizeof(TestType) == 4 ? 1e-6 : 1e-12;
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO(x[i]);
    CHECK(std::abs(static_cast<double>(sine[i]) - std::sin(static_cast<double>(x[i]))) <= tolerance);
    CHECK(std::abs(static_cast<double>(cosine[i]) - std::cos(static_cast<double>(x[i]))) <= tolerance);
  }
}

TEST_CASE("the fast exponential is within 2e-7 of the true one, exactly 0 below, and infinite above", "[unit][cpu]") {
  with_every_target([] {
    INFO(vector_target());
    double worst = 0;
    std::vector<float> x(4001), e(x.size());
    for (int part = 0; part < 500; ++part) {
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = e[i] = -86.6f + (static_cast<float>(part) + static_cast<float>(i) / 4001.0f) * 175.2f / 500.0f;
      exp_shifted(e.data(), static_cast<Index>(e.size()), 0.0f);
      for (std::size_t i = 0; i < x.size(); ++i)
        worst = worst_of(worst, std::abs(static_cast<double>(e[i]) / std::exp(static_cast<double>(x[i])) - 1));
    }
    CHECK(worst <= 2e-7);
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> ends = {-infinity, -1e30f, -100.0f, -87.0f, 0.0f, 90.0f, 1e30f, infinity};
    exp_shifted(ends.data(), static_cast<Index>(ends.size()), 0.0f);
    CHECK(ends == std::vector<float>{0, 0, 0, 0, 1, infinity, infinity, infinity});
  });
}

TEST_CASE("the exponential in double is within 4e-16 of the true one, exactly 0 below, and infinite above",
          "[unit][cpu]") {
  with_every_target([] {
    INFO(vector_target());
    double worst = 0;
    std::vector<double> x(4001), e(x.size());
    for (int part = 0; part < 200; ++part) {
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = e[i] = -708 + (part + static_cast<double>(i) / 4001.0) * 1417.7 / 200.0;
      exp_shifted(e.data(), static_cast<Index>(e.size()), 0.0);
      for (std::size_t i = 0; i < x.size(); ++i) worst = worst_of(worst, std::abs(e[i] / std::exp(x[i]) - 1));
    }
    CHECK(worst <= 4.5e-16);  // the library's own rounding included
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> ends = {-infinity, -1e300, -709.0, 0.0, 710.0, 1e300, infinity};
    exp_shifted(ends.data(), static_cast<Index>(ends.size()), 0.0);
    CHECK(ends == std::vector<double>{0, 0, 0, 1, infinity, infinity, infinity});
  });
}

TEMPLATE_TEST_CASE("the exponential of what is no number is none either", "[unit][cpu]", float, double) {
  with_every_target([] {
    INFO(vector_target());
    std::vector<TestType> x(37, std::numeric_limits<TestType>::quiet_NaN());
    exp_shifted(x.data(), 37, TestType(0));
    CHECK(std::all_of(x.begin(), x.end(), [](TestType e) { return std::isnan(e); }));
  });
}

TEST_CASE("sine and cosine of many short arguments are within 2e-7", "[unit][cpu]") {
  with_every_target([] {
    INFO(vector_target());
    std::vector<float> x(40001), s(x.size()), c(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (static_cast<float>(i) - 20000.0f) * 0.0999f;
    sine_cosine(x.data(), static_cast<Index>(x.size()), s.data(), c.data());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      worst = worst_of(worst, std::abs(static_cast<double>(s[i]) - std::sin(static_cast<double>(x[i]))));
      worst = worst_of(worst, std::abs(static_cast<double>(c[i]) - std::cos(static_cast<double>(x[i]))));
    }
    CHECK(worst <= 2e-7);
  });
}

TEST_CASE("normals drawn many at once are those of the definition, wherever a draw begins", "[unit][cpu][philox]") {
  with_every_target([] {
    INFO(vector_target());
    const NoiseAddress at{11, 2, 33, 4, 5};
    std::vector<double> all(1003), part(500);
    draw_normals(at, all.data(), 1003);
    double worst = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double expected = normals_of(philox_words(at, static_cast<std::uint32_t>(i / 4)))[i % 4];
      worst = worst_of(worst, std::abs(all[i] - expected) / (1e-2 + std::abs(expected)));
    }
    CHECK(worst <= 1e-13);
    draw_normals_from(at, 204, part.data(), 500);
    CHECK(std::equal(part.begin(), part.end(), all.begin() + 204));
  });
}

TEMPLATE_TEST_CASE("one element that is not finite is found wherever it stands", "[unit][cpu]", float, double) {
  with_every_target([] {
    INFO(vector_target());
    constexpr TestType kMost = std::numeric_limits<TestType>::max(),
                       kInfinity = std::numeric_limits<TestType>::infinity();
    for (const Index count : {0, 1, 5, 64, 131}) {
      std::vector<TestType> x(static_cast<std::size_t>(count), -kMost);
      CHECK(all_finite(x.data(), count));
      for (const TestType bad : {kInfinity, -kInfinity, std::numeric_limits<TestType>::quiet_NaN()})
        for (TestType& place : x) {
          const TestType before = std::exchange(place, bad);
          CHECK_FALSE(all_finite(x.data(), count));
          place = before;
        }
    }
  });
}

namespace {

/// Numbers around 0, a row of them for each of three rows.
template <class T>
Matrix<T> three_rows(Index columns) {
  Matrix<T> rows(3, columns);
  for (Index i = 0; i < 3 * columns; ++i) rows.data()[i] = static_cast<T>(std::sin(1.7 * static_cast<double>(i)) * 4);
  return rows;
}

}  // namespace

TEMPLATE_TEST_CASE("rows are combined and divided with factors of their own", "[unit][cpu]", float, double) {
  with_every_target([] {
    for (const Index columns : {1, 5, 16, 64, 67}) {
      INFO(vector_target() << ", " << columns);
      Matrix<TestType> to = three_rows<TestType>(columns), from(3, columns, TestType(0.5));
      const Matrix<TestType> before = three_rows<TestType>(columns);
      const TestType own[] = {0, 1, TestType(0.25)}, others[] = {2, 0, TestType(-1)};
      combine_rows<TestType>(to, own, from, others);
      const TestType divisors[] = {4, -2, TestType(0.5)};
      divide_rows<TestType>(to, divisors, to);
      double worst = 0;
      for (Index r = 0; r < 3; ++r)
        for (Index c = 0; c < columns; ++c)
          worst = worst_of(worst, std::abs(static_cast<double>(to(r, c)) -
                                           static_cast<double>((own[r] * before(r, c) + others[r] / 2) / divisors[r])));
      CHECK(worst <= 4 * std::numeric_limits<TestType>::epsilon());
    }
  });
}

TEMPLATE_TEST_CASE("features of elu + 1 are right for any width, and relative to the largest of a row", "[unit][cpu]",
                   float, double) {
  with_every_target([] {
    for (const Index columns : {1, 5, 16, 64, 67}) {
      INFO(vector_target() << ", " << columns);
      const Matrix<TestType> x = three_rows<TestType>(columns);
      std::vector<TestType> shifts(static_cast<std::size_t>(columns), TestType(-3));
      shifts.back() = TestType(-1.5);
      Matrix<TestType> plain(3, columns), relative(3, columns);
      TestType scales[3];
      elu_features<TestType>(x, TestType(0.5), shifts.data(), plain, nullptr);
      elu_features<TestType>(x, TestType(0.5), shifts.data(), relative, scales);
      double worst = 0;
      for (Index r = 0; r < 3; ++r) {
        double largest_log = -1e300;
        for (Index c = 0; c < columns; ++c) {
          const double one = 0.5 * static_cast<double>(x(r, c)),
                       log = std::min(one, 0.0) + static_cast<double>(shifts[static_cast<std::size_t>(c)]),
                       expected = (std::max(one, 0.0) + 1) * std::exp(log);
          largest_log = std::max(largest_log, log);
          worst = worst_of(worst, std::abs(static_cast<double>(plain(r, c)) / expected - 1));
          worst = worst_of(
              worst,
              std::abs(static_cast<double>(relative(r, c)) * std::exp(static_cast<double>(scales[r])) / expected - 1));
        }
        CHECK(static_cast<double>(scales[r]) == Approx(largest_log));
      }
      CHECK(worst <= (sizeof(TestType) == 4 ? 2e-6 : 1e-14));
    }
  });
}

TEMPLATE_TEST_CASE("the feature of what is no number is none either", "[unit][cpu]", float, double) {
  with_every_target([] {
    INFO(vector_target());
    const Matrix<TestType> x(1, 37, std::numeric_limits<TestType>::quiet_NaN());
    const std::vector<TestType> shifts(37, TestType(0));
    Matrix<TestType> out(1, 37);
    elu_features<TestType>(x, TestType(1), shifts.data(), out, nullptr);
    CHECK(std::all_of(out.data(), out.data() + 37, [](TestType e) { return std::isnan(e); }));
  });
}
