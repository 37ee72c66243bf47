// Attention by explicit features in which query n sees the keys m ≤ n, by running sums over the keys, in tiles:
//
//   y_n = Σ_f φ_f(q_n) Σ_{m≤n} φ_f(k_m) v_m / Σ_f φ_f(q_n) Σ_{m≤n} φ_f(k_m),   φ_f(k_m) = x_fm·exp(l_fm)
//
// No later token changes a bit of y_n: not even the reference that is taken out of the exponentials of a feature may
// know one. So the tokens come in stretches of a few tiles. In each all exponentials are relative to the largest of the
// first keys of the stretches so far; a key too far above that ends the stretch, and is the first of the next.
//
// Cost: O(N·F·Dv) time beside the features, about half as much again as without `causal`; O(F·Dv) workspace.
#pragma once

#include <functional>
#include <vector>

#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

template <class T>
struct CausalAttention {
  /// Writes l and x of some tokens, features × tokens. As many features as the views have rows.
  using Fill = std::function<void(Range tokens, View<T> logits, View<T> values)>;

  Index tokens = 0, features = 0;
  Fill of_keys, of_queries;
  bool key_values = false, query_values = false;  // else x = 1, and `values` are views of nothing
  bool shared_logits = false;  // a key's features share one l (1 × keys); queries, whose own cancels, bring only x
  View<const T> v;
  const T* log_factors = nullptr;  // one a query: y_n is not divided, but multiplied by its exponential

  /// No query before starts[f], which does not fall with f, uses feature f; empty: all queries use all. Its logits may
  /// know the tokens before that one. `past` sums over the first `keys` of them for features that come late:
  /// log Σ exp(l), and the means of v (skipped if a view of nothing).
  std::vector<Index> starts;
  std::function<void(Range features, Index keys, T* log_sums, View<T> means)> past;
};

/// y; returns how many denominators were ≤ 0.
template <class T>
Index causal_attention(const CausalAttention<T>& what, View<T> y, const Progress& progress);

/// The N×N matrix A with y = A·V. Its upper triangle is 0.
template <class T>
void causal_attention_map(const CausalAttention<T>& what, View<T> map, const Progress& progress);

}  // namespace omega
