// fastfood: linear attention whose Gaussian frequencies come from a product of diagonals and Walsh–Hadamard transforms
// (Le et al. 2013; KL-Transformer, Eqs. 6, 12; specification, section 8).
//
//   W = (1/(σ√P)) S H G Π H B  in ⌈m/P⌉ blocks of P×P, D padded with zeros to P = 2^j;
//   ω is its first m rows and D columns
//   G normal, B = ±1, (Πx)_i = x_perm(i), S_i = s_i/‖G‖ with s_i ~ χ_P: a row of W alone is then exactly N(0, I/σ²)
//   rks estimates κ(q,k) = exp(−‖q−k‖²/(2σ²)); prf exp(−‖q‖² − ‖k‖² + ‖q+k‖²/(2σ²)).
//
// It is attention with the kernel κ and estimates no softmax: no target, no proposal. Cost: O((N + M)·m·log P) for the
// frequencies, never as a matrix, and O((N + M)·m·Dv) for the sums. Options: features, frequencies (m), sigma, causal,
// scale. Arrays: G, B, perm, S (blocks×P each). Look at: rows of ω within a block are not independent; does it show in
// the error?
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator fastfood_estimator();

}  // namespace omega
