// The one function of cuBLAS that is used, looked up at run time, and only to measure how fast a card multiplies: which
// version is found depends on what else the process has loaded, and so would the bits of an estimate.
#pragma once

#include <cstdint>

#include "cuda/device/portable.h"

namespace omega::cuda {

/// Types of the arguments as in cuBLAS: matrices by columns, 0 = as it is, 1 = transposed.
struct Blas {
  int (*create)(void** handle);
  int (*destroy)(void* handle);
  int (*set_stream)(void* handle, cudaStream_t stream);
  int (*product)(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha,
                 const float* a, int lda, long long stride_a, const float* b, int ldb, long long stride_b,
                 const float* beta, float* c, int ldc, long long stride_c, int count);
};

/// nullptr where there is none.
const Blas* find_blas();

}  // namespace omega::cuda
