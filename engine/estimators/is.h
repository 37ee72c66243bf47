// is: importance sampling of softmax attention from N(0, I), unbiased and not self-normalised (specification, section
// 3).
//
//   y_n = (1/S) Σ_s w_ns f(ω_s),  w_ns = ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s) / Z_n,  ω_s ~ N(0, I)
//
// Target p_n, proposal and f are those of rfa; the exact Z_n makes it quadratic: it is here to show that unbiased
// does not mean good. Cost: O(NMD + (N + M)·S·(D + Dv)). Options: samples, draw, proposal_variance, causal, scale. Look
// at: the heavy tail of its weights, and a mean over many draws that still looks biased once ‖q + k‖ > 2.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator is_estimator();

}  // namespace omega
