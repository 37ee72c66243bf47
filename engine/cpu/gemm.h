// The three matrix products of attention, one thread each: callers are parallel over tiles.
#pragma once

#include "core/matrix.h"

namespace omega {

/// out = a · bᵀ: logits of the rows of a against the rows of b.
template <class T> void multiply_nt(View<const T> a, View<const T> b, View<T> out);
/// out = a · b.
template <class T> void multiply_nn(View<const T> a, View<const T> b, View<T> out);
/// out += a · b: values weighted by the rows of a.
template <class T> void add_multiply_nn(View<const T> a, View<const T> b, View<T> out);
/// out += aᵀ · b: sums over tokens of features times values.
template <class T> void add_multiply_tn(View<const T> a, View<const T> b, View<T> out);

/// ‖row‖² of each row.
template <class T> void squared_norms(View<const T> rows, T* out);

}  // namespace omega
