#include "cpu/vector_math.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "core/error.h"
#include "core/text.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/vector_math.cpp"
#include <hwy/foreach_target.h>
#include "cpu/simd_inl.h"

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {

/// Runs body(tag, pointer offset, lanes) over whole vectors, then over a zero-padded copy of the rest.
template <class T, class Body>
void map_in_place(T* x, Index count, Body&& body) {
  const hn::ScalableTag<T> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(body(d, hn::LoadU(d, x + i)), d, x + i);
  if (i == count) return;
  HWY_ALIGN T rest[HWY_MAX_BYTES / sizeof(T)] = {};
  for (Index j = i; j < count; ++j) rest[j - i] = x[j];
  hn::StoreU(body(d, hn::LoadU(d, rest)), d, rest);
  for (Index j = i; j < count; ++j) x[j] = rest[j - i];
}

template <class T>
T ExpShifted(T* x, Index count, T shift) {
  const hn::ScalableTag<T> d;
  const auto shifts = hn::Set(d, shift);
  map_in_place(x, count, [&](auto tag, auto value) { return exponential(tag, hn::Sub(value, shifts)); });
  auto sums = hn::Zero(d);
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= count; i += lanes) sums = hn::Add(sums, hn::LoadU(d, x + i));
  T sum = hn::GetLane(hn::SumOfLanes(d, sums));
  for (; i < count; ++i) sum += x[i];
  return sum;
}

/// 0·x is 0 of every finite x, and NaN of the others.
template <class T>
bool AllFinite(const T* x, Index count) {
  const hn::ScalableTag<T> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  auto a = zero, b = zero, e = zero, f = zero;
  Index i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    a = hn::MulAdd(zero, hn::LoadU(d, x + i), a);
    b = hn::MulAdd(zero, hn::LoadU(d, x + i + lanes), b);
    e = hn::MulAdd(zero, hn::LoadU(d, x + i + 2 * lanes), e);
    f = hn::MulAdd(zero, hn::LoadU(d, x + i + 3 * lanes), f);
  }
  T rest = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(e, f))));
  for (; i < count; ++i) rest += 0 * x[i];
  return rest == 0;
}

template <class T>
T Largest(const T* x, Index count) {
  const hn::ScalableTag<T> d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  T best = -std::numeric_limits<T>::infinity();
  Index i = 0;
  if (count >= lanes) {
    auto highest = hn::LoadU(d, x);
    for (i = lanes; i + lanes <= count; i += lanes) highest = hn::Max(highest, hn::LoadU(d, x + i));
    best = hn::GetLane(hn::MaxOfLanes(d, highest));
  }
  for (; i < count; ++i) best = x[i] > best ? x[i] : best;
  return best;
}

/// Both at once for |x| ≤ kShort: x − n·π/2 in three parts (exact products in the first two), then polynomials of
/// degree 7 and 8.
constexpr float kShort = 2000;
template <class D, class V>
HWY_INLINE void sine_cosine_of(D d, V x, V& sine, V& cosine) {
  const hn::Rebind<int32_t, D> di;
  const auto shifter = hn::Set(d, 12582912.0f);  // 1.5·2²³ brings n to the last bits
  const auto shifted = hn::MulAdd(x, hn::Set(d, 0.636619772f), shifter);
  const auto n = hn::Sub(shifted, shifter);
  const auto quadrant = hn::BitCast(di, shifted);
  const auto r =
      hn::NegMulAdd(n, hn::Set(d, 7.54978995489e-8f),
                    hn::NegMulAdd(n, hn::Set(d, 4.837512969971e-4f), hn::NegMulAdd(n, hn::Set(d, 1.5703125f), x)));
  const auto z = hn::Mul(r, r);
  const auto odd = hn::MulAdd(hn::MulAdd(hn::Set(d, -1.9515295891e-4f), z, hn::Set(d, 8.3321608736e-3f)), z,
                              hn::Set(d, -1.6666654611e-1f));
  const auto of_sine = hn::MulAdd(hn::Mul(odd, z), r, r);
  const auto even = hn::MulAdd(hn::MulAdd(hn::Set(d, 2.443315711809948e-5f), z, hn::Set(d, -1.388731625493765e-3f)), z,
                               hn::Set(d, 4.166664568298827e-2f));
  const auto of_cosine = hn::MulAdd(hn::Mul(even, z), z, hn::NegMulAdd(z, hn::Set(d, 0.5f), hn::Set(d, 1.0f)));
  const auto swapped = hn::RebindMask(d, hn::TestBit(quadrant, hn::Set(di, 1)));
  const auto sign_of_sine = hn::BitCast(d, hn::ShiftLeft<30>(hn::And(quadrant, hn::Set(di, 2))));
  const auto sign_of_cosine =
      hn::BitCast(d, hn::ShiftLeft<30>(hn::And(hn::Add(quadrant, hn::Set(di, 1)), hn::Set(di, 2))));
  sine = hn::Xor(hn::IfThenElse(swapped, of_cosine, of_sine), sign_of_sine);
  cosine = hn::Xor(hn::IfThenElse(swapped, of_sine, of_cosine), sign_of_cosine);
}

/// Whole vectors; returns how far it came.
HWY_INLINE Index short_sine_cosine(const float* x, Index count, float* sine, float* cosine) {
  const hn::ScalableTag<float> d;
  const Index lanes = lanes_of<float>();
  auto largest = hn::Zero(d);
  Index i = 0;
  for (; i + lanes <= count; i += lanes) largest = hn::Max(largest, hn::Abs(hn::LoadU(d, x + i)));
  if (!hn::AllTrue(d, hn::Le(largest, hn::Set(d, kShort)))) return 0;
  for (Index j = 0; j < i; j += lanes) {
    auto s = largest, c = largest;
    sine_cosine_of(d, hn::LoadU(d, x + j), s, c);
    hn::StoreU(s, d, sine + j);
    hn::StoreU(c, d, cosine + j);
  }
  return i;
}
HWY_INLINE Index short_sine_cosine(const double*, Index, double*, double*) { return 0; }

/// Returns how many of the first were done for good; the others may be beyond what can be reduced.
template <class T>
Index SineCosine(const T* x, Index count, T* sine, T* cosine) {
  const Index done = short_sine_cosine(x, count, sine, cosine);
  for (Index i = done; i < count; ++i) sine[i] = cosine[i] = x[i];
  map_in_place(sine + done, count - done, [](auto tag, auto value) { return hn::Sin(tag, value); });
  map_in_place(cosine + done, count - done, [](auto tag, auto value) { return hn::Cos(tag, value); });
  return done;
}

/// body(offset) over whole vectors of `count` numbers, then rest(i) over those that fill none.
template <class T, class Body, class Rest>
HWY_INLINE void over_vectors(Index count, Body&& body, Rest&& rest) {
  const Index lanes = lanes_of<T>();
  Index i = 0;
  for (; i + lanes <= count; i += lanes) body(i);
  for (; i < count; ++i) rest(i);
}

template <class T>
void CombineRows(View<T> to, const T* to_factors, View<const T> from, const T* from_factors) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < to.rows; ++r) {
    T* x = to.row(r);
    const T *y = from.row(r), a = to_factors[r], b = from_factors[r];
    const auto va = hn::Set(d, a), vb = hn::Set(d, b);
    over_vectors<T>(
        to.cols,
        [&](Index i)
            HWY_ATTR { hn::StoreU(hn::MulAdd(vb, hn::LoadU(d, y + i), hn::Mul(va, hn::LoadU(d, x + i))), d, x + i); },
        [&](Index i) { x[i] = a * x[i] + b * y[i]; });
  }
}

template <class T>
void DivideRows(View<const T> in, const T* divisors, View<T> out) {
  const hn::ScalableTag<T> d;
  for (Index r = 0; r < out.rows; ++r) {
    const T *from = in.row(r), divisor = divisors[r];
    T* to = out.row(r);
    const auto all = hn::Set(d, divisor);
    over_vectors<T>(
        out.cols, [&](Index i) HWY_ATTR { hn::StoreU(hn::Div(hn::LoadU(d, from + i), all), d, to + i); },
        [&](Index i) { to[i] = from[i] / divisor; });
  }
}

/// A last part of a row that fills no vector goes through padded copies; a shift of −∞ makes the padding 0.
template <class T>
struct PaddedRest {
  HWY_ALIGN T x[HWY_MAX_BYTES / sizeof(T)] = {}, shifts[HWY_MAX_BYTES / sizeof(T)], out[HWY_MAX_BYTES / sizeof(T)];

  PaddedRest(const T* from, const T* own_shifts, Index count) {
    std::copy_n(from, count, x);
    std::fill(std::copy_n(own_shifts, count, shifts), std::end(shifts), -std::numeric_limits<T>::infinity());
  }
};

template <class T>
void EluFeatures(View<const T> in, T factor, const T* shifts, View<T> out, T* log_scales) {
  const hn::ScalableTag<T> d;
  const auto zero = hn::Zero(d), factors = hn::Set(d, factor);
  const Index lanes = lanes_of<T>(), whole = in.cols / lanes * lanes, left = in.cols - whole;
  const auto lowest = hn::Set(d, -std::numeric_limits<T>::infinity());
  const auto logs = [&](const T* x, const T* shift) HWY_ATTR {
    return hn::Add(between(d, lowest, hn::Mul(factors, hn::LoadU(d, x)), zero), hn::LoadU(d, shift));
  };
  for (Index r = 0; r < in.rows; ++r) {
    const T* x = in.row(r);
    PaddedRest<T> rest(x + whole, shifts + whole, left);
    auto scale = zero;
    if (log_scales != nullptr) {
      scale = logs(rest.x, rest.shifts);
      for (Index i = 0; i < whole; i += lanes) scale = hn::Max(scale, logs(x + i, shifts + i));
      scale = hn::MaxOfLanes(d, scale);
      log_scales[r] = hn::GetLane(scale);
    }
    const auto feature = [&](const T* from, const T* shift, T* to) HWY_ATTR {
      const auto phi = exponential(d, hn::Sub(logs(from, shift), scale));
      hn::StoreU(hn::MulAdd(phi, hn::Max(zero, hn::Mul(factors, hn::LoadU(d, from))), phi), d, to);
    };
    for (Index i = 0; i < whole; i += lanes) feature(x + i, shifts + i, out.row(r) + i);
    if (left == 0) continue;
    feature(rest.x, rest.shifts, rest.out);
    std::copy_n(rest.out, left, out.row(r) + whole);
  }
}

// Highway exports what has a plain name: one for each precision.
#define OMEGA_EXPORTED(SUFFIX, T)                       \
  constexpr auto& ExpShifted##SUFFIX = ExpShifted<T>;   \
  constexpr auto& AllFinite##SUFFIX = AllFinite<T>;     \
  constexpr auto& Largest##SUFFIX = Largest<T>;         \
  constexpr auto& SineCosine##SUFFIX = SineCosine<T>;   \
  constexpr auto& CombineRows##SUFFIX = CombineRows<T>; \
  constexpr auto& DivideRows##SUFFIX = DivideRows<T>;   \
  constexpr auto& EluFeatures##SUFFIX = EluFeatures<T>;
OMEGA_EXPORTED(F32, float)
OMEGA_EXPORTED(F64, double)
#undef OMEGA_EXPORTED
const char* TargetName() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

namespace {

/// Highway reduces arguments well only up to here; beyond, the library's sine and cosine are exact for any argument.
constexpr double kReducible = 39000;

template <class T>
void repair_large(const T* x, Index first, Index n, T* sine, T* cosine) {
  for (Index i = first; i < n; ++i) {
    if (std::abs(x[i]) <= T(kReducible)) continue;
    sine[i] = std::sin(x[i]);
    cosine[i] = std::cos(x[i]);
  }
}

}  // namespace

#define OMEGA_DISPATCHED(SUFFIX, T)                                                                         \
  HWY_EXPORT(ExpShifted##SUFFIX);                                                                           \
  HWY_EXPORT(AllFinite##SUFFIX);                                                                            \
  HWY_EXPORT(Largest##SUFFIX);                                                                              \
  HWY_EXPORT(SineCosine##SUFFIX);                                                                           \
  HWY_EXPORT(CombineRows##SUFFIX);                                                                          \
  HWY_EXPORT(DivideRows##SUFFIX);                                                                           \
  HWY_EXPORT(EluFeatures##SUFFIX);                                                                          \
  template <>                                                                                               \
  T exp_shifted(T* x, Index count, T shift) {                                                               \
    return HWY_DYNAMIC_DISPATCH(ExpShifted##SUFFIX)(x, count, shift);                                       \
  }                                                                                                         \
  template <>                                                                                               \
  bool all_finite(const T* x, Index count) {                                                                \
    return HWY_DYNAMIC_DISPATCH(AllFinite##SUFFIX)(x, count);                                               \
  }                                                                                                         \
  template <>                                                                                               \
  T largest(const T* x, Index count) {                                                                      \
    return HWY_DYNAMIC_DISPATCH(Largest##SUFFIX)(x, count);                                                 \
  }                                                                                                         \
  template <>                                                                                               \
  void sine_cosine(const T* x, Index count, T* sine, T* cosine) {                                           \
    repair_large(x, HWY_DYNAMIC_DISPATCH(SineCosine##SUFFIX)(x, count, sine, cosine), count, sine, cosine); \
  }                                                                                                         \
  template <>                                                                                               \
  void combine_rows(View<T> to, const T* to_factors, View<const T> from, const T* from_factors) {           \
    HWY_DYNAMIC_DISPATCH(CombineRows##SUFFIX)(to, to_factors, from, from_factors);                          \
  }                                                                                                         \
  template <>                                                                                               \
  void divide_rows(View<const T> in, const T* divisors, View<T> out) {                                      \
    HWY_DYNAMIC_DISPATCH(DivideRows##SUFFIX)(in, divisors, out);                                            \
  }                                                                                                         \
  template <>                                                                                               \
  void elu_features(View<const T> in, T factor, const T* shifts, View<T> out, T* log_scales) {              \
    HWY_DYNAMIC_DISPATCH(EluFeatures##SUFFIX)(in, factor, shifts, out, log_scales);                         \
  }
OMEGA_DISPATCHED(F32, float)
OMEGA_DISPATCHED(F64, double)
#undef OMEGA_DISPATCHED

HWY_EXPORT(TargetName);
const char* vector_target() {
  const std::string name = HWY_DYNAMIC_DISPATCH(TargetName)();
  if (name == "AVX3") return "AVX-512";
  return name == "AVX2" ? "AVX2" : name == "SSSE3" ? "SSSE3" : "SSE2";
}

void limit_vector_target(const char* name) {
  const std::string limit = name ? name : "";
  int64_t allowed = 0;  // 0: all
  if (limit == "sse2")
    allowed = HWY_STATIC_TARGET;
  else if (limit == "ssse3")
    allowed = HWY_STATIC_TARGET | HWY_SSSE3;
  else if (limit == "avx2")
    allowed = HWY_STATIC_TARGET | HWY_SSSE3 | HWY_AVX2;
  else if (!limit.empty() && limit != "avx512")
    throw Error::input(std::string(kVectorTargetVariable) + " is " + quoted(limit) +
                       "; it must be sse2, ssse3, avx2 or avx512");
  hwy::SetSupportedTargetsForTest(0);
  if (allowed != 0) hwy::SetSupportedTargetsForTest(allowed & (hwy::SupportedTargets() | HWY_STATIC_TARGET));
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace omega
#endif
