// What kernels need of CUDA, and the one way to launch them. With nvcc it is CUDA itself. As plain C++ the same sources
// run on an emulator of a device (tests/cuda/emulator.h), which is how machines without a card test every kernel.
#pragma once

#ifdef __CUDACC__

#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace omega::cuda {

template <class Arguments>
cudaError_t launch(void (*kernel)(Arguments), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                   const Arguments& arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return cudaSuccess;
  if (shared_bytes > 48u * 1024u) {
    const cudaError_t allowed =
        cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes));
    if (allowed != cudaSuccess) return allowed;
  }
  kernel<<<grid, block, shared_bytes, stream>>>(arguments);
  return cudaGetLastError();
}

/// Several numbers at once, from where they lie as the vector's alignment asks.
template <class Vector>
__device__ inline Vector load_vector(const float* from) {
  return *reinterpret_cast<const Vector*>(from);
}

/// The dynamic shared memory of a block.
template <class T>
__device__ T* shared_memory() {
  extern __shared__ __align__(128) double omega_shared_memory[];  // as tensor cores and reads of four floats ask
  return reinterpret_cast<T*>(omega_shared_memory);
}

}  // namespace omega::cuda

#else
#include "emulator.h"
#endif
