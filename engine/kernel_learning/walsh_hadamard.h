// The fast Walsh–Hadamard transform: x ← H x for the ±1 matrix H in natural order, H_1 = (1), H_2P = [[H_P, H_P], [H_P,
// −H_P]]. O(P log P) sums, in place, no matrix. Unscaled: applied twice it multiplies by P.
#pragma once

#include "core/matrix.h"

namespace omega {

/// The smallest power of two that is at least `count`.
Index padded_to_power_of_two(Index count);

/// x ← H x; `count` must be a power of two.
template <class T>
void walsh_hadamard(T* x, Index count);

}  // namespace omega
