#include "estimators/windows.h"

#include <algorithm>

#include "math/segments.h"

namespace omega {

namespace {

constexpr Index kWithoutKeys = 64;

Index blocks_along(Index cells, Index width) { return (cells + width - 1) / width; }

Range block_range(Index block, Index width, Index cells) {
  return {block * width, std::min(cells, (block + 1) * width)};
}

Range widened(Range range, Index by, Index cells) {
  return {std::max<Index>(0, range.begin - by), std::min(cells, range.end + by)};
}

}  // namespace

Windows::Windows(Index tokens, Index width, Index overlap, const std::optional<Grid>& grid, bool causal)
    : cells_(grid ? *grid : Grid{1, tokens}), sees_keys_(width > 0) {
  const Index side = sees_keys_ ? width : kWithoutKeys;
  const bool flat = !grid || !sees_keys_;
  if (flat) cells_ = {1, tokens};
  block_ = {flat ? 1 : std::min(side, cells_.height), std::min(side, cells_.width)};
  overlap_down_ = flat ? 0 : overlap;
  overlap_across_ = overlap;
  by_rows_ = causal && !flat;
  down_ = by_rows_ ? cells_.height : blocks_along(cells_.height, block_.height);
  across_ = blocks_along(cells_.width, block_.width);
  largest_ = by_rows_ ? block_.width : block_.height * block_.width;
}

Window Windows::operator[](Index block) const {
  const Index down = block / across_;
  const Range rows = block_range(by_rows_ ? down / block_.height : down, block_.height, cells_.height);
  const Range columns = block_range(block % across_, block_.width, cells_.width);
  Range rows_seen = widened(rows, overlap_down_, cells_.height);
  if (by_rows_) rows_seen.end = down + 1;
  Window window;
  window.queries = cells_within(cells_, by_rows_ ? Range{down, down + 1} : rows, columns);
  if (sees_keys_) window.keys = cells_within(cells_, rows_seen, widened(columns, overlap_across_, cells_.width));
  return window;
}

OptionSpec window_option(std::int64_t minimum, std::string help) {
  return OptionSpec::integer("window", 64, minimum, 1 << 24, std::move(help)).from("E^n");
}

OptionSpec overlap_option() {
  return OptionSpec::integer("overlap", 0, 0, 1 << 24,
                             "How many keys beyond its block, on every side, a query sees exactly.");
}

OptionSpec window_grid_option() {
  return OptionSpec::grid_of("Windows of cells of an image instead of blocks of the sequence.");
}

Windows windows_of(const Options& options, Index tokens) {
  return {tokens, static_cast<Index>(options.integer("window")),
          options.has("overlap") ? static_cast<Index>(options.integer("overlap")) : 0, options.grid(),
          options.is_causal()};
}

double window_pairs(const Problem& problem) {
  const auto width = static_cast<double>(problem.options.integer("window"));
  if (width == 0) return 0;
  const double side =
      width + (problem.options.has("overlap") ? 2.0 * static_cast<double>(problem.options.integer("overlap")) : 0);
  const auto queries = static_cast<double>(problem.sizes.N);
  if (const std::optional<Grid> grid = problem.options.grid())
    return queries * std::min(side, static_cast<double>(grid->height)) *
           std::min(side, static_cast<double>(grid->width));
  return queries * std::min(side, static_cast<double>(problem.sizes.M));
}

bool sees_most_pairs(const Problem& problem) {
  return problem.options.has("window") &&
         2 * window_pairs(problem) >= static_cast<double>(problem.sizes.N) * static_cast<double>(problem.sizes.M);
}

}  // namespace omega
