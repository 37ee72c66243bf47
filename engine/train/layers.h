// The plain parts of a transformer on rows of activations, each with its gradient. Weights are out×in, as PyTorch keeps
// them.
#pragma once

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "train/streams.h"

namespace omega::train {

/// out = x Wᵀ + b
template <class T>
void linear(View<const T> x, View<const T> W, const T* b, View<T> out) {
  multiply_nt<T>(x, W, out);
  add_to_rows<T>(out, b, T(1));
}

/// dW += dyᵀ x, db += Σ dy
template <class T>
void linear_gradient(View<const T> x, View<const T> dy, View<T> dW, T* db) {
  add_multiply_tn<T>(dy, x, dW);
  add_column_sums<T>(dy, db);
}

/// Which numbers of a batch are dropped: a function of the step, the place in the batch and the place in the model
/// alone, so that the backward pass draws the same ones again.
struct DropoutPlace {
  std::uint32_t seed = 0;
  std::uint32_t step = 0;
  Index example = 0;  // in the batch
  Index site = 0;     // in the model
};

/// x ← 0 with probability `rate`, else x/(1 − rate); one example's rows.
template <class T>
void drop(View<T> x, double rate, const DropoutPlace& place) {
  constexpr Index most_columns = 1024, most_rows = 4096;
  double uniforms[most_columns];
  OMEGA_ASSERT(x.cols <= most_columns && x.rows <= most_rows);
  const T kept = static_cast<T>(1 / (1 - rate));
  for (Index r = 0; r < x.rows; ++r) {
    draw_uniforms(address_of(place.seed, Purpose::dropout, place.example, r + most_rows * place.site, place.step),
                  uniforms, x.cols);
    for (Index c = 0; c < x.cols; ++c) x(r, c) = uniforms[c] < rate ? T(0) : kept * x(r, c);
  }
}

}  // namespace omega::train
