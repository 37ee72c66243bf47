// softmax: exact attention, the truth all others are measured against (specification, section 2).
//
//   π_nm = exp(a_nm) / Σ_m' exp(a_nm'),  a_nm = q_n·k_m,  y_n = Σ_m π_nm v_m
//   causal: query n sees keys m ≤ n only.
//
// Cost: O(NMD) time. The path of y is online (tiles of keys, running maximum and sum) and never holds N×M numbers;
// `materialise` holds the whole map first, as textbooks do, to show what that costs.
#pragma once

#include "core/estimator.h"

namespace omega {

/// Attention with logits factor·q_n·k_m, for whoever needs the truth or log Z_n, the log of the sum. Either output may
/// be empty.
template <class T>
void softmax_attention(View<const T> q, View<const T> k, T factor, View<const T> v, View<T> y, T* log_z,
                       const Progress& progress);

/// π itself, N×M.
template <class T>
void softmax_map(View<const T> q, View<const T> k, bool causal, View<T> map, const Progress& progress);

}  // namespace omega
