#include "kernel_learning/walsh_hadamard.h"

#include <bit>
#include <cstdint>

#include "core/error.h"

namespace omega {

Index padded_to_power_of_two(Index count) {
  return static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(count)));
}

template <class T>
void walsh_hadamard(T* x, Index count) {
  OMEGA_ASSERT(count > 0 && std::has_single_bit(static_cast<std::uint64_t>(count)));
  for (Index half = 1; half < count; half *= 2)
    for (Index start = 0; start < count; start += 2 * half)
      for (Index i = start; i < start + half; ++i) {
        const T sum = x[i] + x[i + half], difference = x[i] - x[i + half];
        x[i] = sum;
        x[i + half] = difference;
      }
}

template void walsh_hadamard<float>(float*, Index);
template void walsh_hadamard<double>(double*, Index);

}  // namespace omega
