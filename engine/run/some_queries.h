// Some queries of a long sequence without the others: O(S·M) where all would be O(N·M). Rows stand head after head,
// equally many of each.
#pragma once

#include <vector>

#include "core/pooling.h"
#include "run/runner.h"

namespace omega {

/// These rows of [.., N, X]: [.., S, X].
Array rows_of_heads(const Array& whole, const std::vector<Index>& rows);

/// A request of these queries alone, with the noise that they have among all: of a method whose trait query_by_query
/// says that the others mean nothing to them.
Request at_queries(const Request& request, const std::vector<Index>& rows);

/// Exact attention of these queries, which rise within each head: [.., S, Dv].
template <class T>
Array exact_rows(const Sequence& sequence, const std::vector<Index>& rows, double scale, bool causal,
                 const Progress& progress);

/// Rows of π of one head's queries, keys pooled: S × blocks of keys, float32.
Array exact_map_rows(const Sequence& head, const std::vector<Index>& rows, double scale, bool causal, Index col_pool,
                     const Progress& progress);

}  // namespace omega
