// Sums in which each row sees only its first few keys: the causal form of methods that weigh every pair.
#pragma once

#include <span>
#include <vector>

#include "cpu/running_softmax.h"

namespace omega {

/// running += Σ_m exp(l_rm) v_m over the keys m < ends[r] of each row r, with the logits of `dots`, whose x are the
/// rows of this tile, at most kLaneRows. `ends` do not fall. `values` may be empty.
template <class T>
void add_keys_so_far(RunningSoftmax<T>& running, const DotLogits<T>& dots, std::span<const Index> ends,
                     View<const T> values);

/// For all rows of dots.x, in tiles of queries one after another: means (skipped if a view of nothing) and log Σ exp
/// (skipped if null) over the keys m < ends[r].
template <class T>
void attend_so_far(const DotLogits<T>& dots, std::span<const Index> ends, View<const T> values, View<T> means,
                   T* log_sums, const Progress& progress);

/// `ends` of the rows [rows): `each` consecutive rows belong to one query, which sees the keys up to itself.
std::vector<Index> ends_of_queries(Range rows, Index each = 1);

}  // namespace omega
