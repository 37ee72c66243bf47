// Philox4x32-10 and what is drawn from it: the same integers as the engine's, normals by Box–Muller in double
// (specification, section 1).
#pragma once

#include <cmath>

#include "cuda/device/portable.h"
#include "cuda/module.h"

namespace omega::cuda {

struct RandomWords {
  std::uint32_t x[4];
};

__device__ inline RandomWords philox(RandomWords c, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c.x[0], p1 = std::uint64_t{0xCD9E8D57u} * c.x[2];
    c = {{static_cast<std::uint32_t>(p1 >> 32) ^ c.x[1] ^ key0, static_cast<std::uint32_t>(p1),
          static_cast<std::uint32_t>(p0 >> 32) ^ c.x[3] ^ key1, static_cast<std::uint32_t>(p0)}};
  }
  return c;
}

constexpr double kWordUnit = 1.0 / 4294967296.0;

/// The words of coordinates 4·block .. 4·block + 3 of a row, counted flat.
__device__ inline RandomWords words_of(const Noise& n, int head, int row, int block) {
  const RandomWords at = {{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(row % n.samples),
                           static_cast<std::uint32_t>(row / n.samples),
                           16u * (n.first_head + static_cast<std::uint32_t>(head)) + n.array}};
  return philox(at, n.seed, n.draw);
}

/// Four normals of four words.
__device__ inline void normals_of(const RandomWords& words, double (&drawn)[4]) {
  for (int pair = 0; pair < 4; pair += 2) {
    const double radius = sqrt(-2.0 * log((words.x[pair] + 1.0) * kWordUnit)),
                 angle = 2.0 * 3.14159265358979323846 * (words.x[pair + 1] * kWordUnit);
    drawn[pair] = radius * cos(angle);
    drawn[pair + 1] = radius * sin(angle);
  }
}

}  // namespace omega::cuda
