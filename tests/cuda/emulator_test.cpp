// That the emulated device sees what it is there to see: each mistake is made here on purpose.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "cuda/device/portable.h"
#include "faults.h"

using namespace omega;

namespace {

constexpr unsigned kBlocks = 12, kThreads = 64;

struct Task {
  float* numbers;
  unsigned* arrived;
};

template <class T>
T* device_array(std::size_t count) {
  void* place = nullptr;
  REQUIRE(cudaMalloc(&place, count * sizeof(T)) == cudaSuccess);
  std::memset(place, 0, count * sizeof(T));
  return static_cast<T*>(place);
}

/// A device with one stream, for one test.
struct Bench {
  explicit Bench(std::uint32_t seed = 0) {
    emulator::Faults faults;
    faults.order_seed = seed;
    omega_emulator_arrange(faults);
    cudaGetLastError();
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    task = {device_array<float>(kBlocks * kThreads), device_array<unsigned>(1)};
  }
  ~Bench() {
    cudaFree(task.numbers);
    cudaFree(task.arrived);
    cudaStreamDestroy(stream);
  }
  Bench(const Bench&) = delete;

  cudaError_t start(void (*kernel)(Task), std::size_t shared = kThreads * sizeof(float)) {
    return cuda::launch(kernel, dim3(kBlocks), dim3(kThreads), shared, stream, task);
  }
  std::vector<float> numbers() {
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    return {task.numbers, task.numbers + kBlocks * kThreads};
  }

  cudaStream_t stream = nullptr;
  Task task{};
};

std::vector<float> after(void (*kernel)(Task), std::uint32_t seed) {
  Bench bench(seed);
  REQUIRE(bench.start(kernel) == cudaSuccess);
  return bench.numbers();
}

/// Whether some order of threads and blocks gives another result.
bool depends_on_order(void (*kernel)(Task)) {
  const std::vector<float> straight = after(kernel, 0);
  for (const std::uint32_t seed : {1u, 2u, 3u})
    if (after(kernel, seed) != straight) return true;
  return false;
}

void right_kernel(Task t) {
  float* shared = cuda::shared_memory<float>();
  shared[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  t.numbers[blockIdx.x * kThreads + threadIdx.x] = shared[kThreads - 1 - threadIdx.x];
}

void without_barrier(Task t) {
  float* shared = cuda::shared_memory<float>();
  shared[threadIdx.x] = static_cast<float>(threadIdx.x);
  const float other = shared[kThreads - 1 - threadIdx.x];
  t.numbers[blockIdx.x * kThreads + threadIdx.x] = other == other ? other : -1.0f;
}

void reads_the_block_before(Task t) {
  if (threadIdx.x == 0)
    t.numbers[blockIdx.x * kThreads] = 1.0f + (blockIdx.x > 0 ? t.numbers[(blockIdx.x - 1) * kThreads] : 0.0f);
}

/// It takes the block with the highest number for the one that comes last.
void merges_in_the_last_block(Task t) {
  if (threadIdx.x == 0) t.numbers[blockIdx.x * kThreads] = 1.0f;
  __syncthreads();
  if (threadIdx.x != 0 || blockIdx.x != kBlocks - 1) return;
  float sum = 0;
  for (unsigned b = 0; b < kBlocks; ++b) sum += t.numbers[b * kThreads];
  t.numbers[1] = sum;
}

void merges_where_all_arrived(Task t) {
  if (threadIdx.x != 0) return;
  t.numbers[blockIdx.x * kThreads] = 1.0f;
  if (atomicAdd(t.arrived, 1u) + 1u != kBlocks) return;
  float sum = 0;
  for (unsigned b = 0; b < kBlocks; ++b) sum += t.numbers[b * kThreads];
  t.numbers[1] = sum;
}

void loads_beside_a_vector(Task t) {
  if (threadIdx.x == 0) t.numbers[0] = cuda::load_vector<float4>(t.numbers + 1).x;
}

/// Four numbers through shared memory, a thread each; with kWaits as it has to be.
template <bool kWaits>
void copies_beside(Task t) {
  auto* shared = cuda::shared_memory<float4>();
  cuda::copy_four(shared + threadIdx.x, t.numbers + kThreads, threadIdx.x > 0);
  if (kWaits) cuda::finish_copies();
  t.numbers[blockIdx.x * kThreads + threadIdx.x] = shared[threadIdx.x].x;
}

/// 2x in every thread, by tensor cores: x on the diagonal of A, twos in B.
void doubles(Task t) {
  const unsigned lane = threadIdx.x % 32, g = lane / 4, turn = lane % 4;
  const float x = t.numbers[0];
  const auto on_diagonal = [&](unsigned row, unsigned column) {
    return row == column ? std::bit_cast<std::uint32_t>(x) : 0u;
  };
  const std::uint32_t a[4] = {on_diagonal(g, turn), on_diagonal(g + 8, turn), on_diagonal(g, turn + 4),
                              on_diagonal(g + 8, turn + 4)};
  const std::uint32_t two = std::bit_cast<std::uint32_t>(2.0f), b[2] = {two, two};
  float c[4] = {};
  cuda::multiply_tf32(c, a, b);
  t.numbers[blockIdx.x * kThreads + threadIdx.x] = c[0];
}

/// Eight times a little number, onto 1 and onto −1.
void adds_little(Task t) {
  const auto all = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  const std::uint32_t a[4] = {all(1.0f), all(1.0f), all(1.0f), all(1.0f)},
                      b[2] = {all(t.numbers[0]), all(t.numbers[0])};
  float c[4] = {1.0f, 1.0f, -1.0f, -1.0f};
  cuda::multiply_tf32(c, a, b);
  t.numbers[blockIdx.x * kThreads + threadIdx.x] = threadIdx.x % 2 == 0 ? c[0] : c[2];
}

/// It rounds what is no number, too.
void rounds_by_a_carry(Task t) {
  doubles(t);
  float& x = t.numbers[blockIdx.x * kThreads + threadIdx.x];
  x = std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + 0x1000u) & ~0x1FFFu);
}

constexpr unsigned kWarp = 32;

/// The numbers that one warp makes of one.
std::vector<float> after_first(void (*kernel)(Task), float first) {
  Bench bench;
  bench.task.numbers[0] = bench.task.numbers[kThreads] = first;
  REQUIRE(cuda::launch(kernel, dim3(1), dim3(kWarp), kWarp * sizeof(float4), bench.stream, bench.task) == cudaSuccess);
  std::vector<float> numbers = bench.numbers();
  numbers.resize(kWarp);
  return numbers;
}

}  // namespace

TEST_CASE("a copy into shared memory is not there before it is waited for") {
  const std::vector<float> waited = after_first(copies_beside<true>, 3), read = after_first(copies_beside<false>, 3);
  CHECK(waited[0] == 0);  // what is not there is zero
  CHECK(waited[1] == 3);
  CHECK(std::isnan(read[0]));
  CHECK(std::isnan(read[1]));
}

TEST_CASE("tensor cores multiply where their lanes say, and leave a card's bits of what is no number") {
  const std::vector<float> doubled = after_first(doubles, 1.5f);
  for (unsigned i = 0; i < kWarp; ++i) CHECK(doubled[i] == 3);
  CHECK(std::bit_cast<std::uint32_t>(after_first(doubles, NAN)[0]) == 0x7FFFFFFFu);
  CHECK_FALSE(std::isnan(after_first(rounds_by_a_carry, NAN)[0]));  // the mistake is seen
}

TEST_CASE("tensor cores cut their sums toward zero") {
  const float unit = std::ldexp(1.0f, -23);  // the last place of 1
  const std::vector<float> up = after_first(adds_little, std::ldexp(15.0f, -30)),
                           down = after_first(adds_little, std::ldexp(-1.0f, -30));
  CHECK(up[0] == 1);  // 120/128 of the last place is cut off
  CHECK(up[1] == -1 + unit);
  CHECK(down[0] == 1 - unit / 2);
  CHECK(down[1] == -1);
}

TEST_CASE("an error that nobody fetched is the next launch's") {
  Bench bench;
  REQUIRE(cudaStreamBeginCapture(bench.stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaErrorStreamCaptureUnsupported);
  CHECK(bench.start(right_kernel) == cudaErrorStreamCaptureUnsupported);
  CHECK(bench.start(right_kernel) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(bench.stream, &graph) == cudaSuccess);
  cudaGraphDestroy(graph);
}

TEST_CASE("a graph keeps its shared memory while others start its kernel with less, unless that is lowered") {
  Bench bench;
  REQUIRE(cudaStreamBeginCapture(bench.stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  REQUIRE(bench.start(without_barrier, 90 << 10) == cudaSuccess);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(bench.stream, &graph) == cudaSuccess);
  REQUIRE(bench.start(without_barrier, 60 << 10) == cudaSuccess);
  CHECK(cudaGraphLaunch(graph, bench.stream) == cudaSuccess);
  REQUIRE(cudaFuncSetAttribute(reinterpret_cast<const void*>(without_barrier),
                               cudaFuncAttributeMaxDynamicSharedMemorySize, 60 << 10) == cudaSuccess);
  CHECK(cudaGraphLaunch(graph, bench.stream) == cudaErrorInvalidValue);
  cudaGraphDestroy(graph);
}

TEST_CASE("a barrier that is missing shows, and one that is there does not") {
  CHECK_FALSE(depends_on_order(right_kernel));
  CHECK(depends_on_order(without_barrier));
}

TEST_CASE("blocks that count on their order show") {
  CHECK(depends_on_order(reads_the_block_before));
  CHECK(depends_on_order(merges_in_the_last_block));
  CHECK_FALSE(depends_on_order(merges_where_all_arrived));
}

TEST_CASE("what a stream was given happens when somebody waits") {
  Bench bench;
  REQUIRE(bench.start(right_kernel) == cudaSuccess);
  CHECK(bench.task.numbers[0] == 0);
  CHECK(bench.numbers()[0] == kThreads - 1);
}

TEST_CASE("memory that a copy still reads may not change") {
  Bench bench;
  float source = 1, back = 0;
  REQUIRE(cudaMemcpyAsync(bench.task.numbers, &source, sizeof source, cudaMemcpyHostToDevice, bench.stream) ==
          cudaSuccess);
  source = 2;  // the mistake
  REQUIRE(cudaMemcpyAsync(&back, bench.task.numbers, sizeof back, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(back == 0);  // and so is reading before waiting
  CHECK(bench.numbers()[0] == 2);
  CHECK(back == 2);
}

TEST_CASE("once something fails, nothing that was given after it happens, however often somebody waits") {
  Bench bench;
  emulator::Faults faults;
  faults.lose_at_launch = 0;
  omega_emulator_arrange(faults);
  REQUIRE(bench.start(right_kernel) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(bench.task.numbers, 1, sizeof(float), bench.stream) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(bench.task.arrived, 1, sizeof(unsigned), bench.stream) == cudaSuccess);
  for (int i = 0; i < 3; ++i) CHECK(cudaStreamSynchronize(bench.stream) == cudaErrorIllegalAddress);
  CHECK(bench.task.numbers[0] == 0);
  CHECK(*bench.task.arrived == 0);
}

TEST_CASE("an event is waited for, not what comes after it") {
  Bench bench;
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  REQUIRE(bench.start(right_kernel) == cudaSuccess);
  REQUIRE(cudaEventRecord(event, bench.stream) == cudaSuccess);
  REQUIRE(bench.start(reads_the_block_before) == cudaSuccess);
  REQUIRE(cudaEventSynchronize(event) == cudaSuccess);
  CHECK(bench.task.numbers[0] == kThreads - 1);
  CHECK(bench.numbers()[0] == 1);
  cudaEventDestroy(event);
}

TEST_CASE("vectors that lie where none can be loaded") {
  Bench bench;
  REQUIRE(bench.start(loads_beside_a_vector) == cudaSuccess);
  CHECK(cudaStreamSynchronize(bench.stream) == cudaErrorMisalignedAddress);
}

TEST_CASE("more shared memory than a small card has") {
  Bench bench;
  CHECK(bench.start(right_kernel, 99 << 10) == cudaSuccess);
  CHECK(bench.start(right_kernel, (99 << 10) + 1) == cudaErrorInvalidValue);
}

TEST_CASE("while a stream captures nothing is allocated, given back or waited for") {
  Bench bench;
  REQUIRE(cudaStreamBeginCapture(bench.stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
  REQUIRE(bench.start(right_kernel) == cudaSuccess);
  void* place = nullptr;
  CHECK(cudaMalloc(&place, 16) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaFree(bench.task.numbers) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamSynchronize(bench.stream) == cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamEndCapture(bench.stream, &graph) == cudaSuccess);
  CHECK(bench.numbers()[0] == 0);  // captured, not run
  cudaGraphExec_t ready = nullptr;
  REQUIRE(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
  REQUIRE(cudaGraphLaunch(ready, bench.stream) == cudaSuccess);
  CHECK(bench.numbers()[0] == kThreads - 1);
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(ready);
}
