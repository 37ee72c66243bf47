// What the two kernels that walk over tiles of 64 rows and 64 columns share: which rows and columns those are, and who
// is the last block of a tile of rows.
#pragma once

#include <cmath>

#include "cuda/device/context.h"

namespace omega::cuda {

constexpr int kTile = kTileSide;

__device__ inline int tiles_of(int count) { return (count + kTile - 1) / kTile; }

/// A rectangle of cells, and the tokens in it row by row.
struct Cells {
  int top, left, height, width, pitch;
  __device__ int count() const { return height * width; }
  __device__ int token(int i) const { return (top + i / width) * pitch + left + i % width; }
  __device__ bool has(int token) const {
    const int row = token / pitch - top, column = token % pitch - left;
    return row >= 0 && row < height && column >= 0 && column < width;
  }
};

__device__ inline Cells widened_block(const Windows& w, int block, int down, int sideways) {
  const int across = (w.width + w.block_width - 1) / w.block_width, row = block / across, column = block % across;
  const int top = max(0, row * w.block_height - down), bottom = min(w.height, (row + 1) * w.block_height + down);
  const int left = max(0, column * w.block_width - sideways),
            right = min(w.width, (column + 1) * w.block_width + sideways);
  return {top, left, bottom - top, right - left, w.width};
}

/// How many pieces of 64 values there are; each has a block of its own, which computes the logits again.
__device__ inline int chunks_of(const Attend& a) { return max(1, tiles_of(a.value_dims)); }

/// What was asked for, and what is the module's own.
struct Started : Attend {
  std::int32_t first_part = 0;   // where a launch begins if there are more parts than it can count,
  std::int32_t first_z = 0;      // or more heads and pieces of 64 values
  unsigned* arrivals = nullptr;  // how many parts of each tile have arrived
};

/// Where a block of threads stands in the whole.
struct Place {
  int head, first_value, split, window;  // window: −1 without windows
  Cells keys;
  std::int64_t first_row;  // in the output, with all_rows_outside
};

__device__ inline int tiles_of_window(const Windows& w) { return tiles_of(w.block_height * w.block_width); }

/// z counts heads and pieces of 64 values, `of_window` the tiles of a window.
__device__ inline Place find_place(const Started& a, int z, int tile, int of_window) {
  Place place{};
  const int chunks = chunks_of(a);
  place.head = z / chunks;
  place.first_value = z % chunks * kTile;
  place.split = a.first_part + static_cast<int>(blockIdx.y);
  place.window = -1;
  if (a.windows.block_width > 0) {
    place.window = tile / of_window;
    place.keys = widened_block(a.windows, place.window, a.windows.overlap_down, a.windows.overlap_across);
  }
  return place;
}

/// The first tile of rows of a block of threads that has `each`. Causal rows that see most begin first: at the end they
/// would run alone.
__device__ inline int first_tile_of(const Attend& a, int each) {
  const int x = static_cast<int>(blockIdx.x), blocks = (a.tiles.count + each - 1) / each;
  return a.tiles.first + (a.causal != 0 ? blocks - 1 - x : x) * each;
}

/// The columns of a source that a block of threads has.
struct Stretch {
  int first, end;
};

/// `windowed`: keys are counted within the block's window; otherwise a causal source ends at last_row.
__device__ inline Stretch stretch_of(const Attend& a, const Place& place, int source, bool windowed, int last_row) {
  const AttendColumns& c = a.columns[source];
  int count = windowed ? place.keys.count() : c.count;
  if (place.window >= 0 && c.visible != nullptr) count = min(count, c.visible[place.window]);
  const int each =
      a.parts.columns > 0 ? a.parts.columns : (tiles_of(count) + a.parts.count - 1) / a.parts.count * kTile;
  const int first = place.split * each;
  int end = min(count, first + each);
  if (a.causal != 0 && source == 0 && !windowed) end = min(end, last_row + 1);
  return {first, end};
}

__device__ inline float* part_of(const Attend& a, int head, int split, int row) {
  return a.parts.sums +
         ((static_cast<std::int64_t>(head) * a.parts.count + split) * a.rows + row) * part_width(a.value_dims);
}

/// Whether all other blocks of this tile of rows have written their parts. `last` lies in shared memory.
__device__ inline bool is_last(const Started& a, int head, int& last) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned* arrived = a.arrivals + static_cast<std::int64_t>(head) * a.tiles.count + blockIdx.x;
    last = atomicAdd(arrived, 1u) + 1u == static_cast<unsigned>(a.parts.count * chunks_of(a));
    if (last != 0) *arrived = 0;
  }
  __syncthreads();
  __threadfence();
  return last != 0;
}

/// Two that do not read each other's results.
struct Both {
  Started one, other;
  int first_other;  // z of the other's first block
};
static_assert(sizeof(Both) <= 4096, "what a kernel may be given");

/// A kernel, and how it is started: each block has so many tiles of rows at once, and there are at most so many blocks
/// along x.
template <class Arguments>
struct KernelOf {
  void (*kernel)(Arguments);
  int threads;
  std::size_t shared_bytes;
  int tiles;
  unsigned most_blocks;
};
constexpr unsigned kAnyNumber = ~0u;
using AttendKernel = KernelOf<Started>;
using BothKernel = KernelOf<Both>;

// tensor.cu: what it does of all that may be asked for, and by which kernel.
bool suits_tensor_cores(const Attend& a);
AttendKernel tensor_kernel_of(const Attend& a, int processors);
BothKernel tensor_kernel_of_both();

}  // namespace omega::cuda
