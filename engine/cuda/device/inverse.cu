// The iterative inverse of a small matrix in one launch: what would be six products a step is short beside the launches
// that they cost. A block for each head, with all but the matrix itself in shared memory.
#include <cstdint>

#include "cuda/device/context.h"

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kAcross = 16, kEach = kMostInverseSide / kAcross;  // a thread has 4 × 4 numbers, 16 apart
constexpr int kPitch = kMostInverseSide + 1;
using Numbers = float[kEach][kEach];

struct Memory {
  float z[kMostInverseSide * kPitch], xz[kMostInverseSide * kPitch], inner[kMostInverseSide * kPitch];
};

__device__ inline int row_of(int i) { return static_cast<int>(threadIdx.x) / kAcross + kAcross * i; }
__device__ inline int column_of(int j) { return static_cast<int>(threadIdx.x) % kAcross + kAcross * j; }

/// body(i, j, row, column) for the thread's numbers that are there.
template <class Body>
__device__ inline void for_own(int size, const Body& body) {
#pragma unroll
  for (int i = 0; i < kEach; ++i)
#pragma unroll
    for (int j = 0; j < kEach; ++j)
      if (row_of(i) < size && column_of(j) < size) body(i, j, row_of(i), column_of(j));
}

/// The thread's numbers of A·B, A with rows of its own pitch. Beyond the ends they are of no matter.
__device__ inline void multiply(int size, const float* a, int a_pitch, const float* b, Numbers& sum) {
#pragma unroll
  for (int i = 0; i < kEach; ++i)
#pragma unroll
    for (int j = 0; j < kEach; ++j) sum[i][j] = 0.0f;
#pragma unroll 4
  for (int k = 0; k < size; ++k) {
    float left[kEach], right[kEach];
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      left[i] = a[min(row_of(i), size - 1) * a_pitch + k];
      right[i] = b[k * kPitch + column_of(i)];
    }
#pragma unroll
    for (int i = 0; i < kEach; ++i)
#pragma unroll
      for (int j = 0; j < kEach; ++j) sum[i][j] += left[i] * right[j];
  }
}

/// When all have read what they need: out ← a·x + b·sum.
__device__ inline void put(int size, float a, const float* x, float b, const Numbers& sum, float* out) {
  __syncthreads();
  for_own(size, [&](int i, int j, int row, int column) {
    const int at = row * kPitch + column;
    out[at] = a * x[at] + b * sum[i][j];
  });
  __syncthreads();
}

/// Multiplied out, no identity is held: inner = XZ(7I − XZ), then XZ(15I − inner), then ¼Z(13I − that).
__global__ void __launch_bounds__(kThreads) inverse_kernel(const Inverse p) {
  Memory& s = *shared_memory<Memory>();
  const float* const x = p.x.of(blockIdx.z);
  float* const z = p.z.of(blockIdx.z);
  for_own(p.size, [&](int, int, int row, int column) { s.z[row * kPitch + column] = z[row * p.size + column]; });
  __syncthreads();
  Numbers sum;
  for (int step = 0; step < p.steps; ++step) {
    multiply(p.size, x, p.size, s.z, sum);
    put(p.size, 0.0f, s.z, 1.0f, sum, s.xz);
    multiply(p.size, s.xz, kPitch, s.xz, sum);
    put(p.size, 7.0f, s.xz, -1.0f, sum, s.inner);
    multiply(p.size, s.xz, kPitch, s.inner, sum);
    put(p.size, 15.0f, s.xz, -1.0f, sum, s.inner);
    multiply(p.size, s.z, kPitch, s.inner, sum);
    put(p.size, 3.25f, s.z, -0.25f, sum, s.z);
  }
  for_own(p.size, [&](int, int, int row, int column) { z[row * p.size + column] = s.z[row * kPitch + column]; });
}

}  // namespace

int inverse(Context* c, const Inverse* p) {
  return start(c, "starting inverse", inverse_kernel, grid_of(1, 1, p->heads), kThreads, *p, sizeof(Memory));
}

}  // namespace omega::cuda
