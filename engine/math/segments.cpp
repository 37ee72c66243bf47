#include "math/segments.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

std::vector<std::vector<Index>> segments2d(const Grid& grid, Index parts) {
  const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(parts))));
  if (side * side != parts)
    throw Error::input(std::to_string(parts) + " landmarks or groups do not tile a grid; with grid their number must be a perfect square, such as " +
                       std::to_string(side * side));
  std::vector<std::vector<Index>> members;
  for (const Range rows : segments(grid.height, side))
    for (const Range columns : segments(grid.width, side)) {
      members.emplace_back();
      for (Index r = rows.begin; r < rows.end; ++r)
        for (Index c = columns.begin; c < columns.end; ++c) members.back().push_back(r * grid.width + c);
    }
  return members;
}

std::vector<std::vector<Index>> segment_members(Index count, Index parts, const std::optional<Grid>& grid) {
  if (grid) return segments2d(*grid, parts);
  std::vector<std::vector<Index>> members;
  for (const Range range : segments(count, parts)) {
    members.emplace_back(static_cast<std::size_t>(range.size()));
    std::iota(members.back().begin(), members.back().end(), range.begin);
  }
  return members;
}

template <class T>
Matrix<T> segment_means(View<const T> rows, const std::vector<std::vector<Index>>& members) {
  Matrix<T> means(static_cast<Index>(members.size()), rows.cols);
  for (Index c = 0; c < means.rows(); ++c) {
    const auto& own = members[static_cast<std::size_t>(c)];
    for (Index d = 0; d < rows.cols; ++d) {
      double sum = 0;
      for (const Index i : own) sum += static_cast<double>(rows(i, d));
      means(c, d) = static_cast<T>(sum / static_cast<double>(own.size()));
    }
  }
  return means;
}

template Matrix<float> segment_means<float>(View<const float>, const std::vector<std::vector<Index>>&);
template Matrix<double> segment_means<double>(View<const double>, const std::vector<std::vector<Index>>&);

}  // namespace omega
