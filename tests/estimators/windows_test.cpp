#include "estimators/windows.h"

#include <catch2/catch.hpp>
#include <numeric>

using namespace omega;

namespace {

std::vector<Index> counted(Index from, Index to) {
  std::vector<Index> all(static_cast<std::size_t>(to - from));
  std::iota(all.begin(), all.end(), from);
  return all;
}

}  // namespace

TEST_CASE("windows of a sequence are blocks from 0, widened and cut at the ends", "[unit][windows]") {
  const Windows windows(11, 4, 2, std::nullopt);
  REQUIRE(windows.size() == 3);
  CHECK(windows.largest() == 4);
  CHECK(windows[0].queries == counted(0, 4));
  CHECK(windows[0].keys == counted(0, 6));
  CHECK(windows[1].keys == counted(2, 10));
  CHECK(windows[2].queries == counted(8, 11));
  CHECK(windows[2].keys == counted(6, 11));
}

TEST_CASE("windows of a grid are widened on all four sides", "[unit][windows]") {
  const Windows windows(20, 2, 1, Grid{4, 5});
  REQUIRE(windows.size() == 6);
  CHECK(windows[0].queries == std::vector<Index>{0, 1, 5, 6});
  CHECK(windows[0].keys == std::vector<Index>{0, 1, 2, 5, 6, 7, 10, 11, 12});
  CHECK(windows[5].queries == std::vector<Index>{14, 19});
  CHECK(windows[5].keys == std::vector<Index>{8, 9, 13, 14, 18, 19});
}

TEST_CASE("every query belongs to one window, whatever the sizes", "[unit][windows]") {
  for (const Index width : {0, 1, 2, 3, 7, 100})
    for (const std::optional<Grid> grid : {std::optional<Grid>(), std::optional<Grid>({5, 7})}) {
      const Windows windows(35, width, 2, grid);
      std::vector<Index> owned;
      for (Index b = 0; b < windows.size(); ++b) {
        const Window window = windows[b];
        owned.insert(owned.end(), window.queries.begin(), window.queries.end());
        CHECK(static_cast<Index>(window.queries.size()) <= windows.largest());
        CHECK(window.keys.empty() == (width == 0));
        if (width > 0)
          CHECK(std::includes(window.keys.begin(), window.keys.end(), window.queries.begin(), window.queries.end()));
      }
      std::sort(owned.begin(), owned.end());
      CHECK(owned == counted(0, 35));
    }
}
