// Segments: contiguous, in order, all covered once, lengths that differ by at most one with the longer ones last.
#include "math/segments.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/error.h"
#include "cpu/segment_means.h"

using namespace omega;

TEST_CASE("segments of the examples", "[unit][segments]") {
  CHECK(segments(7, 3) == std::vector<Range>{{0, 2}, {2, 4}, {4, 7}});
  CHECK(segments(8, 3) == std::vector<Range>{{0, 2}, {2, 5}, {5, 8}});
  CHECK(segments(6, 3) == std::vector<Range>{{0, 2}, {2, 4}, {4, 6}});
  CHECK(segments(3, 5) == std::vector<Range>{{0, 1}, {1, 2}, {2, 3}});
  CHECK(segments(1, 1) == std::vector<Range>{{0, 1}});
  CHECK(segments(5, 0).empty());
}

TEST_CASE("segments cover every token once, in order, the longer ones last", "[unit][segments]") {
  for (Index count = 1; count <= 40; ++count)
    for (Index parts = 1; parts <= 45; ++parts) {
      INFO(count << " tokens in " << parts);
      const std::vector<Range> cut = segments(count, parts);
      REQUIRE(static_cast<Index>(cut.size()) == std::min(count, parts));
      const Index length = count / std::min(count, parts), longer = count - length * std::min(count, parts);
      Index next = 0;
      for (std::size_t c = 0; c < cut.size(); ++c) {
        REQUIRE(cut[c].begin == next);
        REQUIRE(cut[c].size() == length + (static_cast<Index>(c) >= static_cast<Index>(cut.size()) - longer ? 1 : 0));
        next = cut[c].end;
      }
      REQUIRE(next == count);
    }
}

TEST_CASE("windows of a grid are numbered row by row", "[unit][segments]") {
  // 3 rows, 4 columns in 2×2 windows: rows {0}, {1, 2}; columns {0, 1}, {2, 3}.
  const std::vector<std::vector<Index>> expected = {{0, 1}, {2, 3}, {4, 5, 8, 9}, {6, 7, 10, 11}};
  CHECK(segments2d({3, 4}, 4) == expected);
}

TEST_CASE("windows of any grid cover every cell once", "[unit][segments]") {
  for (Index height = 1; height <= 7; ++height)
    for (Index width = 1; width <= 7; ++width)
      for (const Index side : {1, 2, 3, 5, 9}) {
        INFO(height << "x" << width << " in " << side << "x" << side);
        const auto windows = segments2d({height, width}, side * side);
        // More windows than cells along an axis: as many as it has cells.
        REQUIRE(static_cast<Index>(windows.size()) == std::min(height, side) * std::min(width, side));
        std::vector<int> seen(static_cast<std::size_t>(height * width), 0);
        for (const auto& window : windows) {
          REQUIRE_FALSE(window.empty());
          REQUIRE(std::is_sorted(window.begin(), window.end()));
          for (const Index cell : window) ++seen.at(static_cast<std::size_t>(cell));
        }
        REQUIRE(seen == std::vector<int>(seen.size(), 1));
      }
}

TEST_CASE("a number of windows that is no perfect square is refused with one that is", "[unit][segments]") {
  for (const auto& [parts, near] : {std::pair<Index, Index>{2, 1}, {3, 4}, {5, 4}, {8, 9}, {63, 64}})
    CHECK_THROWS_WITH(segments2d({8, 8}, parts),
                      Catch::Contains("=" + std::to_string(parts) + " does not tile") &&
                          Catch::EndsWith("a perfect square, such as " + std::to_string(near)));
  CHECK_NOTHROW(segments2d({8, 8}, 64));
}

TEST_CASE("segment means are means over each segment's own length", "[unit][segments]") {
  Matrix<double> rows(5, 2);
  for (Index i = 0; i < 5; ++i) rows(i, 0) = static_cast<double>(i), rows(i, 1) = 10.0 * static_cast<double>(i * i);
  const Matrix<double> means = segment_means<double>(rows, segment_runs(5, 2, {}));
  CHECK(means(0, 0) == 0.5);
  CHECK(means(0, 1) == 5);
  CHECK(means(1, 0) == 3);
  CHECK(means(1, 1) == Approx(10.0 * (4 + 9 + 16) / 3));
}
