// Attention by explicit features: y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m), in tiles.
//
// Features come as (log scale, value) so that exponentials never overflow: feature j of x is value_j ·
// exp(log_scale(x)). Keys share one reference, the largest log scale; a query's own scale cancels in the ratio.
#pragma once

#include <functional>

#include "core/pooling.h"
#include "core/progress.h"

namespace omega {

/// Writes the features of rows [rows) into `out` (row-major) and, per row, the log of the factor taken out (0 if none).
template <class T>
using Features = std::function<void(Range rows, View<T> out, T* log_scale)>;

template <class T>
struct FeatureAttention {
  Index queries = 0, keys = 0, features = 0;
  Features<T> of_queries, of_keys;
  Pooling pool = {};
};

/// y, or with a pool the pooled map; returns how many denominators were ≤ 0. Workspace O(features·(Dv + 1)) and tiles.
template <class T>
Index feature_attention(const FeatureAttention<T>& what, View<const T> v, View<T> y, const Progress& progress);

/// The N×M matrix A with y = A·V.
template <class T>
void feature_attention_map(const FeatureAttention<T>& what, View<T> map, const Progress& progress);

}  // namespace omega
