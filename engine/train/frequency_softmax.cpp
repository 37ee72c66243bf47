#include "train/frequency_softmax.h"

#include <algorithm>

#include "cpu/gemm.h"
#include "cpu/rows.h"

namespace omega::train {

template <class T>
void sum_keys(View<const T> omega, View<const T> k, View<const T> v, T norm_factor, T* norms, const KeySums<T>& out) {
  multiply_nt<T>(k, omega, out.weights);
  squared_norms<T>(k, norms);
  add_to_columns<T>(out.weights, norms, -norm_factor);
  softmax_columns<T>(out.weights, out.log_sums);
  multiply_tn<T>(out.weights, v, out.values);
}

/// With A the logits: dA_mf = W_mf (v_m·df_f − f_f·df_f + dL_f), and A = ω·k − c‖k‖².
template <class T>
void sum_keys_gradient(View<const T> omega, View<const T> k, View<const T> v, T norm_factor, const KeySums<T>& sums,
                       const KeySumsGradient<T>& out) {
  const Index F = omega.rows;
  multiply_nt<T>(v, out.dvalues, out.dweights);
  row_products<T>(sums.values, out.dvalues, out.per_frequency);
  for (Index f = 0; f < F; ++f) out.per_frequency[f] -= out.dlog_sums[f];
  softmax_gradient_columns<T>(sums.weights, out.per_frequency, out.dweights);
  add_multiply_nn<T>(sums.weights, out.dvalues, out.dv);
  add_multiply_nn<T>(out.dweights, omega, out.dk);
  std::fill_n(out.per_frequency, F, T(1));
  row_products<T>(out.dweights, View<const T>(out.per_frequency, k.rows, F, 0), out.per_key);  // Σ_f dA_mf
  for (Index m = 0; m < k.rows; ++m)
    for (Index d = 0; d < k.cols; ++d) out.dk(m, d) -= 2 * norm_factor * out.per_key[m] * k(m, d);
  if (out.domega) add_multiply_tn<T>(out.dweights, k, out.domega);
}

template <class T>
void mix_samples(View<T> weights, View<const T> values, View<T> y) {
  softmax_rows<T>(weights, nullptr);
  multiply_nn<T>(weights, values, y);
}

template <class T>
void mix_samples_gradient(View<const T> weights, View<const T> values, View<const T> y, View<const T> dy, T* per_query,
                          View<T> dlogits, View<T> dvalues) {
  multiply_nt<T>(dy, values, dlogits);
  row_products<T>(dy, y, per_query);
  softmax_gradient_rows<T>(weights, per_query, dlogits);
  multiply_tn<T>(weights, dy, dvalues);
}

#define OMEGA_INSTANTIATE(T)                                                                                     \
  template void sum_keys<T>(View<const T>, View<const T>, View<const T>, T, T*, const KeySums<T>&);              \
  template void sum_keys_gradient<T>(View<const T>, View<const T>, View<const T>, T, const KeySums<T>&,          \
                                     const KeySumsGradient<T>&);                                                 \
  template void mix_samples<T>(View<T>, View<const T>, View<T>);                                                 \
  template void mix_samples_gradient<T>(View<const T>, View<const T>, View<const T>, View<const T>, T*, View<T>, \
                                        View<T>);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega::train
