// ra: randomized attention, the unbiased estimator that samples each query's own target (specification, section 4;
// LARA paper, section 3.2 and Eq. 5–7).
//
//   exact    a_ns ~ Categorical(π_n),  ω_ns = q_n + k_{a_ns} + ε_ns,   y_n = (1/S) Σ_s f(ω_ns),  E[y_n] = softmax
//   attention biased   ω_ns = q_n + Σ_m π_nm k_m + ε_ns  (one Gaussian at the target's mean); evaluate: ε = 0
//
// Target and proposal are the same: p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I); all weights are 1. Every query has samples of
// its own, hence O(N·M·S·D) time; no N×M numbers are held. Options: samples, variant, evaluate, causal, scale. Look at:
// samples gathering on the bumps q_n + k_m in proportion to π_nm, and the error falling as 1/S.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator ra_estimator();

}  // namespace omega
