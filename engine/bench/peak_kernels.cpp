#include "bench/peak_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/peak_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace omega {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using Bits = hn::RebindToUnsigned<Tag>;

/// 1.5·2²³: adding it rounds a float to a whole number, which then stands in the low bits of the sum.
constexpr float kRounder = 12582912.0F;

/// Twelve independent chains: more than latency times ports of any core so far, and they fit sixteen registers.
double MultiplyAdds(Index rounds, float* result) {
  const Tag d;
  const auto factor = hn::Set(d, 0.999F), step = hn::Set(d, 0.001F);
  auto a0 = hn::Set(d, 0.1F), a1 = hn::Set(d, 0.2F), a2 = hn::Set(d, 0.3F), a3 = hn::Set(d, 0.4F),
       a4 = hn::Set(d, 0.5F), a5 = hn::Set(d, 0.6F);
  auto b0 = a0, b1 = a1, b2 = a2, b3 = a3, b4 = a4, b5 = a5;
  b0 = hn::Add(b0, step), b1 = hn::Add(b1, step), b2 = hn::Add(b2, step), b3 = hn::Add(b3, step),
  b4 = hn::Add(b4, step), b5 = hn::Add(b5, step);
  for (Index i = 0; i < rounds; ++i) {
    a0 = hn::MulAdd(a0, factor, step), a1 = hn::MulAdd(a1, factor, step), a2 = hn::MulAdd(a2, factor, step);
    a3 = hn::MulAdd(a3, factor, step), a4 = hn::MulAdd(a4, factor, step), a5 = hn::MulAdd(a5, factor, step);
    b0 = hn::MulAdd(b0, factor, step), b1 = hn::MulAdd(b1, factor, step), b2 = hn::MulAdd(b2, factor, step);
    b3 = hn::MulAdd(b3, factor, step), b4 = hn::MulAdd(b4, factor, step), b5 = hn::MulAdd(b5, factor, step);
  }
  const auto a = hn::Add(hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)), hn::Add(a4, a5));
  const auto b = hn::Add(hn::Add(hn::Add(b0, b1), hn::Add(b2, b3)), hn::Add(b4, b5));
  *result = hn::GetLane(hn::SumOfLanes(d, hn::Add(a, b)));
  return 2.0 * 12.0 * static_cast<double>(rounds) * static_cast<double>(hn::Lanes(d));
}

/// exp x = 2ⁿ·p(r), n = round(x/ln 2), r = x − n·ln 2; p is the best polynomial of degree 5 with p(0) = p'(0) = 1.
void Exp(const float* x, Index count, float* y) {
  const Tag d;
  const Bits bits;
  const auto log2e = hn::Set(d, 1.44269504F), rounder = hn::Set(d, kRounder), one = hn::Set(d, 1.0F);
  const auto ln2_high = hn::Set(d, -0.69311523F), ln2_low = hn::Set(d, -3.194618e-5F);
  const auto c2 = hn::Set(d, 0.49999231F), c3 = hn::Set(d, 0.16667115F), c4 = hn::Set(d, 0.04189016F),
             c5 = hn::Set(d, 0.00831252F);
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (Index i = 0; i < count; i += lanes) {
    const auto value = hn::LoadU(d, x + i);
    const auto rounded = hn::MulAdd(value, log2e, rounder);
    const auto n = hn::Sub(rounded, rounder);
    const auto r = hn::MulAdd(n, ln2_low, hn::MulAdd(n, ln2_high, value));
    auto p = hn::MulAdd(hn::MulAdd(hn::MulAdd(c5, r, c4), r, c3), r, c2);
    p = hn::MulAdd(hn::MulAdd(p, r, one), r, one);
    const auto scaled = hn::Add(hn::BitCast(bits, p), hn::ShiftLeft<23>(hn::BitCast(bits, rounded)));
    hn::StoreU(hn::BitCast(d, scaled), d, y + i);
  }
}

/// x = n·π/2 + r; polynomials for the sine and the cosine of r, exchanged where n is odd, with the signs of the
/// quadrant.
void SineCosine(const float* x, Index count, float* sine, float* cosine) {
  const Tag d;
  const Bits bits;
  const auto per_quarter = hn::Set(d, 0.636619772F), rounder = hn::Set(d, kRounder), one = hn::Set(d, 1.0F),
             half = hn::Set(d, -0.5F);
  const auto quarter_high = hn::Set(d, -1.5703125F), quarter_low = hn::Set(d, -0.00048382679F);
  const auto s3 = hn::Set(d, -0.16666655F), s5 = hn::Set(d, 0.00833218F), s7 = hn::Set(d, -0.00019517F);
  const auto c4 = hn::Set(d, 0.0416666469F), c6 = hn::Set(d, -0.00138873669F), c8 = hn::Set(d, 2.44383791e-5F);
  const auto odd = hn::Set(bits, 1U), two = hn::Set(bits, 2U);
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (Index i = 0; i < count; i += lanes) {
    const auto value = hn::LoadU(d, x + i);
    const auto rounded = hn::MulAdd(value, per_quarter, rounder);
    const auto n = hn::Sub(rounded, rounder);
    const auto quadrant = hn::BitCast(bits, rounded);
    const auto r = hn::MulAdd(n, quarter_low, hn::MulAdd(n, quarter_high, value));
    const auto r2 = hn::Mul(r, r);
    const auto s = hn::MulAdd(hn::Mul(r, r2), hn::MulAdd(hn::MulAdd(s7, r2, s5), r2, s3), r);
    const auto c = hn::MulAdd(hn::MulAdd(hn::MulAdd(hn::MulAdd(c8, r2, c6), r2, c4), r2, half), r2, one);
    const auto swap = hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(bits, hn::Eq(hn::And(quadrant, odd), odd))));
    const auto sign_of_sine = hn::ShiftLeft<30>(hn::And(quadrant, two));
    const auto sign_of_cosine = hn::ShiftLeft<30>(hn::And(hn::Add(quadrant, odd), two));
    hn::StoreU(hn::Xor(hn::IfThenElse(swap, c, s), hn::BitCast(d, sign_of_sine)), d, sine + i);
    hn::StoreU(hn::Xor(hn::IfThenElse(swap, s, c), hn::BitCast(d, sign_of_cosine)), d, cosine + i);
  }
}

void AddThree(const float* a, const float* b, const float* c, Index count, float* y) {
  const Tag d;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  for (Index i = 0; i < count; i += lanes)
    hn::StoreU(hn::Add(hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), hn::LoadU(d, c + i)), d, y + i);
}

Index LaneCount() { return static_cast<Index>(hn::Lanes(Tag())); }

}  // namespace HWY_NAMESPACE
}  // namespace omega
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace omega {

HWY_EXPORT(MultiplyAdds);
HWY_EXPORT(Exp);
HWY_EXPORT(SineCosine);
HWY_EXPORT(AddThree);
HWY_EXPORT(LaneCount);

double peak_multiply_adds(Index rounds, float* result) { return HWY_DYNAMIC_DISPATCH(MultiplyAdds)(rounds, result); }
void peak_exp(const float* x, Index count, float* y) { HWY_DYNAMIC_DISPATCH(Exp)(x, count, y); }
void peak_sine_cosine(const float* x, Index count, float* sine, float* cosine) {
  HWY_DYNAMIC_DISPATCH(SineCosine)(x, count, sine, cosine);
}
void peak_add_three(const float* a, const float* b, const float* c, Index count, float* y) {
  HWY_DYNAMIC_DISPATCH(AddThree)(a, b, c, count, y);
}
Index vector_lanes() { return HWY_DYNAMIC_DISPATCH(LaneCount)(); }

}  // namespace omega
#endif
