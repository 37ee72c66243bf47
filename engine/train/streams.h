// Where the trainer's random numbers live in the stream of its seed (core/philox.h). Noise of attention keeps the
// engine's rule, 16·head + array with heads counted over all layers; everything else stands far above any head.
#pragma once

#include "core/matrix.h"
#include "core/philox.h"

namespace omega::train {

enum class Purpose : std::uint32_t { task = 0xFFFF0000u, weights, order, dropout, measures };

inline NoiseAddress address_of(std::uint32_t seed, Purpose purpose, Index row, Index sample, std::uint32_t draw = 0) {
  return {seed, draw, static_cast<std::uint32_t>(purpose), static_cast<std::uint32_t>(row),
          static_cast<std::uint32_t>(sample)};
}

/// Array `array` of head `head` (counted over all layers) at redraw `draw`.
inline NoiseAddress head_address(std::uint32_t seed, std::uint32_t draw, Index head, int array, Index row,
                                 Index sample) {
  return {seed, draw, static_cast<std::uint32_t>(16 * head + array), static_cast<std::uint32_t>(row),
          static_cast<std::uint32_t>(sample)};
}

}  // namespace omega::train
