// HeadAttention: one head of one example, forward and backward. What an attention keeps between the two, and its
// scratch, lie in memory that the caller owns: nothing is allocated in a training step.
//
// q and k come multiplied by √τ. `shared` is what all examples of a batch share for this head: the frequencies ω (rfa,
// gmm, fastfood, generative) or the noise ε (lara, eva), one a row.
#pragma once

#include <cstddef>
#include <memory>

#include "core/matrix.h"

namespace omega::train {

template <class T>
struct HeadInput {
  View<const T> q, k, v;
  View<const T> shared;
};

/// Where the gradients go: those of q, k and v are written; those of frequencies are added (a view of nothing: not
/// wanted).
/// Noise (lara, eva) is nobody's parameter and gets none.
template <class T>
struct HeadGradient {
  View<T> q, k, v;
  View<T> shared;
};

template <class T>
class HeadAttention {
 public:
  virtual ~HeadAttention() = default;

  virtual std::size_t saved_count() const = 0;    // numbers kept from forward to backward
  virtual std::size_t scratch_count() const = 0;  // numbers either may overwrite
  /// Writes y; returns how many denominators had to be kept away from 0.
  virtual Index forward(const HeadInput<T>& in, View<T> y, T* saved, T* scratch) const = 0;
  virtual void backward(const HeadInput<T>& in, View<const T> y, View<const T> dy, const T* saved, T* scratch,
                        const HeadGradient<T>& out) const = 0;
};

struct HeadSizes {
  Index L = 0, D = 0, Dv = 0;
};

/// Softmax inside windows of `window` tokens with `overlap` more on both sides, and beside them, with groups C > 0, one
/// key k̃_c and value β̂_c for each group: softmax (one window), local (C = 0) and EVA.
template <class T>
std::unique_ptr<HeadAttention<T>> window_head(const HeadSizes& sizes, Index window, Index overlap, Index groups);

/// Positive features exp(ω·x − c‖x‖²): c = ½ for rfa, 1 for prf.
template <class T>
std::unique_ptr<HeadAttention<T>> positive_head(const HeadSizes& sizes, Index frequencies, double norm_factor);

/// LARA with its defaults: proposals at q̃_c + k̃_c, decoupled weighting with β = 1 and a clamp at 1e-8.
template <class T>
std::unique_ptr<HeadAttention<T>> lara_head(const HeadSizes& sizes, Index landmarks);

/// Explicit features and a quotient: [cos ω·x, sin ω·x] for rks, times exp(‖k‖²/2) for the keys of trig; max(x + 1,
/// eˣ).
enum class ExplicitFeatures { rks, trig, elu };
template <class T>
std::unique_ptr<HeadAttention<T>> quotient_head(const HeadSizes& sizes, ExplicitFeatures features, Index frequencies);

}  // namespace omega::train
