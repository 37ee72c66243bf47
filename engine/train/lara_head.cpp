// LARA (specification, section 5) with its defaults: C landmarks, proposals N(q̃_c + k̃_c, I), one sample each,
// decoupled weighting with β = 1.
//
//   ω_c = q̃_c + k̃_c + ε_c,  μ_c = ω_c − ε_c
//   α_nc = max(b_c + r_nc − (1/C) Σ_c' r_nc', 1e-8),  b_c = softmax_c'(−‖ω_c − μ_c'‖²/2) at c,  r_nc = softmax over n
//   of q_n·q̃_c y_n = Σ_c softmax_c(log α_nc + q_n·ω_c − ‖ω_c‖²/2 + ‖ε_c‖²/2 + L_c) f_c
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "cpu/vector_math.h"
#include "math/segments.h"
#include "train/carver.h"
#include "train/frequency_softmax.h"
#include "train/head_attention.h"
#include "train/segment_rows.h"

namespace omega::train {

namespace {

constexpr double kClamp = 1e-8;

template <class T>
class LaraHead : public HeadAttention<T> {
 public:
  LaraHead(const HeadSizes& sizes, Index landmarks)
      : sizes_(sizes), segments_(segments(sizes.L, landmarks)), C_(static_cast<Index>(segments_.size())) {}

  std::size_t saved_count() const override { return numbers_of<T, Saved>(*this); }
  std::size_t scratch_count() const override { return numbers_of<T, Scratch>(*this); }

  Index forward(const HeadInput<T>& in, View<T> y, T* saved_at, T* scratch_at) const override {
    Carver<T> saved_run(saved_at), scratch_run(scratch_at);
    Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    place(in, saved, scratch);
    sum_keys<T>(saved.omega, in.k, in.v, T(0.5), scratch.per_token, saved.keys);
    weigh(in, saved);
    T* bias = scratch.per_sample;
    for (Index c = 0; c < C_; ++c) {
      bias[c] = saved.keys.log_sums[c];
      for (Index d = 0; d < sizes_.D; ++d)
        bias[c] += T(0.5) * (in.shared(c, d) * in.shared(c, d) - saved.omega(c, d) * saved.omega(c, d));
    }
    multiply_nt<T>(in.q, saved.omega, saved.weights);
    add_to_rows<T>(saved.weights, bias, T(1));
    std::copy_n(saved.alpha.data, sizes_.L * C_, scratch.dlogits.data);
    log_in_place<T>(scratch.dlogits.data, sizes_.L * C_);
    add_scaled<T>(saved.weights, scratch.dlogits, T(1));
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
    multiply_nn<T>(scratch.dlogits, saved.omega, out.q);
    multiply_tn<T>(scratch.dlogits, in.q, scratch.domega);
    std::fill_n(scratch.dlog_sums, C_, T(0));
    add_column_sums<T>(scratch.dlogits, scratch.dlog_sums);  // of the bias, which L_c is part of
    for (Index c = 0; c < C_; ++c)
      for (Index d = 0; d < sizes_.D; ++d) scratch.domega(c, d) -= scratch.dlog_sums[c] * saved.omega(c, d);
    alpha_gradient(in, saved, scratch, out.q);
    clear(out.k);
    clear(out.v);
    sum_keys_gradient<T>(saved.omega, in.k, in.v, T(0.5), saved.keys,
                         {scratch.dvalues, scratch.dlog_sums, scratch.dlogits, scratch.per_token, scratch.per_sample,
                          out.k, out.v, scratch.domega});
    // ω_c moves with μ_c, μ_c with both means; dlandmarks has r's part already.
    add_scaled<T>(scratch.dmu, scratch.domega, T(1));
    add_scaled<T>(scratch.dlandmarks, scratch.dmu, T(1));
    mean_rows_gradient<T>(scratch.dlandmarks, segments_, out.q);
    mean_rows_gradient<T>(scratch.dmu, segments_, out.k);
  }

 private:
  struct Saved {
    View<T> omega, mu, landmarks;          // ω_c, μ_c, q̃_c
    View<T> balance;                       // softmax_c'(−‖ω_c − μ_c'‖²/2)
    View<T> similarities, alpha, weights;  // r, α, and the softmax over c
    KeySums<T> keys;
    Saved(Carver<T>& run, const LaraHead& of)
        : omega(run.matrix(of.C_, of.sizes_.D)),
          mu(run.matrix(of.C_, of.sizes_.D)),
          landmarks(run.matrix(of.C_, of.sizes_.D)),
          balance(run.matrix(of.C_, of.C_)),
          similarities(run.matrix(of.sizes_.L, of.C_)),
          alpha(run.matrix(of.sizes_.L, of.C_)),
          weights(run.matrix(of.sizes_.L, of.C_)) {
      keys = {run.matrix(of.sizes_.L, of.C_), run.matrix(of.C_, of.sizes_.Dv), run.run(of.C_)};
    }
  };
  struct Scratch {
    View<T> dlogits, dvalues, dalpha, domega, dmu, dlandmarks, key_means;
    T *per_token, *per_sample, *dlog_sums, *dbalance;
    Scratch(Carver<T>& run, const LaraHead& of)
        : dlogits(run.matrix(of.sizes_.L, of.C_)),
          dvalues(run.matrix(of.C_, of.sizes_.Dv)),
          dalpha(run.matrix(of.sizes_.L, of.C_)),
          domega(run.matrix(of.C_, of.sizes_.D)),
          dmu(run.matrix(of.C_, of.sizes_.D)),
          dlandmarks(run.matrix(of.C_, of.sizes_.D)),
          key_means(run.matrix(of.C_, of.sizes_.D)),
          per_token(run.run(of.sizes_.L)),
          per_sample(run.run(of.C_)),
          dlog_sums(run.run(of.C_)),
          dbalance(run.run(of.C_)) {}
  };

  void place(const HeadInput<T>& in, Saved& saved, Scratch& scratch) const {
    mean_rows<T>(in.q, segments_, saved.landmarks);
    mean_rows<T>(in.k, segments_, scratch.key_means);
    for (Index c = 0; c < C_; ++c)
      for (Index d = 0; d < sizes_.D; ++d) {
        saved.mu(c, d) = saved.landmarks(c, d) + scratch.key_means(c, d);
        saved.omega(c, d) = saved.mu(c, d) + in.shared(c, d);
      }
  }

  /// b, r and α.
  void weigh(const HeadInput<T>& in, Saved& saved) const {
    squared_distances<T>(saved.omega, saved.mu, saved.balance);
    for (Index i = 0; i < C_ * C_; ++i) saved.balance.data[i] *= T(-0.5);
    softmax_rows<T>(saved.balance, nullptr);
    multiply_nt<T>(in.q, saved.landmarks, saved.similarities);
    softmax_columns<T>(saved.similarities, nullptr);
    for (Index n = 0; n < sizes_.L; ++n) {
      T mean = 0;
      for (Index c = 0; c < C_; ++c) mean += saved.similarities(n, c);
      mean /= static_cast<T>(C_);
      for (Index c = 0; c < C_; ++c)
        saved.alpha(n, c) = std::max(static_cast<T>(kClamp), saved.balance(c, c) + saved.similarities(n, c) - mean);
    }
  }

  /// From the gradient of log α in scratch.dlogits: adds to dq, writes dlandmarks and dmu, adds to domega.
  void alpha_gradient(const HeadInput<T>& in, const Saved& saved, Scratch& scratch, View<T> dq) const {
    for (Index n = 0; n < sizes_.L; ++n)
      for (Index c = 0; c < C_; ++c) {
        const T alpha = saved.alpha(n, c);
        scratch.dalpha(n, c) = alpha > static_cast<T>(kClamp) ? scratch.dlogits(n, c) / alpha : T(0);
      }
    std::fill_n(scratch.dbalance, C_, T(0));
    add_column_sums<T>(scratch.dalpha, scratch.dbalance);
    for (Index n = 0; n < sizes_.L; ++n) {  // r enters less its mean over c
      T mean = 0;
      for (Index c = 0; c < C_; ++c) mean += scratch.dalpha(n, c);
      mean /= static_cast<T>(C_);
      for (Index c = 0; c < C_; ++c) scratch.dalpha(n, c) -= mean;
    }
    std::fill_n(scratch.per_sample, C_, T(0));
    for (Index n = 0; n < sizes_.L; ++n)
      for (Index c = 0; c < C_; ++c) scratch.per_sample[c] += saved.similarities(n, c) * scratch.dalpha(n, c);
    softmax_gradient_columns<T>(saved.similarities, scratch.per_sample, scratch.dalpha);
    add_multiply_nn<T>(scratch.dalpha, saved.landmarks, dq);
    multiply_tn<T>(scratch.dalpha, in.q, scratch.dlandmarks);
    balance_gradient(saved, scratch);
  }

  /// With E_cc' = −‖ω_c − μ_c'‖²/2: dE_cc' = db_c b_c (δ_cc' − softmax_c'(E_c)).
  void balance_gradient(const Saved& saved, Scratch& scratch) const {
    clear(scratch.dmu);
    for (Index c = 0; c < C_; ++c)
      for (Index o = 0; o < C_; ++o) {
        const T de = scratch.dbalance[c] * saved.balance(c, c) * ((c == o ? T(1) : T(0)) - saved.balance(c, o));
        for (Index d = 0; d < sizes_.D; ++d) {
          const T apart = saved.omega(c, d) - saved.mu(o, d);
          scratch.domega(c, d) -= de * apart;
          scratch.dmu(o, d) += de * apart;
        }
      }
  }

  HeadSizes sizes_;
  std::vector<Range> segments_;
  Index C_;
};

}  // namespace

template <class T>
std::unique_ptr<HeadAttention<T>> lara_head(const HeadSizes& sizes, Index landmarks) {
  return std::make_unique<LaraHead<T>>(sizes, landmarks);
}

template std::unique_ptr<HeadAttention<float>> lara_head<float>(const HeadSizes&, Index);
template std::unique_ptr<HeadAttention<double>> lara_head<double>(const HeadSizes&, Index);

}  // namespace omega::train
