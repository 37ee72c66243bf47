// What kernels need of CUDA, and the one way to launch them. With nvcc it is CUDA itself. As plain C++ the same sources
// run on an emulator of a device (tests/cuda/emulator.h), which is how machines without a card test every kernel.
#pragma once

#ifdef __CUDACC__

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstdint>

// Cards before sm_80 have no tensor cores that know TF32 and BF16, and no copies that go on beside the threads.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define OMEGA_TENSOR_CORES 1
#endif

namespace omega::cuda {

template <class Arguments>
void start_grid(void (*kernel)(Arguments), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                const Arguments& arguments) {
  kernel<<<grid, block, shared_bytes, stream>>>(arguments);
}

/// Several numbers at once, from an address that is aligned as the vector asks.
template <class Vector>
__device__ inline Vector load_vector(const float* from) {
  return *reinterpret_cast<const Vector*>(from);
}

/// Of a warp: c += A·B, 16×8 by 8 deep; lane 4g + t holds A(g, t), A(g + 8, t), A(g, t + 4), A(g + 8, t + 4), B(t, g),
/// B(t + 4, g) and C(g, 2t), C(g, 2t + 1), C(g + 8, 2t), C(g + 8, 2t + 1). Of the factors, float32 by their bits, the
/// last 13 are not read.
__device__ inline void multiply_tf32(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
#ifdef OMEGA_TENSOR_CORES
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// The same, 16 deep: the two halves of a register are A(g, 2t), A(g, 2t + 1) where TF32 has A(g, t), and so on.
__device__ inline void multiply_bf16(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
#ifdef OMEGA_TENSOR_CORES
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// In float64, 16 deep: lane 4g + t holds A(g, t + 4i) and A(g + 8, t + 4i) in turn, and B(t + 4i, g), i = 0..3.
__device__ inline void multiply_f64(double (&c)[4], const double (&a)[8], const double (&b)[4]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
        "d"(b[2]), "d"(b[3]));
#elif defined(OMEGA_TENSOR_CORES)
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int h = 0; h < 2; ++h)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                   : "+d"(c[2 * h]), "+d"(c[2 * h + 1])
                   : "d"(a[2 * i + h]), "d"(b[i]));
#else
  const int lane = static_cast<int>(threadIdx.x) % 32, group = lane / 4, turn = lane % 4;
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll 1
    for (int t = 0; t < 4; ++t) {
      const double top = __shfl_sync(0xFFFFFFFFu, a[2 * i], 4 * group + t),
                   bottom = __shfl_sync(0xFFFFFFFFu, a[2 * i + 1], 4 * group + t);
#pragma unroll
      for (int j = 0; j < 2; ++j) {
        const double right = __shfl_sync(0xFFFFFFFFu, b[i], 4 * (2 * turn + j) + t);
        c[j] += top * right;
        c[2 + j] += bottom * right;
      }
    }
#endif
}

/// Four numbers on their way into shared memory, zeros where they are not there; finish_copies() waits for those of
/// this thread.
__device__ inline void copy_four(float4* to, const float* from, bool there) {
#ifdef OMEGA_TENSOR_CORES
  const auto place = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(from), "r"(there ? 16 : 0) : "memory");
#endif
}
__device__ inline void finish_copies() {
#ifdef OMEGA_TENSOR_CORES
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// 2^x to 2 units in the last place; below 2⁻¹²⁶ it is 0.
__device__ inline float power_of_two(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
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

#include <map>
#include <mutex>

namespace omega::cuda {

/// How much shared memory is allowed belongs to the kernel, and graphs that are kept count on it: it only ever grows.
inline cudaError_t allow_shared(const void* kernel, std::size_t bytes) {
  constexpr std::size_t kAlways = 48 << 10;
  if (bytes <= kAlways) return cudaSuccess;
  static std::mutex one_at_a_time;
  static std::map<const void*, std::size_t> allowed;
  const std::scoped_lock lock(one_at_a_time);
  std::size_t& most = allowed[kernel];
  if (bytes <= most) return cudaSuccess;
  const cudaError_t failed =
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (failed == cudaSuccess) most = bytes;
  return failed;
}

template <class Arguments>
cudaError_t launch(void (*kernel)(Arguments), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                   const Arguments& arguments) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return cudaSuccess;
  if (const cudaError_t failed = allow_shared(reinterpret_cast<const void*>(kernel), shared_bytes);
      failed != cudaSuccess)
    return failed;
  start_grid(kernel, grid, block, shared_bytes, stream, arguments);
  return cudaGetLastError();
}

// Lane 4g + t of a warp, as the products above spread matrices over lanes.
__device__ inline int group_lane() { return static_cast<int>(threadIdx.x) % 32 / 4; }
__device__ inline int turn_lane() { return static_cast<int>(threadIdx.x) % 4; }

}  // namespace omega::cuda
