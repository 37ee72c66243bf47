// hyper: near-linear attention by sorted blocks and shared columns (specification, section 12.6; Han et al. 2023).
//
//   queries, and keys, are sorted by the Gray rank of the signs of K random projections, then by index; both are cut
//   into B = min(⌈M/block⌉, N) segments, and T_n are the keys of a query's own segment
//   y_n = [Σ_{m∈T_n} e^{a_nm} v_m + Σ_{m∉T_n} c_m e^{a_nm} v_m] / Z_n,  c_m = (times drawn)/(S p_m),  p_m ∝ ‖v_m‖^a
//
// It is key_sampling with another T_n, and one set of draws for all queries: a key that they miss is missed by all.
// Cost: O((N+M)(K·D + log) + N·(block + S)(D+Dv)). Options: block, bits, samples, value_power, normalise, delta, scale.
// Look at: exact_mass, how much of the attention the blocks catch; and one far column that the draws miss.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator hyper_estimator();

}  // namespace omega
