// Sums and maxima over lanes, a warp or a block of threads; each thread gets the result. The order is always the same,
// so the same numbers give the same bits.
#pragma once

#include <cmath>

#include "cuda/device/portable.h"

namespace omega::cuda {

struct Sum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Largest {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// Joins the values of so many neighbouring lanes.
template <int kLanes, class T, class Join>
__device__ T of_lanes(T x, Join join) {
  for (int step = kLanes / 2; step > 0; step /= 2) x = join(x, __shfl_xor_sync(0xFFFFFFFFu, x, step));
  return x;
}
template <class T, class Join>
__device__ T of_warp(T x, Join join) {
  return of_lanes<32>(x, join);
}

// Of the four lanes of a group, which have a row of a product by tensor cores.
__device__ inline float largest_of_four(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, 2));
}
__device__ inline float sum_of_four(float x) {
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 1);
  return x + __shfl_xor_sync(0xFFFFFFFFu, x, 2);
}

/// Joins those of a block of so many warps. `shared` has a place for each of them, and may be used again at once.
template <int kWarps, class T, class Join>
__device__ T of_block(T x, T* shared, Join join) {
  const int tid = static_cast<int>(threadIdx.x);
  x = of_warp(x, join);
  __syncthreads();
  if (tid % 32 == 0) shared[tid / 32] = x;
  __syncthreads();
  x = shared[0];
  for (int w = 1; w < kWarps; ++w) x = join(x, shared[w]);
  return x;
}

}  // namespace omega::cuda
