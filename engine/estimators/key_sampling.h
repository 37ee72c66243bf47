// key_sampling: attention as an expectation over keys, v_m with m ~ π_n, estimated from a few of them (specification,
// section 12.5). The other family beside the estimators that sample projections ω.
//
//   y_n = [Σ_{m∈T_n} e^{a_nm} v_m + Σ_{m∉T_n} c_nm e^{a_nm} v_m] / Z_n,  Z_n the same without v, or exact
//   T_n: the exact_keys keys with the largest a_nm;  E c_nm = 1:
//   uniform, exact   c_nm = (times drawn)/(S p_nm), m_ns ~ p_n ∝ (1 or π_nm)·‖v_m‖^a, S draws with replacement
//   lsh              c_nm = 1/u_nm for keys that share a whole code of K signs with q_n in at least t of L tables,
//                    u_nm = P(that) at the angle of q_n and k_m (MagicPIG)
//
// Z_n exact: unbiased for every sampler. `ra` is sampler=exact after Rao–Blackwell: f(ω) is the mean of v over the
// keys that could have made ω.
// Cost: uniform O(N·S·(D+Dv)); exact_keys, sampler=exact, normalise=none O(N·M·D) more; lsh hashes all, then reads
// the keys that share codes. Options: samples, normalise, exact_keys, sampler, value_power, tables, bits, min_tables,
// centre, delta, causal, scale. Look at: the bound of the error where one key holds the mass and no draw finds it.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator key_sampling_estimator();

}  // namespace omega
