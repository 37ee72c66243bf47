// The two feature maps of kernel learning and the linear attention made of them (specification, section 8).
//
//   RKS  φ(x) = (1/√F)[cos ω·x, sin ω·x]      2F features; φ(q)·φ(k) = (1/F) Σ_f cos ω_f·(q − k),
//                                             which can be any shift-invariant kernel
//   PRF  φ(x) = exp(ω·x − ‖x‖²)/√F            F features, all positive; ‖x‖² and not half of it, as in the paper
//   y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)
//
// Frequencies enter only through x ↦ (ω_1·x .. ω_F·x), so that a method with a fast transform never builds their
// matrix. RKS denominators can be ≤ 0: the value is kept and counted. PRF is a mixture of F softmaxes in log space:
//
//   L_f = log Σ_m exp(ω_f·k_m − ‖k_m‖²),  f_f = its weighted mean of v,  y_n = Σ_f softmax_f(ω_f·q_n + L_f) f_f
//
// Cost: O((N + M)·F·Dv) time beside the projections; O(F·Dv) workspace and tiles.
#pragma once

#include <functional>
#include <span>

#include "core/choices.h"
#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

/// Writes ω_1·x .. ω_F·x for each row x: a tile of rows × F.
template <class T>
using Projection = std::function<void(View<const T> x, View<T> out)>;

template <class T>
struct KernelAttention {
  FeatureMap map = FeatureMap::rks;
  Index frequencies = 0;  // F
  Projection<T> project;
  View<const T> omega;  // the frequencies as rows, where that is what `project` multiplies by
  View<const T> q, k, v;
  T norm_factor = 1;  // of ‖k_m‖²: the frequencies carry √τ, q and k do not
  bool causal = false;
};

/// y; returns how many denominators were ≤ 0.
template <class T>
Index kernel_attention(const KernelAttention<T>& what, View<T> y, const Progress& progress);

/// The N×M matrix A with y = A·V.
template <class T>
void kernel_attention_map(const KernelAttention<T>& what, View<T> map, const Progress& progress);

/// φ(q)·φ(k) for one pair: the estimate of κ(q, k) by the frequencies in the rows of omega.
double feature_product(FeatureMap map, View<const double> omega, std::span<const double> q, std::span<const double> k);

}  // namespace omega
