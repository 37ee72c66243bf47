// cuBLAS of the emulated device: the plain loop, with matrices by columns as cuBLAS has them.
#include "cuda/device/blas.h"
#include "faults.h"

namespace omega::cuda {

namespace {

int create(void** handle) {
  static int one = 0;
  *handle = &one;
  return 0;
}
int destroy(void*) { return 0; }
int set_stream(void*, cudaStream_t) { return 0; }

int product(void*, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha, const float* a, int lda, long long stride_a, const float* b, int ldb, long long stride_b,
            const float* beta, float* c, int ldc, long long stride_c, int count) {
  if (lda < (transpose_a != 0 ? k : m) || ldb < (transpose_b != 0 ? n : k) || ldc < m || *beta != 0.0f) return 7;  // CUBLAS_STATUS_INVALID_VALUE
  for (int h = 0; h < count; ++h, a += stride_a, b += stride_b, c += stride_c)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int l = 0; l < k; ++l)
          sum += static_cast<double>(transpose_a != 0 ? a[i * std::int64_t{lda} + l] : a[l * std::int64_t{lda} + i]) * (transpose_b != 0 ? b[l * std::int64_t{ldb} + j] : b[j * std::int64_t{ldb} + l]);
        c[j * std::int64_t{ldc} + i] = *alpha * static_cast<float>(sum);
      }
  return 0;
}

}  // namespace

const Blas* find_blas() {
  static const Blas blas = {create, destroy, set_stream, product};
  return omega_emulator_has_blas() ? &blas : nullptr;
}

}  // namespace omega::cuda
