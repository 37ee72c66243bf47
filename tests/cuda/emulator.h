// A device that is no device: the part of CUDA that the kernels use, as plain C++. With it the very sources of
// libomega_cuda.so become a module with the same interface, and every machine can run them through the engine's own
// loader.
//
// It is as unkind as a device may be. What a stream is given waits until somebody waits for it, so that whoever forgets
// that reads what was there before. Blocks run one after another, in an order that a seed shuffles. The threads of a
// block are fibers, switched at barriers and at warp functions; between two of those they run in a shuffled order too,
// so that a missing barrier shows as another result. Shared memory starts as NaN and is no larger than a block of
// compute capability 8.6 may have, or 7.5 where it plays such a card; vectors must lie where a card can load them, and
// nothing may be allocated, given back or waited for while a stream captures. Device memory lies on the heap, where the
// address sanitizer sees it. Copies into shared memory leave NaN until they are waited for. Tensor cores cut their sums
// toward zero, and what they and exponentials make of what is no number has a card's bits. An error that nobody fetched
// is the next launch's, and a graph runs with the shared memory that its kernel is allowed when it is started. What a
// real device does when it fails can be asked for: see faults.h. What it cannot show: blocks that run at the same time,
// what a card rounds inside of a product of tensor cores beside its end, and how long anything takes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define OMEGA_TENSOR_CORES 1
#define CUDART_VERSION 13000

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorDeviceUninitialized = 201,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorECCUncorrectable = 214,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchTimeout = 702,
  cudaErrorAssert = 710,
  cudaErrorHardwareStackError = 714,
  cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716,
  cudaErrorInvalidAddressSpace = 717,
  cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorStreamCaptureInvalidated = 901,
  cudaErrorInvalidConfiguration = 9,
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
constexpr unsigned cudaStreamNonBlocking = 1;

struct dim3 {
  unsigned x, y, z;
  constexpr explicit dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

struct EmulatedStream;
struct EmulatedEvent;
using cudaStream_t = EmulatedStream*;
using cudaEvent_t = EmulatedEvent*;

struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount, maxGridSize[3];
  std::size_t sharedMemPerBlockOptin;
};

struct cudaFuncAttributes {
  int ptxVersion;
};
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, const void* kernel);
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int bytes);

struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

const char* cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaDriverGetVersion(int*);
cudaError_t cudaRuntimeGetVersion(int*);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total);
cudaError_t cudaMalloc(void**, std::size_t);
cudaError_t cudaFree(void*);
constexpr unsigned cudaHostAllocDefault = 0;
cudaError_t cudaHostAlloc(void**, std::size_t, unsigned);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaMemcpyAsync(void*, const void*, std::size_t, cudaMemcpyKind, cudaStream_t);
cudaError_t cudaMemsetAsync(void*, int, std::size_t, cudaStream_t);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);

// A stream that captures keeps what it is given; a graph runs it in that order.
struct EmulatedGraph;
using cudaGraph_t = EmulatedGraph*;
using cudaGraphExec_t = EmulatedGraph*;
enum cudaStreamCaptureMode { cudaStreamCaptureModeThreadLocal };
cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
cudaError_t cudaGraphDestroy(cudaGraph_t);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t);

namespace omega::emulator {

/// Where the running thread is.
struct Position {
  dim3 thread, block, grid;
};
extern constinit thread_local Position position;

/// A kernel into a stream: what is wrong with the launch itself is the last error at once, what happens in it later.
void launch_grid(const void* kernel, dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t,
                 std::function<void()> thread);
/// Work into a stream: done when somebody waits for it, or kept in a graph where the stream captures.
cudaError_t start(cudaStream_t, std::function<cudaError_t()> work);
/// The running kernel loads a vector from there, or puts one there.
void check_alignment(const void* place, std::size_t alignment);
/// A vector on its way into shared memory, zeros where it is not there: NaN until the thread has waited for its own.
void begin_copy(float4* to, const float* from, bool there);
void end_copies();
void* block_memory();
void wait_for_block();
void wait_for_warp();
/// A place for what each lane of the running warp gives. There are two in turn: who writes to the next ones cannot
/// disturb those that still read.
using Slot = std::array<std::uint64_t, 3>;
Slot* next_slots();
unsigned lane();

/// What each lane of the warp gives, in the order of lanes.
template <class T>
const Slot* share(const T& value) {
  static_assert(sizeof(T) <= sizeof(Slot));
  Slot* const slots = next_slots();
  std::memcpy(&slots[lane()], &value, sizeof value);
  wait_for_warp();
  return slots;
}
template <class T>
T exchange(T value, unsigned from) {
  T got;
  std::memcpy(&got, &share(value)[from], sizeof got);
  return got;
}

}  // namespace omega::emulator

#define threadIdx (::omega::emulator::position.thread)
#define blockIdx (::omega::emulator::position.block)
#define gridDim (::omega::emulator::position.grid)

inline void __syncthreads() { omega::emulator::wait_for_block(); }
inline void __syncwarp() { omega::emulator::wait_for_warp(); }
template <class T>
T __shfl_xor_sync(unsigned, T value, int step) {
  return omega::emulator::exchange(value, omega::emulator::lane() ^ static_cast<unsigned>(step));
}
template <class T>
T __shfl_up_sync(unsigned, T value, unsigned step) {
  const unsigned lane = omega::emulator::lane();
  return omega::emulator::exchange(value, lane >= step ? lane - step : lane);
}
template <class T>
T __shfl_sync(unsigned, T value, int from) {
  return omega::emulator::exchange(value, static_cast<unsigned>(from));
}
inline unsigned __ballot_sync(unsigned, bool mine) {
  const omega::emulator::Slot* const of = omega::emulator::share(std::uint64_t{mine});
  unsigned all = 0;
  for (unsigned from = 0; from < 32; ++from) all |= static_cast<unsigned>(of[from][0]) << from;
  return all;
}
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline void __threadfence() {}
template <class T>
T __ldcg(const T* at) {
  omega::emulator::check_alignment(at, alignof(T));
  return *at;
}
inline unsigned atomicAdd(unsigned* at, unsigned more) { return std::exchange(*at, *at + more); }
inline unsigned long long atomicAdd(unsigned long long* at, unsigned long long more) {
  return std::exchange(*at, *at + more);
}

#include "emulator_tensor.h"

namespace omega::cuda {

inline int min(int a, int b) { return std::min(a, b); }
inline int max(int a, int b) { return std::max(a, b); }

template <class Arguments>
void start_grid(void (*kernel)(Arguments), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                const Arguments& arguments) {
  emulator::launch_grid(reinterpret_cast<const void*>(kernel), grid, block, shared_bytes, stream,
                        [=] { kernel(arguments); });
}

template <class Vector>
Vector load_vector(const float* from) {
  emulator::check_alignment(from, alignof(Vector));
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

inline void copy_four(float4* to, const float* from, bool there) { emulator::begin_copy(to, from, there); }
inline void finish_copies() { emulator::end_copies(); }
inline float power_of_two(float x) { return emulator::as_on_card(std::exp2(x)); }

template <class T>
T* shared_memory() {
  return static_cast<T*>(emulator::block_memory());
}

}  // namespace omega::cuda
