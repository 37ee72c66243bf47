// The number formats of files that C++20 has no type for, and byte order.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace omega {

static_assert(std::endian::native == std::endian::little, "files are decoded for a little-endian machine");

/// IEEE half precision: 1 sign, 5 exponent, 10 fraction bits. Every half is a float, so this is exact.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 31u;
  const std::uint32_t fraction = half & 1023u;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float subnormal = static_cast<float>(fraction) * 0x1p-24f;
  return sign != 0 ? -subnormal : subnormal;
}

/// bfloat16 is the upper half of a float.
inline float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Reverses the bytes of each of `count` elements of `width` bytes.
inline void swap_bytes(std::byte* data, std::size_t count, std::size_t width) {
  for (std::size_t i = 0; i < count; ++i, data += width)
    for (std::size_t a = 0, b = width - 1; a < b; ++a, --b) std::swap(data[a], data[b]);
}

}  // namespace omega
