// eva: exact attention near by, one control variate for each group of keys elsewhere (specification, section 6).
//
//   y_n = [Σ_{m∈E^n} e^{a_nm} v_m + Σ_c G_nc β̂_c] / [Σ_{m∈E^n} e^{a_nm} + Σ_c G_nc]   (EVA paper, Eq. 13, section 4.2)
//   β̂_c = Σ_{m∈P_c} softmax_{m∈P_c}(log ξ(k_m, ω_c)) v_m,  ω_c = μ_c + ε_c
//   G_nc = exp(q_n·k̃_c) | |P_c| exp(q_n·k̃_c) | Σ_{m∈P_c} exp(a_nm)
//
// A composition of partition (all, complement) × proposal (qk, half, q, zero, given) × group weight (paper, counted,
// exact). Target of each group: Σ_{m∈P_c} π_nm N(ω; q_n + k_m, I), estimated from one sample of N(μ_c, I) that all
// queries share. With `samples` S > 1 instead S projections of N(0, I) for all groups, weighed anew for each query: Σ_s
// w_nsc f_c(ω_s).
//
// Single queries, taken apart: eva_view.h.
//
// Cost: O(N·(w + C)·(D + Dv) + M·(D + Dv)); `complement` looks at all keys once for each block, `exact` at all keys for
// each query (time, not memory). Options: window, overlap, groups, partition, proposals, summary, group_weight,
// samples, evaluate, causal, grid, scale. Look at: the map, exact blocks on the diagonal and stripes that are the same
// for all queries elsewhere.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator eva_estimator();

}  // namespace omega
