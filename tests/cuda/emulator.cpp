#include "emulator.h"

#include <ucontext.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

#include "faults.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace omega::emulator {

thread_local Position position;

namespace {

constexpr std::size_t kStack = 128 << 10;
constexpr unsigned kWarp = 32;

enum class Waits { nothing, warp, block, forever };  // forever: it has returned

/// A point in a stack to come back to, for the compiler's own jumps: the library's tell a sanitizer each time that a stack was left,
/// which costs it a call of the system.
using Point = void* [5];
#define OMEGA_JUMPS __attribute__((noinline, no_sanitize("address")))

/// A thread of the device. It stays when its thread has returned and is the next one to run in its place.
struct Fiber {
  std::unique_ptr<char[]> stack{new char[kStack]};
  ucontext_t start;
  Point where;
  bool started = false;
  Waits waits = Waits::forever;
  Position position;
  void* fake_stack = nullptr;
};

/// The threads of the block that runs on this thread of the machine.
struct Block {
  std::vector<std::unique_ptr<Fiber>> fibers;
  unsigned threads = 0;
  unsigned current = 0;
  Point scheduler;
  ucontext_t entry;
  const std::function<void()>* body = nullptr;
  std::vector<double> shared;
  std::vector<std::uint64_t> slots;
  void* scheduler_stack = nullptr;
  const void* machine_stack = nullptr;
  std::size_t machine_stack_size = 0;
};
thread_local Block block;

// The sanitizer is told of every change of stacks.
void leave_for(void** save, const void* bottom, std::size_t size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(save, bottom, size);
#else
  (void)save, (void)bottom, (void)size;
#endif
}
void arrived(void* saved, const void** bottom, std::size_t* size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(saved, bottom, size);
#else
  (void)saved, (void)bottom, (void)size;
#endif
}

OMEGA_JUMPS void wait(Waits what) {
  Fiber& me = *block.fibers[block.current];
  me.waits = what;
  if (__builtin_setjmp(me.where) == 0) {
    leave_for(&me.fake_stack, block.machine_stack, block.machine_stack_size);
    __builtin_longjmp(block.scheduler, 1);
  }
  arrived(block.fibers[block.current]->fake_stack, &block.machine_stack, &block.machine_stack_size);
}

void run_fiber() {
  arrived(nullptr, &block.machine_stack, &block.machine_stack_size);
  while (true) {
    (*block.body)();
    wait(Waits::forever);
  }
}

/// Lets one fiber run until it waits.
OMEGA_JUMPS void resume(unsigned index) {
  Fiber& fiber = *block.fibers[index];
  block.current = index;
  position = fiber.position;
  fiber.waits = Waits::nothing;
  if (__builtin_setjmp(block.scheduler) == 0) {
    leave_for(&block.scheduler_stack, fiber.stack.get(), kStack);
    if (fiber.started) __builtin_longjmp(fiber.where, 1);
    fiber.started = true;
    getcontext(&fiber.start);
    fiber.start.uc_stack.ss_sp = fiber.stack.get();
    fiber.start.uc_stack.ss_size = kStack;
    fiber.start.uc_link = nullptr;
    makecontext(&fiber.start, run_fiber, 0);
    swapcontext(&block.entry, &fiber.start);
  }
  arrived(block.scheduler_stack, nullptr, nullptr);
}

/// Whether all of first .. last that have not returned wait for `what`, and there is one.
bool all_wait(unsigned first, unsigned last, Waits what) {
  bool any = false;
  for (unsigned i = first; i < last; ++i) {
    if (block.fibers[i]->waits == Waits::forever) continue;
    if (block.fibers[i]->waits != what) return false;
    any = true;
  }
  return any;
}

bool any_returned(unsigned first, unsigned last) {
  return std::any_of(block.fibers.begin() + first, block.fibers.begin() + last, [](const auto& f) { return f->waits == Waits::forever; });
}

void release(unsigned first, unsigned last, Waits what) {
  for (unsigned i = first; i < last; ++i)
    if (block.fibers[i]->waits == what) block.fibers[i]->waits = Waits::nothing;
}

/// One warp as far as it comes without the others; false where lanes wait for others that have returned.
bool run_warp(const std::vector<unsigned>& order, unsigned warp) {
  const unsigned first = warp * kWarp, last = std::min(block.threads, first + kWarp);
  while (true) {
    bool ran = false;
    for (const unsigned i : order)
      if (first <= i && i < last && block.fibers[i]->waits == Waits::nothing) {
        resume(i);
        ran = true;
      }
    if (all_wait(first, last, Waits::warp)) {
      if (any_returned(first, last)) return false;  // a full mask names lanes that are gone
      release(first, last, Waits::warp);
    } else if (!ran) {
      return true;
    }
  }
}

/// One block from its first thread's start to its last one's return; false where threads wait for others that never come. Warps run
/// one after another from barrier to barrier, each as far ahead of the others as a device would ever let it.
bool run_block(const std::vector<unsigned>& order) {
  std::vector<unsigned> warps;
  for (const unsigned i : order)
    if (i % kWarp == 0) warps.push_back(i / kWarp);
  while (true) {
    for (const unsigned warp : warps)
      if (!run_warp(order, warp)) return false;
    if (all_wait(0, block.threads, Waits::block)) {
      if (any_returned(0, block.threads)) return false;
      release(0, block.threads, Waits::block);
      continue;
    }
    return std::all_of(block.fibers.begin(), block.fibers.begin() + block.threads, [](const auto& f) { return f->waits == Waits::forever; });
  }
}

void prepare_block(dim3 threads, std::size_t shared_bytes) {
  block.threads = threads.x * threads.y * threads.z;
  while (block.fibers.size() < block.threads) block.fibers.push_back(std::make_unique<Fiber>());
  block.slots.assign(block.threads, 0);
  block.shared.resize((shared_bytes + sizeof(double) - 1) / sizeof(double));
  if (!block.shared.empty()) std::memset(block.shared.data(), 0xFF, block.shared.size() * sizeof(double));
}

// --- The device: one for the process -----------------------------------------------------------------------------------------

struct Device {
  std::mutex mutex;
  Faults faults;
  Counts counts;
  bool lost = false;
  std::map<void*, std::size_t> places;
};
Device& device() {
  static Device one;
  return one;
}

cudaError_t begin_launch(std::uint32_t& seed) {
  Device& d = device();
  void (*notify)(int) = nullptr;
  int number = 0;
  {
    const std::scoped_lock lock(d.mutex);
    number = d.counts.launches++;
    seed = d.faults.order_seed;
    notify = d.faults.at_launch;
    if (number == d.faults.lose_at_launch) d.lost = true;
    if (d.lost) return cudaErrorIllegalAddress;
    if (number == d.faults.fail_launch) return cudaErrorInvalidConfiguration;
  }
  if (notify != nullptr) notify(number);
  return cudaSuccess;
}

}  // namespace

unsigned lane() { return block.current % kWarp; }
std::uint64_t& lane_slot(unsigned lane) { return block.slots[block.current / kWarp * kWarp + lane]; }
void* block_memory() { return block.shared.data(); }
void wait_for_block() { wait(Waits::block); }
void wait_for_warp() { wait(Waits::warp); }

cudaError_t run_grid(dim3 grid, dim3 threads, std::size_t shared_bytes, const std::function<void()>& thread) {
  constexpr unsigned most = 65535, most_threads = 1024;
  if (grid.y > most || grid.z > most || threads.x * threads.y * threads.z > most_threads) return cudaErrorInvalidConfiguration;
  std::uint32_t seed = 0;
  if (const cudaError_t failed = begin_launch(seed); failed != cudaSuccess) return failed;
  std::vector<unsigned> order(threads.x * threads.y * threads.z);
  for (unsigned i = 0; i < order.size(); ++i) order[i] = i;
  if (seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  block.body = &thread;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        prepare_block(threads, shared_bytes);
        for (unsigned i = 0; i < block.threads; ++i) {
          Fiber& fiber = *block.fibers[i];
          fiber.started = fiber.started && fiber.waits == Waits::forever;  // not one that a block was given up with
          fiber.waits = Waits::nothing;
          fiber.position = {dim3(i % threads.x, i / threads.x % threads.y, i / threads.x / threads.y), dim3(x, y, z)};
        }
        if (!run_block(order)) return cudaErrorLaunchTimeout;
      }
  return cudaSuccess;
}

}  // namespace omega::emulator

using omega::emulator::device;

extern "C" {

void omega_emulator_arrange(const omega::emulator::Faults& faults) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  d.faults = faults;
  const std::uint64_t allocated = d.counts.allocated;
  d.counts = {};
  d.counts.allocated = allocated;
  d.lost = false;
}

omega::emulator::Counts omega_emulator_counts() {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  return d.counts;
}

bool omega_emulator_has_blas() { return device().faults.blas; }

}  // extern "C"

// --- The runtime --------------------------------------------------------------------------------------------------------------

struct EmulatedGraph {
  std::vector<std::function<cudaError_t()>> work;
};
struct EmulatedStream {
  std::unique_ptr<EmulatedGraph> captured;  // while it captures
};
namespace omega::emulator {

cudaError_t start(cudaStream_t stream, std::function<cudaError_t()> work) {
  if (stream == nullptr || !stream->captured) return work();
  stream->captured->work.push_back(std::move(work));
  return cudaSuccess;
}

}  // namespace omega::emulator

struct EmulatedEvent {
  std::chrono::steady_clock::time_point at;
};

namespace {

cudaError_t alive() {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  return d.lost ? cudaErrorIllegalAddress : cudaSuccess;
}

}  // namespace

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchTimeout: return "threads wait for others that never come";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    default: return "an emulated error";
  }
}

cudaError_t cudaGetLastError() { return alive(); }
cudaError_t cudaSetDevice(int) { return alive(); }

cudaError_t cudaGetDeviceCount(int* count) {
  const auto& faults = device().faults;
  *count = faults.devices;
  if (faults.driver < CUDART_VERSION) return cudaErrorInsufficientDriver;
  return faults.devices == 0 ? cudaErrorNoDevice : cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = device().faults.driver;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  std::memcpy(properties->name, "emulated device", sizeof "emulated device");
  properties->major = 9;
  properties->multiProcessorCount = 3;
  return alive();
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  *total = d.faults.memory;
  *free_bytes = d.faults.memory - std::min(d.faults.memory, d.counts.allocated);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** place, std::size_t bytes) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  if (d.lost) return cudaErrorIllegalAddress;
  if (d.counts.allocated + bytes > d.faults.memory) return cudaErrorMemoryAllocation;
  *place = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (*place == nullptr) return cudaErrorMemoryAllocation;
  ++d.counts.allocations;
  d.counts.allocated += bytes;
  d.places[*place] = bytes;
  return cudaSuccess;
}

cudaError_t cudaFree(void* place) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  const auto found = d.places.find(place);
  if (found == d.places.end()) return cudaErrorIllegalAddress;
  d.counts.allocated -= found->second;
  d.places.erase(found);
  std::free(place);
  return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** place, std::size_t bytes, unsigned) {
  *place = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *place == nullptr ? cudaErrorMemoryAllocation : alive();
}

cudaError_t cudaFreeHost(void* place) {
  std::free(place);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
  {
    auto& d = device();
    const std::scoped_lock lock(d.mutex);
    if (d.lost) return cudaErrorIllegalAddress;
    if (d.counts.copies++ == d.faults.fail_copy) return cudaErrorInvalidConfiguration;
  }
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return omega::emulator::start(stream, [=] {
    std::memset(to, value, bytes);
    return alive();
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new EmulatedStream;
  return alive();
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return alive(); }

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  stream->captured = std::make_unique<EmulatedGraph>();
  return alive();
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = stream->captured.release();
  return alive();
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long) {
  *ready = new EmulatedGraph(*graph);
  return alive();
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t) {
  for (const auto& work : graph->work)
    if (const cudaError_t failed = work(); failed != cudaSuccess) return failed;
  return alive();
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  delete graph;
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new EmulatedEvent;
  return alive();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->at = std::chrono::steady_clock::now();
  return alive();
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return alive(); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
  return alive();
}
