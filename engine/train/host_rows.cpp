#include "train/host_rows.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "train/host_rows.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega::train {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using omega::HWY_NAMESPACE::dot;
using omega::HWY_NAMESPACE::exponential;
using omega::HWY_NAMESPACE::lanes_of;
using omega::HWY_NAMESPACE::Vector;

/// A vector of what is left of a row, `padding` beyond its end.
template <class T>
HWY_INLINE Vector<T> load(const T* from, Index left, T padding = 0) {
  const hn::ScalableTag<T> d;
  if (left >= lanes_of<T>()) return hn::LoadU(d, from);
  HWY_ALIGN T rest[HWY_MAX_BYTES / sizeof(T)];
  for (Index i = 0; i < lanes_of<T>(); ++i) rest[i] = i < left ? from[i] : padding;
  return hn::Load(d, rest);
}

template <class T>
HWY_INLINE void store(Vector<T> value, T* to, Index left) {
  const hn::ScalableTag<T> d;
  if (left >= lanes_of<T>()) return hn::StoreU(value, d, to);
  HWY_ALIGN T rest[HWY_MAX_BYTES / sizeof(T)];
  hn::Store(value, d, rest);
  for (Index i = 0; i < left; ++i) to[i] = rest[i];
}

template <class T>
HWY_INLINE T sum_of(Vector<T> x) {
  return hn::GetLane(hn::SumOfLanes(hn::ScalableTag<T>(), x));
}

/// body(column, how many are left) for each vector of columns.
template <class T, class Body>
HWY_INLINE void for_columns(Index cols, Body&& body) {
  for (Index c = 0; c < cols; c += lanes_of<T>()) body(c, cols - c);
}

template <class T>
void SoftmaxRows(View<T> x, T* log_sums) {
  const hn::ScalableTag<T> d;
  const T lowest = -std::numeric_limits<T>::infinity();
  for (Index r = 0; r < x.rows; ++r) {
    T* row = x.row(r);
    auto highest = hn::Set(d, lowest);
    for_columns<T>(x.cols,
                   [&](Index c, Index left) HWY_ATTR { highest = hn::Max(highest, load(row + c, left, lowest)); });
    const T maximum = hn::GetLane(hn::MaxOfLanes(d, highest));
    const auto shift = hn::Set(d, maximum);
    auto sums = hn::Zero(d);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto weight = exponential(d, hn::Sub(load(row + c, left, lowest), shift));
      sums = hn::Add(sums, weight);
      store(weight, row + c, left);
    });
    const T sum = sum_of<T>(sums);
    const auto factor = hn::Set(d, T(1) / sum);
    for_columns<T>(x.cols,
                   [&](Index c, Index left) HWY_ATTR { store(hn::Mul(factor, load(row + c, left)), row + c, left); });
    if (log_sums != nullptr) log_sums[r] = maximum + std::log(sum);
  }
}

template <class T>
void SoftmaxColumns(View<T> x, T* log_sums) {
  const hn::ScalableTag<T> d;
  for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
    auto maximum = hn::Set(d, -std::numeric_limits<T>::infinity()), sum = hn::Zero(d);
    for (Index r = 0; r < x.rows; ++r) maximum = hn::Max(maximum, load(x.row(r) + c, left));
    for (Index r = 0; r < x.rows; ++r) {
      const auto weight = exponential(d, hn::Sub(load(x.row(r) + c, left), maximum));
      sum = hn::Add(sum, weight);
      store(weight, x.row(r) + c, left);
    }
    const auto factor = hn::Div(hn::Set(d, T(1)), sum);
    for (Index r = 0; r < x.rows; ++r) store(hn::Mul(factor, load(x.row(r) + c, left)), x.row(r) + c, left);
    if (log_sums != nullptr) store(hn::Add(maximum, hn::Log(d, sum)), log_sums + c, left);
  });
}

/// dp ← p∘(dp − along), along_r = p_r·dp_r − dlog_sum_r.
template <class T>
void SoftmaxGradientRows(View<const T> p, const T* dlog_sums, View<T> dp) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < p.rows; ++r) {
    const T* weights = p.row(r);
    T* row = dp.row(r);
    const T along = dot<T>(weights, row, p.cols) - (dlog_sums == nullptr ? T(0) : dlog_sums[r]);
    const auto mean = hn::Set(d, along);
    for_columns<T>(p.cols, [&](Index c, Index left) HWY_ATTR {
      store(hn::Mul(load(weights + c, left), hn::Sub(load<T>(row + c, left), mean)), row + c, left);
    });
  }
}

template <class T>
void SoftmaxGradientColumns(View<const T> p, const T* dlog_sums, View<T> dp) {
  for_columns<T>(p.cols, [&](Index c, Index left) HWY_ATTR {
    const hn::ScalableTag<T> d;
    auto along = dlog_sums == nullptr ? hn::Zero(d) : hn::Neg(load(dlog_sums + c, left));
    for (Index r = 0; r < p.rows; ++r)
      along = hn::MulAdd(load(p.row(r) + c, left), load<T>(dp.row(r) + c, left), along);
    for (Index r = 0; r < p.rows; ++r)
      store(hn::Mul(load(p.row(r) + c, left), hn::Sub(load<T>(dp.row(r) + c, left), along)), dp.row(r) + c, left);
  });
}

template <class T>
void NormaliseRows(View<const T> x, T epsilon, View<T> normal, T* inverse_deviations, const Affine<T>& affine,
                   View<T> out) {
  const hn::ScalableTag<T> d;
  const T per = T(1) / static_cast<T>(x.cols);
  for (Index r = 0; r < x.rows; ++r) {
    auto sums = hn::Zero(d);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR { sums = hn::Add(sums, load(x.row(r) + c, left)); });
    const T average = per * sum_of<T>(sums);
    const auto mean = hn::Set(d, average);
    auto squares = hn::Zero(d);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto apart = hn::Sub(load(x.row(r) + c, left, average), mean);
      squares = hn::MulAdd(apart, apart, squares);
    });
    inverse_deviations[r] = T(1) / std::sqrt(per * sum_of<T>(squares) + epsilon);
    const auto factor = hn::Set(d, inverse_deviations[r]);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto value = hn::Mul(factor, hn::Sub(load(x.row(r) + c, left), mean));
      store(value, normal.row(r) + c, left);
      if (affine.weight != nullptr)
        store(hn::MulAdd(value, load(affine.weight + c, left), load(affine.bias + c, left)), out.row(r) + c, left);
    });
  }
}

template <class T>
void NormaliseGradientRows(View<const T> normal, const T* inverse_deviations, const Affine<T>& affine,
                           View<const T> dout, View<T> dx, bool adds, T* dweight, T* dbias) {
  const hn::ScalableTag<T> d;
  const T per = T(1) / static_cast<T>(normal.cols);
  const auto weighed = [&](Vector<T> slope, Index c, Index left) HWY_ATTR {
    return affine.weight == nullptr ? slope : hn::Mul(slope, load(affine.weight + c, left));
  };
  for (Index r = 0; r < normal.rows; ++r) {
    auto sums = hn::Zero(d), products = hn::Zero(d);
    for_columns<T>(normal.cols, [&](Index c, Index left) HWY_ATTR {
      const auto slope = load(dout.row(r) + c, left), value = load(normal.row(r) + c, left),
                 gradient = weighed(slope, c, left);
      sums = hn::Add(sums, gradient);
      products = hn::MulAdd(gradient, value, products);
      if (dweight == nullptr) return;
      store(hn::MulAdd(slope, value, load<T>(dweight + c, left)), dweight + c, left);
      store(hn::Add(slope, load<T>(dbias + c, left)), dbias + c, left);
    });
    const auto mean = hn::Set(d, per * sum_of<T>(sums)), along = hn::Set(d, per * sum_of<T>(products)),
               factor = hn::Set(d, inverse_deviations[r]);
    for_columns<T>(normal.cols, [&](Index c, Index left) HWY_ATTR {
      const auto centred = hn::NegMulAdd(load(normal.row(r) + c, left), along,
                                         hn::Sub(weighed(load(dout.row(r) + c, left), c, left), mean));
      const auto before = adds ? load<T>(dx.row(r) + c, left) : hn::Zero(d);
      store(hn::MulAdd(factor, centred, before), dx.row(r) + c, left);
    });
  }
}

// Highway exports what has a plain name: one for each precision.
#define OMEGA_EXPORTED(SUFFIX, T)                                      \
  constexpr auto& SoftmaxRows##SUFFIX = SoftmaxRows<T>;                \
  constexpr auto& SoftmaxColumns##SUFFIX = SoftmaxColumns<T>;          \
  constexpr auto& GradientRows##SUFFIX = SoftmaxGradientRows<T>;       \
  constexpr auto& GradientColumns##SUFFIX = SoftmaxGradientColumns<T>; \
  constexpr auto& Normalise##SUFFIX = NormaliseRows<T>;                \
  constexpr auto& NormaliseGradient##SUFFIX = NormaliseGradientRows<T>;
OMEGA_EXPORTED(F32, float)
OMEGA_EXPORTED(F64, double)
#undef OMEGA_EXPORTED

}  // namespace HWY_NAMESPACE
}  // namespace omega::train
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega::train {

#define OMEGA_DISPATCHED(SUFFIX, T)                                                                               \
  HWY_EXPORT(SoftmaxRows##SUFFIX);                                                                                \
  HWY_EXPORT(SoftmaxColumns##SUFFIX);                                                                             \
  HWY_EXPORT(GradientRows##SUFFIX);                                                                               \
  HWY_EXPORT(GradientColumns##SUFFIX);                                                                            \
  HWY_EXPORT(Normalise##SUFFIX);                                                                                  \
  HWY_EXPORT(NormaliseGradient##SUFFIX);                                                                          \
  template <>                                                                                                     \
  void softmax_rows(View<T> x, T* log_sums) {                                                                     \
    HWY_DYNAMIC_DISPATCH(SoftmaxRows##SUFFIX)(x, log_sums);                                                       \
  }                                                                                                               \
  template <>                                                                                                     \
  void softmax_columns(View<T> x, T* log_sums) {                                                                  \
    HWY_DYNAMIC_DISPATCH(SoftmaxColumns##SUFFIX)(x, log_sums);                                                    \
  }                                                                                                               \
  template <>                                                                                                     \
  void softmax_gradient_rows(View<const T> p, const T* dlog_sums, View<T> dp) {                                   \
    HWY_DYNAMIC_DISPATCH(GradientRows##SUFFIX)(p, dlog_sums, dp);                                                 \
  }                                                                                                               \
  template <>                                                                                                     \
  void softmax_gradient_columns(View<const T> p, const T* dlog_sums, View<T> dp) {                                \
    HWY_DYNAMIC_DISPATCH(GradientColumns##SUFFIX)(p, dlog_sums, dp);                                              \
  }                                                                                                               \
  template <>                                                                                                     \
  void normalise_rows(View<const T> x, T epsilon, View<T> normal, T* inverse_deviations, const Affine<T>& affine, \
                      View<T> out) {                                                                              \
    HWY_DYNAMIC_DISPATCH(Normalise##SUFFIX)(x, epsilon, normal, inverse_deviations, affine, out);                 \
  }                                                                                                               \
  template <>                                                                                                     \
  void normalise_gradient_rows(View<const T> normal, const T* inverse_deviations, const Affine<T>& affine,        \
                               View<const T> dout, View<T> dx, bool adds, T* dweight, T* dbias) {                 \
    HWY_DYNAMIC_DISPATCH(NormaliseGradient##SUFFIX)                                                               \
    (normal, inverse_deviations, affine, dout, dx, adds, dweight, dbias);                                         \
  }
OMEGA_DISPATCHED(F32, float)
OMEGA_DISPATCHED(F64, double)
#undef OMEGA_DISPATCHED

}  // namespace omega::train
#endif
