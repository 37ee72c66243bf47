// cuBLAS of the emulated device: the plain loop, with matrices by columns as cuBLAS has them.
#include "cuda/device/blas.h"
#include "faults.h"

namespace omega::cuda {

namespace {

struct Handle {
  cudaStream_t stream = nullptr;
};

int create(void** handle) {
  const int status = omega_emulator_make_blas();
  if (status == 0) *handle = new Handle;
  return status;
}
int destroy(void* handle) {
  delete static_cast<Handle*>(handle);
  return 0;
}
int set_stream(void* handle, cudaStream_t stream) {
  static_cast<Handle*>(handle)->stream = stream;
  return 0;
}

int product(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha, const float* a,
            int lda, long long stride_a, const float* b, int ldb, long long stride_b, const float* beta, float* c,
            int ldc, long long stride_c, int count) {
  if (lda < (transpose_a != 0 ? k : m) || ldb < (transpose_b != 0 ? n : k) || ldc < m || *beta != 0.0f)
    return 7;  // CUBLAS_STATUS_INVALID_VALUE
  const float factor = *alpha;
  const auto multiply = [=] {
    std::uint64_t zeros = 0;
    for (int h = 0; h < count; ++h)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
          const float *left = a + h * stride_a, *right = b + h * stride_b;
          double sum = 0;
          for (int l = 0; l < k; ++l) {
            const float x = transpose_a != 0 ? left[i * std::int64_t{lda} + l] : left[l * std::int64_t{lda} + i],
                        y = transpose_b != 0 ? right[l * std::int64_t{ldb} + j] : right[j * std::int64_t{ldb} + l];
            sum += static_cast<double>(x) * y;
            zeros += x == 0 || y == 0 ? 1 : 0;
          }
          c[h * stride_c + j * std::int64_t{ldc} + i] = factor * static_cast<float>(sum);
        }
    omega_emulator_multiplied(zeros);
    return cudaSuccess;
  };
  return emulator::start(static_cast<Handle*>(handle)->stream, multiply) == cudaSuccess
             ? 0
             : 13;  // CUBLAS_STATUS_EXECUTION_FAILED
}

}  // namespace

const Blas* find_blas() {
  static const Blas blas = {create, destroy, set_stream, product};
  return omega_emulator_has_blas() ? &blas : nullptr;
}

}  // namespace omega::cuda
