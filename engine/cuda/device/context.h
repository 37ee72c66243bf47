// A device with its stream, its events and its arena: all that the kernels' launchers need.
#pragma once

#include <string>
#include <vector>

#include "cuda/device/blas.h"
#include "cuda/device/portable.h"
#include "cuda/module.h"

namespace omega::cuda {

struct Context {
  int device = 0;
  cudaStream_t stream = nullptr;
  cudaEvent_t events[2] = {nullptr, nullptr};
  const Blas* blas = nullptr;  // with blas_handle, once a product was asked for, where there is one
  void* blas_handle = nullptr;
  bool looked_for_blas = false;
  bool guarded = false;
  DeviceFacts facts{};  // but for its memory
  bool rounds = false;  // whether its tensor cores know TF32 and BF16, and this module was compiled for such
  std::string message;
  Ways ways{};

  // The arena: chunks that stay from run to run, filled from the first on. A guarded context gives every place a chunk
  // of its own.
  struct Chunk {
    char* data;
    std::uint64_t bytes, used;
  };
  std::vector<Chunk> chunks;

  // Pinned memory that copies go through, in two halves: one is filled while the other is on its way. An upload returns
  // when its source has been read; it waits for the device only where the next half is still on its way.
  char* staging = nullptr;
  cudaEvent_t staged[2] = {nullptr, nullptr};  // when the device is done with a half
  int half = 0;
  std::uint64_t staging_used = 0;  // of the half

  // How many parts of each tile of rows have arrived: zeros between launches.
  unsigned* arrivals = nullptr;
  std::uint64_t arrivals_count = 0;

  /// Keeps in the message what went wrong during `what`; kOk where nothing did.
  int status(cudaError_t error, const char* what);
  /// The same of cuBLAS, which has numbers of its own.
  int blas_status(int error, const char* what);
};

int open_context(Context**, int guarded, char* message, std::size_t message_size);
void close_context(Context*);
int device_facts(Context*, DeviceFacts*);
const char* last_message(Context*);
int begin_run(Context*);
void ways_of(Context*, Ways*);
int allocate(Context*, std::uint64_t bytes, void** place);
int upload(Context*, void* to, const void* from, std::uint64_t bytes);
int download(Context*, void* to, const void* from, std::uint64_t bytes);
int clear(Context*, void* place, std::uint64_t bytes);
int synchronise(Context*);
int check_guards(Context*);
int mark(Context*, int which);
/// Zeros for so many counters, which kernels leave as zeros; nullptr where there is no memory.
unsigned* arrivals_for(Context*, std::uint64_t count, int* status);
int elapsed(Context*, float* milliseconds);
std::uint64_t arena_bytes(Context*);
/// Makes cuBLAS for this context's stream when first asked for: it takes time and memory. c->blas stays nullptr where
/// there is none.
int make_blas(Context*);
int finds_blas();

int noise(Context*, const Noise*);
int attend(Context*, const Attend*);
int attend_both(Context*, const Attend*, const Attend*);
/// Of which capability the code is that runs here: where it is below 80, kernels for tensor cores are mere names.
cudaError_t code_of_kernels(int& capability);
int product(Context*, const Product*);
int prepare(Context*, const Prepare*);
int combine(Context*, const Combine*);
int inverse(Context*, const Inverse*);
int rows(Context*, const RowOperation*);
int place_samples(Context*, const PlaceSamples*);
int densities(Context*, const Densities*);
int log_weights(Context*, const LogWeights*);
int normalise_weights(Context*, const NormaliseWeights*);
int draw_keys(Context*, const DrawKeys*);
int query_samples(Context*, const QuerySamples*);
int fastfood(Context*, const FastFood*);
int outside(Context*, const Outside*);
int sample_logits(Context*, const SampleLogits*);
int elements(Context*, const Elements*);
int softmax_rows(Context*, const SoftmaxRows*);
int softmax_heads(Context*, const SoftmaxHeads*);
int angles(Context*, const Angles*);
int choose_rows(Context*, const ChooseRows*);
int normalise_rows(Context*, const NormaliseRows*);
int sum_shares(Context*, const SumShares*);
int dropout(Context*, const Dropout*);
int tokens(Context*, const Tokens*);
int padding(Context*, const Padding*);
int cross_entropy(Context*, const CrossEntropy*);
int adam_step(Context*, const AdamStep*);
int begin_capture(Context*);
int end_capture(Context*, Graph** graph);
int replay(Context*, Graph* graph);
void release(Graph* graph);
void trim(Context*);

inline unsigned blocks_of(std::int64_t count, std::int64_t each) {
  return static_cast<unsigned>((count + each - 1) / each);
}

/// As many blocks of threads for each part of each head as `count` takes.
inline dim3 grid_of(std::int64_t count, std::int64_t each, std::int32_t heads, std::int32_t parts = 1) {
  return dim3(blocks_of(count, each), static_cast<unsigned>(parts), static_cast<unsigned>(heads));
}

/// Of a grid whose z-axis counts heads and whose y-axis counts their parts: the block's matrix, and its number.
__device__ inline float* matrix_of(const Strided& m) {
  return m.data + static_cast<std::int64_t>(blockIdx.z) * m.head + static_cast<std::int64_t>(blockIdx.y) * m.part;
}
__device__ inline std::int64_t place_of_matrix() {
  return static_cast<std::int64_t>(blockIdx.z) * gridDim.y + blockIdx.y;
}

/// Launches a kernel; where that fails, `doing` is what it was about.
template <class Arguments>
int start(Context* c, const char* doing, void (*kernel)(Arguments), dim3 grid, int threads, const Arguments& arguments,
          std::size_t shared_bytes = 0) {
  return c->status(launch(kernel, grid, dim3(static_cast<unsigned>(threads)), shared_bytes, c->stream, arguments),
                   doing);
}

}  // namespace omega::cuda
