#include "run/pooled_map.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "estimators/registry.h"
#include "support/cases.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

/// The whole map of a head, block by block.
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
