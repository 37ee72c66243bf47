// Walsh and Hadamard's matrix by its definition.
#pragma once

#include <bit>
#include <cstdint>

#include "core/matrix.h"

namespace omega::test {

/// H_ij = (−1)^(number of ones that i and j share).
inline double hadamard(Index i, Index j) { return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? 1 : -1; }

}  // namespace omega::test
