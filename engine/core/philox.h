// The random stream: counter-based Philox4x32-10 (Salmon et al. 2011), by Random123. A number depends on nothing but
// its address, so that growing S, C or N appends, and threads, tiles and backends agree. This is the only source of
// randomness.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace omega {

/// The random stream of one request. A request for one head out of several says which with `first_head`, and then sees
/// the noise that this head sees among all.
struct Stream {
  std::uint32_t seed = 0;
  std::uint32_t draw = 0;
  std::uint32_t first_head = 0;
  bool operator==(const Stream&) const = default;
};

/// Where a block of four numbers lives: key (seed, draw), counter (block, sample, row, 16·head + array).
struct NoiseAddress {
  std::uint32_t seed = 0;
  std::uint32_t draw = 0;
  std::uint32_t stream = 0;  // 16·head + array
  std::uint32_t row = 0;
  std::uint32_t sample = 0;
};

using PhiloxWords = std::array<std::uint32_t, 4>;

inline PhiloxWords philox_words(const NoiseAddress& at, std::uint32_t block) {
  r123::Philox4x32 generator;
  const r123::Philox4x32::ctr_type counter = {{block, at.sample, at.row, at.stream}};
  const r123::Philox4x32::key_type key = {{at.seed, at.draw}};
  const auto words = generator(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

constexpr double kTwoToMinus32 = 0x1p-32;

/// Uniforms on [0, 1) from one block.
inline std::array<double, 4> uniforms_of(const PhiloxWords& x) {
  return {x[0] * kTwoToMinus32, x[1] * kTwoToMinus32, x[2] * kTwoToMinus32, x[3] * kTwoToMinus32};
}

/// Standard normals from one block, by Box–Muller in double; (x + 1)·2⁻³² is never 0.
inline std::array<double, 4> normals_of(const PhiloxWords& x) {
  std::array<double, 4> normals;
  for (int pair = 0; pair < 4; pair += 2) {
    const double radius = std::sqrt(-2.0 * std::log((x[pair] + 1.0) * kTwoToMinus32));
    const double angle = 2.0 * std::numbers::pi * (x[pair + 1] * kTwoToMinus32);
    normals[pair] = radius * std::cos(angle);
    normals[pair + 1] = radius * std::sin(angle);
  }
  return normals;
}

/// Fills coordinates first .. first + count of one (row, sample), first being a multiple of 4: the numbers of
/// normals_of but for the last bits, many blocks at once. A number is the same in whatever call it is drawn.
void draw_normals_from(const NoiseAddress& at, std::ptrdiff_t first, double* out, std::ptrdiff_t count);
void draw_normals_from(const NoiseAddress& at, std::ptrdiff_t first, float* out, std::ptrdiff_t count);

/// Fills coordinates 0 .. count of one (row, sample).
template <class T>
void draw_normals(const NoiseAddress& at, T* out, std::ptrdiff_t count) {
  draw_normals_from(at, 0, out, count);
}

template <class T>
void draw_uniforms(const NoiseAddress& at, T* out, std::ptrdiff_t count) {
  for (std::ptrdiff_t first = 0; first < count; first += 4) {
    const auto uniforms = uniforms_of(philox_words(at, static_cast<std::uint32_t>(first / 4)));
    for (std::ptrdiff_t i = first; i < count && i < first + 4; ++i) out[i] = static_cast<T>(uniforms[i - first]);
  }
}

}  // namespace omega
