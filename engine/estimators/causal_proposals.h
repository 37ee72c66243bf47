// LARA and MIS where query n sees the keys m ≤ n (specification, section 13): no query uses a proposal, or a sum over
// keys, that knows later tokens.
//
//   y_n = Σ_{c≤g} Σ_s α_nc N(ω_cs; 0, I)/q_c(ω_cs) ξ(q_n,ω_cs) Σ_{m≤n} ξ(k_m,ω_cs) v_m / the same without v_m
//   for the queries of segment g; mis divides by Z_n = Σ_{m≤n} exp(a_nm) and by S'_c instead
//
// Ours: the paper has no causal form. The sums are those of causal attention by features φ_cs, with factors of queries.
#pragma once

#include "core/call.h"

namespace omega {

/// One head: all outputs that are wanted.
template <class T>
void estimate_with_causal_proposals(const Call<T>& call, bool self_normalised);

}  // namespace omega
