// Means of segments of rows: landmarks, summaries of groups, pooled keys.
#pragma once

#include "core/matrix.h"
#include "math/segments.h"

namespace omega {

/// The mean of the rows of each segment, in double whatever the rows are.
template <class T>
Matrix<double> exact_segment_means(View<const T> rows, const std::vector<Runs>& segments);
/// The same, rounded.
template <class T>
Matrix<T> segment_means(View<const T> rows, const std::vector<Runs>& segments);

}  // namespace omega
