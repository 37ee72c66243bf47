// Discrete choices, in double as on every backend; and FastFood's transform.
#include "cuda/device/context.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;  // rows of a block
constexpr int kKeys = 32;              // of a tile, one a lane
constexpr int kPitch = kKeys + 1;

__device__ inline double element(const Stored& from, std::int64_t head, std::int64_t place) {
  const std::int64_t at = head * from.head + place;
  return from.is_double != 0 ? static_cast<const double*>(from.data)[at]
                             : static_cast<double>(static_cast<const float*>(from.data)[at]);
}

/// Logits of a tile of keys for the row of each warp, a key a lane; −∞ beyond the last.
__device__ double tile_logit(const DrawKeys& p, std::int64_t head, int row, int first, double* x, double* tile) {
  const int tid = static_cast<int>(threadIdx.x), warp = tid / 32, lane = tid % 32;
  double sum = 0;
  for (int d0 = 0; d0 < p.dims; d0 += kKeys) {
    __syncthreads();
    for (int i = tid; i < kKeys * kKeys; i += kThreads) {
      const int key = first + i / kKeys, d = d0 + i % kKeys;
      tile[i / kKeys * kPitch + i % kKeys] =
          key < p.keys && d < p.dims ? p.k_factor * element(p.k, head, static_cast<std::int64_t>(key) * p.dims + d)
                                     : 0.0;
    }
    x[warp * kKeys + lane] = row < p.rows && d0 + lane < p.dims
                                 ? p.x_factor * element(p.x, head, static_cast<std::int64_t>(row) * p.dims + d0 + lane)
                                 : 0.0;
    __syncthreads();
    for (int d = 0; d < kKeys; ++d) sum += x[warp * kKeys + d] * tile[lane * kPitch + d];
  }
  return first + lane < p.keys ? sum : -INFINITY;
}

/// A warp for each row, two walks over the keys: the total, then the running sum until it passes u of it.
__global__ void __launch_bounds__(kThreads) draw_kernel(const DrawKeys p) {
  double* tile = shared_memory<double>();
  double* x = tile + kKeys * kPitch;
  double* running = x + kWarps * kKeys;
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32,
            row = static_cast<int>(blockIdx.x) * kWarps + warp;
  const std::int64_t head = blockIdx.z;
  double highest = -INFINITY, total = 0;
  for (int first = 0; first < p.keys; first += kKeys) {
    const double l = tile_logit(p, head, row, first, x, tile), now = fmax(highest, l);
    if (now == -INFINITY) continue;
    total = total * exp(highest - now) + exp(l - now);
    highest = now;
  }
  for (int step = 16; step > 0; step /= 2) {
    const double other = __shfl_xor_sync(0xFFFFFFFFu, highest, step), sum = __shfl_xor_sync(0xFFFFFFFFu, total, step),
                 now = fmax(highest, other);
    total =
        (highest == -INFINITY ? 0.0 : total * exp(highest - now)) + (other == -INFINITY ? 0.0 : sum * exp(other - now));
    highest = now;
  }
  const std::int64_t place = static_cast<std::int64_t>(row) * p.samples;
  std::int32_t* chosen = p.chosen.of(head) + place;
  const double* u = p.u.of(head) + place;
  for (int s = lane; row < p.rows && s < p.samples; s += 32) chosen[s] = -1;
  double before = 0;
  int last_possible = 0;
  for (int first = 0; first < p.keys; first += kKeys) {
    const double weight = exp(tile_logit(p, head, row, first, x, tile) - highest);
    double sum = weight;
    for (int step = 1; step < 32; step *= 2) {
      const double left = __shfl_up_sync(0xFFFFFFFFu, sum, static_cast<unsigned>(step));
      if (lane >= step) sum += left;
    }
    running[warp * kKeys + lane] = before + sum;
    const unsigned possible = __ballot_sync(0xFFFFFFFFu, weight > 0.0);
    if (possible != 0) last_possible = first + 31 - __clz(static_cast<int>(possible));
    before = __shfl_sync(0xFFFFFFFFu, before + sum, 31);
    __syncwarp();
    for (int s = lane; row < p.rows && s < p.samples; s += 32) {
      const double target = u[s] * total;
      if (chosen[s] >= 0 || !(before > target)) continue;
      int i = 0;
      while (!(running[warp * kKeys + i] > target)) ++i;
      chosen[s] = first + i;
    }
    __syncwarp();
  }
  for (int s = lane; row < p.rows && s < p.samples; s += 32)
    if (chosen[s] < 0) chosen[s] = last_possible;
}

/// H x in natural order, in shared memory.
__device__ void walsh_hadamard(float* x, int count) {
  for (int half = 1; half < count; half *= 2) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < count / 2; i += kThreads) {
      const int a = i / half * 2 * half + i % half;
      const float left = x[a], right = x[a + half];
      x[a] = left + right;
      x[a + half] = left - right;
    }
  }
  __syncthreads();
}

/// A row and a block of P frequencies for each block of threads.
__global__ void __launch_bounds__(kThreads) fastfood_kernel(const FastFood p) {
  float* x = shared_memory<float>();
  float* permuted = x + p.padded;
  const std::int64_t head = blockIdx.z, row = blockIdx.x, first = static_cast<std::int64_t>(blockIdx.y) * p.padded;
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kThreads)
    x[i] = i < p.dims ? p.b.of(head)[first + i] * p.x.of(head)[row * p.dims + i] : 0.0f;
  walsh_hadamard(x, p.padded);
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kThreads)
    permuted[i] = p.g.of(head)[first + i] * x[p.perm.of(head)[first + i]];
  walsh_hadamard(permuted, p.padded);
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kThreads) {
    const int f = static_cast<int>(blockIdx.y) * p.padded + i;
    if (f < p.frequencies) p.out.of(head)[row * p.frequencies + f] = p.factor * p.s.of(head)[first + i] * permuted[i];
  }
}

}  // namespace

int draw_keys(Context* c, const DrawKeys* p) {
  const std::size_t shared = (kKeys * kPitch + 2 * kWarps * kKeys) * sizeof(double);
  return c->status(launch(draw_kernel, dim3(blocks_of(p->rows, kWarps), 1, static_cast<unsigned>(p->heads)),
                          dim3(kThreads), shared, c->stream, *p),
                   "starting draws");
}

int fastfood(Context* c, const FastFood* p) {
  const dim3 grid(static_cast<unsigned>(p->rows), blocks_of(p->frequencies, p->padded),
                  static_cast<unsigned>(p->heads));
  return c->status(launch(fastfood_kernel, grid, dim3(kThreads),
                          2 * static_cast<std::size_t>(p->padded) * sizeof(float), c->stream, *p),
                   "starting fastfood");
}

}  // namespace omega::cuda
