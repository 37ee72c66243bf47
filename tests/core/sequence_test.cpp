// Sequences are checked once, at the door: ranks, sizes that must agree, and values that are not finite.
#include "core/sequence.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "support/refusal.h"

using namespace omega;

namespace {

Array ones(const Shape& shape, Dtype type = Dtype::f64) {
  return Array::from(std::vector<double>(element_count(shape), 1.0), shape).as(type);
}

std::string refusal(const Array& q, const Array& k, const Array& v) {
  return omega::test::refusal_of([&] { Sequence::make(q, k, v); });
}

Array with_value(Array array, std::size_t at, double value) {
  array.data<double>()[at] = value;
  return array;
}

}  // namespace

TEST_CASE("sizes of every rank are read off the arrays", "[unit][sequence]") {
  const auto one = Sequence::make(ones({5, 4}), ones({7, 4}), ones({7, 3}));
  CHECK((one->sizes.heads == 1 && one->sizes.N == 5 && one->sizes.M == 7 && one->sizes.D == 4 && one->sizes.Dv == 3));
  CHECK(one->sizes.lead.empty());
  const auto batch = Sequence::make(ones({2, 3, 5, 4}, Dtype::f32), ones({2, 3, 7, 4}), ones({2, 3, 7, 3}), "a title");
  CHECK(batch->sizes.heads == 6);
  CHECK(batch->sizes.lead == Shape{2, 3});
  CHECK(batch->title == "a title");
}

TEST_CASE("ranks other than 2, 3 and 4 are refused with the shape", "[unit][sequence]") {
  const Array good = ones({3, 2});
  for (const Shape& shape : {Shape{3}, Shape{}, Shape{1, 1, 1, 3, 2}}) {
    CHECK_THAT(refusal(ones(shape), good, good),
               Catch::StartsWith("Q has shape " + to_string(shape)) && Catch::Contains("tokens x dim"));
    CHECK_THAT(refusal(good, ones(shape), good), Catch::StartsWith("K has shape"));
    CHECK_THAT(refusal(good, good, ones(shape)), Catch::StartsWith("V has shape"));
  }
}

TEST_CASE("an empty axis is refused", "[unit][sequence]") {
  const Array good = ones({3, 2});
  for (const Shape& shape : {Shape{0, 2}, Shape{3, 0}, Shape{0, 3, 2}})
    CHECK_THAT(refusal(ones(shape), good, good), Catch::Contains(to_string(shape)) && Catch::Contains("at least 1"));
}

TEST_CASE("arrays that do not fit together are refused with both sizes", "[unit][sequence]") {
  CHECK_THAT(refusal(ones({5, 4}), ones({7, 3}), ones({7, 2})),
             Catch::Contains("4 dimensions") && Catch::Contains("keys have 3"));
  CHECK_THAT(refusal(ones({5, 4}), ones({7, 4}), ones({6, 2})),
             Catch::Contains("7 keys") && Catch::Contains("6 values"));
  CHECK_THAT(refusal(ones({2, 5, 4}), ones({3, 7, 4}), ones({2, 7, 2})),
             Catch::Contains("2x5x4") && Catch::Contains("K is 3x7x4") && Catch::Contains("leading axes"));
  CHECK_THAT(refusal(ones({2, 5, 4}), ones({2, 7, 4}), ones({7, 2})),
             Catch::Contains("V is 7x2") && Catch::Contains("leading axes"));
}

TEST_CASE("whole numbers are no queries", "[unit][sequence]") {
  const Array good = ones({3, 2});
  CHECK_THAT(refusal(Array::from<std::int64_t>({1, 2, 3, 4, 5, 6}, {3, 2}), good, good),
             Catch::Contains("Q") && Catch::Contains("float32 or float64"));
}

TEST_CASE("values that are not finite are counted, and the first is found", "[unit][sequence]") {
  const Array good = ones({2, 3, 4});
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  const Array bad = with_value(with_value(ones({2, 3, 4}), 23, nan), 17, -infinite);
  CHECK_THAT(refusal(good, bad, good), Catch::Contains("2 of 24 values of K") && Catch::Contains("[1, 1, 1]"));
  const auto allowed = Sequence::make(good, bad, good, "", true);
  CHECK(std::isinf(allowed->k.at(17)));
  CHECK(find_nonfinite(bad).first == 17);
  CHECK(find_nonfinite(good).count == 0);
}

TEST_CASE("a sequence knows how large its queries and keys are", "[unit][sequence]") {
  const Array small = with_value(ones({2, 3, 4}), 5, -7.5), large = with_value(ones({2, 3, 4}), 23, -1e300),
              values = with_value(ones({2, 3, 4}), 0, 1e305);
  const auto sequence = Sequence::make(small, large, values);
  CHECK(sequence->largest_q == 7.5);
  CHECK(sequence->largest_k == 1e300);
  CHECK(std::isnan(Sequence::make(with_value(small, 2, std::nan("")), large, values, "", true)->largest_q));
}

TEST_CASE("the largest magnitude is found wherever it is, whatever the length", "[unit][array]") {
  for (const std::size_t count : {1, 15, 16, 17, 47, 100})
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<float> values(count, 0.5F);
      values[at] = at % 2 ? -7.0F : 7.0F;
      CHECK(largest_magnitude(Array::from(values, {static_cast<Index>(count)})) == 7);
    }
}
