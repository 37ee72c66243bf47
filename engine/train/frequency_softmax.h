// Two softmaxes that positive features are made of, with their gradients (engine/kernel_learning/features.h has the
// idea):
//
//   over keys     L_f = log Σ_m exp(ω_f·k_m − c‖k_m‖²),  W_mf = exp(that term − L_f),  f_f = Σ_m W_mf v_m
//   over samples  P_nf = softmax_f(ω_f·q_n + bias_nf),  y_n = Σ_f P_nf f_f
#pragma once

#include "core/matrix.h"

namespace omega::train {

/// What one set of frequencies says of the keys.
template <class T>
struct KeySums {
  View<T> weights;  // W, keys × F
  View<T> values;   // f, F × Dv
  T* log_sums;      // L, F
};

/// `norms`: room for one number a key.
template <class T>
void sum_keys(View<const T> omega, View<const T> k, View<const T> v, T norm_factor, T* norms, const KeySums<T>& out);

/// From the gradients of f and L: adds to dk, dv and (unless it is a view of nothing) domega.
template <class T>
struct KeySumsGradient {
  View<const T> dvalues;
  const T* dlog_sums;
  View<T> dweights;  // scratch, keys × F
  T* per_key;        // scratch, one a key
  T* per_frequency;  // scratch, F
  View<T> dk, dv, domega;
};
template <class T>
void sum_keys_gradient(View<const T> omega, View<const T> k, View<const T> v, T norm_factor, const KeySums<T>& sums,
                       const KeySumsGradient<T>& out);

/// weights ← softmax of the logits in them; y.
template <class T>
void mix_samples(View<T> weights, View<const T> values, View<T> y);

/// dlogits (over samples) and dvalues are written. `per_query`: scratch.
template <class T>
void mix_samples_gradient(View<const T> weights, View<const T> values, View<const T> y, View<const T> dy, T* per_query,
                          View<T> dlogits, View<T> dvalues);

}  // namespace omega::train
