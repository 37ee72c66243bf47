// Tensor cores of a device that is none: the three instructions that kernels use, with the card's own spread of
// matrices over lanes. Each lane asks all others for their factors, and makes its four numbers; in float32 their sums
// are cut toward zero, as cards do.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

/// To nearest, ties to even, as the card's conversion.
struct __nv_bfloat16 {
  std::uint16_t bits;
  explicit operator float() const {
    const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16;
    float x;
    std::memcpy(&x, &wide, sizeof x);
    return x;
  }
};
inline __nv_bfloat16 __float2bfloat16_rn(float x) {
  if (x != x) return {0x7FFF};
  std::uint32_t wide;
  std::memcpy(&wide, &x, sizeof wide);
  return {static_cast<std::uint16_t>((wide + 0x7FFFu + (wide >> 16 & 1u)) >> 16)};
}
inline std::uint16_t __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }

namespace omega::emulator {

inline float as_float(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// What is no number has these bits where a card computed it.
inline float as_on_card(float x) { return x != x ? as_float(0x7FFFFFFFu) : x; }

/// A card reads the first 19 bits of a TF32 factor.
inline float tf32_of(std::uint32_t bits) { return as_float(bits & 0xFFFFE000u); }
inline float bf16_of(std::uint32_t bits, int half) { return as_float(half == 0 ? bits << 16 : bits & 0xFFFF0000u); }

inline float cut(double sum) {
  const auto x = static_cast<float>(sum);
  return std::isfinite(x) && std::abs(static_cast<double>(x)) > std::abs(sum) ? std::nextafter(x, 0.0f) : as_on_card(x);
}

struct Factors {
  std::uint32_t a[4], b[2];
};

/// c += A·B, kEach factors in a register: A(row, k) and B(k, column) lie where portable.h says.
template <int kEach, class Value>
void multiply(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], Value value) {
  Factors mine;
  std::memcpy(mine.a, a, sizeof mine.a);
  std::memcpy(mine.b, b, sizeof mine.b);
  const Slot* const slots = share(mine);
  const auto of = [&](unsigned from) {
    Factors theirs;
    std::memcpy(&theirs, &slots[from], sizeof theirs);
    return theirs;
  };
  const unsigned group = lane() / 4, turn = lane() % 4;
  double sums[4] = {c[0], c[1], c[2], c[3]};
  for (unsigned t = 0; t < 4; ++t) {
    const Factors rows = of(4 * group + t);
    for (unsigned j = 0; j < 2; ++j) {
      const Factors columns = of(4 * (2 * turn + j) + t);
      for (int side = 0; side < 2; ++side)
        for (int half = 0; half < kEach; ++half) {
          const double right = value(columns.b[side], half);
          sums[j] += value(rows.a[2 * side], half) * right;
          sums[2 + j] += value(rows.a[2 * side + 1], half) * right;
        }
    }
  }
  for (int i = 0; i < 4; ++i) c[i] = cut(sums[i]);
}

}  // namespace omega::emulator

namespace omega::cuda {

inline void multiply_tf32(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
  emulator::multiply<1>(c, a, b, [](std::uint32_t bits, int) { return emulator::tf32_of(bits); });
}
inline void multiply_bf16(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
  emulator::multiply<2>(c, a, b, emulator::bf16_of);
}

inline void multiply_f64(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
  struct Each {
    double top, bottom, right;
  };
  const unsigned group = emulator::lane() / 4, turn = emulator::lane() % 4;
  for (int i = 0; i < 4; ++i) {
    const emulator::Slot* const slots = emulator::share(Each{a[2 * i], a[2 * i + 1], b[i]});
    const auto of = [&](unsigned from) {
      Each theirs;
      std::memcpy(&theirs, &slots[from], sizeof theirs);
      return theirs;
    };
    for (unsigned t = 0; t < 4; ++t) {
      const Each rows = of(4 * group + t);
      for (unsigned j = 0; j < 2; ++j) {
        const double right = of(4 * (2 * turn + j) + t).right;
        c[j] += rows.top * right;
        c[2 + j] += rows.bottom * right;
      }
    }
  }
}

}  // namespace omega::cuda
