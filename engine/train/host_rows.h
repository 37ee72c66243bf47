// What training does to rows of activations, vectorised: softmax by rows and by columns, norms of rows, and the
// gradient of each. One thread each: callers are parallel over examples. Nothing here allocates.
#pragma once

#include "core/matrix.h"

namespace omega::train {

/// Each row ← softmax of it; log_sums (may be null) receives log Σ exp.
template <class T>
void softmax_rows(View<T> x, T* log_sums);
/// Each column ← softmax of it.
template <class T>
void softmax_columns(View<T> x, T* log_sums);
/// dp ← p∘(dp − p·dp + dlog_sum) by rows: from the gradient of the weights, and of their log sums (may be null), to
/// that of the logits.
template <class T>
void softmax_gradient_rows(View<const T> p, const T* dlog_sums, View<T> dp);
/// The same by columns.
template <class T>
void softmax_gradient_columns(View<const T> p, const T* dlog_sums, View<T> dp);

/// weight∘x + bias, one number a column; nullptr: x.
template <class T>
struct Affine {
  const T *weight, *bias;
};
/// normal = (x − mean)/√(variance + epsilon) by rows, and of that `out`, where there are weights; inverse_deviations:
/// one a row.
template <class T>
void normalise_rows(View<const T> x, T epsilon, View<T> normal, T* inverse_deviations, const Affine<T>& affine,
                    View<T> out);
/// dx = (d − mean d − normal·mean(d∘normal))/deviation with d = weight∘dout; with `adds` it is added to dx. Gradients
/// of weight and bias are added to where they are asked for.
template <class T>
void normalise_gradient_rows(View<const T> normal, const T* inverse_deviations, const Affine<T>& affine,
                             View<const T> dout, View<T> dx, bool adds, T* dweight, T* dbias);

}  // namespace omega::train
