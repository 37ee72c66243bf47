// What exact attention of one head is like, in a few numbers that tell why an estimator finds it easy or hard.
#pragma once

#include "core/progress.h"
#include "core/request.h"

namespace omega {

struct HeadFacts {
  double entropy = 0;  // mean over queries of −Σ_m π_nm ln π_nm
  double keys = 0;     // mean over queries of exp of it: so many keys share the attention of a query
  double largest = 0;  // mean over queries of max_m π_nm
  double distance = 0;  // mean of Σ_m π_nm |n − m| over what equal weights would have: 1 far and near alike, 0 itself
  double norm2 = 0;     // mean_square_of_sums()
};

/// The facts of all heads of a request together, with its scale, causal where it is.
HeadFacts head_facts(const Request& request, const Progress& progress = {});

/// Mean over heads, queries and keys of ‖q_n + k_m‖², scaled: how far the targets are from N(0, I), and what the
/// variance of RFA grows by. `causal`: over the pairs m ≤ n alone, whatever the request.
double mean_square_of_sums(const Request& request, bool causal = false);

}  // namespace omega
