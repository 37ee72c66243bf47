// linear_relu: linear attention with the features of Performer's generalised attention (Choromanski et al. 2021), which
// EVA's paper trains in place of positive ones where those diverge (its Table 12).
//
//   φ_s(x) = max(ω_s·x, 0) + 0.001,  ω_s ~ N(0, I),  y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)
//
// It does not estimate softmax. Apart from the 0.001, which keeps denominators above 0, it estimates attention by the
// arc-cosine kernel ‖q‖‖k‖(sin θ + (π − θ) cos θ)/(2π). Cost: O((N + M)·S·(D + Dv)) time, O(S·Dv) workspace. Options:
// samples, draw, causal, scale. Look at: a map that knows directions, and lengths only as factors.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator linear_relu_estimator();

}  // namespace omega
