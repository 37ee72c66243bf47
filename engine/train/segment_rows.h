// Means of segments of rows into memory that is there already, and their gradient (cpu/segment_means.h allocates its
// result).
#pragma once

#include <algorithm>
#include <vector>

#include "core/matrix.h"

namespace omega::train {

/// out_c = the mean of the rows of segment c.
template <class T>
void mean_rows(View<const T> x, const std::vector<Range>& segments, View<T> out) {
  for (std::size_t c = 0; c < segments.size(); ++c) {
    T* mean = out.row(static_cast<Index>(c));
    std::fill_n(mean, x.cols, T(0));
    for (Index m = segments[c].begin; m < segments[c].end; ++m)
      for (Index d = 0; d < x.cols; ++d) mean[d] += x(m, d);
    for (Index d = 0; d < x.cols; ++d) mean[d] /= static_cast<T>(segments[c].size());
  }
}

/// dx_m += dmean_c/|c| for the rows m of segment c.
template <class T>
void mean_rows_gradient(View<const T> dmeans, const std::vector<Range>& segments, View<T> dx) {
  for (std::size_t c = 0; c < segments.size(); ++c) {
    const T share = T(1) / static_cast<T>(segments[c].size());
    for (Index m = segments[c].begin; m < segments[c].end; ++m)
      for (Index d = 0; d < dx.cols; ++d) dx(m, d) += share * dmeans(static_cast<Index>(c), d);
  }
}

template <class T>
void clear(View<T> x) {
  for (Index r = 0; r < x.rows; ++r) std::fill_n(x.row(r), x.cols, T(0));
}

}  // namespace omega::train
