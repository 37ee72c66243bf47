// Rows of matrices, four numbers at a time.
#pragma once

#include <cstdint>

#include "cuda/device/portable.h"

namespace omega::cuda {

__device__ inline float4 zeros() { return make_float4(0.0f, 0.0f, 0.0f, 0.0f); }

__device__ inline bool lies_in_fours(const float* from, int width) {
  return width % 4 == 0 && reinterpret_cast<std::uintptr_t>(from) % sizeof(float4) == 0;
}

__device__ inline float4 load_slowly(const float* row, int left) {
  return make_float4(left > 0 ? row[0] : 0.0f, left > 1 ? row[1] : 0.0f, left > 2 ? row[2] : 0.0f,
                     left > 3 ? row[3] : 0.0f);
}

}  // namespace omega::cuda
