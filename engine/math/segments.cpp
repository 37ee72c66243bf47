#include "math/segments.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace omega {

std::vector<Range> segments(Index count, Index parts) {
  parts = std::min(count, parts);
  std::vector<Range> cut;
  cut.reserve(static_cast<std::size_t>(parts));
  if (parts == 0) return cut;
  const Index length = count / parts, longer = count - parts * length;
  for (Index c = 0, begin = 0; c < parts; ++c) {
    const Index end = begin + length + (c >= parts - longer ? 1 : 0);
    cut.push_back({begin, end});
    begin = end;
  }
  return cut;
}

std::vector<std::vector<Index>> segments2d(const Grid& grid, Index parts, const std::string& option) {
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(parts))));
  if (side * side != parts)
    throw Error::input(option + "=" + std::to_string(parts) + " does not tile a grid of " +
                       std::to_string(grid.height) + "x" + std::to_string(grid.width) +
                       " cells; it must be a perfect square, such as " + std::to_string(side * side));
  std::vector<std::vector<Index>> members;
  for (const Range rows : segments(grid.height, side))
    for (const Range columns : segments(grid.width, side)) members.push_back(cells_within(grid, rows, columns));
  return members;
}

std::vector<Index> cells_within(const Grid& grid, Range rows, Range columns) {
  std::vector<Index> cells;
  cells.reserve(static_cast<std::size_t>(rows.size() * columns.size()));
  for (Index r = rows.begin; r < rows.end; ++r)
    for (Index c = columns.begin; c < columns.end; ++c) cells.push_back(r * grid.width + c);
  return cells;
}

Runs runs_of(const std::vector<Index>& tokens) {
  Runs runs;
  for (const Index token : tokens) {
    if (!runs.empty() && runs.back().end == token)
      ++runs.back().end;
    else
      runs.push_back({token, token + 1});
  }
  return runs;
}

std::vector<Runs> segment_runs(Index count, Index parts, const std::optional<Grid>& grid) {
  std::vector<Runs> all;
  if (!grid) {
    for (const Range range : segments(count, parts)) all.push_back({range});
    return all;
  }
  for (const std::vector<Index>& cells : segments2d(*grid, parts)) all.push_back(runs_of(cells));
  return all;
}

}  // namespace omega
