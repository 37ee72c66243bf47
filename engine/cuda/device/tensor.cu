// Attention on tensor cores: what attend.cu does, for weights exp(l) and α·exp(l) and columns that are points. Factors
// are float32, each split into two of TF32 (three products in place of one: of a product all but the last two bits), or
// rounded to TF32 or BF16. Sums are float32: of a mean and of a logit tensor cores, which cut toward zero, add up 16
// values or dimensions (64 where there are no more), and additions that round do the rest.
//
// A block of four warps has 64 rows, or 128, and walks over the columns 64 at a time; while it works on a tile the next
// one is on its way. A warp has all columns of its 16 or 32 rows (tensor_rows.h). Which of a group of 16 inner
// coordinates an instruction calls its k-th is free, as long as both factors agree. So a lane takes four that lie
// together, and all loads are of four numbers.
#include "cuda/device/tensor_ends.h"

namespace omega::cuda {

namespace {

using namespace tensor;

/// The rows of a warp's tile, −1 where there is none.
template <int kRowTiles>
__device__ void note_rows(const Attend& a, const Place& place, int tile, int* rows) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  constexpr int kOwn = 16 * kRowTiles;  // rows of a warp
  if (lane < kOwn) rows[lane] = row_at(a, place, tile, warp % (kTile / kOwn) * kOwn + lane);
  __syncwarp();
}

template <int kRowTiles>
__device__ void know_rows(const int* rows, Lane<kRowTiles>& lane) {
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) lane.row[r][h] = rows[16 * r + 8 * h + group_lane()];
}

/// All tiles of columns of one tile of rows, or of two; z counts heads and pieces of 64 values.
template <class Kind, int kRowTiles>
__device__ void attend_tiles(const Started& a, int z) {
  auto& s = *shared_memory<Shared<kRowTiles, false>>();
  const int tid = static_cast<int>(threadIdx.x), warp = tid / 32;
  const int first_tile = first_tile_of(a, kRowTiles), tile = first_tile + (kRowTiles == 2 ? warp / 2 : 0);
  Place place = find_place(a, z, first_tile, tiles_of_window(a.windows));
  int* const own_rows = s.rows + warp * 16 * kRowTiles;
  note_rows<kRowTiles>(a, place, tile, own_rows);
  Lane<kRowTiles> lane;
  know_rows(own_rows, lane);
  clear(lane.means);
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) lane.highest[r][h] = -INFINITY, lane.sum[r][h] = 0.0f;
  const int last_row = (first_tile + kRowTiles) * kTile - 1;  // where there are no windows
  Walk walk = begin_source(a, place, a.first_source, last_row);
  while (!walk.is_there() && walk.source + 1 < a.sources) walk = begin_source(a, place, walk.source + 1, last_row);
  float bias = 0.0f;
  if (walk.is_there()) {
    fetch_tile(a, place, walk, s.stages[0]);
    if (tid < kTile) bias = bias_of(a, place, walk);
  }
  Rows<kRowTiles> rows(s.memory);
  rows.fetch(a, place, own_rows, 0);
  for (int stage = 0, known = 0; walk.is_there(); stage ^= 1) {
    if (tid < kTile) s.bias[stage][tid] = bias;
    if (walk.dim != known) {
      __syncwarp();
      rows.fetch(a, place, own_rows, known = walk.dim);
    }
    finish_copies();
    __syncthreads();
    Walk next = walk;
    advance(a, place, last_row, next);
    if (next.is_there()) {
      fetch_tile(a, place, next, s.stages[stage ^ 1]);
      if (tid < kTile) bias = bias_of(a, place, next);
    }
    if (a.dims <= kTile) {
      clear(lane.logits);
      add_dots<Kind, kRowTiles>(rows, a.dims, s.stages[stage].points, lane.logits);
    } else {
      if (walk.dim == 0) clear(lane.logits);
      add_dots<Kind, kRowTiles, true>(rows, a.dims - walk.dim, s.stages[stage].points, lane.logits);
    }
    if (walk.dim + kTile >= a.dims) {
      finish_logits<kRowTiles>(a, place, walk, s.bias[stage], lane);
      weigh<Kind, false>(lane);
      if (a.value_dims > 0 && a.columns[walk.source].values)
        add_values<Kind, kRowTiles>(a, place, s.stages[stage].values, lane);
    }
    walk = next;
  }
  write_rows<kRowTiles>(a, place, lane);
  if (a.parts.sums != nullptr) {
    if (a.parts.columns > 0 || !is_last(a, place.head, s.rows[0])) return;
    merge(a, place, tile, s.scales);
    place.first_value = 0;
  }
  if constexpr (kRowTiles == 1)
    if (a.after.places > 0 && place.first_value == 0) {
      __syncthreads();  // log_sum is there, and the tiles are free
      weigh_rows(a, place, tile, s.stages[0].values, s.stages[1].values);
    }
}

/// One tile of columns, which stays, and many tiles of rows, two at a time; the next ones are on their way as soon as
/// nobody needs the coordinates of those before.
template <class Kind, bool kDecoupled>
__device__ void attend_few(const Started& a, int z) {
  auto& s = *shared_memory<Shared<2, kDecoupled>>();
  auto& stage = s.stages[0];
  const int tid = static_cast<int>(threadIdx.x), warp = tid / 32, end = a.tiles.first + a.tiles.count;
  const Place place = find_place(a, z, 0, 1);
  const Walk walk = begin_source(a, place, 0, 0);
  fetch_tile(a, place, walk, stage);
  if (tid < kTile) s.bias[0][tid] = bias_of(a, place, walk);
  if constexpr (kDecoupled)
    if (tid < kTile) {
      const bool there = tid < a.alpha.proposals;
      stage.balance[tid] = there ? a.alpha.balance.of(place.head)[tid] : 0.0f;
      stage.log_sums[tid] = there && a.alpha.log_sums ? kLog2E * a.alpha.log_sums.of(place.head)[tid] : 0.0f;
    }
  int tile = a.tiles.first + 2 * static_cast<int>(blockIdx.x);
  int* const own_rows = s.rows + warp * 32;
  note_rows<2>(a, place, tile + warp / 2, own_rows);
  Rows<2> rows(s.memory);
  rows.fetch(a, place, own_rows, 0);
  finish_copies();
  __syncthreads();
  while (tile < end) {
    Lane<2> lane;
    know_rows(own_rows, lane);
    clear(lane.logits);
    add_dots<Kind, 2>(rows, a.dims, stage.points, lane.logits);
    [[maybe_unused]] float r[2][kSlabs][4];
    if constexpr (kDecoupled) {
      clear(r);
      if (a.alpha.points) add_dots<Kind, 2>(rows, a.dims, stage.landmarks, r);
    }
    __syncwarp();
    tile += 2 * static_cast<int>(gridDim.x);
    note_rows<2>(a, place, tile + warp / 2, own_rows);
    if (tile < end) rows.fetch(a, place, own_rows, 0);
    finish_logits<2>(a, place, walk, s.bias[0], lane);
    weigh<Kind, true>(lane);
    if constexpr (kDecoupled) decouple<2>(a, place, stage, r, lane);
    clear(lane.means);
    if (a.value_dims > 0 && a.columns[0].values) add_values<Kind, 2, true>(a, place, stage.values, lane);
    write_rows<2>(a, place, lane);
    finish_copies();
    __syncwarp();
  }
}

/// Blocks of threads that a processor works on at once.
template <int kRowTiles>
constexpr int kAtOnce = kRowTiles == 1 ? 3 : 2;

template <class Kind, int kRowTiles>
__global__ void __launch_bounds__(kThreads, kAtOnce<kRowTiles>) tensor_kernel([[maybe_unused]] const Started a) {
#ifdef OMEGA_TENSOR_CORES
  attend_tiles<Kind, kRowTiles>(a, a.first_z + static_cast<int>(blockIdx.z));
#endif
}

template <class Kind, bool kDecoupled>
__global__ void __launch_bounds__(kThreads, kAtOnce<2>) few_kernel([[maybe_unused]] const Started a) {
#ifdef OMEGA_TENSOR_CORES
  attend_few<Kind, kDecoupled>(a, a.first_z + static_cast<int>(blockIdx.z));
#endif
}

__global__ void __launch_bounds__(kThreads, kAtOnce<1>) both_kernel([[maybe_unused]] const Both b) {
#ifdef OMEGA_TENSOR_CORES
  const int z = static_cast<int>(blockIdx.z), x = static_cast<int>(blockIdx.x), y = static_cast<int>(blockIdx.y);
  if (z < b.first_other) {
    if (x < b.one.tiles.count && y < b.one.parts.count) attend_tiles<Whole32, 1>(b.one, z);
  } else if (x < b.other.tiles.count && y < b.other.parts.count) {
    attend_tiles<Whole32, 1>(b.other, z - b.first_other);
  }
#endif
}

unsigned chunks_for(const Attend& a) { return a.value_dims > kTile ? blocks_of(a.value_dims, kTile) : 1; }

/// Whether all columns are one tile.
bool has_few_columns(const Attend& a) {
  return a.sources == 1 && a.windows.block_width == 0 && a.causal == 0 && a.parts.sums == nullptr &&
         a.after.places == 0 && a.columns[0].count <= kTile && a.dims <= kTile;
}

/// Whether two tiles of rows go to one block, and no window ends between. Each then takes two thirds of the time: so
/// where single tiles are more than all processors work on at once, and some would come in a round of their own.
bool takes_two(const Attend& a, int processors) {
  if (a.parts.sums != nullptr || a.after.places > 0) return false;
  const Windows& w = a.windows;
  const int of_window = w.block_width > 0 ? (w.block_height * w.block_width + kTile - 1) / kTile : 2;
  const auto tiles = std::int64_t{a.tiles.count} * a.heads * chunks_for(a);
  return of_window % 2 == 0 && a.tiles.first % 2 == 0 && tiles > kAtOnce<1> * processors;
}

/// How many blocks share the pairs of tiles of a head: as many as all processors work on at once, or on in a few rounds
/// where that leaves fewer of them idle. The columns of a block, which come first, are counted as one pair.
unsigned sharers_of(unsigned pairs, unsigned heads, unsigned at_once) {
  constexpr unsigned kMostRounds = 4, kFewestPairs = 4;
  const auto time_of = [&](unsigned blocks) {
    return blocks_of(std::int64_t{heads} * blocks, at_once) * (blocks_of(pairs, blocks) + 1);
  };
  unsigned best = at_once > heads ? at_once / heads : 1;
  for (unsigned rounds = 2; rounds <= kMostRounds; ++rounds) {
    const unsigned more = rounds * at_once / heads;
    if (more > best && pairs / more >= kFewestPairs && time_of(more) < time_of(best)) best = more;
  }
  return best;
}

/// Each block has many tiles of rows.
template <class Kind, bool kDecoupled>
AttendKernel few_kernel_of(const Attend& a, int processors) {
  const unsigned most = sharers_of(blocks_of(a.tiles.count, 2), static_cast<unsigned>(a.heads) * chunks_for(a),
                                   static_cast<unsigned>(kAtOnce<2> * processors));
  return {few_kernel<Kind, kDecoupled>, kThreads, sizeof(Shared<2, kDecoupled>) - sizeof(Stage<kDecoupled>), 2, most};
}

template <class Kind>
AttendKernel kernel_of(const Attend& a, int processors) {
  if (has_few_columns(a)) return few_kernel_of<Kind, false>(a, processors);
  if (takes_two(a, processors)) return {tensor_kernel<Kind, 2>, kThreads, sizeof(Shared<2, false>), 2, kAnyNumber};
  return {tensor_kernel<Kind, 1>, kThreads, sizeof(Shared<1, false>), 1, kAnyNumber};
}

}  // namespace

cudaError_t code_of_kernels(int& capability) {
  cudaFuncAttributes attributes{};
  const cudaError_t failed = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(tensor_kernel<Bf16, 1>));
  capability = attributes.ptxVersion;
  return failed;
}

bool suits_tensor_cores(const Attend& a) {
  if (a.weights != kExponential && a.weights != kDecoupled) return false;
  if (a.all_rows_outside != 0 || (a.parts.count > 1 && a.sources > 1)) return false;
  for (int s = a.first_source; s < a.sources; ++s) {
    const AttendColumns& c = a.columns[s];
    if (!c.points || c.logits || c.signs || c.gain || c.share || c.value_of != nullptr) return false;
  }
  const Decoupled& d = a.alpha;
  return a.weights != kDecoupled || (has_few_columns(a) && d.each == 1 && a.columns[0].count == d.proposals);
}

AttendKernel tensor_kernel_of(const Attend& a, int processors) {
  if (a.weights == kDecoupled) return few_kernel_of<Whole32, true>(a, processors);
  return a.products == kProductsTf32   ? kernel_of<Tf32>(a, processors)
         : a.products == kProductsBf16 ? kernel_of<Bf16>(a, processors)
                                       : kernel_of<Whole32>(a, processors);
}

BothKernel tensor_kernel_of_both() { return {both_kernel, kThreads, sizeof(Shared<1, false>), 1, kAnyNumber}; }

}  // namespace omega::cuda
