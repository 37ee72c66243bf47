#include "cpu/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/rows.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {

constexpr double kLayerNormEpsilon = 1e-5;

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

template <class T>
void ExponentialsOfRows(View<T> x, const T* shifts) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < x.rows; ++r) {
    const auto shift = hn::Set(d, shifts[r]);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      store(exponential(d, hn::Sub(load(x.row(r) + c, left), shift)), x.row(r) + c, left);
    });
  }
}

/// dp ← p∘(dp − delta), delta one a row or one a column.
template <class T, bool kByColumn>
void SoftmaxGradient(View<const T> p, const T* delta, View<T> dp) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < p.rows; ++r)
    for_columns<T>(p.cols, [&](Index c, Index left) HWY_ATTR {
      const auto mean = kByColumn ? load(delta + c, left) : hn::Set(d, delta[r]);
      store(hn::Mul(load(p.row(r) + c, left), hn::Sub(load<T>(dp.row(r) + c, left), mean)), dp.row(r) + c, left);
    });
}

constexpr double kGeluSlope = 1.5957691216057308, kGeluCube = 0.044715;  // 2√(2/π)

/// σ(2u) at x.
template <class D>
HWY_INLINE hn::Vec<D> gelu_gate(D d, hn::Vec<D> x) {
  using T = hn::TFromD<D>;
  const auto cubic = hn::MulAdd(hn::Mul(x, x), hn::Set(d, static_cast<T>(kGeluCube)), hn::Set(d, T(1)));
  const auto minus = hn::Mul(hn::Mul(x, cubic), hn::Set(d, static_cast<T>(-kGeluSlope)));
  return hn::Div(hn::Set(d, T(1)), hn::Add(hn::Set(d, T(1)), exponential(d, minus)));
}

template <class T>
void Gelu(View<const T> x, View<T> out) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < x.rows; ++r)
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto value = load(x.row(r) + c, left);
      store(hn::Mul(value, gelu_gate(d, value)), out.row(r) + c, left);
    });
}

/// σ + x σ(1 − σ)·2u', 2u' = 2√(2/π)(1 + 3·0.044715x²)
template <class T>
void GeluGradient(View<const T> x, View<const T> dy, View<T> dx) {
  const hn::ScalableTag<T> d;
  const auto one = hn::Set(d, T(1)), slope = hn::Set(d, static_cast<T>(kGeluSlope)),
             cube = hn::Set(d, static_cast<T>(3 * kGeluCube));
  for (Index r = 0; r < x.rows; ++r)
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto value = load(x.row(r) + c, left), gate = gelu_gate(d, value);
      const auto rise = hn::Mul(slope, hn::MulAdd(hn::Mul(value, value), cube, one));
      const auto gradient = hn::MulAdd(hn::Mul(value, rise), hn::Mul(gate, hn::Sub(one, gate)), gate);
      store(hn::Mul(gradient, load(dy.row(r) + c, left)), dx.row(r) + c, left);
    });
}

template <class T>
void LayerNorm(View<const T> x, const T* gamma, const T* beta, View<T> normal, T* inverse_deviations, View<T> out) {
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
    inverse_deviations[r] = T(1) / std::sqrt(per * sum_of<T>(squares) + static_cast<T>(kLayerNormEpsilon));
    const auto factor = hn::Set(d, inverse_deviations[r]);
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      const auto value = hn::Mul(factor, hn::Sub(load(x.row(r) + c, left), mean));
      store(value, normal.row(r) + c, left);
      store(hn::MulAdd(value, load(gamma + c, left), load(beta + c, left)), out.row(r) + c, left);
    });
  }
}

/// dx = (g − mean(g) − normal·mean(g∘normal))/deviation, g = dy∘gamma
template <class T>
void LayerNormGradient(View<const T> normal, const T* inverse_deviations, const T* gamma, View<const T> dy, View<T> dx,
                       T* dgamma, T* dbeta) {
  const hn::ScalableTag<T> d;
  const T per = T(1) / static_cast<T>(dy.cols);
  for (Index r = 0; r < dy.rows; ++r) {
    auto sums = hn::Zero(d), products = hn::Zero(d);
    for_columns<T>(dy.cols, [&](Index c, Index left) HWY_ATTR {
      const auto gradient = load(dy.row(r) + c, left), value = load(normal.row(r) + c, left),
                 g = hn::Mul(gradient, load(gamma + c, left));
      sums = hn::Add(sums, g);
      products = hn::MulAdd(g, value, products);
      store(hn::MulAdd(gradient, value, load<T>(dgamma + c, left)), dgamma + c, left);
      store(hn::Add(gradient, load<T>(dbeta + c, left)), dbeta + c, left);
    });
    const auto mean = hn::Set(d, per * sum_of<T>(sums)), along = hn::Set(d, per * sum_of<T>(products)),
               factor = hn::Set(d, inverse_deviations[r]);
    for_columns<T>(dy.cols, [&](Index c, Index left) HWY_ATTR {
      const auto g = hn::Mul(load(dy.row(r) + c, left), load(gamma + c, left));
      const auto centred = hn::NegMulAdd(load(normal.row(r) + c, left), along, hn::Sub(g, mean));
      store(hn::Mul(factor, centred), dx.row(r) + c, left);
    });
  }
}

template <class T>
void AddToRows(View<T> x, const T* columns, T factor) {
  const auto times = hn::Set(hn::ScalableTag<T>(), factor);
  for (Index r = 0; r < x.rows; ++r)
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      store(hn::Mul(times, hn::Add(load<T>(x.row(r) + c, left), load(columns + c, left))), x.row(r) + c, left);
    });
}

template <class T>
void AddToColumns(View<T> x, const T* rows, T factor) {
  for (Index r = 0; r < x.rows; ++r) {
    const auto more = hn::Set(hn::ScalableTag<T>(), factor * rows[r]);
    for_columns<T>(x.cols, [&](Index c, Index left)
                               HWY_ATTR { store(hn::Add(more, load<T>(x.row(r) + c, left)), x.row(r) + c, left); });
  }
}

template <class T>
void AddColumnSums(View<const T> x, T* sums) {
  for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
    auto sum = load<T>(sums + c, left);
    for (Index r = 0; r < x.rows; ++r) sum = hn::Add(sum, load(x.row(r) + c, left));
    store(sum, sums + c, left);
  });
}

template <class T>
void AddScaled(View<T> x, View<const T> y, T factor) {
  const auto times = hn::Set(hn::ScalableTag<T>(), factor);
  for (Index r = 0; r < x.rows; ++r)
    for_columns<T>(x.cols, [&](Index c, Index left) HWY_ATTR {
      store(hn::MulAdd(times, load(y.row(r) + c, left), load<T>(x.row(r) + c, left)), x.row(r) + c, left);
    });
}

template <class T>
void RowProducts(View<const T> a, View<const T> b, T* out) {
  for (Index r = 0; r < a.rows; ++r) out[r] = dot<T>(a.row(r), b.row(r), a.cols);
}

template <class T>
void ScaleRows(View<T> x, const T* factors) {
  for (Index r = 0; r < x.rows; ++r) {
    const auto factor = hn::Set(hn::ScalableTag<T>(), factors[r]);
    for_columns<T>(x.cols, [&](Index c, Index left)
                               HWY_ATTR { store(hn::Mul(factor, load<T>(x.row(r) + c, left)), x.row(r) + c, left); });
  }
}

template <class T>
void AngleGradient(View<const T> cosine, View<const T> sine, View<const T> dcosine, View<const T> dsine, View<T> out) {
  for (Index r = 0; r < out.rows; ++r)
    for_columns<T>(out.cols, [&](Index c, Index left) HWY_ATTR {
      const auto down = hn::Mul(load(sine.row(r) + c, left), load(dcosine.row(r) + c, left));
      store(hn::MulSub(load(cosine.row(r) + c, left), load(dsine.row(r) + c, left), down), out.row(r) + c, left);
    });
}

// Highway exports plain functions; one for each precision.
#define OMEGA_EXPORTED(SUFFIX, T)                                                                                     \
  void SoftmaxRows##SUFFIX(View<T> x, T* sums) { SoftmaxRows<T>(x, sums); }                                           \
  void SoftmaxColumns##SUFFIX(View<T> x, T* sums) { SoftmaxColumns<T>(x, sums); }                                     \
  void ExponentialsOfRows##SUFFIX(View<T> x, const T* shifts) { ExponentialsOfRows<T>(x, shifts); }                   \
  void GradientRows##SUFFIX(View<const T> p, const T* delta, View<T> dp) { SoftmaxGradient<T, false>(p, delta, dp); } \
  void GradientColumns##SUFFIX(View<const T> p, const T* delta, View<T> dp) {                                         \
    SoftmaxGradient<T, true>(p, delta, dp);                                                                           \
  }                                                                                                                   \
  void Gelu##SUFFIX(View<const T> x, View<T> out) { Gelu<T>(x, out); }                                                \
  void GeluGradient##SUFFIX(View<const T> x, View<const T> dy, View<T> dx) { GeluGradient<T>(x, dy, dx); }            \
  void LayerNorm##SUFFIX(View<const T> x, const T* g, const T* b, View<T> n, T* s, View<T> y) {                       \
    LayerNorm<T>(x, g, b, n, s, y);                                                                                   \
  }                                                                                                                   \
  void LayerNormGradient##SUFFIX(View<const T> n, const T* s, const T* g, View<const T> dy, View<T> dx, T* dg,        \
                                 T* db) {                                                                             \
    LayerNormGradient<T>(n, s, g, dy, dx, dg, db);                                                                    \
  }                                                                                                                   \
  void AddToRows##SUFFIX(View<T> x, const T* columns, T factor) { AddToRows<T>(x, columns, factor); }                 \
  void AddToColumns##SUFFIX(View<T> x, const T* rows, T factor) { AddToColumns<T>(x, rows, factor); }                 \
  void AddColumnSums##SUFFIX(View<const T> x, T* sums) { AddColumnSums<T>(x, sums); }                                 \
  void AddScaled##SUFFIX(View<T> x, View<const T> y, T factor) { AddScaled<T>(x, y, factor); }                        \
  void RowProducts##SUFFIX(View<const T> a, View<const T> b, T* out) { RowProducts<T>(a, b, out); }                   \
  void ScaleRows##SUFFIX(View<T> x, const T* factors) { ScaleRows<T>(x, factors); }                                   \
  void AngleGradient##SUFFIX(View<const T> c, View<const T> s, View<const T> dc, View<const T> ds, View<T> out) {     \
    AngleGradient<T>(c, s, dc, ds, out);                                                                              \
  }
OMEGA_EXPORTED(F32, float)
OMEGA_EXPORTED(F64, double)
#undef OMEGA_EXPORTED

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

#define OMEGA_DISPATCHED(SUFFIX, T)                                                                             \
  HWY_EXPORT(SoftmaxRows##SUFFIX);                                                                              \
  HWY_EXPORT(SoftmaxColumns##SUFFIX);                                                                           \
  HWY_EXPORT(ExponentialsOfRows##SUFFIX);                                                                       \
  HWY_EXPORT(GradientRows##SUFFIX);                                                                             \
  HWY_EXPORT(GradientColumns##SUFFIX);                                                                          \
  HWY_EXPORT(Gelu##SUFFIX);                                                                                     \
  HWY_EXPORT(GeluGradient##SUFFIX);                                                                             \
  HWY_EXPORT(LayerNorm##SUFFIX);                                                                                \
  HWY_EXPORT(LayerNormGradient##SUFFIX);                                                                        \
  HWY_EXPORT(AddToRows##SUFFIX);                                                                                \
  HWY_EXPORT(AddToColumns##SUFFIX);                                                                             \
  HWY_EXPORT(AddColumnSums##SUFFIX);                                                                            \
  HWY_EXPORT(AddScaled##SUFFIX);                                                                                \
  HWY_EXPORT(RowProducts##SUFFIX);                                                                              \
  HWY_EXPORT(ScaleRows##SUFFIX);                                                                                \
  HWY_EXPORT(AngleGradient##SUFFIX);                                                                            \
  template <>                                                                                                   \
  void softmax_rows(View<T> x, T* log_sums) {                                                                   \
    HWY_DYNAMIC_DISPATCH(SoftmaxRows##SUFFIX)(x, log_sums);                                                     \
  }                                                                                                             \
  template <>                                                                                                   \
  void softmax_columns(View<T> x, T* log_sums) {                                                                \
    HWY_DYNAMIC_DISPATCH(SoftmaxColumns##SUFFIX)(x, log_sums);                                                  \
  }                                                                                                             \
  template <>                                                                                                   \
  void exponentials_of_rows(View<T> x, const T* shifts) {                                                       \
    HWY_DYNAMIC_DISPATCH(ExponentialsOfRows##SUFFIX)(x, shifts);                                                \
  }                                                                                                             \
  template <>                                                                                                   \
  void softmax_gradient_rows(View<const T> p, const T* delta, View<T> dp) {                                     \
    HWY_DYNAMIC_DISPATCH(GradientRows##SUFFIX)(p, delta, dp);                                                   \
  }                                                                                                             \
  template <>                                                                                                   \
  void softmax_gradient_columns(View<const T> p, const T* delta, View<T> dp) {                                  \
    HWY_DYNAMIC_DISPATCH(GradientColumns##SUFFIX)(p, delta, dp);                                                \
  }                                                                                                             \
  template <>                                                                                                   \
  void gelu(View<const T> x, View<T> out) {                                                                     \
    HWY_DYNAMIC_DISPATCH(Gelu##SUFFIX)(x, out);                                                                 \
  }                                                                                                             \
  template <>                                                                                                   \
  void gelu_gradient(View<const T> x, View<const T> dy, View<T> dx) {                                           \
    HWY_DYNAMIC_DISPATCH(GeluGradient##SUFFIX)(x, dy, dx);                                                      \
  }                                                                                                             \
  template <>                                                                                                   \
  void layer_norm(View<const T> x, const T* gamma, const T* beta, View<T> normal, T* inverse_deviations,        \
                  View<T> out) {                                                                                \
    HWY_DYNAMIC_DISPATCH(LayerNorm##SUFFIX)(x, gamma, beta, normal, inverse_deviations, out);                   \
  }                                                                                                             \
  template <>                                                                                                   \
  void layer_norm_gradient(View<const T> normal, const T* inverse_deviations, const T* gamma, View<const T> dy, \
                           View<T> dx, T* dgamma, T* dbeta) {                                                   \
    HWY_DYNAMIC_DISPATCH(LayerNormGradient##SUFFIX)(normal, inverse_deviations, gamma, dy, dx, dgamma, dbeta);  \
  }                                                                                                             \
  template <>                                                                                                   \
  void add_to_rows(View<T> x, const T* columns, T factor) {                                                     \
    HWY_DYNAMIC_DISPATCH(AddToRows##SUFFIX)(x, columns, factor);                                                \
  }                                                                                                             \
  template <>                                                                                                   \
  void add_to_columns(View<T> x, const T* rows, T factor) {                                                     \
    HWY_DYNAMIC_DISPATCH(AddToColumns##SUFFIX)(x, rows, factor);                                                \
  }                                                                                                             \
  template <>                                                                                                   \
  void add_column_sums(View<const T> x, T* sums) {                                                              \
    HWY_DYNAMIC_DISPATCH(AddColumnSums##SUFFIX)(x, sums);                                                       \
  }                                                                                                             \
  template <>                                                                                                   \
  void add_scaled(View<T> x, View<const T> y, T factor) {                                                       \
    HWY_DYNAMIC_DISPATCH(AddScaled##SUFFIX)(x, y, factor);                                                      \
  }                                                                                                             \
  template <>                                                                                                   \
  void row_products(View<const T> a, View<const T> b, T* out) {                                                 \
    HWY_DYNAMIC_DISPATCH(RowProducts##SUFFIX)(a, b, out);                                                       \
  }                                                                                                             \
  template <>                                                                                                   \
  void scale_rows(View<T> x, const T* factors) {                                                                \
    HWY_DYNAMIC_DISPATCH(ScaleRows##SUFFIX)(x, factors);                                                        \
  }                                                                                                             \
  template <>                                                                                                   \
  void angle_gradient(View<const T> cosine, View<const T> sine, View<const T> dcosine, View<const T> dsine,     \
                      View<T> out) {                                                                            \
    HWY_DYNAMIC_DISPATCH(AngleGradient##SUFFIX)(cosine, sine, dcosine, dsine, out);                             \
  }
OMEGA_DISPATCHED(F32, float)
OMEGA_DISPATCHED(F64, double)
#undef OMEGA_DISPATCHED

}  // namespace omega
#endif
