// Discrete choices, in double as on every backend; and FastFood's transform.
//
// A key is drawn in two steps. The first walks once over all keys, by tensor cores where the card has them for float64,
// and keeps a sum of weights for each row and each block of keys. The second finds a sample's block by these sums and
// looks at the keys of that block alone. Logits are in units of ln 2, so that a weight is a power of two.
#include "cuda/device/context.h"
#include "cuda/device/search.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

namespace omega::cuda {

namespace {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kRows = 16 * kWarps;  // of a block of threads, 16 a warp
constexpr int kKeys = 32;           // of a tile
constexpr int kSlabs = kKeys / 8;   // of the keys of an instruction's product
constexpr int kDims = 64;           // of a tile; what has more goes in pieces
constexpr int kGroups = kDims / 16;
constexpr int kPitch = kDims + 4;  // four dimensions of four keys are read at once: from 16 different places
constexpr int kTaken = kKeys * kDims / kThreads;  // numbers of a tile that a thread brings
constexpr int kBlocksAtOnce = 3;                  // on a processor
constexpr int kWaves = 16;  // of blocks of threads, where there is so much work: few wait for the last ones
static_assert(kKeysOfBlock % kKeys == 0);

__device__ inline std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// 2^x for x ≤ 0 to 4·10⁻¹⁶ of itself; below 2⁻¹⁰⁰⁰ it is 0. The library's exp takes more than twice as long.
__device__ inline double exact_power_of_two(double x) {
  constexpr double kWhole = 6755399441055744.0;  // 1.5·2⁵²: a sum with it is rounded to whole numbers
  const double whole = x + kWhole, rest = x - (whole - kWhole);
  double y = 7.037278846726901e-09;  // the polynomial whose largest relative error is smallest, for |rest| ≤ ½
  y = y * rest + 1.0208537929657404e-07;
  y = y * rest + 1.3215662835959238e-06;
  y = y * rest + 1.5252658116409854e-05;
  y = y * rest + 1.5403529961127076e-04;
  y = y * rest + 1.3333558228561767e-03;
  y = y * rest + 9.618129108034596e-03;
  y = y * rest + 5.550410866445883e-02;
  y = y * rest + 2.4022650695908768e-01;
  y = y * rest + 6.931471805599497e-01;
  y = y * rest + 1.0;
  const std::uint64_t bits = bits_of(y) + (bits_of(whole) << 52);
  memcpy(&y, &bits, sizeof y);
  constexpr std::uint32_t kLeast = 0xC08F4000u;  // the first bits of −1000
  return static_cast<std::uint32_t>(bits_of(x) >> 32) > kLeast ? 0.0 : y;
}

__device__ inline double element(const Stored& from, std::int64_t place) {
  return from.is_double != 0 ? static_cast<const double*>(from.data)[place]
                             : static_cast<double>(static_cast<const float*>(from.data)[place]);
}

/// A number of a row, times all factors of a logit: keys are taken as they are.
__device__ inline double scaled_x(const DrawKeys& p, std::int64_t head, std::int64_t row, int dim) {
  constexpr double kLog2E = 1.4426950408889634;
  return p.x_factor * p.k_factor * kLog2E * element(p.x, head * p.x.head + row * p.dims + dim);
}

__device__ inline KeyBlock* blocks_of_row(const DrawKeys& p, std::int64_t head, std::int64_t row) {
  return p.blocks + (head * p.rows + row) * key_blocks(p.keys);
}

// --- The walk --------------------------------------------------------------------------------------------------------

/// 64 dimensions of the 16 rows of a warp, in its registers: zeros where there are none.
struct Rows {
  double x[kGroups][8];

  __device__ void fetch(const DrawKeys& p, std::int64_t head, int first_row, int first_dim) {
#pragma unroll
    for (int j = 0; j < kGroups; ++j)
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int row = first_row + group_lane() + i % 2 * 8, dim = first_dim + 16 * j + turn_lane() + i / 2 * 4;
        x[j][i] = row < p.rows && dim < p.dims ? scaled_x(p, head, row, dim) : 0.0;
      }
  }
};

/// logits += x·keys of the tile.
__device__ inline void add_products(const Rows& rows, int dims, const double* tile, double (&logits)[kSlabs][4]) {
#pragma unroll
  for (int j = 0; j < kGroups; ++j) {
    if (16 * j >= dims) break;
#pragma unroll
    for (int n = 0; n < kSlabs; ++n) {
      const double* key = tile + (8 * n + group_lane()) * kPitch + 16 * j + turn_lane();
      const double right[4] = {key[0], key[4], key[8], key[12]};
      multiply_f64(logits[n], rows.x[j], right);
    }
  }
}

/// Of rows g and g + 8: the highest logit so far, and this lane's part of Σ 2^(logit − highest) over a block of keys.
struct RowSums {
  double highest[2] = {-DBL_MAX, -DBL_MAX}, sum[2] = {0.0, 0.0};

  __device__ void add(const double (&logits)[kSlabs][4]) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      double most = highest[h];
      const auto raise = [&](double to) { most = to > most ? to : most; };
#pragma unroll
      for (int i = 0; i < 2 * kSlabs; ++i) raise(logits[i / 2][2 * h + i % 2]);
      raise(__shfl_xor_sync(0xFFFFFFFFu, most, 1));
      raise(__shfl_xor_sync(0xFFFFFFFFu, most, 2));
      if (most > highest[h]) {
        sum[h] *= exact_power_of_two(highest[h] - most);
        highest[h] = most;
      }
#pragma unroll
      for (int i = 0; i < 2 * kSlabs; ++i) sum[h] += exact_power_of_two(logits[i / 2][2 * h + i % 2] - most);
    }
  }

  /// Ends a block of keys.
  __device__ void write(const DrawKeys& p, std::int64_t head, int first_row, int block) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 1);
      sum[h] += __shfl_xor_sync(0xFFFFFFFFu, sum[h], 2);
      const int row = first_row + group_lane() + 8 * h;
      if (turn_lane() == 0 && row < p.rows) blocks_of_row(p, head, row)[block] = {highest[h], sum[h]};
      sum[h] = 0.0;
    }
  }
};

/// Keys on their way from global memory, in the type they have there, through registers into a tile of doubles.
template <class Key>
struct Taken {
  Key numbers[kTaken];

  static constexpr int kStep = kThreads / kDims;
  __device__ static int dim() { return static_cast<int>(threadIdx.x) % kDims; }
  __device__ static int first() { return static_cast<int>(threadIdx.x) / kDims; }
  __device__ void fetch(const DrawKeys& p, std::int64_t head, int first_key, int first_dim) {
    const int key = first_key + first(), left = first_dim + dim() < p.dims ? p.keys - key : 0;
    const Key* from =
        static_cast<const Key*>(p.k.data) + head * p.k.head + std::int64_t{key} * p.dims + first_dim + dim();
#pragma unroll
    for (int i = 0; i < kTaken; ++i, from += kStep * p.dims) numbers[i] = kStep * i < left ? *from : Key(0);
  }
  __device__ void put(double* tile) const {
#pragma unroll
    for (int i = 0; i < kTaken; ++i) tile[(first() + kStep * i) * kPitch + dim()] = static_cast<double>(numbers[i]);
  }
};

/// The last tile may have fewer keys.
__device__ inline void mask(int keys, double (&logits)[kSlabs][4]) {
#pragma unroll
  for (int n = 0; n < kSlabs; ++n)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (8 * n + 2 * turn_lane() + i % 2 >= keys) logits[n][i] = -INFINITY;
}

/// 64 rows for each block of threads, and its share of the blocks of keys. The next tile is on its way while this one
/// is multiplied.
template <class Key>
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce) sum_kernel(const DrawKeys p) {
  double* tile = shared_memory<double>();
  double* other = tile + kKeys * kPitch;
  const std::int64_t head = blockIdx.z;
  const int row = static_cast<int>(blockIdx.x) * kRows + static_cast<int>(threadIdx.x) / 32 * 16,
            each = (key_blocks(p.keys) + static_cast<int>(gridDim.y) - 1) / static_cast<int>(gridDim.y) * kKeysOfBlock,
            begin = static_cast<int>(blockIdx.y) * each, end = min(p.keys - begin, each) + begin;
  Taken<Key> taken;
  Rows rows;
  RowSums sums;
  double logits[kSlabs][4] = {};
  taken.fetch(p, head, begin, 0);
  rows.fetch(p, head, row, 0);
  taken.put(tile);
  __syncthreads();
  for (int key = begin, dim = 0; key < end;) {
    const bool whole = dim + kDims >= p.dims;
    const int next_key = whole ? key + kKeys : key, next_dim = whole ? 0 : dim + kDims;
    if (next_key < end) taken.fetch(p, head, next_key, next_dim);
    if (row < p.rows) {
      if (p.dims > kDims) rows.fetch(p, head, row, dim);
      add_products(rows, p.dims - dim, tile, logits);
    }
    if (next_key < end) taken.put(other);
    if (row < p.rows && whole) {
      if (key + kKeys > p.keys) mask(p.keys - key, logits);
      sums.add(logits);
      if (next_key % kKeysOfBlock == 0 || next_key >= end) sums.write(p, head, row, key / kKeysOfBlock);
      memset(logits, 0, sizeof logits);
    }
    __syncthreads();
    double* const done = tile;
    tile = other;
    other = done;
    key = next_key;
    dim = next_dim;
  }
}

// --- The choice ------------------------------------------------------------------------------------------------------

/// Logits of 32 keys, a key a lane. Eight lanes read neighbouring numbers of one key.
__device__ double logit_of_lane(const DrawKeys& p, std::int64_t head, std::int64_t row, int first) {
  const int lane = lane_of_warp();
  double sums[8] = {}, mine = -INFINITY;
  for (int d = lane % 8; d < p.dims; d += 8) {
    const double x = scaled_x(p, head, row, d);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const std::int64_t key = min(first + 4 * i + lane / 8, p.keys - 1);
      sums[i] += x * element(p.k, head * p.k.head + key * p.dims + d);
    }
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    for (int step = 4; step > 0; step /= 2) sums[i] += __shfl_xor_sync(0xFFFFFFFFu, sums[i], step);
    const double given = __shfl_sync(0xFFFFFFFFu, sums[i], lane % 4 * 8);
    if (lane / 4 == i) mine = given;
  }
  return first + lane < p.keys ? mine : -INFINITY;
}

/// A warp for each sample.
__global__ void __launch_bounds__(kThreads) choose_kernel(const DrawKeys p) {
  const int lane = lane_of_warp(), count = key_blocks(p.keys);
  const std::int64_t head = blockIdx.z, sample = std::int64_t{blockIdx.x} * kWarps + threadIdx.x / 32,
                     row = sample / p.samples;
  if (row >= p.rows) return;
  const KeyBlock* blocks = blocks_of_row(p, head, row);
  double highest = -DBL_MAX;
  for (int b = lane; b < count; b += 32) highest = fmax(highest, blocks[b].highest);
  for (int step = 16; step > 0; step /= 2) highest = fmax(highest, __shfl_xor_sync(0xFFFFFFFFu, highest, step));
  const auto weight = [&](int b) {
    return b < count ? blocks[b].sum * exact_power_of_two(blocks[b].highest - highest) : 0.0;
  };
  Search all{INFINITY, 0};
  for (int b = 0; b < count; b += 32) all.look(b, weight(b + lane));
  Search block{p.u.of(head)[sample] * all.before, 0};
  for (int b = 0; b < count && block.found < 0; b += 32) block.look(b, weight(b + lane));
  const int begin = block.choice() * kKeysOfBlock, end = min(p.keys - begin, kKeysOfBlock) + begin;
  Search key{block.found >= 0 ? block.target : INFINITY, begin};
  key.before = block.before;
  for (int first = begin; first < end && key.found < 0; first += 32)
    key.look(first, exact_power_of_two(logit_of_lane(p, head, row, first) - highest));
  if (lane == 0) p.chosen.of(head)[sample] = key.choice();
}

// --- FastFood --------------------------------------------------------------------------------------------------------

constexpr int kTransformThreads = 256;

/// H x in natural order, in shared memory.
__device__ void walsh_hadamard(float* x, int count) {
  for (int half = 1; half < count; half *= 2) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < count / 2; i += kTransformThreads) {
      const int a = i / half * 2 * half + i % half;
      const float left = x[a], right = x[a + half];
      x[a] = left + right;
      x[a + half] = left - right;
    }
  }
  __syncthreads();
}

/// A row and P frequencies from `first` on.
__device__ void transform(const FastFood& p, std::int64_t head, std::int64_t row, int first) {
  float* x = shared_memory<float>();
  float* permuted = x + p.padded;
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kTransformThreads)
    x[i] = i < p.dims ? p.b.of(head)[first + i] * p.x.of(head)[row * p.dims + i] : 0.0f;
  walsh_hadamard(x, p.padded);
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kTransformThreads)
    permuted[i] = p.g.of(head)[first + i] * x[p.perm.of(head)[first + i]];
  walsh_hadamard(permuted, p.padded);
  for (int i = static_cast<int>(threadIdx.x); i < p.padded; i += kTransformThreads) {
    const int f = first + i;
    if (f < p.frequencies) p.out.of(head)[row * p.frequencies + f] = p.factor * p.s.of(head)[f] * permuted[i];
  }
}

/// A row for each block of threads, and of its frequencies those that are left for it: of one dimension each of them
/// would be a block, more than a grid counts.
__global__ void __launch_bounds__(kTransformThreads) fastfood_kernel(const FastFood p) {
  const int blocks = (p.frequencies - 1) / p.padded + 1;
  for (int block = static_cast<int>(blockIdx.y); block < blocks; block += static_cast<int>(gridDim.y))
    transform(p, blockIdx.z, blockIdx.x, block * p.padded);
}

}  // namespace

int draw_keys(Context* c, const DrawKeys* p) {
  const std::size_t shared = 2 * kKeys * kPitch * sizeof(double);
  const unsigned tiles = blocks_of(p->rows, kRows), heads = static_cast<unsigned>(p->heads);
  // Where rows are few, their keys are cut, so that the device is full.
  const std::int64_t wanted =
      std::int64_t{kWaves} * kBlocksAtOnce * c->facts.processors / (std::int64_t{tiles} * heads);
  const int blocks = key_blocks(p->keys),
            cuts = static_cast<int>(std::clamp<std::int64_t>(wanted, 1, std::min(blocks, c->facts.most_blocks))),
            each = (blocks + cuts - 1) / cuts;
  const dim3 grid(tiles, blocks_of(blocks, each), heads);
  c->ways.most_key_blocks = std::max(c->ways.most_key_blocks, each);
  const auto kernel = p->k.is_double != 0 ? sum_kernel<double> : sum_kernel<float>;
  if (const int failed = start(c, "starting draws", kernel, grid, kThreads, *p, shared)) return failed;
  const dim3 samples = grid_of(std::int64_t{p->rows} * p->samples, kWarps, p->heads);
  return start(c, "starting choices", choose_kernel, samples, kThreads, *p);
}

int fastfood(Context* c, const FastFood* p) {
  const unsigned blocks = std::min(blocks_of(p->frequencies, p->padded), static_cast<unsigned>(c->facts.most_blocks));
  const dim3 grid(static_cast<unsigned>(p->rows), blocks, static_cast<unsigned>(p->heads));
  return start(c, "starting fastfood", fastfood_kernel, grid, kTransformThreads, *p, fastfood_bytes(p->padded));
}

}  // namespace omega::cuda
