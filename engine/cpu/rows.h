// What training does to rows of activations, vectorised: softmax by rows and by columns, GELU, layer norm, and the
// gradient of each. One thread each: callers are parallel over examples. Nothing here allocates.
#pragma once

#include "core/matrix.h"

namespace omega {

/// Each row ← softmax of it; log_sums (may be null) receives log Σ exp.
template <class T>
void softmax_rows(View<T> x, T* log_sums);
/// Each column ← softmax of it.
template <class T>
void softmax_columns(View<T> x, T* log_sums);
/// x(r, c) ← exp(x(r, c) − shifts[r]): the softmax again, from its logits and log sums.
template <class T>
void exponentials_of_rows(View<T> x, const T* shifts);
/// dp ← p∘(dp − delta[r]): from the gradient of the weights to that of the logits, delta_r = Σ_c p(r, c)·dp(r, c).
template <class T>
void softmax_gradient_rows(View<const T> p, const T* delta, View<T> dp);
/// The same with one delta a column.
template <class T>
void softmax_gradient_columns(View<const T> p, const T* delta, View<T> dp);

/// out = x·σ(2u), u = √(2/π)(x + 0.044715x³): the Gaussian error linear unit in the form of Hendrycks and Gimpel
/// (2016).
template <class T>
void gelu(View<const T> x, View<T> out);
/// dx = dy·d gelu(x)/dx.
template <class T>
void gelu_gradient(View<const T> x, View<const T> dy, View<T> dx);

/// normal = (x − mean)/√(variance + 1e-5) by rows, out = normal∘gamma + beta; inverse_deviations: one a row.
template <class T>
void layer_norm(View<const T> x, const T* gamma, const T* beta, View<T> normal, T* inverse_deviations, View<T> out);
/// dx from dy; gamma's and beta's gradients are added to. dx may be dy.
template <class T>
void layer_norm_gradient(View<const T> normal, const T* inverse_deviations, const T* gamma, View<const T> dy,
                         View<T> dx, T* dgamma, T* dbeta);

/// x(r, c) ← factor·(x(r, c) + columns[c]).
template <class T>
void add_to_rows(View<T> x, const T* columns, T factor);
/// x(r, c) ← x(r, c) + factor·rows[r].
template <class T>
void add_to_columns(View<T> x, const T* rows, T factor);
/// sums[c] += Σ_r x(r, c).
template <class T>
void add_column_sums(View<const T> x, T* sums);
/// x ← x + factor·y.
template <class T>
void add_scaled(View<T> x, View<const T> y, T factor);
/// out[r] = a_r·b_r.
template <class T>
void row_products(View<const T> a, View<const T> b, T* out);
/// Row r times factors[r].
template <class T>
void scale_rows(View<T> x, const T* factors);
/// out = cosine∘dsine − sine∘dcosine: from the gradients of the sine and cosine of an angle to its own.
template <class T>
void angle_gradient(View<const T> cosine, View<const T> sine, View<const T> dcosine, View<const T> dsine, View<T> out);

}  // namespace omega
