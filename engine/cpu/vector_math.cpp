#include "cpu/vector_math.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/vector_math.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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
  map_in_place(x, count, [&](auto tag, auto value) { return hn::Exp(tag, hn::Sub(value, shifts)); });
  auto sums = hn::Zero(d);
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= count; i += lanes) sums = hn::Add(sums, hn::LoadU(d, x + i));
  T sum = hn::GetLane(hn::SumOfLanes(d, sums));
  for (; i < count; ++i) sum += x[i];
  return sum;
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

template <class T>
void LogInPlace(T* x, Index count) {
  map_in_place(x, count, [](auto tag, auto value) { return hn::Log(tag, value); });
}

template <class T>
void SineCosine(const T* x, Index count, T* sine, T* cosine) {
  for (Index i = 0; i < count; ++i) sine[i] = cosine[i] = x[i];
  map_in_place(sine, count, [](auto tag, auto value) { return hn::Sin(tag, value); });
  map_in_place(cosine, count, [](auto tag, auto value) { return hn::Cos(tag, value); });
}

// Highway exports plain functions; one pair for each precision.
float ExpShiftedF32(float* x, Index n, float s) { return ExpShifted(x, n, s); }
double ExpShiftedF64(double* x, Index n, double s) { return ExpShifted(x, n, s); }
float LargestF32(const float* x, Index n) { return Largest(x, n); }
double LargestF64(const double* x, Index n) { return Largest(x, n); }
void LogF32(float* x, Index n) { LogInPlace(x, n); }
void LogF64(double* x, Index n) { LogInPlace(x, n); }
void SineCosineF32(const float* x, Index n, float* s, float* c) { SineCosine(x, n, s, c); }
void SineCosineF64(const double* x, Index n, double* s, double* c) { SineCosine(x, n, s, c); }
const char* TargetName() { return hwy::TargetName(HWY_TARGET); }

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

HWY_EXPORT(ExpShiftedF32);
HWY_EXPORT(ExpShiftedF64);
HWY_EXPORT(LargestF32);
HWY_EXPORT(LargestF64);
HWY_EXPORT(LogF32);
HWY_EXPORT(LogF64);
HWY_EXPORT(SineCosineF32);
HWY_EXPORT(SineCosineF64);
HWY_EXPORT(TargetName);

template <> float exp_shifted(float* x, Index n, float shift) { return HWY_DYNAMIC_DISPATCH(ExpShiftedF32)(x, n, shift); }
template <> double exp_shifted(double* x, Index n, double shift) { return HWY_DYNAMIC_DISPATCH(ExpShiftedF64)(x, n, shift); }
template <> float largest(const float* x, Index n) { return HWY_DYNAMIC_DISPATCH(LargestF32)(x, n); }
template <> double largest(const double* x, Index n) { return HWY_DYNAMIC_DISPATCH(LargestF64)(x, n); }
template <> void log_in_place(float* x, Index n) { HWY_DYNAMIC_DISPATCH(LogF32)(x, n); }
template <> void log_in_place(double* x, Index n) { HWY_DYNAMIC_DISPATCH(LogF64)(x, n); }
namespace {

/// Highway reduces arguments well only up to here; beyond, the library's sine and cosine are exact for any argument.
constexpr double kReducible = 39000;

template <class T>
void repair_large(const T* x, Index n, T* sine, T* cosine) {
  for (Index i = 0; i < n; ++i) {
    if (std::abs(x[i]) <= T(kReducible)) continue;
    sine[i] = std::sin(x[i]);
    cosine[i] = std::cos(x[i]);
  }
}

}  // namespace

template <> void sine_cosine(const float* x, Index n, float* s, float* c) {
  HWY_DYNAMIC_DISPATCH(SineCosineF32)(x, n, s, c);
  repair_large(x, n, s, c);
}
template <> void sine_cosine(const double* x, Index n, double* s, double* c) {
  HWY_DYNAMIC_DISPATCH(SineCosineF64)(x, n, s, c);
  repair_large(x, n, s, c);
}
const char* vector_target() { return HWY_DYNAMIC_DISPATCH(TargetName)(); }

}  // namespace omega
#endif
