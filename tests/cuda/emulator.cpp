#include "emulator.h"

#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "faults.h"
#include "fibers.h"

namespace omega::emulator {

namespace {

// --- The device: one for the process ---------------------------------------------------------------------------------

struct Device {
  std::mutex mutex;
  Faults faults;
  Counts counts;
  cudaError_t lost = cudaSuccess;  // what it was lost with
  std::map<void*, std::size_t> places;
  std::map<const void*, std::size_t> allowed;  // shared memory of each kernel, beyond what any may have
  std::set<cudaStream_t> streams;
};
Device& device() {
  static Device one;
  return one;
}

cudaError_t alive() {
  Device& d = device();
  const std::scoped_lock lock(d.mutex);
  return d.lost;
}

void lose(cudaError_t error) {
  Device& d = device();
  const std::scoped_lock lock(d.mutex);
  if (d.lost == cudaSuccess) d.lost = error;
}

thread_local cudaError_t last_error = cudaSuccess;

/// An error that the device gets over: until somebody fetches it, it is the last one of its thread.
cudaError_t noted(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

/// What is arranged for a launch.
struct Launch {
  std::uint32_t seed = 0;
  cudaError_t breaks = cudaSuccess;
};

cudaError_t begin_launch(Launch& launch) {
  Device& d = device();
  void (*notify)(int) = nullptr;
  int number = 0;
  {
    const std::scoped_lock lock(d.mutex);
    if (d.lost != cudaSuccess) return d.lost;
    number = d.counts.launches++;
    launch.seed = d.faults.order_seed;
    if (number == d.faults.lose_at_launch) launch.breaks = static_cast<cudaError_t>(d.faults.loses_with);
    notify = d.faults.at_launch;
    if (number == d.faults.fail_launch)
      return d.faults.fails_for_memory ? cudaErrorMemoryAllocation : cudaErrorInvalidConfiguration;
  }
  if (notify != nullptr) notify(number);
  return cudaSuccess;
}

cudaError_t run_grid(const Launch& launch, dim3 grid, dim3 threads, std::size_t shared_bytes,
                     const std::function<void()>& thread) {
  if (launch.breaks != cudaSuccess) return launch.breaks;
  {
    const std::scoped_lock lock(device().mutex);
    device().counts.blocks += std::uint64_t{grid.x} * grid.y * grid.z;
  }
  return run_blocks(launch.seed, grid, threads, shared_bytes, thread);
}

}  // namespace

namespace {

using Work = std::function<cudaError_t()>;
using Start = std::function<cudaError_t(cudaStream_t)>;  // gives work to a stream
cudaError_t start_or_capture(cudaStream_t, Start);
cudaError_t give(cudaStream_t, Work);

}  // namespace

/// Of compute capability 7.5 and 8.6.
std::size_t most_shared() { return std::size_t{device().faults.capability < 80 ? 64u : 99u} << 10; }

bool may_share(const void* kernel, std::size_t bytes) {
  constexpr std::size_t kAlways = 48 << 10;
  Device& d = device();
  const std::scoped_lock lock(d.mutex);
  const auto found = d.allowed.find(kernel);
  return bytes <= std::min(most_shared(), found == d.allowed.end() ? kAlways : std::max(kAlways, found->second));
}

void launch_grid(const void* kernel, dim3 grid, dim3 threads, std::size_t shared_bytes, cudaStream_t stream,
                 std::function<void()> thread) {
  const unsigned most = device().faults.most_blocks, most_threads = 1024;
  if (grid.y > most || grid.z > most || threads.x * threads.y * threads.z > most_threads) {
    noted(cudaErrorInvalidConfiguration);
    return;
  }
  noted(start_or_capture(stream, [=](cudaStream_t on) {
    if (!may_share(kernel, shared_bytes)) return cudaErrorInvalidValue;
    Launch launch;
    if (const cudaError_t failed = begin_launch(launch); failed != cudaSuccess) return failed;
    return give(on, [=] { return run_grid(launch, grid, threads, shared_bytes, thread); });
  }));
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
  d.lost = cudaSuccess;
}

void omega_emulator_counts(omega::emulator::Counts& counts) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  counts = d.counts;
}

bool omega_emulator_has_blas() { return device().faults.blas; }

int omega_emulator_make_blas() {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  ++d.counts.blas_made;
  return d.faults.blas_status;
}

void omega_emulator_multiplied(std::uint64_t zeros) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  d.counts.zeros_multiplied += zeros;
}

}  // extern "C"

// --- The runtime -----------------------------------------------------------------------------------------------------

struct EmulatedGraph {
  std::vector<std::function<cudaError_t(cudaStream_t)>> starts;
};
/// Work that nobody has waited for yet. A stream belongs to one thread at a time.
struct EmulatedStream {
  std::unique_ptr<EmulatedGraph> captured;  // while it captures
  std::deque<std::function<cudaError_t()>> waiting;
  std::uint64_t given = 0, done = 0;  // pieces of work in all
  std::thread::id user;
};

namespace omega::emulator {

namespace {

/// Does what was given up to its piece `last`. What fails there breaks the device, as it does a card: nothing that was
/// given before or is given later happens any more, so that memory may be freed.
cudaError_t catch_up(cudaStream_t stream, std::uint64_t last) {
  while (stream->done < last && !stream->waiting.empty()) {
    const std::function<cudaError_t()> work = std::move(stream->waiting.front());
    stream->waiting.pop_front();
    ++stream->done;
    if (const cudaError_t lost = alive(); lost != cudaSuccess) return lost;
    if (const cudaError_t failed = work(); failed != cudaSuccess) {
      lose(failed);
      return failed;
    }
  }
  return cudaSuccess;
}

/// Of this thread.
std::vector<cudaStream_t> own_streams() {
  const std::scoped_lock lock(device().mutex);
  std::vector<cudaStream_t> own;
  for (const cudaStream_t stream : device().streams)
    if (stream->user == std::this_thread::get_id()) own.push_back(stream);
  return own;
}

bool is_capturing() {
  const std::vector<cudaStream_t> own = own_streams();
  return std::any_of(own.begin(), own.end(), [](cudaStream_t stream) { return stream->captured != nullptr; });
}

}  // namespace

namespace {

cudaError_t start_or_capture(cudaStream_t stream, Start begin) {
  {
    const std::scoped_lock lock(device().mutex);  // others look for their own
    stream->user = std::this_thread::get_id();
  }
  if (!stream->captured) return begin(stream);
  stream->captured->starts.push_back(std::move(begin));
  return cudaSuccess;
}

cudaError_t give(cudaStream_t stream, Work work) {
  stream->waiting.push_back(std::move(work));
  ++stream->given;
  return cudaSuccess;
}

}  // namespace

cudaError_t start(cudaStream_t stream, Work work) {
  return start_or_capture(stream, [work = std::move(work)](cudaStream_t on) { return give(on, work); });
}

}  // namespace omega::emulator

using omega::emulator::alive, omega::emulator::catch_up, omega::emulator::is_capturing, omega::emulator::noted;

struct EmulatedEvent {
  std::chrono::steady_clock::time_point at;
  cudaStream_t stream = nullptr;  // where it was recorded, after so many pieces of work
  std::uint64_t after = 0;
};

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorNoKernelImageForDevice: return "no kernel image is available for execution on the device";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorLaunchTimeout: return "threads wait for others that never come";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMisalignedAddress: return "misaligned address";
    case cudaErrorStreamCaptureUnsupported: return "operation not permitted when stream is capturing";
    case cudaErrorStreamCaptureInvalidated: return "operation failed due to a previous error during capture";
    default: return "an emulated error";
  }
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = std::exchange(omega::emulator::last_error, cudaSuccess), lost = alive();
  return lost != cudaSuccess ? lost : error;
}
cudaError_t cudaSetDevice(int) { return alive(); }

cudaError_t cudaGetDeviceCount(int* count) {
  const auto& faults = device().faults;
  *count = faults.devices;
  if (faults.driver < CUDART_VERSION) return noted(cudaErrorInsufficientDriver);
  return faults.devices == 0 ? noted(cudaErrorNoDevice) : cudaSuccess;
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
  properties->major = device().faults.capability / 10;
  properties->minor = device().faults.capability % 10;
  properties->multiProcessorCount = 3;
  properties->sharedMemPerBlockOptin = omega::emulator::most_shared();
  for (const int axis : {1, 2}) properties->maxGridSize[axis] = static_cast<int>(device().faults.most_blocks);
  return alive();
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  if (!device().faults.code) return noted(cudaErrorNoKernelImageForDevice);
  attributes->ptxVersion = device().faults.ptx;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int bytes) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  if (static_cast<std::size_t>(bytes) > omega::emulator::most_shared()) return noted(cudaErrorInvalidValue);
  d.allowed[kernel] = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total) {
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  *total = d.faults.memory;
  *free_bytes = d.faults.memory - std::min(d.faults.memory, d.counts.allocated);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** place, std::size_t bytes) {
  if (is_capturing()) return noted(cudaErrorStreamCaptureUnsupported);
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  if (d.lost != cudaSuccess) return d.lost;
  if (d.counts.allocated + bytes > d.faults.memory) return noted(cudaErrorMemoryAllocation);
  *place = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (*place == nullptr) return noted(cudaErrorMemoryAllocation);
  ++d.counts.allocations;
  d.counts.allocated += bytes;
  d.places[*place] = bytes;
  return cudaSuccess;
}

cudaError_t cudaFree(void* place) {
  if (is_capturing()) return noted(cudaErrorStreamCaptureUnsupported);
  for (const cudaStream_t stream : omega::emulator::own_streams()) catch_up(stream, stream->given);
  auto& d = device();
  const std::scoped_lock lock(d.mutex);
  const auto found = d.places.find(place);
  if (found == d.places.end()) return noted(cudaErrorIllegalAddress);
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

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  {
    auto& d = device();
    const std::scoped_lock lock(d.mutex);
    if (d.lost != cudaSuccess) return d.lost;
    if (d.counts.copies++ == d.faults.fail_copy) return noted(cudaErrorInvalidConfiguration);
    if (kind == cudaMemcpyHostToDevice && d.counts.launches > 0) ++d.counts.late_uploads;
  }
  return omega::emulator::start(stream, [=] {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
  return omega::emulator::start(stream, [=] {
    std::memset(to, value, bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = nullptr;
  {
    auto& d = device();
    const std::scoped_lock lock(d.mutex);
    if (d.faults.fail_open > 0) {
      --d.faults.fail_open;
      return noted(cudaErrorMemoryAllocation);
    }
    *stream = new EmulatedStream;
    d.streams.insert(*stream);
  }
  return alive();
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  catch_up(stream, stream->given);
  {
    const std::scoped_lock lock(device().mutex);
    device().streams.erase(stream);
  }
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (stream->captured) return noted(cudaErrorStreamCaptureUnsupported);
  const cudaError_t failed = catch_up(stream, stream->given);
  return failed != cudaSuccess ? failed : alive();
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  stream->captured = std::make_unique<EmulatedGraph>();
  return alive();
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = nullptr;
  const std::unique_ptr<EmulatedGraph> captured = std::move(stream->captured);
  {
    auto& d = device();
    const std::scoped_lock lock(d.mutex);
    if (d.faults.break_captures > 0) {
      --d.faults.break_captures;
      return noted(cudaErrorStreamCaptureInvalidated);
    }
  }
  *graph = new EmulatedGraph(*captured);
  return alive();
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long) {
  *ready = new EmulatedGraph(*graph);
  return alive();
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
  for (const auto& begin : graph->starts)
    if (const cudaError_t failed = begin(stream); failed != cudaSuccess) return noted(failed);
  return alive();
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete graph, cudaSuccess; }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return delete graph, cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new EmulatedEvent;
  return alive();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (event->stream != nullptr) catch_up(event->stream, event->after);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  event->stream = stream;
  const cudaError_t failed = omega::emulator::start(stream, [event] {
    event->at = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
  event->after = stream->given;
  return failed != cudaSuccess ? failed : alive();
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (event->stream == nullptr) return alive();
  if (event->stream->captured) return noted(cudaErrorStreamCaptureUnsupported);
  const cudaError_t failed = catch_up(event->stream, event->after);
  return failed != cudaSuccess ? failed : alive();
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
  return alive();
}
