// Element-wise mathematics on runs of numbers, with SIMD chosen at run time (Highway): the same binary runs on any
// x86-64 and uses AVX2 or AVX-512 where it finds them.
#pragma once

#include "core/matrix.h"

namespace omega {

/// x ← exp(x − shift); returns the sum. exp(−∞) is exactly 0.
template <class T>
T exp_shifted(T* x, Index count, T shift);

/// The largest element; −∞ for none.
template <class T>
T largest(const T* x, Index count);

/// Each row ← its softmax. Not where a whole row is −∞.
template <class T>
void softmax_rows(View<T> rows) {
  for (Index r = 0; r < rows.rows; ++r) {
    const T sum = exp_shifted(rows.row(r), rows.cols, largest(rows.row(r), rows.cols));
    for (T& weight : rows.row_span(r)) weight /= sum;
  }
}

/// Whether no element is infinite or NaN.
template <class T>
bool all_finite(const T* x, Index count);

/// sine and cosine of x, for any argument; x must not overlap them.
template <class T>
void sine_cosine(const T* x, Index count, T* sine, T* cosine);

/// to ← to_factor·to + from_factor·from, each row with its own factors.
template <class T>
void combine_rows(View<T> to, const T* to_factors, View<const T> from, const T* from_factors);

/// out ← in / divisor, each row by its own.
template <class T>
void divide_rows(View<const T> in, const T* divisors, View<T> out);

/// out ← (max(x, 0) + 1)·exp(min(x, 0) + shift_d) of x = factor·in. With `log_scales` each row's exponentials are
/// relative to the row's largest, whose log is stored there.
template <class T>
void elu_features(View<const T> in, T factor, const T* shifts, View<T> out, T* log_scales);

/// The instruction set in use, for people: "AVX-512", "AVX2", "SSSE3", or "SSE2", which every x86-64 has.
const char* vector_target();

/// The environment variable whose value, one of sse2, ssse3, avx2 and avx512, limits it; main() hands it to the next
/// function.
constexpr const char* kVectorTargetVariable = "OMEGASCOPE_SIMD";

/// Lets all kernels of the engine use no instruction set beyond the named one, as far as this machine has it; null or
/// empty: whatever there is. Not while anything computes. Throws Error::input for another name.
void limit_vector_target(const char* name);

}  // namespace omega
