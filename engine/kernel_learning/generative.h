// generative: linear attention whose frequencies come out of a small network (KL-Transformer, Eqs. 8, 11;
// specification, section 8).
//
//   ω_i = g(ε_i),  ε_i ~ N(0, I) in D_0 dimensions;  g: 4 × (linear → batch norm → LeakyReLU 0.01), then linear → tanh
//   batch norm: (h − mean)/√(var + 1e-5)·gamma + beta, with mean and biased variance over the m rows, or given ones
//
// An implicit spectral density: there is no closed-form kernel, and tanh keeps every coordinate of ω within ±1. It is
// attention with a kernel of its own and estimates no softmax: no target, no proposal. Cost: O(m·width²) for the
// network, O((N + M)·m·(D + Dv)) for the attention. Options: features, frequencies (m), causal, scale. Arrays: eps
// m×D_0, W0..W4 (out×in), b0..b4, gamma0..gamma3, beta0..beta3, mean0.., var0... Absent: W ~ N(0,1)/√in from the seed,
// the same for every head (one generator a layer), b and beta 0, gamma 1, and every width and D_0 = D (the paper's
// constant width) unless a given array says otherwise. Look at: the cloud of ω beside a Gaussian one.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator generative_estimator();

}  // namespace omega
