// rfa: random-feature attention, also as what it is: a self-normalised importance sampler (specification, section 3).
//
//   positive    φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S          hyperbolic  exp(±ω_s·x − ‖x‖²/2)/√(2S)
//   trig        exp(‖x‖²/2)[sin ω_s·x, cos ω_s·x]/√S      cosine      exp(‖x‖²/2) √2 cos(ω_s·x + 2πu_s)/√S
//   hybrid      a mix of positive and trig for each pair, by its angle (hybrid_features.h)
//   y_n = Σ_m φ(q_n)·φ(k_m) v_m / Σ_m φ(q_n)·φ(k_m),  ω_s ~ N(0, I)
//
// With positive features that is Σ_s w_ns f(ω_s) / Σ_s w_ns with target p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I), proposal
// N(0, I), f(ω) = Σ_m ξ(k_m,ω) v_m / Σ_m ξ(k_m,ω) and w_ns ∝ ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s) (LARA paper, section 3; EVA
// paper, Eq. 6–7): the proposal knows nothing of q and k, which is why ESS collapses when ‖q + k‖ grows.
//
// Cost: O((N + M)·S·(D + Dv)). Options: samples, features, draw, proposal_variance, angle, sign_samples, causal,
// scale. Look at: ESS against the norm of q + k; one swollen weight; for trig and cosine the denominators that are not
// positive.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator rfa_estimator();

}  // namespace omega
