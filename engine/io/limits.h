// How much compressed files may ask for. How small numbers or pixels can get has no bound (zeros: 1000 to 1), so the
// promise that memory stays within the honest size of a file needs a rule: plain and mostly empty data must open, a
// bomb must not.
#pragma once

#include <cstdint>

namespace omega {

constexpr std::uint64_t kUnpackedAlways = std::uint64_t{64} << 20;
constexpr std::uint64_t kUnpackedPerByte = 100;

/// What embeddings and projections of a picture, a text or a model may take: they come from options, not from a file.
constexpr std::uint64_t kMostMadeBytes = std::uint64_t{2} << 30;

inline bool is_bomb(std::uint64_t unpacked, std::uint64_t file_size) {
  return unpacked > kUnpackedAlways + kUnpackedPerByte * file_size;
}

}  // namespace omega
