// Attention on tensor cores: what attend.cu does, for weights exp(l) and α·exp(l) and columns that are points. Factors
// are float32, each split into two of TF32 (three products in place of one: float32 but for the last two bits), or
// rounded to TF32 or BF16; sums are float32.
//
// A block of four warps has 64 rows, or 128, and walks over the columns 64 at a time; while it works on a tile the next
// one is on its way. A warp has all columns of its 16 or 32 rows, so that logits, weights and means never leave its
// registers: lane 4g + t has rows g and g + 8. Which of a group of 16 inner coordinates an instruction calls its k-th is
// free, as long as both factors agree. So a lane takes four that lie together, and all loads are of four numbers.
#include "cuda/device/densities.h"
#include "cuda/device/factors.h"
#include "cuda/device/fours.h"
#include "cuda/device/tiles.h"

namespace omega::cuda {

namespace {

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

/// Where a block of threads stands in the whole.
struct Place {
  int head, first_value, split, window;  // window: −1 without windows
  Cells keys;
};

__device__ inline int tiles_of_window(const Windows& w) { return (w.block_height * w.block_width + kTile - 1) / kTile; }

__device__ inline Place find_place(const Started& a, int z, int tile) {
  Place place{};
  const int chunks = chunks_of(a);
  place.head = z / chunks;
  place.first_value = z % chunks * kTile;
  place.split = a.first_part + static_cast<int>(blockIdx.y);
  place.window = -1;
  if (a.windows.block_width > 0) {
    place.window = tile / tiles_of_window(a.windows);
    place.keys = widened_block(a.windows, place.window, a.windows.overlap_down, a.windows.overlap_across);
  }
  return place;
}

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
  /// Column i of the tile, or −1.
  __device__ int column(const Place& place, int i) const {
    if (first + i >= end) return -1;
    return windowed && place.keys.height > 1 ? place.keys.token(first + i) : start + first + i;
  }
};

__device__ Walk begin_source(const Attend& a, const Place& place, int source, int last_row) {
  const AttendColumns& c = a.columns[source];
  Walk walk{source, 0, 0, 0, source == 0 && place.window >= 0, 0};
  if (walk.windowed) walk.start = place.keys.token(0);
  int count = walk.windowed ? place.keys.count() : c.count;
  if (place.window >= 0 && c.visible != nullptr) count = min(count, c.visible[place.window]);
  const int tiles = (count + kTile - 1) / kTile,
            each = a.parts.columns > 0 ? a.parts.columns : (tiles + a.parts.count - 1) / a.parts.count * kTile;
  walk.first = place.split * each;
  walk.end = min(count, walk.first + each);
  if (a.causal != 0 && source == 0 && !walk.windowed) walk.end = min(walk.end, last_row + 1);
  return walk;
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

/// Up to 64 coordinates from `first` of the tile's columns, on their way; zeros beyond the ends of what is read of them.
template <int (*kPlaceOf)(int, int)>
__device__ void fetch(const Place& place, const Walk& walk, const float* from, int width, int first, int step,
                      float4* to) {
  const bool in_fours = lies_in_fours(from, width);
  const int four = static_cast<int>(threadIdx.x) % kFours, at = first + 4 * four,
            used = (min(kTile, width - first) + step - 1) / step * step;
  if (4 * four >= used) return;
  for (int r = static_cast<int>(threadIdx.x) / kFours; r < kTile; r += kThreads / kFours) {
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

// --- One warp's rows -------------------------------------------------------------------------------------------------

__device__ inline int group_lane() { return static_cast<int>(threadIdx.x) % 32 / 4; }
__device__ inline int turn_lane() { return static_cast<int>(threadIdx.x) % 4; }

__device__ inline void spread(const float4& from, float (&to)[4]) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z, to[3] = from.w;
}

/// What a lane knows of its rows r (g and g + 8 of each 16): logits, then weights, and sums; maxima and logits are in
/// units of ln 2.
template <int kRowTiles>
struct Lane {
  int row[kRowTiles][2];
  float logits[kRowTiles][kSlabs][4];
  float means[kRowTiles][kSlabs][4];
  float highest[kRowTiles][2], sum[kRowTiles][2];
};

template <int kRowTiles>
__device__ void clear(float (&all)[kRowTiles][kSlabs][4]) {
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int n = 0; n < kSlabs; ++n)
#pragma unroll
      for (int e = 0; e < 4; ++e) all[r][n][e] = 0.0f;
}

/// 64 coordinates of the rows of this warp.
template <int kRowTiles>
struct Rows;

template <>
struct Rows<1> {
  float x[2][kGroups][4];

  __device__ explicit Rows(RowMemory<1>&) {}
  __device__ void fetch(const Attend& a, const Place& place, const int* rows, int dim) {
    const float* from = a.x.of(place.head);
    const bool in_fours = lies_in_fours(from, a.dims);
#pragma unroll
    for (int h = 0; h < 2; ++h)
#pragma unroll
      for (int j = 0; j < kGroups; ++j) {
        const int at = dim + 16 * j + 4 * turn_lane(), row = rows[8 * h + group_lane()];
        float4 four = zeros();
        if (row >= 0 && at < a.dims) {
          const float* source = from + static_cast<std::int64_t>(row) * a.dims + at;
          four = in_fours ? load_vector<float4>(source) : load_slowly(source, a.dims - at);
        }
        spread(four, x[h][j]);
      }
  }
  __device__ void get(int, int h, int j, float (&to)[4]) const {
#pragma unroll
    for (int e = 0; e < 4; ++e) to[e] = x[h][j][e];
  }
};

template <>
struct Rows<2> {
  float4* x;  // of this warp

  __device__ explicit Rows(RowMemory<2>& memory) : x(memory.x + static_cast<int>(threadIdx.x) / 32 * 32 * kFours) {}
  /// On their way, until the warp has waited for its copies.
  __device__ void fetch(const Attend& a, const Place& place, const int* rows, int dim) {
    const float* from = a.x.of(place.head);
    const bool in_fours = lies_in_fours(from, a.dims);
    const int four = static_cast<int>(threadIdx.x) % kFours, at = dim + 4 * four;
    for (int i = static_cast<int>(threadIdx.x) % 32 / kFours; i < 32; i += 2) {
      const bool inside = rows[i] >= 0 && at < a.dims;
      const float* source = inside ? from + static_cast<std::int64_t>(rows[i]) * a.dims + at : from;
      if (in_fours)
        copy_four(x + place_of_points(i, four), source, inside);
      else
        x[place_of_points(i, four)] = inside ? load_slowly(source, a.dims - at) : zeros();
    }
  }
  __device__ void get(int r, int h, int j, float (&to)[4]) const {
    spread(x[place_of_points(16 * r + 8 * h + group_lane(), 4 * j + turn_lane())], to);
  }
};

/// How many products go side by side.
template <int kRowTiles>
constexpr int kBeside = 4 / kRowTiles;

/// dots += x·points of the tile's columns.
template <class Kind, int kRowTiles>
__device__ void add_dots(const Rows<kRowTiles>& rows, int dims, const float4* points,
                         float (&dots)[kRowTiles][kSlabs][4]) {
  constexpr int kMany = kBeside<kRowTiles>;
#pragma unroll
  for (int j = 0; j < kGroups; ++j) {
    if (16 * j >= dims) break;
    typename Kind::Left left[kRowTiles];
#pragma unroll
    for (int r = 0; r < kRowTiles; ++r) {
      float top[4], bottom[4];
      rows.get(r, 0, j, top);
      rows.get(r, 1, j, bottom);
      Kind::take(left[r], top, bottom);
    }
#pragma unroll
    for (int n0 = 0; n0 < kSlabs; n0 += kMany) {
      typename Kind::Right right[kMany];
#pragma unroll
      for (int n = 0; n < kMany; ++n) {
        float p[4];
        spread(points[place_of_points(8 * (n0 + n) + group_lane(), 4 * j + turn_lane())], p);
        Kind::take(right[n], p);
      }
#pragma unroll
      for (int term = 0; term < Kind::kTerms; ++term)
#pragma unroll
        for (int n = 0; n < kMany; ++n)
#pragma unroll
          for (int r = 0; r < kRowTiles; ++r) Kind::multiply(term, dots[r][n0 + n], left[r], right[n]);
    }
  }
}

/// means += weights·values of the tile. A lane's values are 4g + n and 32 + 4g + n of the rows 2t and 2t + 1, n being
/// the instruction's slab.
template <class Kind, int kRowTiles>
__device__ void add_values(const Attend& a, const Place& place, const float4* values, Lane<kRowTiles>& lane) {
  const int halves = a.value_dims - place.first_value > kTile / 2 ? 2 : 1;
#pragma unroll
  for (int m = 0; m < kGroups; ++m) {
    typename Kind::Left left[kRowTiles];
#pragma unroll
    for (int r = 0; r < kRowTiles; ++r) {
      const float(&one)[4] = lane.logits[r][2 * m];
      const float(&other)[4] = lane.logits[r][2 * m + 1];
      const float top[4] = {one[0], one[1], other[0], other[1]}, bottom[4] = {one[2], one[3], other[2], other[3]};
      Kind::take(left[r], top, bottom);
    }
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      if (half >= halves) break;
      float v[4][4];  // rows 2t, 2t + 1, 2t + 8, 2t + 9 of the sixteen
#pragma unroll
      for (int e = 0; e < 4; ++e)
        spread(values[place_of_values(16 * m + 2 * turn_lane() + e % 2 + e / 2 * 8, 8 * half + group_lane())], v[e]);
#pragma unroll
      for (int n0 = 0; n0 < 4; n0 += kBeside<kRowTiles>) {
        typename Kind::Right right[kBeside<kRowTiles>];
#pragma unroll
        for (int n = 0; n < kBeside<kRowTiles>; ++n) {
          const float column[4] = {v[0][n0 + n], v[1][n0 + n], v[2][n0 + n], v[3][n0 + n]};
          Kind::take(right[n], column);
        }
#pragma unroll
        for (int term = 0; term < Kind::kTerms; ++term)
#pragma unroll
          for (int n = 0; n < kBeside<kRowTiles>; ++n)
#pragma unroll
            for (int r = 0; r < kRowTiles; ++r)
              Kind::multiply(term, lane.means[r][4 * half + n0 + n], left[r], right[n]);
      }
    }
  }
}

__device__ inline float largest_of_four(float x) {
  x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, 1));
  return fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, 2));
}
__device__ inline float sum_of_four(float x) {
  x += __shfl_xor_sync(0xFFFFFFFFu, x, 1);
  return x + __shfl_xor_sync(0xFFFFFFFFu, x, 2);
}

/// Logits of the dots, with what column and row add to them; −∞ where a row does not see a column.
template <int kRowTiles>
__device__ void finish_logits(const Attend& a, const Place& place, const Walk& walk, const float* bias,
                              Lane<kRowTiles>& lane) {
  const AttendColumns& c = a.columns[walk.source];
  const float factor = kLog2E * c.factor;
#pragma unroll
  for (int n = 0; n < kSlabs; ++n)
#pragma unroll
    for (int e = 0; e < 2; ++e) {
      const float b = bias[8 * n + 2 * turn_lane() + e];
#pragma unroll
      for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
        for (int h = 0; h < 2; ++h) lane.logits[r][n][2 * h + e] = fmaf(factor, lane.logits[r][n][2 * h + e], b);
    }
  if (c.row_bias)
    for (int r = 0; r < kRowTiles; ++r)
      for (int h = 0; h < 2; ++h) {
        const float b = lane.row[r][h] >= 0 ? kLog2E * c.row_bias.of(place.head)[lane.row[r][h]] : 0.0f;
#pragma unroll
        for (int n = 0; n < kSlabs; ++n) lane.logits[r][n][2 * h] += b, lane.logits[r][n][2 * h + 1] += b;
      }
  if (a.causal == 0 || walk.source > 0) return;
#pragma unroll
  for (int n = 0; n < kSlabs; ++n)
#pragma unroll
    for (int e = 0; e < 2; ++e) {
      const int column = walk.column(place, 8 * n + 2 * turn_lane() + e);
#pragma unroll
      for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
        for (int h = 0; h < 2; ++h)
          if (column > lane.row[r][h]) lane.logits[r][n][2 * h + e] = -INFINITY;
    }
}

/// Logits become weights relative to the row's largest; what was summed before is taken relative to the new one.
template <class Kind, bool kFirst, int kRowTiles>
__device__ void weigh(Lane<kRowTiles>& lane) {
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float highest = lane.logits[r][0][2 * h];
#pragma unroll
      for (int n = 0; n < kSlabs; ++n)
        highest = fmaxf(highest, fmaxf(lane.logits[r][n][2 * h], lane.logits[r][n][2 * h + 1]));
      highest = largest_of_four(highest);
      if (!kFirst) highest = fmaxf(lane.highest[r][h], highest);
      const float base = highest == -INFINITY ? 0.0f : highest,
                  old = kFirst ? 0.0f : power_of_two(lane.highest[r][h] - base);
      lane.highest[r][h] = highest;
      float sum = 0.0f;
#pragma unroll
      for (int n = 0; n < kSlabs; ++n)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const float weight = Kind::rounded(power_of_two(lane.logits[r][n][2 * h + e] - base));
          lane.logits[r][n][2 * h + e] = weight;
          sum += weight;
        }
      lane.sum[r][h] = kFirst ? sum : fmaf(lane.sum[r][h], old, sum);
      if constexpr (!kFirst)
#pragma unroll
        for (int n = 0; n < kSlabs; ++n) lane.means[r][n][2 * h] *= old, lane.means[r][n][2 * h + 1] *= old;
    }
}

/// α of each weight (Decoupled, where the proposals are one tile) of r = x·q̃, and the sum of the weights anew.
template <int kRowTiles>
__device__ void decouple(const Attend& a, const Place& place, const Stage<true>& s, float (&r)[kRowTiles][kSlabs][4],
                         Lane<kRowTiles>& lane) {
  const Decoupled& d = a.alpha;
  const float share = 1.0f / static_cast<float>(d.proposals), factor = kLog2E * d.factor;
  unsigned raised = 0;
#pragma unroll
  for (int i = 0; i < kRowTiles; ++i)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float total = 0.0f, highest = 0.0f;
      if (d.points && !d.log_sums) {  // relative to the row's largest, and over the row's sum
        highest = -INFINITY;
#pragma unroll
        for (int n = 0; n < kSlabs; ++n)
#pragma unroll
          for (int e = 0; e < 2; ++e)
            if (8 * n + 2 * turn_lane() + e < d.proposals) highest = fmaxf(highest, factor * r[i][n][2 * h + e]);
        highest = largest_of_four(highest);
      }
#pragma unroll
      for (int n = 0; n < kSlabs; ++n)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const int c = 8 * n + 2 * turn_lane() + e;
          float& own = r[i][n][2 * h + e];
          own = d.points && c < d.proposals ? power_of_two(fmaf(factor, own, -(d.log_sums ? s.log_sums[c] : highest)))
                                            : 0.0f;
          total += own;
        }
      total = sum_of_four(total);
      const float scale = d.points && !d.log_sums ? 1.0f / total : 1.0f,
                  mean = !d.points ? 0.0f : share * (d.log_sums ? total : 1.0f);
      float sum = 0.0f;
#pragma unroll
      for (int n = 0; n < kSlabs; ++n)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const int c = 8 * n + 2 * turn_lane() + e;
          float alpha =
              (1.0f - d.blend) * share + d.blend * (s.balance[c] + d.beta * (scale * r[i][n][2 * h + e] - mean));
          if (d.clamp > 0.0f && alpha < d.clamp) {
            alpha = d.clamp;
            raised += lane.row[i][h] >= 0 && c < d.proposals ? 1 : 0;
          }
          lane.logits[i][n][2 * h + e] *= alpha;
          sum += lane.logits[i][n][2 * h + e];
        }
      lane.sum[i][h] = sum;
    }
  if (raised > 0 && a.clamped != nullptr && place.first_value == 0)
    atomicAdd(a.clamped, static_cast<unsigned long long>(raised));
}

// --- The end of a row ------------------------------------------------------------------------------------------------

/// Up to four numbers of a row of `width`, from its number `first` on.
__device__ inline void store_four(float* row, int first, int width, const float (&x)[4]) {
  float* const at = row + first;
  if (first + 4 <= width && reinterpret_cast<std::uintptr_t>(at) % sizeof(float4) == 0) {
    *reinterpret_cast<float4*>(at) = make_float4(x[0], x[1], x[2], x[3]);
    return;
  }
  for (int e = 0; e < 4 && first + e < width; ++e) at[e] = x[e];
}

/// What is one number a row: by one of its lanes.
__device__ void finish_row(const Attend& a, const Place& place, int row, float highest, float sum) {
  if (place.first_value != 0) return;
  if (a.log_sum) a.log_sum.of(place.head)[row] = kLn2 * highest + logf(sum);
  if (a.nonpositive != nullptr && !(sum > 0.0f)) atomicAdd(a.nonpositive, 1ull);
}

__device__ inline float scale_of(const Attend& a, float highest, float sum) {
  return a.normalised != 0 ? a.out_factor / sum : a.out_factor * power_of_two(highest);
}

__device__ inline float* part_of(const Attend& a, int head, int split, int row) {
  return a.parts.sums +
         ((static_cast<std::int64_t>(head) * a.parts.count + split) * a.rows + row) * part_width(a.value_dims);
}

/// Of each row its mean, or this block's part of it.
template <int kRowTiles>
__device__ void write_rows(const Attend& a, const Place& place, const Lane<kRowTiles>& lane) {
  const bool parts = a.parts.sums != nullptr;
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int row = lane.row[r][h];
      const float sum = sum_of_four(lane.sum[r][h]), highest = lane.highest[r][h];
      if (row < 0) continue;
      float* const part = parts ? part_of(a, place.head, place.split, row) : nullptr;
      const float scale = parts ? 1.0f : scale_of(a, highest, sum);
      float* const out = parts   ? part + kPartHead
                         : a.out ? a.out.of(place.head) + static_cast<std::int64_t>(row) * a.value_dims
                                 : nullptr;
      if (out != nullptr)
#pragma unroll
        for (int piece = 0; piece < 4; ++piece) {  // 8t .. 8t + 7 of each half
          float x[4];
#pragma unroll
          for (int e = 0; e < 4; ++e) x[e] = scale * lane.means[r][piece / 2 * 4 + e][2 * h + piece % 2];
          store_four(out, place.first_value + piece / 2 * 32 + 8 * turn_lane() + piece % 2 * 4,
                     parts ? part_width(a.value_dims) - kPartHead : a.value_dims, x);
        }
      if (turn_lane() != 0) continue;
      if (!parts)
        finish_row(a, place, row, highest, sum);
      else if (place.first_value == 0)
        part[0] = kLn2 * highest, part[1] = sum;
    }
}

__device__ void find_scales(const Attend& a, const Place& place, int first_row, Scales& scales) {
  const int tid = static_cast<int>(threadIdx.x), rows = min(kTile, a.rows - first_row);
  for (int i = tid; i < a.parts.count * kTile; i += kThreads) {
    const int p = i / kTile, row = i % kTile;
    const float4 head = row < rows ? __ldcg(reinterpret_cast<const float4*>(part_of(a, place.head, p, first_row + row)))
                                   : make_float4(0.0f, 1.0f, 0.0f, 0.0f);
    scales.of[p][row] = head.x;
    scales.sums[p][row] = head.y;
  }
  __syncthreads();
  if (tid < kTile) {
    float highest = -INFINITY, sum = 0.0f;
    for (int p = 0; p < a.parts.count; ++p) highest = fmaxf(highest, scales.of[p][tid]);
    const float base = highest == -INFINITY ? 0.0f : highest;
    for (int p = 0; p < a.parts.count; ++p) {
      const float scale = power_of_two(kLog2E * (scales.of[p][tid] - base));
      scales.of[p][tid] = scale;
      sum = fmaf(scale, scales.sums[p][tid], sum);
    }
    scales.highest[tid] = kLog2E * highest;
    scales.sum[tid] = sum;
  }
  __syncthreads();
}

/// The parts of the tile's rows in their order. A thread has four values of eight rows, so that many reads are on their
/// way at once.
__device__ void merge(const Attend& a, Place& place, int tile, Scales& scales) {
  constexpr int kLanes = kThreads / kFours, kRows = kTile / kLanes;
  const int first_row = tile * kTile, i0 = static_cast<int>(threadIdx.x) / kFours,
            four = static_cast<int>(threadIdx.x) % kFours, rows = min(kTile, a.rows - first_row);
  find_scales(a, place, first_row, scales);
  for (int first = 4 * four; first < a.value_dims && a.out; first += kTile) {
    float mean[kRows][4] = {};
#pragma unroll 2
    for (int p = 0; p < a.parts.count; ++p)
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        const int i = i0 + r * kLanes;
        if (i >= rows) continue;
        const float* from = part_of(a, place.head, p, first_row + i) + kPartHead + first;
        const float4 x = __ldcg(reinterpret_cast<const float4*>(from));
        const float scale = scales.of[p][i];
        mean[r][0] = fmaf(scale, x.x, mean[r][0]), mean[r][1] = fmaf(scale, x.y, mean[r][1]);
        mean[r][2] = fmaf(scale, x.z, mean[r][2]), mean[r][3] = fmaf(scale, x.w, mean[r][3]);
      }
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const int i = i0 + r * kLanes;
      if (i >= rows) continue;
      const float scale = scale_of(a, scales.highest[i], scales.sum[i]);
      for (float& x : mean[r]) x *= scale;
      store_four(a.out.of(place.head) + static_cast<std::int64_t>(first_row + i) * a.value_dims, first, a.value_dims,
                 mean[r]);
    }
  }
  place.first_value = 0;
  const int i = static_cast<int>(threadIdx.x);
  if (i < rows) finish_row(a, place, first_row + i, scales.highest[i], scales.sum[i]);
}

// --- What all proposals say of rows that are samples -----------------------------------------------------------------

__device__ inline void fetch_rows(const float* from, int rows, int dims, int first_row, int dim, float4* to) {
  const bool in_fours = lies_in_fours(from, dims);
#pragma unroll
  for (int step = 0; step < kTile * kFours / kThreads; ++step) {
    const int i = step * kThreads + static_cast<int>(threadIdx.x), row = first_row + i / kFours,
              at = dim + i % kFours * 4;
    const float* place = from + static_cast<std::int64_t>(row) * dims + at;
    to[place_of_values(i / kFours, i % kFours)] = row >= rows || at >= dims ? zeros()
                                                  : in_fours                ? load_vector<float4>(place)
                                                                            : load_slowly(place, dims - at);
  }
}

constexpr int kAcross = 8;  // threads of a row of samples, which has neighbouring lanes

/// −½‖ω − μ‖², or ω·μ − ½‖μ‖² of mixtures, of four samples and eight proposals a thread.
struct Nearness {
  float of[4][kTile / kAcross];
};

template <bool kTilted>
__device__ void add_nearness(const float4* samples, const float4* centres, int dims, Nearness& near) {
  const int i0 = static_cast<int>(threadIdx.x) / kAcross * 4, j0 = static_cast<int>(threadIdx.x) % kAcross;
  for (int four = 0; four < (dims + 3) / 4; ++four) {
    float omega[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i) spread(samples[place_of_values(i0 + i, four)], omega[i]);
#pragma unroll
    for (int j = 0; j < kTile / kAcross; ++j) {
      float centre[4];
      spread(centres[place_of_values(j0 + kAcross * j, four)], centre);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          const float away = omega[i][e] - (kTilted ? 0.5f : 1.0f) * centre[e];
          near.of[i][j] += kTilted ? centre[e] * away : -0.5f * away * away;
        }
    }
  }
}

__device__ inline void join_eight(LogSums& sums) {
  for (int step = kAcross / 2; step > 0; step /= 2) {
    const float highest = __shfl_xor_sync(0xFFFFFFFFu, sums.highest, step),
                sum = __shfl_xor_sync(0xFFFFFFFFu, sums.sum, step);
    const float squares = __shfl_xor_sync(0xFFFFFFFFu, sums.of_squares, step),
                own = __shfl_xor_sync(0xFFFFFFFFu, sums.own, step);
    add_log(sums, highest, sum, squares);
    sums.own = fmaxf(sums.own, own);
  }
}

/// The tile of samples lies beside that of the proposals' centres, 64 coordinates at a time.
__device__ void weigh_rows(const Attend& a, const Place& place, int tile, float4* samples, float4* centres) {
  const Densities& p = a.after;
  const int i0 = static_cast<int>(threadIdx.x) / kAcross * 4, j0 = static_cast<int>(threadIdx.x) % kAcross;
  LogSums sums[4] = {no_sums(), no_sums(), no_sums(), no_sums()};
  float norms[4] = {};
  for (int first = 0; first < p.proposals; first += kTile) {
    Nearness near = {};
    for (int dim = 0; dim < p.dims; dim += kTile) {
      __syncthreads();
      fetch_rows(a.x.of(place.head), a.rows, p.dims, tile * kTile, dim, samples);
      fetch_rows(p.centres.of(place.head), p.proposals, p.dims, first, dim, centres);
      __syncthreads();
      const int dims = min(kTile, p.dims - dim);
      if (p.log_z)
        add_nearness<true>(samples, centres, dims, near);
      else
        add_nearness<false>(samples, centres, dims, near);
      for (int four = j0; four < (dims + 3) / 4 && first == 0; four += kAcross)
#pragma unroll
        for (int i = 0; i < 4; ++i) {
          const float4 x = samples[place_of_values(i0 + i, four)];
          norms[i] += x.x * x.x + x.y * x.y + (x.z * x.z + x.w * x.w);
        }
    }
#pragma unroll
    for (int j = 0; j < kTile / kAcross; ++j) {
      const int c = first + j0 + kAcross * j;
      if (c >= p.proposals) break;
      const float log_z = p.log_z ? p.log_z.of(place.head)[c] : 0.0f;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        add_log(sums[i], near.of[i][j] - log_z, 1.0f, 1.0f);
        if (c == (tile * kTile + i0 + i) / p.each) sums[i].own = near.of[i][j] - log_z;
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    join_eight(sums[i]);
    for (int step = kAcross / 2; step > 0; step /= 2) norms[i] += __shfl_xor_sync(0xFFFFFFFFu, norms[i], step);
    const int row = tile * kTile + i0 + i;
    if (j0 == 0 && row < a.rows) write_place(p, place.head, row, sums[i], 0.5f * norms[i]);
  }
}

// --- The kernel ------------------------------------------------------------------------------------------------------

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
  const int first_tile = a.tiles.first + static_cast<int>(blockIdx.x) * kRowTiles,
            tile = first_tile + (kRowTiles == 2 ? warp / 2 : 0);
  Place place = find_place(a, z, first_tile);
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
    if (walk.dim == 0) clear(lane.logits);
    add_dots<Kind, kRowTiles>(rows, a.dims - walk.dim, s.stages[stage].points, lane.logits);
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
  const Place place = find_place(a, z, 0);
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
    if (a.value_dims > 0 && a.columns[0].values) add_values<Kind, 2>(a, place, stage.values, lane);
    write_rows<2>(a, place, lane);
    finish_copies();
    __syncwarp();
  }
}

template <class Kind, int kRowTiles>
__global__ void __launch_bounds__(kThreads, kRowTiles == 1 ? 3 : 2) tensor_kernel([[maybe_unused]] const Started a) {
#ifdef OMEGA_TENSOR_CORES
  attend_tiles<Kind, kRowTiles>(a, static_cast<int>(blockIdx.z));
#endif
}

template <class Kind, bool kDecoupled>
__global__ void __launch_bounds__(kThreads, 2) few_kernel([[maybe_unused]] const Started a) {
#ifdef OMEGA_TENSOR_CORES
  attend_few<Kind, kDecoupled>(a, static_cast<int>(blockIdx.z));
#endif
}

__global__ void __launch_bounds__(kThreads, 3) both_kernel([[maybe_unused]] const Both b) {
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

/// Whether two tiles of rows go to one block: where there is enough for all processors, and no window ends between.
bool takes_two(const Attend& a, int processors) {
  if (a.parts.sums != nullptr || a.after.places > 0) return false;
  const Windows& w = a.windows;
  const int of_window = w.block_width > 0 ? (w.block_height * w.block_width + kTile - 1) / kTile : 2;
  const auto tiles = std::int64_t{a.tiles.count} * a.heads * chunks_for(a);
  return of_window % 2 == 0 && a.tiles.first % 2 == 0 && tiles >= 4 * processors;
}

/// As many blocks as work at once, each with many tiles of rows.
template <class Kind, bool kDecoupled>
AttendKernel few_kernel_of(const Attend& a, int processors) {
  const unsigned most = 2 * static_cast<unsigned>(processors) / (static_cast<unsigned>(a.heads) * chunks_for(a));
  return {few_kernel<Kind, kDecoupled>, kThreads, sizeof(Shared<2, kDecoupled>) - sizeof(Stage<kDecoupled>), 2,
          most > 0 ? most : 1};
}

template <class Kind>
AttendKernel kernel_of(const Attend& a, int processors) {
  if (has_few_columns(a)) return few_kernel_of<Kind, false>(a, processors);
  if (takes_two(a, processors)) return {tensor_kernel<Kind, 2>, kThreads, sizeof(Shared<2, false>), 2, kAnyNumber};
  return {tensor_kernel<Kind, 1>, kThreads, sizeof(Shared<1, false>), 1, kAnyNumber};
}

}  // namespace

bool has_tensor_kernels() {
  cudaFuncAttributes attributes{};
  const bool known =
      cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(tensor_kernel<Bf16, 1>)) == cudaSuccess;
  return known && attributes.ptxVersion >= 80;
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
