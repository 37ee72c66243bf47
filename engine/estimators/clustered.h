// clustered: queries grouped by k-means, one attention row for each group (Vyas et al. 2020; specification, section 7).
//
//   Lloyd's k-means on the queries, in double: start at queries 0, T, 2T ... (T = ⌊N/C⌋), 10 × {nearest centroid, the
//   first on ties; centroid = mean of its members, an empty one stays}; `assignment` is the last one
//   y_n = softmax attention of the centroid of n
//   topk k > 0: the k keys that the centroid weighs most share their total mass by the true query's softmax over them
//
// No noise. Cost: O(N·C·D) for the clusters, O(M·C·(D + Dv) + N·k·(D + Dv)) for the rows; workspace O(N·D + C·(D + Dv +
// k)). Options: clusters ≤ N, topk, scale. Look at: equal rows in the map, and how topk gives each query its own peaks
// back.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator clustered_estimator();

}  // namespace omega
