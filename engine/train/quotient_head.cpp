// Explicit features: y_n = φ(q_n)·S / φ(q_n)·s with S = Σ_m φ(k_m) v_mᵀ, s = Σ_m φ(k_m).
//
//   rks   φ(x) = [cos ω·x, sin ω·x]       (the factor 1/√F cancels but for the floor)
//   trig  the same, times exp(‖k_m‖²/2 − max) for the keys; exp(‖q_n‖²/2) cancels
//   elu   φ(x) = max(x + 1, eˣ)
//
// rks and trig can have denominators near 0 or below: d becomes sign(d)·max(|d|, 1e-3), d in units of φ with its 1/√F,
// and where that was needed the gradient takes d for constant.
#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/rows.h"
#include "cpu/vector_math.h"
#include "train/carver.h"
#include "train/head_attention.h"

namespace omega::train {

namespace {

constexpr double kDenominatorFloor = 1e-3;

template <class T>
class QuotientHead : public HeadAttention<T> {
 public:
  QuotientHead(const HeadSizes& sizes, ExplicitFeatures features, Index frequencies)
      : sizes_(sizes),
        kind_(features),
        F_(frequencies),
        columns_(features == ExplicitFeatures::elu ? sizes.D : 2 * frequencies) {}

  std::size_t saved_count() const override { return numbers_of<T, Saved>(*this); }
  std::size_t scratch_count() const override { return numbers_of<T, Scratch>(*this); }

  Index forward(const HeadInput<T>& in, View<T> y, T* saved_at, T* scratch_at) const override {
    Carver<T> saved_run(saved_at), scratch_run(scratch_at);
    Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    features_of(in.q, in.shared, saved.of_queries, scratch);
    features_of(in.k, in.shared, saved.of_keys, scratch);
    if (kind_ == ExplicitFeatures::trig) weigh_keys(in.k, saved.of_keys, scratch);
    multiply_tn<T>(saved.of_keys, in.v, saved.sums);
    std::fill_n(saved.sum, columns_, T(0));
    add_column_sums<T>(saved.of_keys, saved.sum);
    multiply_nn<T>(saved.of_queries, saved.sums, y);
    row_products<T>(saved.of_queries, View<const T>(saved.sum, sizes_.L, columns_, 0), saved.denominators);
    return divide(saved.denominators, y, scratch);
  }

  void backward(const HeadInput<T>& in, View<const T> y, View<const T> dy, const T* saved_at, T* scratch_at,
                const HeadGradient<T>& out) const override {
    Carver<T> saved_run(const_cast<T*>(saved_at)), scratch_run(scratch_at);
    const Saved saved(saved_run, *this);
    Scratch scratch(scratch_run, *this);
    divide_gradient(saved.denominators, y, dy, scratch);
    const View<const T> ddenominators(scratch.per_token, sizes_.L, 1), sum(saved.sum, 1, columns_);
    // Queries: dφ(q_n) = S·dnumerator_n + s·ddenominator_n.
    multiply_nt<T>(scratch.dnumerators, saved.sums, scratch.dfeatures);
    add_multiply_nn<T>(ddenominators, sum, scratch.dfeatures);
    features_gradient(in.q, in.shared, saved.of_queries, scratch, out.q, out.shared);
    // Keys: dφ(k_m) = dS·v_m + ds.
    multiply_tn<T>(saved.of_queries, scratch.dnumerators, scratch.dsums);
    multiply_tn<T>(ddenominators, saved.of_queries, scratch.dsum);
    multiply_nn<T>(saved.of_keys, scratch.dsums, out.v);
    multiply_nt<T>(in.v, scratch.dsums, scratch.dfeatures);
    add_to_rows<T>(scratch.dfeatures, scratch.dsum.data, T(1));
    if (kind_ == ExplicitFeatures::trig)
      row_products<T>(saved.of_keys, scratch.dfeatures, scratch.per_token);  // of log weights
    features_gradient(in.k, in.shared, saved.of_keys, scratch, out.k, out.shared);
    if (kind_ != ExplicitFeatures::trig) return;
    for (Index m = 0; m < sizes_.L; ++m)
      for (Index d = 0; d < sizes_.D; ++d) out.k(m, d) += scratch.per_token[m] * in.k(m, d);
  }

 private:
  struct Saved {
    View<T> of_queries, of_keys, sums;
    T *sum, *denominators;
    Saved(Carver<T>& run, const QuotientHead& of)
        : of_queries(run.matrix(of.sizes_.L, of.columns_)),
          of_keys(run.matrix(of.sizes_.L, of.columns_)),
          sums(run.matrix(of.columns_, of.sizes_.Dv)),
          sum(run.run(of.columns_)),
          denominators(run.run(of.sizes_.L)) {}
  };
  struct Scratch {
    View<T> dfeatures, angles, dnumerators, dsums, dsum;
    T* per_token;
    Scratch(Carver<T>& run, const QuotientHead& of)
        : dfeatures(run.matrix(of.sizes_.L, of.columns_)),
          angles(run.matrix(of.sizes_.L, of.F_)),
          dnumerators(run.matrix(of.sizes_.L, of.sizes_.Dv)),
          dsums(run.matrix(of.columns_, of.sizes_.Dv)),
          dsum(run.matrix(1, of.columns_)),
          per_token(run.run(of.sizes_.L)) {}
  };

  void features_of(View<const T> x, View<const T> omega, View<T> out, Scratch& scratch) const {
    if (kind_ == ExplicitFeatures::elu) {
      for (Index r = 0; r < x.rows; ++r)
        for (Index d = 0; d < x.cols; ++d) out(r, d) = x(r, d) < 0 ? std::exp(x(r, d)) : x(r, d) + 1;
      return;
    }
    multiply_nt<T>(x, omega, scratch.angles);
    for (Index r = 0; r < x.rows; ++r) sine_cosine<T>(scratch.angles.row(r), F_, out.row(r) + F_, out.row(r));
  }

  /// Features of the keys times exp(‖k_m‖²/2 − max).
  void weigh_keys(View<const T> k, View<T> features, Scratch& scratch) const {
    squared_norms<T>(k, scratch.per_token);
    for (Index m = 0; m < k.rows; ++m) scratch.per_token[m] *= T(0.5);
    exp_shifted<T>(scratch.per_token, k.rows, largest<T>(scratch.per_token, k.rows));
    scale_rows<T>(features, scratch.per_token);
  }

  bool is_floored(T denominator) const { return kind_ != ExplicitFeatures::elu && std::abs(denominator) < floor(); }
  T floor() const { return static_cast<T>(kDenominatorFloor) * static_cast<T>(F_); }
  T kept_away(T denominator) const {
    return is_floored(denominator) ? std::copysign(floor(), denominator) : denominator;
  }

  Index divide(const T* denominators, View<T> y, Scratch& scratch) const {
    Index floored = 0;
    for (Index n = 0; n < sizes_.L; ++n) {
      floored += is_floored(denominators[n]);
      scratch.per_token[n] = 1 / kept_away(denominators[n]);
    }
    scale_rows<T>(y, scratch.per_token);
    return floored;
  }

  /// dnumerator = dy/d, ddenominator = −dy·y/d.
  void divide_gradient(const T* denominators, View<const T> y, View<const T> dy, Scratch& scratch) const {
    for (Index n = 0; n < sizes_.L; ++n) {
      const T inverse = 1 / kept_away(denominators[n]);
      T along = 0;
      for (Index d = 0; d < sizes_.Dv; ++d) {
        scratch.dnumerators(n, d) = inverse * dy(n, d);
        along += dy(n, d) * y(n, d);
      }
      scratch.per_token[n] = is_floored(denominators[n]) ? T(0) : -inverse * along;
    }
  }

  /// From scratch.dfeatures to dx (written) and domega (added).
  void features_gradient(View<const T> x, View<const T> omega, View<const T> features, Scratch& scratch, View<T> dx,
                         View<T> domega) const {
    if (kind_ == ExplicitFeatures::elu) {
      for (Index r = 0; r < x.rows; ++r)
        for (Index d = 0; d < x.cols; ++d) dx(r, d) = scratch.dfeatures(r, d) * (x(r, d) < 0 ? features(r, d) : T(1));
      return;
    }
    const View<const T> d = scratch.dfeatures;
    angle_gradient<T>(features.left_cols(F_), features.middle_cols(F_, F_), d.left_cols(F_), d.middle_cols(F_, F_),
                      scratch.angles);
    multiply_nn<T>(scratch.angles, omega, dx);
    if (domega) add_multiply_tn<T>(scratch.angles, x, domega);
  }

  HeadSizes sizes_;
  ExplicitFeatures kind_;
  Index F_, columns_;
};

}  // namespace

template <class T>
std::unique_ptr<HeadAttention<T>> quotient_head(const HeadSizes& sizes, ExplicitFeatures features, Index frequencies) {
  return std::make_unique<QuotientHead<T>>(sizes, features, frequencies);
}

template std::unique_ptr<HeadAttention<float>> quotient_head<float>(const HeadSizes&, ExplicitFeatures, Index);
template std::unique_ptr<HeadAttention<double>> quotient_head<double>(const HeadSizes&, ExplicitFeatures, Index);

}  // namespace omega::train
