// The matrix products of attention, one thread each: callers are parallel over tiles. Blocks of the result stay in
// registers (simd_inl.h); out never overlaps a or b.
#pragma once

#include "core/matrix.h"

namespace omega {

/// out = a · bᵀ: logits of the rows of a against the rows of b.
template <class T>
void multiply_nt(View<const T> a, View<const T> b, View<T> out);
/// out += a · bᵀ.
template <class T>
void add_multiply_nt(View<const T> a, View<const T> b, View<T> out);
/// out = a · b.
template <class T>
void multiply_nn(View<const T> a, View<const T> b, View<T> out);
/// out += a · b: values weighted by the rows of a.
template <class T>
void add_multiply_nn(View<const T> a, View<const T> b, View<T> out);
/// out = aᵀ · b.
template <class T>
void multiply_tn(View<const T> a, View<const T> b, View<T> out);
/// out += aᵀ · b: sums over tokens of features times values.
template <class T>
void add_multiply_tn(View<const T> a, View<const T> b, View<T> out);

/// ‖row‖² of each row.
template <class T>
void squared_norms(View<const T> rows, T* out);
/// out(i, j) = ‖a_i − b_j‖², by differences: far from 0 the expanded square would cancel.
template <class T>
void squared_distances(View<const T> a, View<const T> b, View<T> out);
/// sums[d] += Σ_r rows(r, d), in double.
template <class T>
void add_rows(View<const T> rows, double* sums);

}  // namespace omega
