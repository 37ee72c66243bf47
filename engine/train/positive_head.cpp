// rfa(positive) and the prf kernels: both softmaxes of frequency_softmax.h, with the keys' L_f as the bias of the
// queries'.
#include <algorithm>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "train/carver.h"
#include "train/frequency_softmax.h"
#include "train/head_attention.h"
#include "train/segment_rows.h"

namespace omega::train {

namespace {

template <class T>
class PositiveHead : public HeadAttention<T> {
 public:
  PositiveHead(const HeadSizes& sizes, Index frequencies, double norm_factor)
      : sizes_(sizes), F_(frequencies), norm_factor_(static_cast<T>(norm_factor)) {}

  std::size_t saved_count() const override { return numbers_of<T, Saved>(*this); }
  std::size_t scratch_count() const override { return numbers_of<T, Scratch>(*this); }

  Index forward(const HeadInput<T>& in, View<T> y, T* saved_at, T* scratch_at) const override {
    Carver<T> saved_run(saved_at), scratch_run(scratch_at);
    Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    sum_keys<T>(in.shared, in.k, in.v, norm_factor_, scratch.per_token, saved.keys);
    multiply_nt<T>(in.q, in.shared, saved.weights);
    add_to_rows<T>(saved.weights, saved.keys.log_sums, T(1));
    mix_samples<T>(saved.weights, saved.keys.values, y);
    return 0;
  }

  void backward(const HeadInput<T>& in, View<const T> y, View<const T> dy, const T* saved_at, T* scratch_at,
                const HeadGradient<T>& out) const override {
    Carver<T> saved_run(const_cast<T*>(saved_at)), scratch_run(scratch_at);
    const Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    mix_samples_gradient<T>(saved.weights, saved.keys.values, y, dy, scratch.per_token, scratch.dlogits,
                            scratch.dvalues);
    multiply_nn<T>(scratch.dlogits, in.shared, out.q);
    if (out.shared) add_multiply_tn<T>(scratch.dlogits, in.q, out.shared);
    std::fill_n(scratch.dlog_sums, F_, T(0));
    add_column_sums<T>(scratch.dlogits, scratch.dlog_sums);
    clear(out.k);
    clear(out.v);
    sum_keys_gradient<T>(in.shared, in.k, in.v, norm_factor_, saved.keys,
                         {scratch.dvalues, scratch.dlog_sums, scratch.dlogits, scratch.per_token, scratch.per_frequency,
                          out.k, out.v, out.shared});
  }

 private:
  struct Saved {
    KeySums<T> keys;
    View<T> weights;
    Saved(Carver<T>& run, const PositiveHead& of) {
      keys = {run.matrix(of.sizes_.L, of.F_), run.matrix(of.F_, of.sizes_.Dv), run.run(of.F_)};
      weights = run.matrix(of.sizes_.L, of.F_);
    }
  };
  struct Scratch {
    View<T> dlogits, dvalues;
    T *per_token, *per_frequency, *dlog_sums;
    Scratch(Carver<T>& run, const PositiveHead& of)
        : dlogits(run.matrix(of.sizes_.L, of.F_)),
          dvalues(run.matrix(of.F_, of.sizes_.Dv)),
          per_token(run.run(of.sizes_.L)),
          per_frequency(run.run(of.F_)),
          dlog_sums(run.run(of.F_)) {}
  };

  HeadSizes sizes_;
  Index F_;
  T norm_factor_;
};

}  // namespace

template <class T>
std::unique_ptr<HeadAttention<T>> positive_head(const HeadSizes& sizes, Index frequencies, double norm_factor) {
  return std::make_unique<PositiveHead<T>>(sizes, frequencies, norm_factor);
}

template std::unique_ptr<HeadAttention<float>> positive_head<float>(const HeadSizes&, Index, double);
template std::unique_ptr<HeadAttention<double>> positive_head<double>(const HeadSizes&, Index, double);

}  // namespace omega::train
