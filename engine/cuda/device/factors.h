// Factors of products on tensor cores. A kind says what a lane holds of 16 inner coordinates, and multiplies. Which of
// the 16 an instruction calls its k-th is free, as long as both factors agree: lane 4g + t has e = 0..3 of its own, of
// two rows of A (g and g + 8 of 16), or of a column of B (g of 8).
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda/device/portable.h"

namespace omega::cuda {

__device__ inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
__device__ inline float float_of(std::uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// Ten bits of fraction, to nearest, ties to even.
__device__ inline float rounded_to_tf32(float x) {
  if (x != x) return x;  // the carry would run through a NaN's bits
  const std::uint32_t bits = bits_of(x);
  return float_of((bits + 0xFFFu + (bits >> 13 & 1u)) & ~0x1FFFu);
}

/// x = high + low, each in TF32, but for 2⁻²² of x; low·low is left out, which is smaller.
struct Whole32 {
  struct Left {
    std::uint32_t high[2][4], low[2][4];
  };
  struct Right {
    std::uint32_t high[2][2], low[2][2];
  };
  __device__ static float rounded(float x) { return x; }
  /// To nearest, so that the rest is small and has either sign. Of the rest the tensor cores cut off what is below its
  /// tenth bit: made larger by about half of that, it is rounded. A NaN stays one through its rest.
  __device__ static void split(float x, std::uint32_t& high, std::uint32_t& low) {
    constexpr float kHalf = 1.0f + 0.7f / 2048.0f;
    high = (bits_of(x) + 0x1000u) & ~0x1FFFu;
    low = bits_of(kHalf * (x - float_of(high)));
  }
  __device__ static void take(Left& l, const float (&top)[4], const float (&bottom)[4]) {
    for (int half = 0; half < 2; ++half)
      for (int e = 0; e < 2; ++e) {
        split(top[2 * half + e], l.high[half][2 * e], l.low[half][2 * e]);
        split(bottom[2 * half + e], l.high[half][2 * e + 1], l.low[half][2 * e + 1]);
      }
  }
  __device__ static void take(Right& r, const float (&x)[4]) {
    for (int half = 0; half < 2; ++half)
      for (int e = 0; e < 2; ++e) split(x[2 * half + e], r.high[half][e], r.low[half][e]);
  }
  static constexpr int kTerms = 6;
  /// The small terms come first. One term of many products follows the other, so that none waits for its own sum.
  __device__ static void multiply(int term, float (&sum)[4], const Left& l, const Right& r) {
    const int half = term % 2;
    if (term < 2)
      multiply_tf32(sum, l.low[half], r.high[half]);
    else if (term < 4)
      multiply_tf32(sum, l.high[half], r.low[half]);
    else
      multiply_tf32(sum, l.high[half], r.high[half]);
  }
};

struct Tf32 {
  struct Left {
    std::uint32_t x[2][4];
  };
  struct Right {
    std::uint32_t x[2][2];
  };
  __device__ static float rounded(float x) { return rounded_to_tf32(x); }
  __device__ static void take(Left& l, const float (&top)[4], const float (&bottom)[4]) {
    for (int half = 0; half < 2; ++half)
      for (int e = 0; e < 2; ++e) {
        l.x[half][2 * e] = bits_of(rounded(top[2 * half + e]));
        l.x[half][2 * e + 1] = bits_of(rounded(bottom[2 * half + e]));
      }
  }
  __device__ static void take(Right& r, const float (&x)[4]) {
    for (int half = 0; half < 2; ++half)
      for (int e = 0; e < 2; ++e) r.x[half][e] = bits_of(rounded(x[2 * half + e]));
  }
  static constexpr int kTerms = 2;
  __device__ static void multiply(int term, float (&sum)[4], const Left& l, const Right& r) {
    multiply_tf32(sum, l.x[term], r.x[term]);
  }
};

struct Bf16 {
  struct Left {
    std::uint32_t x[4];
  };
  struct Right {
    std::uint32_t x[2];
  };
  __device__ static float rounded(float x) { return static_cast<float>(__float2bfloat16_rn(x)); }
  __device__ static std::uint32_t pair(float low, float high) {
    return static_cast<std::uint32_t>(__bfloat16_as_ushort(__float2bfloat16_rn(low))) |
           static_cast<std::uint32_t>(__bfloat16_as_ushort(__float2bfloat16_rn(high))) << 16;
  }
  __device__ static void take(Left& l, const float (&top)[4], const float (&bottom)[4]) {
    l.x[0] = pair(top[0], top[1]);
    l.x[1] = pair(bottom[0], bottom[1]);
    l.x[2] = pair(top[2], top[3]);
    l.x[3] = pair(bottom[2], bottom[3]);
  }
  __device__ static void take(Right& r, const float (&x)[4]) {
    r.x[0] = pair(x[0], x[1]);
    r.x[1] = pair(x[2], x[3]);
  }
  static constexpr int kTerms = 1;
  __device__ static void multiply(int, float (&sum)[4], const Left& l, const Right& r) { multiply_bf16(sum, l.x, r.x); }
};

/// sums_of(r)[n] += left_r·right_n, term by term.
template <class Kind, int kRows, int kColumns, class Sums>
__device__ inline void multiply_all(const typename Kind::Left* left, const typename Kind::Right (&right)[kColumns],
                                    const Sums& sums_of) {
#pragma unroll
  for (int term = 0; term < Kind::kTerms; ++term)
#pragma unroll
    for (int n = 0; n < kColumns; ++n)
#pragma unroll
      for (int r = 0; r < kRows; ++r) Kind::multiply(term, sums_of(r)[n], left[r], right[n]);
}

/// The same for sums of many terms. Tensor cores cut what they add up toward zero, which a long sum would gather: so
/// 16 terms are added up there, and the rest by additions that round.
template <class Kind, int kRows, int kColumns, class Sums>
__device__ inline void add_all(const typename Kind::Left* left, const typename Kind::Right (&right)[kColumns],
                               const Sums& sums_of) {
  float fresh[kRows][kColumns][4] = {};
  multiply_all<Kind, kRows>(left, right, [&](int r) { return fresh[r]; });
#pragma unroll
  for (int r = 0; r < kRows; ++r)
#pragma unroll
    for (int n = 0; n < kColumns; ++n)
#pragma unroll
      for (int e = 0; e < 4; ++e) sums_of(r)[n][e] += fresh[r][n][e];
}

}  // namespace omega::cuda
