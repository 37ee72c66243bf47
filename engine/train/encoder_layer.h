// One layer of the transformer on the rows of a few examples, forward and backward (specification, section 9).
//
//   post-norm   m = LN(x + attention(x)),   out = LN(m + ff(m))            ff(x) = gelu(x W_1ᵀ + b_1) W_2ᵀ + b_2
//   pre-norm    m = x + attention(LN(x)),   out = m + ff(LN(m))
#pragma once

#include <memory>
#include <string>

#include "train/carver.h"
#include "train/frequency_source.h"
#include "train/head_attention.h"
#include "train/layers.h"

namespace omega::train {

/// What a layer keeps of its examples from forward to backward. Rows of one example after the other.
template <class T>
struct LayerRows {
  View<T> q, k, v, y;  // all heads side by side; q and k times √τ
  View<T> normal1, normed1, normal2, normed2;
  T *deviations1, *deviations2;    // 1/deviation of each row
  View<T> middle, hidden, active;  // m, the feed-forward part before and after its GELU
  T* saved;                        // of the heads' attentions

  LayerRows(Carver<T>& run, const ModelSettings& model, Index rows, std::size_t saved_count);
};

/// Rows that all layers use in turn.
template <class T>
struct SharedRows {
  View<T> a, b, dq, dk, dv, dhidden;
  T* scratch;  // of one head

  SharedRows(Carver<T>& run, const ModelSettings& model, Index rows, std::size_t scratch_count);
};

template <class T>
class EncoderLayer {
 public:
  EncoderLayer(const ModelSettings& model, Index number);

  void declare(ParameterTable& table);

  Index number() const { return number_; }
  FrequencySource<T>* source() const { return source_.get(); }
  /// Numbers kept for one example, and scratch.
  std::size_t saved_count() const { return static_cast<std::size_t>(model_.heads) * head_saved_; }
  std::size_t scratch_count() const { return head_scratch_; }

  /// What every call gets.
  struct Context {
    const ParameterTable& table;
    const T* parameters;
    View<const T> shared;  // of this layer's heads
    Index examples = 0;
    double dropout = 0;  // 0 where nothing is trained
    DropoutPlace place;  // of the first example
  };

  /// The layer's output lies in rows.normed2 (post-norm) or is written there (pre-norm). Returns how many denominators
  /// were kept away from 0.
  Index forward(const Context& context, View<const T> x, const LayerRows<T>& rows, const SharedRows<T>& work) const;
  /// From dout to dx (the same memory); adds to the gradient of the parameters and of the shared rows (where wanted).
  void backward(const Context& context, View<const T> x, const LayerRows<T>& rows, const SharedRows<T>& work,
                View<T> dout, T* gradient, View<T> dshared) const;

 private:
  Index attend(const Context& context, View<const T> x, const LayerRows<T>& rows, const SharedRows<T>& work,
               View<T> out) const;
  void attend_gradient(const Context& context, View<const T> x, const LayerRows<T>& rows, const SharedRows<T>& work,
                       View<const T> dout, T* gradient, View<T> dshared, View<T> dx) const;
  void feed(const Context& context, View<const T> x, const LayerRows<T>& rows, View<T> out) const;
  void feed_gradient(const Context& context, View<const T> x, const LayerRows<T>& rows, const SharedRows<T>& work,
                     View<const T> dout, T* gradient, View<T> dx) const;
  void drop_rows(const Context& context, View<T> x, Index site) const;
  HeadInput<T> head_input(const Context& context, const LayerRows<T>& rows, Index example, Index head) const;
  View<T> of_head(View<T> rows, Index example, Index head) const;

  ModelSettings model_;
  Index number_;
  T root_scale_;  // √τ
  std::unique_ptr<HeadAttention<T>> head_;
  std::unique_ptr<FrequencySource<T>> source_;
  std::size_t head_saved_, head_scratch_;
  struct Linear {
    std::size_t weight = 0, bias = 0;
  };
  Linear q_, k_, v_, o_, first_, second_, norm1_, norm2_;
};

/// The attention of one head of a model, for values of `value_width` coordinates.
template <class T>
std::unique_ptr<HeadAttention<T>> make_head_attention(const ModelSettings& model, Index value_width);

}  // namespace omega::train
