// longshort: keys of a window and a few dynamic ones made of all keys, in one softmax (Zhu et al. 2021, Long-Short
// Transformer; specification, section 7).
//
//   short: E^n, the window of n (`window`, `overlap`; 0 = none)
//   long:  P = softmax over m of (K·Wp), M×r, Wp = eps/√D;  K̄ = PᵀK, V̄ = PᵀV (`rank` r; 0 = none)
//   y_n = softmax over both sets; the layer norms of the paper are left out, since nothing here is learned
//
// No target: it shortens the far keys and estimates nothing. Cost: O(N·(w + r)·D + M·r·D) time, O(r·(D + Dv))
// workspace. Options: window, overlap, rank, scale. Look at: the stripes that the long keys lay over the blocks of the
// map.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator longshort_estimator();

}  // namespace omega
