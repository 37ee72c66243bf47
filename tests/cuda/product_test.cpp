// Products with strides of every kind against float64: which kernel takes one depends on them.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cuda/device.h"
#include "modules.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::cuda;
using namespace omega::test;

namespace {

struct Shape {
  std::int32_t heads, rows, inner, columns;
  bool a_down, b_down, out_down;  // columns lie together in place of rows
  std::int32_t more;              // numbers between them
  bool adds, has_biases, gives_sums;
  std::int32_t parts = 1;
  std::int32_t matrices() const { return heads * parts; }
};

/// Matrices of numbers here and on the device.
struct Held {
  std::vector<float> data;
  float* place;
  std::int64_t head, row, column;

  Held(Session& session, std::int32_t heads, std::int32_t rows, std::int32_t columns, bool down, std::int32_t more)
      : head(std::int64_t{(down ? rows : columns) + more} * (down ? columns : rows)),
        row(down ? 1 : columns + more),
        column(down ? rows + more : 1) {
    static std::minstd_rand source(5);
    std::uniform_real_distribution<float> numbers(-1, 1);
    for (std::int64_t i = 0; i < heads * head; ++i) data.push_back(numbers(source));
    place = session.allocate<float>(data.size());
    session.check(session.module().upload(session.context(), place, data.data(), data.size() * sizeof(float)));
  }
  std::size_t at(std::int64_t h, std::int64_t r, std::int64_t c) const {
    return static_cast<std::size_t>(h * head + r * row + c * column);
  }
  std::vector<float> found(Session& session) const {
    std::vector<float> now(data.size());
    session.check(session.module().download(session.context(), now.data(), place, now.size() * sizeof(float)));
    return now;
  }
};

void check_product(const Shape& s) {
  INFO(s.heads << " x " << s.parts << " of " << s.rows << " x " << s.inner << " x " << s.columns);
  Session session = Device::get().open();
  session.check(session.module().begin(session.context()));
  const Held a(session, s.matrices(), s.rows, s.inner, s.a_down, s.more),
      b(session, s.matrices(), s.inner, s.columns, s.b_down, s.more),
      out(session, s.matrices(), s.rows, s.columns, s.out_down, s.more),
      of_rows(session, s.matrices(), s.rows, 1, false, s.more),
      of_columns(session, s.matrices(), s.columns, 1, false, s.more),
      sums(session, s.matrices(), 1, s.columns, false, 0);
  // Of a head's parts one follows the other.
  const auto strided = [&](const Held& x) { return Strided{x.place, s.parts * x.head, x.row, x.column, x.head}; };
  Product what{};
  what.heads = s.heads, what.parts = s.parts, what.rows = s.rows, what.inner = s.inner, what.columns = s.columns;
  what.a = strided(a), what.b = strided(b), what.out = strided(out);
  what.factor = 0.5f;
  what.adds = s.adds ? 1 : 0;
  if (s.has_biases) {
    what.row_bias = strided(of_rows), what.column_bias = strided(of_columns);
    std::swap(what.column_bias.row, what.column_bias.column);
    what.factor_of_biases = 1;
  }
  const bool gives_sums = s.gives_sums && Device::get().facts().has_tensor_cores != 0;
  if (gives_sums) what.sums = sums.place;
  session.check(session.module().product(session.context(), &what));
  std::vector<float> found = out.found(session);
  const std::vector<float> found_sums = sums.found(session);
  double worst = 0, worst_sum = 0;
  for (std::int32_t h = 0; h < s.matrices(); ++h)
    for (std::int32_t c = 0; c < s.columns; ++c) {
      double sum = 0;
      for (std::int32_t k = 0; k < s.inner; ++k) sum += static_cast<double>(b.data[b.at(h, k, c)]);
      if (gives_sums)
        worst_sum = worst_of(worst_sum, std::abs(sum - static_cast<double>(found_sums[sums.at(h, 0, c)])));
      for (std::int32_t r = 0; r < s.rows; ++r) {
        double x = 0;
        for (std::int32_t k = 0; k < s.inner; ++k)
          x += static_cast<double>(a.data[a.at(h, r, k)]) * static_cast<double>(b.data[b.at(h, k, c)]);
        if (s.has_biases)
          x += static_cast<double>(of_rows.data[of_rows.at(h, r, 0)]) +
               static_cast<double>(of_columns.data[of_columns.at(h, c, 0)]);
        x *= 0.5;
        float& own = found[out.at(h, r, c)];
        if (s.adds) x += static_cast<double>(out.data[out.at(h, r, c)]);
        worst = worst_of(worst, std::abs(x - static_cast<double>(own)));
        own = out.data[out.at(h, r, c)];
      }
    }
  CHECK(worst <= 2e-6 * std::sqrt(static_cast<double>(s.inner)));
  CHECK(worst_sum <= 2e-6 * std::sqrt(static_cast<double>(s.inner)));
  CHECK(found == out.data);  // nothing was written beside the product
}

}  // namespace

TEST_CASE("products with strides of every kind are float64's but for rounding", "[compare]") {
  REQUIRE(use_module());
  check_product({1, 100, 64, 64, false, true, false, 0, false, false, false});
  check_product({2, 70, 16, 90, false, true, false, 48, false, false, false});
  check_product({2, 90, 70, 16, true, false, false, 0, true, false, true});
  check_product({2, 3, 37, 70, false, false, false, 0, false, true, true});
  check_product({1, 64, 90, 64, true, false, true, 0, false, true, false});
  check_product({2, 64, 50, 64, true, false, false, 0, false, false, true});
  check_product({2, 65, 33, 1, false, false, false, 3, true, false, false});
  check_product({2, 20, 16, 21, true, true, true, 0, true, true, false});
  check_product({1, 1, 1, 1, false, false, false, 0, false, false, false});
  check_product({2, 70, 32, 130, false, true, false, 0, false, true, false, 3});  // three tiles of columns
  check_product({3, 40, 33, 70, true, false, false, 0, true, false, true, 4});
  check_product({2, 3, 37, 70, false, false, true, 5, true, true, false, 2});  // which is turned over
  check_product({2, 70, 32, 70, false, false, false, 3, false, true, false, 2});
}
