// Attention on tensor cores: what lies in shared memory, which rows and columns a block of threads has, and how tiles
// of columns are fetched.
#pragma once

#include "cuda/device/fours.h"
#include "cuda/device/tiles.h"

namespace omega::cuda::tensor {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kFours = kTile / 4;    // of a row of a tile
constexpr int kGroups = kTile / 16;  // of inner coordinates
constexpr int kSlabs = kTile / 8;    // of the columns of an instruction's product
constexpr float kLog2E = 1.4426950408889634f, kLn2 = 0.69314718055994531f;

// --- Shared memory ---------------------------------------------------------------------------------------------------

/// Where four numbers of a tile lie, so that eight lanes that read at once read from eight different places: points,
/// of which neighbouring rows are read at neighbouring places, and values, of which every second row is.
__device__ inline int place_of_points(int row, int four) { return row * kFours + (four ^ (row & 1) << 2); }
__device__ inline int place_of_values(int row, int four) { return row * (kFours + 1) + four; }

/// A tile of columns.
template <bool kDecoupled>
struct Stage {
  float4 points[kTile * kFours];
  float4 values[kTile * (kFours + 1)];
};
template <>
struct Stage<true> : Stage<false> {
  float4 landmarks[kTile * kFours];
  float log_sums[kTile], balance[kTile];
};

/// Coordinates of the rows of one tile lie in registers, those of two tiles in shared memory.
template <int kRowTiles>
struct RowMemory {};
template <>
struct RowMemory<2> {
  float4 x[2 * kTile * kFours];
};

/// Scales of the parts of each row relative to its largest maximum, part by part, with that maximum and the whole sum.
struct Scales {
  float of[kMostParts][kTile], sums[kMostParts][kTile];
  float highest[kTile], sum[kTile];
};
static_assert(sizeof(Scales) <= 2 * sizeof(Stage<false>));

template <int kRowTiles, bool kDecoupled>
struct Shared {
  RowMemory<kRowTiles> memory;
  int rows[2 * kTile];   // −1: none
  float bias[2][kTile];  // of the columns, times log2 e; −∞ where there is none
  union {
    Stage<kDecoupled> stages[2];  // where all columns are one tile, the second is not there
    Scales scales;                // when no tile is needed any more
  };
};

// --- Rows and columns ------------------------------------------------------------------------------------------------

/// Row i of a tile, or −1.
__device__ inline int row_at(const Attend& a, const Place& place, int tile, int i) {
  if (tile >= a.tiles.first + a.tiles.count) return -1;
  if (place.window < 0) return tile * kTile + i < a.rows ? tile * kTile + i : -1;
  const Cells queries = widened_block(a.windows, place.window, 0, 0);
  const int cell = tile % tiles_of_window(a.windows) * kTile + i;
  return cell < queries.count() ? queries.token(cell) : -1;
}

/// The columns of one source that a block of threads has, and the tile of them that it is at; of points beyond 64
/// dimensions one piece of 64 after the other.
struct Walk {
  int source, first, end, dim;
  bool windowed;
  int start;  // the first key of a window that lies in one row

  __device__ bool is_there() const { return first < end; }
  /// Whether the tile is 64 columns that lie one after another, from start + first on.
  __device__ bool is_whole(const Place& place) const {
    return first + kTile <= end && !(windowed && place.keys.height > 1);
  }
  /// Column i of the tile, or −1.
  __device__ int column(const Place& place, int i) const {
    if (first + i >= end) return -1;
    return windowed && place.keys.height > 1 ? place.keys.token(first + i) : start + first + i;
  }
};

__device__ Walk begin_source(const Attend& a, const Place& place, int source, int last_row) {
  const bool windowed = source == 0 && place.window >= 0;
  const Stretch columns = stretch_of(a, place, source, windowed, last_row);
  return {source, columns.first, columns.end, 0, windowed, windowed ? place.keys.token(0) : 0};
}

/// The next tile, of the next source where this one is through; not there where all are.
__device__ void advance(const Attend& a, const Place& place, int last_row, Walk& walk) {
  walk.dim += kTile;
  if (walk.dim < a.dims) return;
  walk.dim = 0;
  walk.first += kTile;
  while (!walk.is_there() && walk.source + 1 < a.sources) walk = begin_source(a, place, walk.source + 1, last_row);
}

// --- Loading ---------------------------------------------------------------------------------------------------------

/// Up to 64 coordinates from `first` of the tile's columns, on their way; zeros beyond the ends of what is read.
template <int (*kPlaceOf)(int, int)>
__device__ void fetch(const Place& place, const Walk& walk, const float* from, int width, int first, int step,
                      float4* to) {
  const bool in_fours = lies_in_fours(from, width);
  const int four = static_cast<int>(threadIdx.x) % kFours, at = first + 4 * four,
            used = (min(kTile, width - first) + step - 1) / step * step;
  if (4 * four >= used) return;
  constexpr int kStep = kThreads / kFours;
  const int first_row = static_cast<int>(threadIdx.x) / kFours;
  if (in_fours && at < width && walk.is_whole(place)) {
    const float* source = from + static_cast<std::int64_t>(walk.start + walk.first + first_row) * width + at;
    float4* const there = to + kPlaceOf(first_row, four);
#pragma unroll
    for (int i = 0; i < kTile / kStep; ++i, source += kStep * width)
      copy_four(there + i * kPlaceOf(kStep, 0), source, true);
    return;
  }
#pragma unroll 1
  for (int r = first_row; r < kTile; r += kStep) {
    const int row = walk.column(place, r);
    float4* const there = to + kPlaceOf(r, four);
    const bool inside = row >= 0 && at < width;
    const float* source = inside ? from + static_cast<std::int64_t>(row) * width + at : from;
    if (in_fours)
      copy_four(there, source, inside);
    else
      *there = inside ? load_slowly(source, width - at) : zeros();
  }
}

template <bool kDecoupled>
__device__ void fetch_tile(const Attend& a, const Place& place, const Walk& walk, Stage<kDecoupled>& stage) {
  const AttendColumns& c = a.columns[walk.source];
  const std::int64_t block = place.window >= 0 ? place.window : 0;
  fetch<place_of_points>(place, walk, c.points.of(place.head) + block * c.points_block, a.dims, walk.dim, 16,
                         stage.points);
  if constexpr (kDecoupled)
    if (a.alpha.points)
      fetch<place_of_points>(place, walk, a.alpha.points.of(place.head), a.dims, walk.dim, 16, stage.landmarks);
  if (c.values && a.value_dims > 0 && walk.dim + kTile >= a.dims)
    fetch<place_of_values>(place, walk, c.values.of(place.head) + block * c.values_block, a.value_dims,
                           place.first_value, kTile / 2, stage.values);
}

/// What column threadIdx.x of the tile adds to its logits, times log2 e; −∞ where there is no column.
__device__ float bias_of(const Attend& a, const Place& place, const Walk& walk) {
  const AttendColumns& c = a.columns[walk.source];
  const int column = walk.column(place, static_cast<int>(threadIdx.x));
  if (column < 0) return -INFINITY;
  return c.bias ? kLog2E * c.bias.of(place.head)[(place.window >= 0 ? place.window * c.bias_block : 0) + column] : 0.0f;
}

}  // namespace omega::cuda::tensor
