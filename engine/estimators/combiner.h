// combiner: exact attention inside a block, one summary of every other block (Ren et al. 2021, the fixed pattern with
// DeepSets-Max summaries as in the experiments of the EVA paper, with identity maps; specification, section 7).
//
//   block r: k̂_r, q̂_r = element-wise maxima of its keys and queries, v̂_r = Σ_{m∈r} softmax_{m∈r}(q̂_r·k_m) v_m
//   y_n = softmax over {q_n·k_m, m ∈ block of n} and {q_n·k̂_r, r ≠ block of n}, with values v_m and v̂_r
//
// No noise. Needs N = M. Cost: O(N·(w + N/w)·(D + Dv)) time, quadratic unless w grows as √N; O((N/w)·(D + Dv))
// workspace. Options: window, scale. Look at: other blocks in the map, each with one and the same pattern inside for
// all queries.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator combiner_estimator();

}  // namespace omega
