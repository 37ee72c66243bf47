// gmm: linear attention whose spectral density is a mixture of Gaussians (KL-Transformer, Eqs. 4, 5, 10; specification,
// section 8).
//
//   ω_ci = S_c ε_i + μ_c,  ε_i ~ N(0, I) the same for every component,  π_c = 1/C,  covariance S_c S_cᵀ
//   rks estimates κ(q,k) = Σ_c (1/C) exp(−½‖S_cᵀ(q−k)‖²) cos(μ_c·(q−k));
//   prf estimates κ(q,k) = Σ_c (1/C) exp(−‖q‖² − ‖k‖² + μ_c·(q+k) + ½‖S_cᵀ(q+k)‖²); μ = 0, S = I: the Gaussian kernel.
//
// It is attention with the kernel κ and estimates no softmax: no target, no proposal. Cost: O(C·m·D·(D + N + M)) time,
// O(C·m·(D + Dv)) workspace. Options: features, frequencies (m), components (C), causal, scale. Arrays: eps m×D, mu C×D
// (absent: 0), S (rks: C×D×D, prf: its diagonal C×D; absent: identity). F = C·m frequencies, numbered component by
// component. Look at: the closed-form kernel beside its estimate, and the spread between draws that Theorem 3 predicts.
#pragma once

#include <span>

#include "core/estimator.h"

namespace omega {

Estimator gmm_estimator();

/// Moves one μ_c of C×D means along an axis. Of two components the other one stays at −μ, as in the paper's theorem.
void move_component(std::span<double> means, Index dims, Index component, Index axis, double to);

}  // namespace omega
