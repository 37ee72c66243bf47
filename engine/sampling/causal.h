// What samplers of projections share where query n sees the keys m ≤ n: running sums of ξ(k_m,ω) in place of one sum.
#pragma once

#include "core/call.h"
#include "cpu/causal_attention.h"

namespace omega {

/// Projections and what their features are made of. `scaled` holds √τ·ω: logits are its products with keys and queries
/// as they are.
template <class T>
struct CausalSamples {
  Matrix<T> scaled;
  CausalAttention<T> what;  // refers to `scaled`: not to be moved
};
/// φ_j(x) = ξ(x,ω_j), the queries' without −‖q‖²/2; where that is divided out it cancels. `bias` (one a sample, may be
/// null) is added to the queries' logits.
template <class T>
void set_causal_samples(const Call<T>& call, View<const T> omega, const T* bias, CausalSamples<T>& samples);

/// L_nj = log Σ_{m≤n} ξ(k_m,ω_j), N×J, and f_n(ω_j), all samples of a query after one another (skipped if a view of
/// nothing).
template <class T>
void write_causal_values(const Call<T>& call, View<const T> omega, View<T> log_key_sums, View<T> f);

}  // namespace omega
