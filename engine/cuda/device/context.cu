#include "cuda/device/context.h"

#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

namespace omega::cuda {

namespace {

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kChunk = std::uint64_t{64} << 20;
constexpr std::uint64_t kHalf = std::uint64_t{4} << 20;  // of the staging memory
constexpr int kGuardByte = 0xFE;                         // so large that it shows wherever it is read
constexpr int kPoisonByte = 0xFF;                        // a NaN in every type

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

/// Whether nothing on this device can work any more: CUDA repeats such an error for every call that follows. Some of
/// them have no name in older versions of CUDA.
bool is_lost(cudaError_t error) {
  constexpr int kNvlinkUncorrectable = 220, kContained = 226, kTensorMemoryLeak = 721, kUnknown = 999;
  for (const int nameless : {kNvlinkUncorrectable, kContained, kTensorMemoryLeak, kUnknown})
    if (static_cast<int>(error) == nameless) return true;
  return error == cudaErrorIllegalAddress || error == cudaErrorLaunchFailure || error == cudaErrorHardwareStackError ||
         error == cudaErrorIllegalInstruction || error == cudaErrorMisalignedAddress ||
         error == cudaErrorInvalidAddressSpace || error == cudaErrorInvalidPc || error == cudaErrorECCUncorrectable ||
         error == cudaErrorDeviceUninitialized || error == cudaErrorLaunchTimeout || error == cudaErrorAssert;
}

/// Chunks that the current run has taken nothing of.
void release_unused(Context* c) {
  std::erase_if(c->chunks, [](const Context::Chunk& chunk) {
    if (chunk.used == 0) cudaFree(chunk.data);
    return chunk.used == 0;
  });
}

/// Memory of the device; where there is too little, chunks that this run has not used are given back first.
int device_memory(Context* c, std::uint64_t bytes, void** data) {
  cudaError_t error = cudaMalloc(data, bytes);
  if (error == cudaErrorMemoryAllocation && !c->guarded) {
    cudaGetLastError();  // not sticky
    release_unused(c);
    error = cudaMalloc(data, bytes);
  }
  if (error != cudaErrorMemoryAllocation) return c->status(error, "allocating memory");
  std::size_t free_bytes = 0, total = 0;
  cudaGetLastError();
  cudaMemGetInfo(&free_bytes, &total);
  char text[160];
  std::snprintf(text, sizeof text, "%.1f MiB more are needed, %.1f MiB are free",
                static_cast<double>(bytes) / (1 << 20), static_cast<double>(free_bytes) / (1 << 20));
  c->message = text;
  return kOutOfMemory;
}

int add_chunk(Context* c, std::uint64_t bytes) {
  void* data = nullptr;
  if (const int status = device_memory(c, bytes, &data); status != kOk) return status;
  c->chunks.push_back({static_cast<char*>(data), bytes, 0});
  return kOk;
}

/// A place with a guard on each side, filled with NaN.
int allocate_guarded(Context* c, std::uint64_t bytes, void** place) {
  const std::uint64_t whole = kAlignment + aligned(bytes) + kAlignment;
  if (const int failed = add_chunk(c, whole)) return failed;
  Context::Chunk& chunk = c->chunks.back();
  chunk.used = bytes;
  *place = chunk.data + kAlignment;
  if (const int failed = c->status(cudaMemsetAsync(chunk.data, kGuardByte, whole, c->stream), "filling guards"))
    return failed;
  return c->status(cudaMemsetAsync(*place, kPoisonByte, bytes, c->stream), "poisoning memory");
}

void release_chunks(Context* c) {
  for (const Context::Chunk& chunk : c->chunks) cudaFree(chunk.data);
  c->chunks.clear();
}

int fail_open(char* message, std::size_t size, const char* what, const char* why, int status) {
  std::snprintf(message, size, "%s%s%s", what, why[0] ? ": " : "", why);
  return status;
}

/// Whether this module has code for the card, and code for tensor cores.
int find_code(Context* c) {
  int capability = 0;
  const cudaError_t error = code_of_kernels(capability);
  const int failed = c->status(error, "looking for code");
  if (failed == kFailed) {
    c->message = std::string("the CUDA module has no code that runs on ") + c->facts.name + ", of compute capability " +
                 std::to_string(c->facts.major) + "." + std::to_string(c->facts.minor) + ": " +
                 cudaGetErrorString(error);
    return kNoDevice;
  }
  c->rounds = c->facts.major >= 8 && capability >= 80;
  c->facts.has_tensor_cores = c->rounds ? 1 : 0;
  return failed;
}

/// Once: asking takes longer than a short call.
int find_facts(Context* c) {
  cudaDeviceProp properties;
  if (const int failed =
          c->status(cudaGetDeviceProperties(&properties, c->device), "asking for the device's properties"))
    return failed;
  std::memcpy(c->facts.name, properties.name, sizeof c->facts.name - 1);  // the shorter of the two; the rest is 0
  c->facts.major = properties.major;
  c->facts.minor = properties.minor;
  c->facts.processors = properties.multiProcessorCount;
  c->facts.most_blocks = properties.maxGridSize[2];
  c->facts.shared_bytes = properties.sharedMemPerBlockOptin;
  cudaDriverGetVersion(&c->facts.driver);
  cudaRuntimeGetVersion(&c->facts.runtime);
  return find_code(c);
}

int make_stream(Context* c) {
  if (const int failed = c->status(cudaSetDevice(c->device), "choosing the device")) return failed;
  if (const int failed = c->status(cudaStreamCreateWithFlags(&c->stream, cudaStreamNonBlocking), "making a stream"))
    return failed;
  for (cudaEvent_t* event : {&c->events[0], &c->events[1], &c->staged[0], &c->staged[1]})
    if (const int failed = c->status(cudaEventCreate(event), "making an event")) return failed;
  void* staging = nullptr;
  if (const int failed =
          c->status(cudaHostAlloc(&staging, 2 * kHalf, cudaHostAllocDefault), "pinning memory for copies"))
    return failed;
  c->staging = static_cast<char*>(staging);
  return find_facts(c);
}

}  // namespace

int Context::status(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return kOk;
  cudaGetLastError();  // else the next launch takes it for its own
  message = std::string(what) + ": " + cudaGetErrorString(error);
  return is_lost(error) ? kLost : error == cudaErrorMemoryAllocation ? kOutOfMemory : kFailed;
}

int Context::blas_status(int error, const char* what) {
  constexpr int kAllocationFailed = 3;
  message = std::string(what) + ": status " + std::to_string(error);
  return error == kAllocationFailed ? kOutOfMemory : kFailed;
}

int make_blas(Context* c) {
  if (c->looked_for_blas) return kOk;
  if (const Blas* blas = find_blas()) {
    int failed = blas->create(&c->blas_handle);
    if (failed == 0 && (failed = blas->set_stream(c->blas_handle, c->stream)) != 0) blas->destroy(c->blas_handle);
    if (failed != 0) return c->blas_status(failed, "cuBLAS does not start");
    c->blas = blas;
  }
  c->looked_for_blas = true;
  return kOk;
}

int finds_blas() { return find_blas() != nullptr ? 1 : 0; }

int open_context(Context** context, int guarded, char* message, std::size_t size) {
  *context = nullptr;
  int driver = 0, count = 0;
  cudaDriverGetVersion(&driver);
  if (driver == 0) return fail_open(message, size, "no NVIDIA driver is installed", "", kNoDevice);
  const cudaError_t counted = cudaGetDeviceCount(&count);
  if (counted == cudaErrorInsufficientDriver) {
    char text[120];
    std::snprintf(text, sizeof text, "the NVIDIA driver is too old: it knows CUDA %d.%d, this module needs %d.%d",
                  driver / 1000, driver % 1000 / 10, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    return fail_open(message, size, text, "", kNoDevice);
  }
  if (counted == cudaErrorNoDevice || (counted == cudaSuccess && count == 0))
    return fail_open(message, size, "no CUDA device", "", kNoDevice);
  if (counted != cudaSuccess)
    return fail_open(message, size, "CUDA does not start", cudaGetErrorString(counted), kNoDevice);
  Context* c = new (std::nothrow) Context;
  if (c == nullptr) return fail_open(message, size, "no memory for a context", "", kFailed);
  c->guarded = guarded != 0;
  if (const int failed = make_stream(c)) {
    fail_open(message, size, c->message.c_str(), "", failed);
    close_context(c);
    return failed;
  }
  *context = c;
  return kOk;
}

void close_context(Context* c) {
  if (c == nullptr) return;
  if (c->stream != nullptr) cudaStreamSynchronize(c->stream);  // it may still be using this memory
  release_chunks(c);
  if (c->arrivals != nullptr) cudaFree(c->arrivals);
  if (c->staging != nullptr) cudaFreeHost(c->staging);
  if (c->blas != nullptr) c->blas->destroy(c->blas_handle);
  for (const cudaEvent_t event : {c->events[0], c->events[1], c->staged[0], c->staged[1]})
    if (event != nullptr) cudaEventDestroy(event);
  if (c->stream != nullptr) cudaStreamDestroy(c->stream);
  delete c;
}

int device_facts(Context* c, DeviceFacts* facts) {
  std::size_t free_bytes = 0, total = 0;
  const int failed = c->status(cudaMemGetInfo(&free_bytes, &total), "asking for the device's memory");
  *facts = c->facts;
  facts->free_bytes = free_bytes + arena_bytes(c);
  facts->total_bytes = total;
  return failed;
}

const char* last_message(Context* c) { return c->message.c_str(); }

int begin_run(Context* c) {
  cudaGetLastError();  // what an earlier run left behind is not this one's
  if (const int failed = c->status(cudaSetDevice(c->device), "choosing the device")) return failed;
  if (c->guarded) release_chunks(c);
  for (Context::Chunk& chunk : c->chunks) chunk.used = 0;
  c->ways = {};
  return kOk;
}

void ways_of(Context* c, Ways* ways) { *ways = c->ways; }

int allocate(Context* c, std::uint64_t bytes, void** place) {
  if (c->guarded) return allocate_guarded(c, bytes, place);
  const std::uint64_t needed = aligned(bytes > 0 ? bytes : 1);
  for (Context::Chunk& chunk : c->chunks)
    if (chunk.bytes - chunk.used >= needed) {
      *place = chunk.data + chunk.used;
      chunk.used += needed;
      return kOk;
    }
  if (const int failed = add_chunk(c, needed > kChunk ? needed : kChunk)) return failed;
  *place = c->chunks.back().data;
  c->chunks.back().used = needed;
  return kOk;
}

/// The next half, as soon as the device has done with it.
static int next_half(Context* c) {
  if (const int failed = c->status(cudaEventRecord(c->staged[c->half], c->stream), "recording an event")) return failed;
  c->half = 1 - c->half;
  c->staging_used = 0;
  return c->status(cudaEventSynchronize(c->staged[c->half]), "waiting for a copy");
}

int upload(Context* c, void* to, const void* from, std::uint64_t bytes) {
  for (std::uint64_t done = 0; done < bytes;) {
    if (c->staging_used == kHalf)
      if (const int failed = next_half(c)) return failed;
    const std::uint64_t room = kHalf - c->staging_used, now = bytes - done < room ? bytes - done : room;
    char* place = c->staging + static_cast<std::uint64_t>(c->half) * kHalf + c->staging_used;
    std::memcpy(place, static_cast<const char*>(from) + done, now);
    if (const int failed =
            c->status(cudaMemcpyAsync(static_cast<char*>(to) + done, place, now, cudaMemcpyHostToDevice, c->stream),
                      "copying to the device"))
      return failed;
    const std::uint64_t taken = c->staging_used + aligned(now);
    c->staging_used = taken < kHalf ? taken : kHalf;
    done += now;
  }
  return kOk;
}

/// One half comes from the device while the other goes to its place.
int download(Context* c, void* to, const void* from, std::uint64_t bytes) {
  if (const int failed = synchronise(c)) return failed;  // both halves are free
  const std::uint64_t pieces = (bytes + kHalf - 1) / kHalf;
  const auto length = [&](std::uint64_t piece) { return piece + 1 < pieces ? kHalf : bytes - piece * kHalf; };
  for (std::uint64_t piece = 0; piece <= pieces; ++piece) {
    if (piece < pieces) {
      const int half = static_cast<int>(piece % 2);
      char* place = c->staging + static_cast<std::uint64_t>(half) * kHalf;
      const char* source = static_cast<const char*>(from) + piece * kHalf;
      if (const int failed = c->status(cudaMemcpyAsync(place, source, length(piece), cudaMemcpyDeviceToHost, c->stream),
                                       "copying from the device"))
        return failed;
      if (const int failed = c->status(cudaEventRecord(c->staged[half], c->stream), "recording an event"))
        return failed;
    }
    if (piece == 0) continue;
    const int before = static_cast<int>((piece - 1) % 2);
    if (const int failed = c->status(cudaEventSynchronize(c->staged[before]), "waiting for a copy")) return failed;
    std::memcpy(static_cast<char*>(to) + (piece - 1) * kHalf, c->staging + static_cast<std::uint64_t>(before) * kHalf,
                length(piece - 1));
  }
  c->staging_used = 0;
  return kOk;
}

unsigned* arrivals_for(Context* c, std::uint64_t count, int* status) {
  *status = kOk;
  if (count <= c->arrivals_count) return c->arrivals;
  if (c->arrivals != nullptr) {
    if ((*status = synchronise(c)) != kOk) return nullptr;
    cudaFree(c->arrivals);
    c->arrivals = nullptr;
    c->arrivals_count = 0;
  }
  void* data = nullptr;
  if ((*status = device_memory(c, 2 * count * sizeof(unsigned), &data)) != kOk) return nullptr;
  c->arrivals = static_cast<unsigned*>(data);
  *status = clear(c, data, 2 * count * sizeof(unsigned));
  if (*status != kOk) return nullptr;
  c->arrivals_count = 2 * count;  // not before they are zeros
  return c->arrivals;
}

int clear(Context* c, void* place, std::uint64_t bytes) {
  return c->status(cudaMemsetAsync(place, 0, bytes, c->stream), "clearing memory");
}

int synchronise(Context* c) { return c->status(cudaStreamSynchronize(c->stream), "waiting for the device"); }

int check_guards(Context* c) {
  if (!c->guarded) return kOk;
  std::vector<unsigned char> bytes;
  for (const Context::Chunk& chunk : c->chunks) {
    bytes.resize(chunk.bytes);
    if (const int failed = download(c, bytes.data(), chunk.data, chunk.bytes)) return failed;
    for (std::uint64_t i = 0; i < chunk.bytes; ++i) {
      if (i == kAlignment) i += chunk.used;
      if (i < chunk.bytes && bytes[i] != kGuardByte) {
        c->message = "a kernel wrote beside an array of " + std::to_string(chunk.used) + " bytes, at byte " +
                     std::to_string(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(kAlignment)) + " of it";
        return kFailed;
      }
    }
  }
  return kOk;
}

int mark(Context* c, int which) {
  return c->status(cudaEventRecord(c->events[which], c->stream), "recording an event");
}

int elapsed(Context* c, float* milliseconds) {
  if (const int failed = c->status(cudaEventSynchronize(c->events[1]), "waiting for an event")) return failed;
  return c->status(cudaEventElapsedTime(milliseconds, c->events[0], c->events[1]), "measuring time");
}

std::uint64_t arena_bytes(Context* c) {
  std::uint64_t bytes = 0;
  for (const Context::Chunk& chunk : c->chunks) bytes += chunk.bytes;
  return bytes;
}

void trim(Context* c) { release_chunks(c); }

// A graph starts hundreds of short kernels at the price of one.
struct Graph {
  cudaGraphExec_t ready = nullptr;
};

int begin_capture(Context* c) {
  return c->status(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal), "beginning a graph");
}

int end_capture(Context* c, Graph** graph) {
  *graph = nullptr;
  cudaGraph_t captured = nullptr;
  if (const int failed = c->status(cudaStreamEndCapture(c->stream, &captured), "ending a graph")) return failed;
  Graph* made = new (std::nothrow) Graph;
  if (made == nullptr) {
    cudaGraphDestroy(captured);
    c->message = "no memory for a graph";
    return kFailed;
  }
  const int failed = c->status(cudaGraphInstantiate(&made->ready, captured, 0), "making a graph");
  cudaGraphDestroy(captured);
  if (failed != kOk) {
    delete made;
    return failed;
  }
  *graph = made;
  return kOk;
}

int replay(Context* c, Graph* graph) { return c->status(cudaGraphLaunch(graph->ready, c->stream), "starting a graph"); }

void release(Graph* graph) {
  if (graph == nullptr) return;
  cudaGraphExecDestroy(graph->ready);
  delete graph;
}

constexpr ModuleTable kTable = {kInterfaceVersion,
                                sizeof(ModuleTable),
                                open_context,
                                close_context,
                                device_facts,
                                last_message,
                                begin_run,
                                allocate,
                                upload,
                                download,
                                clear,
                                synchronise,
                                check_guards,
                                mark,
                                elapsed,
                                arena_bytes,
                                noise,
                                attend,
                                attend_both,
                                product,
                                prepare,
                                combine,
                                rows,
                                place_samples,
                                densities,
                                log_weights,
                                normalise_weights,
                                draw_keys,
                                query_samples,
                                fastfood,
                                outside,
                                sample_logits,
                                elements,
                                softmax_rows,
                                normalise_rows,
                                sum_shares,
                                dropout,
                                tokens,
                                cross_entropy,
                                adam_step,
                                begin_capture,
                                end_capture,
                                replay,
                                release,
                                trim,
                                choose_rows,
                                softmax_heads,
                                padding,
                                angles,
                                finds_blas,
                                inverse,
                                ways_of};

}  // namespace omega::cuda

extern "C" const omega::cuda::ModuleTable* omega_cuda_module() { return &omega::cuda::kTable; }
