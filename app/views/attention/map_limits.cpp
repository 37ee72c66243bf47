#include "views/attention/map_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace omegascope {

namespace {

struct RowExtent {
  float lowest, highest, smallestPositive;
};

/// Written in several chains without branches, so that the compiler makes vectors of it: it runs for every new map
/// while somebody drags.
RowExtent extentOfRow(const float* values, std::size_t count) {
  constexpr std::size_t kChains = 16;
  constexpr float kMost = std::numeric_limits<float>::max();
  float lowest[kChains] = {}, highest[kChains] = {}, smallest[kChains];
  std::fill_n(smallest, kChains, 1.0F);
  const auto see = [&](std::size_t chain, float x) {
    const float kept = std::abs(x) <= kMost ? x : 0.0F, positive = kept > 0 ? kept : 1.0F;
    lowest[chain] = kept < lowest[chain] ? kept : lowest[chain];
    highest[chain] = highest[chain] < kept ? kept : highest[chain];
    smallest[chain] = positive < smallest[chain] ? positive : smallest[chain];
  };
  std::size_t i = 0;
  for (; i + kChains <= count; i += kChains)
    for (std::size_t chain = 0; chain < kChains; ++chain) see(chain, values[i + chain]);
  for (; i < count; ++i) see(0, values[i]);
  return {*std::min_element(lowest, lowest + kChains), *std::max_element(highest, highest + kChains),
          *std::min_element(smallest, smallest + kChains)};
}

/// Rows that are exact, whose errors are 0, say nothing about what is usual.
float medianOfPositive(std::vector<float> rows) {
  std::erase(rows, 0.0F);
  if (rows.empty()) return 0;
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
  std::nth_element(rows.begin(), middle, rows.end());
  return *middle;
}

/// Looks at some thousand cells: looking at all would take longer than everything else that is done with a map.
float upperQuartile(const float* values, std::size_t count) {
  constexpr std::size_t kCells = 1 << 14;
  const std::size_t step = count / kCells | 1;  // odd: not along a column
  std::vector<float> seen;
  seen.reserve(count / step + 1);
  for (std::size_t i = 0; i < count; i += step)
    if (const float x = std::abs(values[i]); x > 0 && x <= std::numeric_limits<float>::max()) seen.push_back(x);
  if (seen.empty()) return 0;
  const auto quarter = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() * 3 / 4);
  std::nth_element(seen.begin(), quarter, seen.end());
  return *quarter;
}

}  // namespace

MapExtent extentOf(const float* values, std::size_t rows, std::size_t columns) {
  MapExtent all;
  std::vector<float> largest;
  largest.reserve(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const RowExtent row = extentOfRow(values + r * columns, columns);
    all.lowest = std::min(all.lowest, row.lowest);
    all.highest = std::max(all.highest, row.highest);
    all.smallestPositive = std::min(all.smallestPositive, row.smallestPositive);
    largest.push_back(std::max(-row.lowest, row.highest));
    all.largest = std::max(all.largest, largest.back());
  }
  const float fence = kOutlier * medianOfPositive(largest);
  for (const float row : largest)
    if (row <= fence) all.usual = std::max(all.usual, row);
  all.quartile = upperQuartile(values, rows * columns);
  return all;
}

float robustLimit(float largest, float usual) { return largest > 2 * usual ? usual : largest; }

}  // namespace omegascope
