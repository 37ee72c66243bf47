#include "run/pooled_map.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "estimators/registry.h"
#include "run/sampled_map.h"
#include "run/some_queries.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The mean of one block of the whole map of a head.
double block_mean(const Array& map, Index head, const Sizes& s, Range rows, Range cols) {
  double sum = 0;
  for (Index n = rows.begin; n < rows.end; ++n)
    for (Index m = cols.begin; m < cols.end; ++m) sum += map.at(static_cast<std::size_t>((head * s.N + n) * s.M + m));
  return sum / static_cast<double>(rows.size() * cols.size());
}

}  // namespace

TEST_CASE("a pooled map holds exact block means of the whole map, for every estimator and head", "[run][pooled]") {
  const auto sequence = gaussian_sequence({2, 23, 23, 4, 3}, 21);
  const Sizes& sizes = sequence->sizes;
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const Request request = request_for(estimator, variants(estimator, sequence).front(), sequence, Precision::f32);
    const Array whole = run(request).at("attention");
    for (const Index head : {Index{0}, Index{1}}) {
      const PooledMap pooled = pooled_map(request, head, 8);
      REQUIRE(pooled.row_pool == 3);
      REQUIRE(pooled.values.shape() == Shape{8, 8});
      double worst = 0;
      for (Index r = 0; r < 8; ++r)
        for (Index c = 0; c < 8; ++c) {
          const double expected = block_mean(whole, head, sizes, {3 * r, std::min<Index>(23, 3 * r + 3)},
                                             {3 * c, std::min<Index>(23, 3 * c + 3)});
          worst = worst_of(worst, std::abs(pooled.values.at(static_cast<std::size_t>(r * 8 + c)) - expected));
        }
      CHECK(worst <= 2e-5);
    }
  }
}

TEST_CASE("a map of some rows of each cell nears the whole one, and says how far it is", "[run][pooled]") {
  const auto sequence = gaussian_sequence({0, 70, 90, 4, 3}, 23);
  for (const bool causal : {false, true}) {
    const auto head = causal ? gaussian_sequence({0, 90, 90, 4, 3}, 24) : sequence;
    Request request = make_request(head, "softmax", {{"causal", causal ? "true" : "false"}});
    const PooledMap whole = pooled_map(request, 0, 8);
    SampledMap some(head->sizes, exact_rows_of(head, scale_of(request), causal), 8);
    for (const Index more : {1, 2, 4, 100}) {
      some.take(more, {});
      const PooledMap now = some.map();
      REQUIRE(now.row_pool == whole.row_pool);
      REQUIRE(now.values.shape() == whole.values.shape());
      double away = 0, largest = 0;
      for (std::size_t i = 0; i < now.values.count(); ++i) {
        away = worst_of(away, std::abs(now.values.at(i) - whole.values.at(i)));
        largest = worst_of(largest, whole.values.at(i));
      }
      CHECK(now.is_sampled() == !some.is_whole());
      if (some.taken() == 1) CHECK(std::isinf(some.error()));
      if (some.taken() == 1) continue;
      CHECK(away / largest <= (some.is_whole() ? 1e-5 : 8 * some.error()));
    }
    CHECK(some.is_whole());
    CHECK(some.error() == 0);
    CHECK(some.more_for(0.01) == 0);
  }
}

TEST_CASE("how many rows of a map are still missing is told by those that are there", "[run][pooled]") {
  const auto head = gaussian_sequence({0, 4000, 90, 4, 3}, 24);
  const Request request = make_request(head, "softmax");
  SampledMap some(head->sizes, exact_rows_of(head, scale_of(request), false), 8);
  some.take(1, {});
  CHECK(some.more_for(0.01) == 499);
  some.take(39, {});
  const double target = some.error() / 2;
  const Index more = some.more_for(target);
  CHECK(more > 40);  // four times as many rows, but for what is near the whole
  CHECK(more < 120);
  CHECK(some.more_for(0) == 460);
  CHECK(some.more_for(some.error() * 1.01) == 0);
  some.take(more, {});
  CHECK(some.error() == Approx(target).epsilon(0.3));
}

TEST_CASE("what is estimated query by query has such a map, too", "[run][pooled]") {
  const auto head = gaussian_sequence({0, 70, 90, 4, 3}, 26);
  for (const char* method : {"ra", "is"}) {
    INFO(method);
    const Request request = make_request(head, method);
    const PooledMap whole = pooled_map(request, 0, 8);
    SampledMap some(head->sizes, estimated_rows_of(request), 8);
    some.take(2, {});
    CHECK(some.map().is_sampled());
    some.take(100, {});
    CHECK(distance(some.map().values, whole.values) < 2e-5);
  }
}

TEST_CASE("a row of cells far beyond the others does not hide how far those are from theirs", "[run][pooled]") {
  const PooledRowsOf rows_of = [](const std::vector<Index>& rows, Index, const Progress&) {
    std::vector<float> values;
    for (const Index row : rows) values.insert(values.end(), 8, row < 9 ? 1000.0F : static_cast<float>(row % 2));
    return Array::from(values, {static_cast<Index>(rows.size()), 8});
  };
  SampledMap some({{}, 1, 72, 88, 4, 3}, rows_of, 8);
  some.take(4, {});
  CHECK(some.error() < 1e-3);
  CHECK(some.error(true) > 0.1);
}

TEST_CASE("a first map has the mean of as many columns as it says, in each of them", "[run][pooled]") {
  const auto head = gaussian_sequence({0, 8200, 8200, 2, 1}, 27);
  const Request request = make_request(head, "rfa", {{"samples", "300"}});  // too many for lanes
  constexpr Index kSide = 600;
  REQUIRE(has_first_map(request, kSide));
  CHECK_FALSE(has_first_map(request, kBlocksAtOnce));
  CHECK_FALSE(has_first_map(make_request(head, "ra"), kSide));
  const PooledMap first = first_map(request, 0, kSide), whole = pooled_map(request, 0, kSide);
  CHECK(first.joined == 5);
  CHECK(whole.joined == 1);
  REQUIRE(first.values.shape() == whole.values.shape());
  const Index cols = whole.values.shape()[1];
  double away = 0;
  for (Index r = 0; r < whole.values.shape()[0]; r += 37)
    for (Index c = 0; c < cols; ++c) {
      double sum = 0, keys = 0;
      for (Index j = c / 5 * 5; j < std::min(cols, c / 5 * 5 + 5); ++j) {
        const auto own = static_cast<double>(std::min(head->sizes.M, (j + 1) * whole.col_pool) - j * whole.col_pool);
        sum += own * whole.values.at(static_cast<std::size_t>(r * cols + j));
        keys += own;
      }
      away = worst_of(away, std::abs(first.values.at(static_cast<std::size_t>(r * cols + c)) - sum / keys));
    }
  CHECK(away < 1e-3 / 8200);
}

namespace {

/// Every query's row over blocks of keys: y of values that average them.
Array rows_by_values(Request request, Index pool) {
  const Index keys = request.sequence->sizes.M, blocks = blocks_of(keys, pool);
  Array values(Dtype::f32, {keys, blocks});
  std::fill_n(values.data<float>(), values.count(), 0.0F);
  for (Index b = 0; b < blocks; ++b) {
    const Range block = block_at(b, pool, keys);
    for (Index m = block.begin; m < block.end; ++m)
      values.data<float>()[m * blocks + b] = 1.0F / static_cast<float>(block.size());
  }
  auto sequence = std::make_shared<Sequence>(*request.sequence);
  sequence->v = values;
  sequence->sizes.Dv = blocks;
  request.sequence = sequence;
  request.want = {{"y"}};
  return run(request).at("y");
}

/// How far a map is from those rows' means, beside the largest of them: its first cell begins at query `first`.
double away_from(const Array& rows, const PooledMap& map, Index first, Index row_pool) {
  const Index cells = map.values.shape()[0], cols = map.values.shape()[1], queries = rows.shape()[0];
  double away = 0, largest = 0;
  for (Index cell = 0; cell < cells; ++cell) {
    const Range block = block_at(cell, row_pool, queries - first);
    for (Index c = 0; c < cols; ++c) {
      double sum = 0;
      for (Index n = block.begin; n < block.end; ++n) sum += rows.at(static_cast<std::size_t>((first + n) * cols + c));
      const double mean = sum / static_cast<double>(block.size());
      away = worst_of(away, std::abs(map.values.at(static_cast<std::size_t>(cell * cols + c)) - mean));
      largest = worst_of(largest, std::abs(mean));
    }
  }
  return away / largest;
}

}  // namespace

TEST_CASE("of a long sequence features are pooled, and give the map that rows would", "[run][pooled]") {
  // Blocks of 308 queries and 9 keys, the last ones shorter.
  constexpr Index kQueries = 40000, kKeys = 1100, kSide = 130, kFirst = 39980;
  constexpr double kMost = 1e-3;  // of short tokens: signed features of long ones would cancel
  const auto head = gaussian_sequence({0, kQueries, kKeys, 4, 2}, 29, 0.3);
  int pooling = 0;
  for (const Estimator& estimator : estimators())
    for (const Variant& variant : variants(estimator, head)) {
      const Request request = request_for(estimator, variant, head, Precision::f32);
      const EstimatorInfo& info = estimator.info;
      CHECK(has_pooled_features(request, kSide) == info.pools(request.options));
      CHECK_FALSE(has_pooled_features(request, 64));
      if (!has_pooled_features(request, kSide)) continue;
      INFO(variant.text);
      ++pooling;
      CHECK(info.traits(request.options).linear);
      CHECK_FALSE(has_first_map(request, kSide));
      const PooledMap map = pooled_map(request, 0, kSide), around = pooled_rows(request, 0, kFirst, 65, kSide);
      REQUIRE(map.values.shape() == Shape{blocks_of(kQueries, map.row_pool), blocks_of(kKeys, map.col_pool)});
      CHECK(map.rows.empty());
      REQUIRE(around.col_pool == map.col_pool);
      REQUIRE(around.values.shape() == Shape{kQueries - kFirst, map.values.shape()[1]});
      const Array rows = rows_by_values(request, map.col_pool);
      CHECK(away_from(rows, map, 0, map.row_pool) <= kMost);
      CHECK(away_from(rows, around, kFirst, 1) <= kMost);
    }
  CHECK(pooling >= 10);
}

TEST_CASE("what knows the values has a map only where all pairs fit into memory", "[run][pooled]") {
  const auto few = gaussian_sequence({0, 30, 30, 1, 1}, 28), many = gaussian_sequence({0, 20000, 20000, 1, 1}, 28);
  for (const char* power : {"0", "2"}) {
    const bool knows = *power == '2';
    CHECK(has_pooled_map(make_request(few, "hyper", {{"value_power", power}})));
    CHECK(has_pooled_map(make_request(many, "hyper", {{"value_power", power}})) == !knows);
  }
}

TEST_CASE("rows of a pooled map alone are those among all", "[run][pooled]") {
  const auto sequence = gaussian_sequence({0, 5000, 5000, 4, 1}, 25);  // more than a block of keys
  for (const bool causal : {false, true}) {
    const Request request = make_request(sequence, "softmax", {{"causal", causal ? "true" : "false"}});
    const PooledMap around = pooled_rows(request, 0, 4870, 100, 64);
    std::vector<Index> rows(100);
    std::iota(rows.begin(), rows.end(), Index{4870});
    CHECK(distance(exact_map_rows(*sequence, rows, scale_of(request), causal, around.col_pool, {}), around.values) <
          1e-5);
  }
}

TEST_CASE("one head of a request runs alone as it ran among all", "[run]") {
  const auto sequence = gaussian_sequence({3, 12, 12, 4, 3}, 22);
  for (const Estimator& estimator : estimators()) {
    INFO(estimator.info.name);
    const Request request = request_for(estimator, variants(estimator, sequence).front(), sequence, Precision::f64);
    const Array together = run(request).at("y");
    for (Index head = 0; head < 3; ++head)
      CHECK(same_bytes(run(one_head(request, head)).at("y"), take_head(together, head)));
  }
}
