#include "cpu/lanes.h"

#include <algorithm>
#include <limits>

#include "core/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/lanes.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {

template <class T>
void TurnRows(View<const T> x, T factor, T* out, Index lanes, bool with_norm) {
  if (x.rows < lanes)
    for (Index d = 0; d < x.cols; ++d) std::fill(out + d * lanes + x.rows, out + (d + 1) * lanes, T(0));
  transpose_scaled<T>(x, factor, out, lanes);
  if (!with_norm) return;
  const hn::ScalableTag<T> d;
  for (Index lane = 0; lane < lanes; lane += lanes_of<T>()) {
    auto squares = hn::Zero(d);
    for (Index c = 0; c < x.cols; ++c) {
      const auto value = hn::LoadU(d, out + c * lanes + lane);
      squares = hn::MulAdd(value, value, squares);
    }
    hn::StoreU(hn::Mul(squares, hn::Set(d, T(-0.5))), d, out + x.cols * lanes + lane);
  }
}

template <class T>
void LaneLogits(const T* x, Index lanes, const LanePoints<T>& columns, View<T> logits, View<const T> soon) {
  const View<const T>& points = columns.points;
  T starts[2 * kLaneColumns];
  const T* start = columns.bias;
  if (columns.norm_factor != 0) {
    for (Index c = 0; c < points.rows; ++c)
      starts[c] = (columns.bias ? columns.bias[c] : T(0)) +
                  columns.norm_factor * dot(points.row(c), points.row(c), points.cols);
    start = starts;
  }
  whole_product<T, false>(
      points.rows, lanes,
      {points.cols, points.data, points.stride, x, lanes, logits.data, logits.stride, start, false, soon});
}

/// The largest of each lane of one vector of columns, in four chains.
template <class T>
HWY_INLINE Vector<T> largest_of_lane(View<const T> logits, Index lane) {
  const hn::ScalableTag<T> d;
  const T* at = logits.data + lane;
  const Index step = logits.stride;
  const auto lowest = hn::Set(d, -std::numeric_limits<T>::infinity());
  auto a = lowest, b = lowest, e = lowest, f = lowest;
  Index c = 0;
  for (; c + 4 <= logits.rows; c += 4, at += 4 * step) {
    a = hn::Max(a, hn::LoadU(d, at));
    b = hn::Max(b, hn::LoadU(d, at + step));
    e = hn::Max(e, hn::LoadU(d, at + 2 * step));
    f = hn::Max(f, hn::LoadU(d, at + 3 * step));
  }
  for (; c < logits.rows; ++c, at += step) a = hn::Max(a, hn::LoadU(d, at));
  return hn::Max(hn::Max(a, b), hn::Max(e, f));
}

/// A maximum of −∞ (nothing but hidden columns) is no shift: −∞ − (−∞) would be NaN.
template <class T>
HWY_INLINE Vector<T> shift_of(Vector<T> maximum) {
  const hn::ScalableTag<T> d;
  return hn::IfThenElseZero(hn::Gt(maximum, hn::Set(d, -std::numeric_limits<T>::infinity())), maximum);
}

template <class T>
bool LaneSoftmax(View<T> logits, T* maxima, T* sums, T* factors) {
  const hn::ScalableTag<T> d;
  bool changed = false;
  for (Index lane = 0; lane < logits.cols; lane += lanes_of<T>()) {
    const auto before = hn::LoadU(d, maxima + lane);
    const auto maximum = hn::Max(before, largest_of_lane<T>(logits, lane));
    const auto shift = shift_of<T>(maximum);
    const auto factor = exponential(d, hn::Sub(before, shift));
    changed = changed || !hn::AllTrue(d, hn::Eq(before, maximum));
    hn::StoreU(maximum, d, maxima + lane);
    hn::StoreU(factor, d, factors + lane);
    auto sum = hn::Zero(d);
    T* at = logits.data + lane;
    for (Index c = 0; c < logits.rows; ++c, at += logits.stride) {
      const auto weight = exponential(d, hn::Sub(hn::LoadU(d, at), shift));
      hn::StoreU(weight, d, at);
      sum = hn::Add(sum, weight);
    }
    hn::StoreU(hn::MulAdd(hn::LoadU(d, sums + lane), factor, sum), d, sums + lane);
  }
  return changed;
}

template <class T>
void LaneWeights(View<T> logits, View<const T> factors, T* sums) {
  const hn::ScalableTag<T> d;
  for (Index lane = 0; lane < logits.cols; lane += lanes_of<T>()) {
    const auto shift = shift_of<T>(largest_of_lane<T>(logits, lane));
    auto sum = hn::Zero(d);
    for (Index c = 0; c < logits.rows; ++c) {
      T* at = logits.row(c) + lane;
      auto weight = exponential(d, hn::Sub(hn::LoadU(d, at), shift));
      if (factors) weight = hn::Mul(weight, hn::LoadU(d, factors.row(c) + lane));
      hn::StoreU(weight, d, at);
      sum = hn::Add(sum, weight);
    }
    hn::StoreU(sum, d, sums + lane);
  }
}

template <class T>
void LaneExponentials(View<T> logits, T* means) {
  const hn::ScalableTag<T> d;
  const auto count = hn::Set(d, static_cast<T>(logits.rows));
  for (Index lane = 0; lane < logits.cols; lane += lanes_of<T>()) {
    auto sum = hn::Zero(d);
    for (Index c = 0; c < logits.rows; ++c) {
      T* at = logits.row(c) + lane;
      const auto weight = exponential(d, hn::LoadU(d, at));
      hn::StoreU(weight, d, at);
      sum = hn::Add(sum, weight);
    }
    hn::StoreU(hn::Div(sum, count), d, means + lane);
  }
}

/// exp(x) of |x| ≤ kUnshiftedLogit as in simd_inl.h, with a minimax polynomial of degree 7 (5e-11) and no ends to look
/// after.
template <class D>
HWY_INLINE hn::Vec<D> ShortExponential(D d, hn::Vec<D> x) {
  const hn::Rebind<int64_t, D> di;
  const auto shifter = hn::Set(d, 0x1.8p52 + 1023);
  const auto shifted = hn::MulAdd(x, hn::Set(d, 1.4426950408889634), shifter);
  const auto n = hn::Sub(shifted, shifter);
  const auto scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(di, shifted)));
  const auto r = hn::NegMulAdd(n, hn::Set(d, 0.6931471805599453), x);  // n·ln 2 is off by 2e-14 at most
  auto p = hn::MulAdd(hn::Set(d, 0.00019790341426504515), r, hn::Set(d, 0.0013944659635751668));
  p = hn::MulAdd(p, r, hn::Set(d, 0.008333497075058496));
  p = hn::MulAdd(p, r, hn::Set(d, 0.04166629494713264));
  p = hn::MulAdd(p, r, hn::Set(d, 0.16666665868934183));
  p = hn::MulAdd(p, r, hn::Set(d, 0.5000000067682158));
  p = hn::MulAdd(p, r, hn::Set(d, 1.0));
  return hn::MulAdd(hn::Mul(p, r), scale, scale);
}

void LaneExponentialSums(View<const double> logits, Index group, View<double> sums) {
  const hn::ScalableTag<double> d;
  for (Index lane = 0; lane < logits.cols; lane += lanes_of<double>()) {
    auto running = hn::LoadU(d, sums.data + lane);
    for (Index g = 1, first = 0; first < logits.rows; ++g, first += group) {
      const Index end = std::min(logits.rows, first + group);
      const double* at = logits.row(first) + lane;
      auto even = hn::Zero(d), odd = hn::Zero(d);
      Index c = first;
      for (; c + 2 <= end; c += 2, at += 2 * logits.stride) {
        even = hn::Add(even, ShortExponential(d, hn::LoadU(d, at)));
        odd = hn::Add(odd, ShortExponential(d, hn::LoadU(d, at + logits.stride)));
      }
      if (c < end) even = hn::Add(even, ShortExponential(d, hn::LoadU(d, at)));
      running = hn::Add(running, hn::Add(even, odd));
      hn::StoreU(running, d, sums.row(g) + lane);
    }
  }
}

template <class T>
Index LaneClamped(const T* r, const T* mean, T base, T slope, T clamp, Index rows, T* out) {
  const hn::ScalableTag<T> d;
  const auto least = hn::Set(d, clamp);
  Index clamped = 0;
  for (Index lane = 0; lane < padded_lanes<T>(rows); lane += lanes_of<T>()) {
    const auto value =
        hn::MulAdd(hn::Set(d, slope), hn::Sub(hn::LoadU(d, r + lane), hn::LoadU(d, mean + lane)), hn::Set(d, base));
    const auto counted = hn::FirstN(d, static_cast<std::size_t>(std::max<Index>(rows - lane, 0)));
    clamped += static_cast<Index>(hn::CountTrue(d, hn::And(counted, hn::Lt(value, least))));
    hn::StoreU(hn::Max(value, least), d, out + lane);
  }
  return clamped;
}

template <class T>
void LaneDivide(View<T> tile, const T* divisors) {
  const hn::ScalableTag<T> d;
  for (Index lane = 0; lane < tile.cols; lane += lanes_of<T>()) {
    const auto inverse = hn::Div(hn::Set(d, T(1)), hn::LoadU(d, divisors + lane));
    for (Index c = 0; c < tile.rows; ++c) {
      T* at = tile.row(c) + lane;
      hn::StoreU(hn::Mul(hn::LoadU(d, at), inverse), d, at);
    }
  }
}

// Highway exports what has a plain name: one for each precision.
#define OMEGA_EXPORTED(SUFFIX, T)                                 \
  constexpr auto& TurnRows##SUFFIX = TurnRows<T>;                 \
  constexpr auto& LaneLogits##SUFFIX = LaneLogits<T>;             \
  constexpr auto& LaneSoftmax##SUFFIX = LaneSoftmax<T>;           \
  constexpr auto& LaneWeights##SUFFIX = LaneWeights<T>;           \
  constexpr auto& LaneExponentials##SUFFIX = LaneExponentials<T>; \
  constexpr auto& LaneClamped##SUFFIX = LaneClamped<T>;           \
  constexpr auto& LaneDivide##SUFFIX = LaneDivide<T>;
OMEGA_EXPORTED(F32, float)
OMEGA_EXPORTED(F64, double)
#undef OMEGA_EXPORTED

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

#define OMEGA_DISPATCHED(SUFFIX, T)                                                                            \
  HWY_EXPORT(TurnRows##SUFFIX);                                                                                \
  HWY_EXPORT(LaneLogits##SUFFIX);                                                                              \
  HWY_EXPORT(LaneSoftmax##SUFFIX);                                                                             \
  HWY_EXPORT(LaneWeights##SUFFIX);                                                                             \
  HWY_EXPORT(LaneExponentials##SUFFIX);                                                                        \
  HWY_EXPORT(LaneClamped##SUFFIX);                                                                             \
  HWY_EXPORT(LaneDivide##SUFFIX);                                                                              \
  template <>                                                                                                  \
  void LaneRows<T>::assign(View<const T> x, T factor) {                                                        \
    rows_ = x.rows;                                                                                            \
    OMEGA_ASSERT(x.cols == dims_ && static_cast<std::size_t>((dims_ + with_norm_) * lanes()) <= data_.size()); \
    HWY_DYNAMIC_DISPATCH(TurnRows##SUFFIX)(x, factor, data_.data(), lanes(), with_norm_);                      \
  }                                                                                                            \
  template <>                                                                                                  \
  void lane_logits(const LaneRows<T>& x, const LanePoints<T>& columns, View<T> logits, View<const T> soon) {   \
    HWY_DYNAMIC_DISPATCH(LaneLogits##SUFFIX)(x.data(), x.lanes(), columns, logits, soon);                      \
  }                                                                                                            \
  template <>                                                                                                  \
  bool lane_softmax(View<T> logits, T* maxima, T* sums, T* factors) {                                          \
    return HWY_DYNAMIC_DISPATCH(LaneSoftmax##SUFFIX)(logits, maxima, sums, factors);                           \
  }                                                                                                            \
  template <>                                                                                                  \
  void lane_weights(View<T> logits, View<const T> factors, T* sums) {                                          \
    HWY_DYNAMIC_DISPATCH(LaneWeights##SUFFIX)(logits, factors, sums);                                          \
  }                                                                                                            \
  template <>                                                                                                  \
  void lane_exponentials(View<T> logits, T* means) {                                                           \
    HWY_DYNAMIC_DISPATCH(LaneExponentials##SUFFIX)(logits, means);                                             \
  }                                                                                                            \
  template <>                                                                                                  \
  Index lane_clamped(const T* r, const T* mean, T base, T slope, T clamp, Index rows, T* out) {                \
    return HWY_DYNAMIC_DISPATCH(LaneClamped##SUFFIX)(r, mean, base, slope, clamp, rows, out);                  \
  }                                                                                                            \
  template <>                                                                                                  \
  void lane_divide(View<T> tile, const T* divisors) {                                                          \
    HWY_DYNAMIC_DISPATCH(LaneDivide##SUFFIX)(tile, divisors);                                                  \
  }
OMEGA_DISPATCHED(F32, float)
OMEGA_DISPATCHED(F64, double)
#undef OMEGA_DISPATCHED

HWY_EXPORT(LaneExponentialSums);
void lane_exponential_sums(View<const double> logits, Index group, View<double> sums) {
  HWY_DYNAMIC_DISPATCH(LaneExponentialSums)(logits, group, sums);
}

}  // namespace omega
#endif
