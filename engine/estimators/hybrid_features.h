// The features `hybrid` of rfa (specification, section 12.4; Choromanski et al. 2022): each pair mixes
// the estimates of positive and of trigonometric features, weighted by its angle θ.
//
//   SM_nm = λ_nm φ⁺(q_n)·φ⁺(k_m) + (1 − λ_nm) φ(q_n)·φ(k_m) with φ of sines and cosines at the same ω,  λ_nm = θ_nm/π
//   signs: λ_nm = the share of the τ_r that q_n and k_m lie on different sides of: E λ_nm = θ_nm/π
//
// Positive features have no variance at k = −q, trigonometric ones none at k = q, the mix none at either. Denominators
// can be ≤ 0. The exact angle is a number for each pair, quadratic; signs are features: for each τ_r the keys of either
// side are added up, and a query reads the sums of its own side and of the other, O((N + M)·R·S·Dv). Causal, the sums
// grow from tile to tile, and the pairs within a tile are taken one by one.
#pragma once

#include "core/call.h"
#include "sampling/spread.h"

namespace omega {

/// angle, sign_samples: shown where the features are hybrid.
std::vector<OptionSpec> hybrid_options();
/// The τ_r, where they are needed.
std::vector<ArraySpec> hybrid_arrays(const Problem& problem);
/// hybrid_share: λ.
OutputSpec output_hybrid_share(const Sizes& sizes);
Cost hybrid_cost(const Problem& problem);

/// y, attention, hybrid_share and the count of denominators ≤ 0.
template <class T>
void hybrid_attention(const Call<T>& call, const SpreadProjections<T>& drawn);

}  // namespace omega
