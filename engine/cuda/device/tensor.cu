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
};

template <bool kDecoupled>
struct Shared {
  int last;
  float bias[2][kTile];  // of the columns, times log2 e; −∞ where there is none
  float log_sums[kTile], balance[kTile];
  Stage<kDecoupled> stages[2];  // where all columns are one tile, the second is not there
};

__device__ inline float4 zeros() { return make_float4(0.0f, 0.0f, 0.0f, 0.0f); }

__device__ inline bool lies_in_fours(const float* from, int width) {
  return width % 4 == 0 && reinterpret_cast<std::uintptr_t>(from) % sizeof(float4) == 0;
}

__device__ inline float4 load_slowly(const float* row, int left) {
  return make_float4(left > 0 ? row[0] : 0.0f, left > 1 ? row[1] : 0.0f, left > 2 ? row[2] : 0.0f,
                     left > 3 ? row[3] : 0.0f);
}

// --- Rows and columns ------------------------------------------------------------------------------------------------

/// Where a block of threads stands in the whole.
struct Place {
  int head, first_value, split, window;  // window: −1 without windows
  Cells keys;
};

__device__ inline int tiles_of_window(const Windows& w) { return (w.block_height * w.block_width + kTile - 1) / kTile; }

__device__ inline Place find_place(const Attend& a, int z, int tile) {
  Place place{};
  const int chunks = chunks_of(a);
  place.head = z / chunks;
  place.first_value = z % chunks * kTile;
  place.split = a.first_split + static_cast<int>(blockIdx.y);
  place.window = -1;
  if (a.windows.block_width > 0) {
    place.window = tile / tiles_of_window(a.windows);
    place.keys = widened_block(a.windows, place.window, a.windows.overlap_down, a.windows.overlap_across);
  }
  return place;
}

/// Row i of a tile, or −1.
__device__ inline int row_at(const Attend& a, const Place& place, int tile, int i) {
  if (tile >= a.first_tile + a.tiles) return -1;
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
            each = a.part_columns > 0 ? a.part_columns : (tiles + a.splits - 1) / a.splits * kTile;
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

/// What a lane knows: of each of its rows r (g or g + 8 of 16) its coordinates, logits, and sums; maxima and logits are
/// in units of ln 2.
template <int kRowTiles>
struct Lane {
  int row[kRowTiles][2];
  float x[kRowTiles][2][kGroups][4];
  float logits[kRowTiles][kSlabs][4];
  float means[kRowTiles][kSlabs][4];
  float highest[kRowTiles][2], sum[kRowTiles][2], row_bias[kRowTiles][2];
};

__device__ inline int group_lane() { return static_cast<int>(threadIdx.x) % 32 / 4; }
__device__ inline int turn_lane() { return static_cast<int>(threadIdx.x) % 4; }

template <int kRowTiles>
__device__ void load_rows(const Attend& a, const Place& place, int dim, Lane<kRowTiles>& lane) {
  const float* from = a.x.of(place.head);
  const bool in_fours = lies_in_fours(from, a.dims);
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h)
#pragma unroll
      for (int j = 0; j < kGroups; ++j) {
        const int at = dim + 16 * j + 4 * turn_lane(), row = lane.row[r][h];
        float4 x = zeros();
        if (row >= 0 && at < a.dims) {
          const float* place_of_x = from + static_cast<std::int64_t>(row) * a.dims + at;
          x = in_fours ? load_vector<float4>(place_of_x) : load_slowly(place_of_x, a.dims - at);
        }
        lane.x[r][h][j][0] = x.x, lane.x[r][h][j][1] = x.y, lane.x[r][h][j][2] = x.z, lane.x[r][h][j][3] = x.w;
      }
}

__device__ inline void spread(const float4& from, float (&to)[4]) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z, to[3] = from.w;
}

/// How many products go side by side.
template <int kRowTiles>
constexpr int kBeside = 4 / kRowTiles;

/// dots += x·points of the tile's columns.
template <class Kind, int kRowTiles>
__device__ void add_dots(const float (&x)[kRowTiles][2][kGroups][4], int dims, const float4* points,
                         float (&dots)[kRowTiles][kSlabs][4]) {
  constexpr int kMany = kBeside<kRowTiles>;
#pragma unroll
  for (int j = 0; j < kGroups; ++j) {
    if (16 * j >= dims) break;
    typename Kind::Left left[kRowTiles];
#pragma unroll
    for (int r = 0; r < kRowTiles; ++r) Kind::take(left[r], x[r][0][j], x[r][1][j]);
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
template <class Kind, int kRowTiles>
__device__ void weigh(Lane<kRowTiles>& lane) {
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float highest = lane.logits[r][0][2 * h];
#pragma unroll
      for (int n = 0; n < kSlabs; ++n)
        highest = fmaxf(highest, fmaxf(lane.logits[r][n][2 * h], lane.logits[r][n][2 * h + 1]));
      highest = fmaxf(lane.highest[r][h], largest_of_four(highest));
      const float base = highest == -INFINITY ? 0.0f : highest, old = power_of_two(lane.highest[r][h] - base);
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
      lane.sum[r][h] = fmaf(lane.sum[r][h], old, sum);
#pragma unroll
      for (int n = 0; n < kSlabs; ++n) lane.means[r][n][2 * h] *= old, lane.means[r][n][2 * h + 1] *= old;
    }
}

/// α of each weight (Decoupled, where the proposals are one tile), and the sum of the weights anew.
template <int kRowTiles>
__device__ void decouple(const Attend& a, const Place& place, const Shared<true>& s, const Stage<true>& stage,
                         Lane<kRowTiles>& lane) {
  const Decoupled& d = a.alpha;
  const float share = 1.0f / static_cast<float>(d.proposals), factor = kLog2E * d.factor;
  float r[kRowTiles][kSlabs][4] = {};
  if (d.points) add_dots<Whole32, kRowTiles>(lane.x, a.dims, stage.landmarks, r);
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

/// A part: maximum and sum, and behind them the sums of values.
__device__ inline float* part_of(const Attend& a, int head, int split, int row) {
  return a.parts + ((static_cast<std::int64_t>(head) * a.splits + split) * a.rows + row) * (a.value_dims + 2);
}

/// Of each row its mean, or this block's part of it.
template <int kRowTiles>
__device__ void write_rows(const Attend& a, const Place& place, const Lane<kRowTiles>& lane) {
  const bool parts = a.parts != nullptr;
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int row = lane.row[r][h];
      const float sum = sum_of_four(lane.sum[r][h]), highest = lane.highest[r][h];
      if (row < 0) continue;
      float* const part = parts ? part_of(a, place.head, place.split, row) : nullptr;
      const float scale = parts ? 1.0f : scale_of(a, highest, sum);
      float* const out = parts   ? part + 2
                         : a.out ? a.out.of(place.head) + static_cast<std::int64_t>(row) * a.value_dims
                                 : nullptr;
      if (out != nullptr)
#pragma unroll
        for (int piece = 0; piece < 4; ++piece) {  // 8t .. 8t + 7 of each half
          float x[4];
#pragma unroll
          for (int e = 0; e < 4; ++e) x[e] = scale * lane.means[r][piece / 2 * 4 + e][2 * h + piece % 2];
          store_four(out, place.first_value + piece / 2 * 32 + 8 * turn_lane() + piece % 2 * 4, a.value_dims, x);
        }
      if (turn_lane() != 0) continue;
      if (!parts)
        finish_row(a, place, row, highest, sum);
      else if (place.first_value == 0)
        part[0] = kLn2 * highest, part[1] = sum;
    }
}

/// The parts of the tile's rows in their order: a warp a row, two values a lane.
__device__ void merge(const Attend& a, Place& place, int tile) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t step = static_cast<std::int64_t>(a.rows) * (a.value_dims + 2);
  constexpr int kAtOnce = 8;
  for (int i = warp; i < kTile; i += kWarps) {
    const int row = row_at(a, place, tile, i);
    if (row < 0) continue;
    const float* parts = part_of(a, place.head, 0, row);
    float highest = -INFINITY, sum = 0.0f;
    for (int p = lane; p < a.splits; p += 32) highest = fmaxf(highest, __ldcg(parts + p * step));
    for (int far = 16; far > 0; far /= 2) highest = fmaxf(highest, __shfl_xor_sync(0xFFFFFFFFu, highest, far));
    const float base = highest == -INFINITY ? 0.0f : highest;
    for (int chunk = 0; chunk < chunks_of(a); ++chunk) {
      const int first = chunk * kTile + 2 * lane;
      float mean[2] = {};
      sum = 0.0f;
      for (int p0 = 0; p0 < a.splits; p0 += kAtOnce) {
        float scale[kAtOnce], part_sum[kAtOnce], value[kAtOnce][2];
#pragma unroll
        for (int p = 0; p < kAtOnce; ++p) {
          const bool there = p0 + p < a.splits;
          const float* part = parts + (there ? p0 + p : 0) * step;
          scale[p] = there ? __ldcg(part) : -INFINITY;
          part_sum[p] = __ldcg(part + 1);
          for (int e = 0; e < 2; ++e) value[p][e] = first + e < a.value_dims ? __ldcg(part + 2 + first + e) : 0.0f;
        }
#pragma unroll
        for (int p = 0; p < kAtOnce; ++p) {
          const float by = power_of_two(kLog2E * (scale[p] - base));
          sum = fmaf(by, part_sum[p], sum);
          for (int e = 0; e < 2; ++e) mean[e] = fmaf(by, value[p][e], mean[e]);
        }
      }
      const float scale = scale_of(a, kLog2E * highest, sum);
      for (int e = 0; e < 2 && a.out && first + e < a.value_dims; ++e)
        a.out.of(place.head)[static_cast<std::int64_t>(row) * a.value_dims + first + e] = scale * mean[e];
    }
    place.first_value = 0;
    if (lane == 0) finish_row(a, place, row, kLog2E * highest, sum);
  }
}

// --- What all proposals say of rows that are samples -----------------------------------------------------------------

__device__ inline float sum_of_fours(const float4& x) { return x.x + x.y + (x.z + x.w); }

/// −½‖ω − μ‖² or ω·μ − ½‖μ‖² of four coordinates.
__device__ inline float near_in_four(const float4& omega, const float4& centre, bool tilted) {
  const auto one = [tilted](float w, float c) { return tilted ? c * (w - 0.5f * c) : -0.5f * (w - c) * (w - c); };
  return sum_of_fours(
      make_float4(one(omega.x, centre.x), one(omega.y, centre.y), one(omega.z, centre.z), one(omega.w, centre.w)));
}

__device__ void fetch_rows(const float* from, int rows, int dims, int first_row, int dim, float4* to) {
  for (int i = static_cast<int>(threadIdx.x); i < kTile * kFours; i += kThreads) {
    const int row = first_row + i / kFours, at = dim + i % kFours * 4;
    to[place_of_values(i / kFours, i % kFours)] =
        row < rows ? load_slowly(from + static_cast<std::int64_t>(row) * dims + at, dims - at) : zeros();
  }
}

/// A warp a row, two proposals a lane; the tile of rows lies beside the tile of centres.
__device__ void weigh_rows(const Attend& a, const Place& place, int tile, float4* samples, float4* centres) {
  const Densities& p = a.after;
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  constexpr int kRows = kTile / kWarps;
  LogSums sums[kRows];
  float norms[kRows];
#pragma unroll
  for (int i = 0; i < kRows; ++i) sums[i] = no_sums(), norms[i] = 0.0f;
  for (int first = 0; first < p.proposals; first += kTile) {
    float near[kRows][2] = {};
    for (int dim = 0; dim < p.dims; dim += kTile) {
      __syncthreads();
      fetch_rows(a.x.of(place.head), a.rows, p.dims, tile * kTile, dim, samples);
      fetch_rows(p.centres.of(place.head), p.proposals, p.dims, first, dim, centres);
      __syncthreads();
      const int fours = min(kFours, (p.dims - dim + 3) / 4);
      for (int four = 0; four < fours; ++four) {
        const float4 one = centres[place_of_values(lane, four)], other = centres[place_of_values(lane + 32, four)];
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
          const float4 omega = samples[place_of_values(warp + i * kWarps, four)];
          near[i][0] += near_in_four(omega, one, static_cast<bool>(p.log_z));
          near[i][1] += near_in_four(omega, other, static_cast<bool>(p.log_z));
          if (first == 0)
            norms[i] +=
                sum_of_fours(make_float4(omega.x * omega.x, omega.y * omega.y, omega.z * omega.z, omega.w * omega.w));
        }
      }
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i)
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        const int c = first + lane + 32 * e;
        if (c >= p.proposals) continue;
        const float log_q = near[i][e] - (p.log_z ? p.log_z.of(place.head)[c] : 0.0f);
        add_log(sums[i], log_q, 1.0f, 1.0f);
        if (c == (tile * kTile + warp + i * kWarps) / p.each) sums[i].own = log_q;
      }
  }
#pragma unroll
  for (int i = 0; i < kRows; ++i) {
    for (int step = 16; step > 0; step /= 2) {
      const float highest = __shfl_xor_sync(0xFFFFFFFFu, sums[i].highest, step),
                  sum = __shfl_xor_sync(0xFFFFFFFFu, sums[i].sum, step),
                  squares = __shfl_xor_sync(0xFFFFFFFFu, sums[i].of_squares, step),
                  own = __shfl_xor_sync(0xFFFFFFFFu, sums[i].own, step);
      add_log(sums[i], highest, sum, squares);
      sums[i].own = fmaxf(sums[i].own, own);
    }
    const int row = tile * kTile + warp + i * kWarps;
    if (lane == 0 && row < a.rows) write_place(p, place.head, row, sums[i], 0.5f * norms[i]);
  }
}

// --- The kernel ------------------------------------------------------------------------------------------------------

/// One block of threads; z counts heads and pieces of 64 values.
template <class Kind, int kRowTiles, bool kDecoupled>
__device__ void attend_tile(const Attend& a, int z) {
  auto& s = *shared_memory<Shared<kDecoupled>>();
  const int tid = static_cast<int>(threadIdx.x), warp = tid / 32;
  const int first_tile = a.first_tile + static_cast<int>(blockIdx.x) * kRowTiles,
            tile = first_tile + (kRowTiles == 2 ? warp / 2 : 0);
  Place place = find_place(a, z, first_tile);
  Lane<kRowTiles> lane;
#pragma unroll
  for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const int i = warp % (kWarps / kRowTiles) * 16 * kRowTiles + 16 * r + 8 * h + group_lane();
      lane.row[r][h] = row_at(a, place, tile, i);
      lane.highest[r][h] = -INFINITY;
      lane.sum[r][h] = 0.0f;
#pragma unroll
      for (int n = 0; n < kSlabs; ++n) lane.means[r][n][2 * h] = lane.means[r][n][2 * h + 1] = 0.0f;
    }
  const int last_row = (first_tile + kRowTiles) * kTile - 1;  // where there are no windows
  Walk walk = begin_source(a, place, a.first_source, last_row);
  while (!walk.is_there() && walk.source + 1 < a.sources) walk = begin_source(a, place, walk.source + 1, last_row);
  float bias = 0.0f;
  if (walk.is_there()) {
    fetch_tile(a, place, walk, s.stages[0]);
    if (tid < kTile) bias = bias_of(a, place, walk);
  }
  if constexpr (kDecoupled)
    if (tid < kTile) {
      const bool there = tid < a.alpha.proposals;
      s.balance[tid] = there ? a.alpha.balance.of(place.head)[tid] : 0.0f;
      s.log_sums[tid] = there && a.alpha.log_sums ? kLog2E * a.alpha.log_sums.of(place.head)[tid] : 0.0f;
    }
  load_rows<kRowTiles>(a, place, 0, lane);
  for (int stage = 0; walk.is_there(); stage ^= 1) {
    if (tid < kTile) s.bias[stage][tid] = bias;
    finish_copies();
    __syncthreads();
    Walk next = walk;
    advance(a, place, last_row, next);
    if (next.is_there()) {
      fetch_tile(a, place, next, s.stages[stage ^ 1]);
      if (tid < kTile) bias = bias_of(a, place, next);
    }
    if (a.dims > kTile && (walk.dim > 0 || walk.first > 0 || walk.source > a.first_source))
      load_rows<kRowTiles>(a, place, walk.dim, lane);
    if (walk.dim == 0)
#pragma unroll
      for (int r = 0; r < kRowTiles; ++r)
#pragma unroll
        for (int n = 0; n < kSlabs; ++n)
#pragma unroll
          for (int e = 0; e < 4; ++e) lane.logits[r][n][e] = 0.0f;
    add_dots<Kind, kRowTiles>(lane.x, a.dims - walk.dim, s.stages[stage].points, lane.logits);
    if (walk.dim + kTile >= a.dims) {
      finish_logits<kRowTiles>(a, place, walk, s.bias[stage], lane);
      weigh<Kind, kRowTiles>(lane);
      if constexpr (kDecoupled) decouple<kRowTiles>(a, place, s, s.stages[stage], lane);
      if (a.value_dims > 0 && a.columns[walk.source].values)
        add_values<Kind, kRowTiles>(a, place, s.stages[stage].values, lane);
    }
    walk = next;
  }
  write_rows<kRowTiles>(a, place, lane);
  if (a.parts != nullptr) {
    if (a.part_columns > 0 || !is_last(a, place.head, s.last)) return;
    merge(a, place, tile);
    place.first_value = 0;
  }
  if constexpr (!kDecoupled && kRowTiles == 1)
    if (a.after.places > 0 && place.first_value == 0) {
      __syncthreads();  // log_sum is there, and the tiles are free
      weigh_rows(a, place, tile, s.stages[0].values, s.stages[1].values);
    }
}

template <class Kind, int kRowTiles, bool kDecoupled>
__global__ void __launch_bounds__(kThreads, kRowTiles == 1 ? 3 : 2) tensor_kernel([[maybe_unused]] const Attend a) {
#ifdef OMEGA_TENSOR_CORES
  attend_tile<Kind, kRowTiles, kDecoupled>(a, static_cast<int>(blockIdx.z));
#endif
}

__global__ void __launch_bounds__(kThreads, 3) both_kernel([[maybe_unused]] const Both b) {
#ifdef OMEGA_TENSOR_CORES
  const int z = static_cast<int>(blockIdx.z), x = static_cast<int>(blockIdx.x), y = static_cast<int>(blockIdx.y);
  if (z < b.first_other) {
    if (x < b.one.tiles && y < b.one.splits) attend_tile<Whole32, 1, false>(b.one, z);
  } else if (x < b.other.tiles && y < b.other.splits) {
    attend_tile<Whole32, 1, false>(b.other, z - b.first_other);
  }
#endif
}

template <bool kDecoupled>
std::size_t shared_bytes(const Attend& a) {
  const bool one_tile = a.sources == 1 && a.windows.block_width == 0 && a.columns[0].count <= kTile &&
                        a.dims <= kTile && a.after.places == 0;
  return sizeof(Shared<kDecoupled>) - (one_tile ? sizeof(Stage<kDecoupled>) : 0);
}

/// Whether two tiles of rows go to one block: where there is enough for all processors, and no window ends between them.
bool takes_two(const Attend& a, int processors) {
  if (a.splits > 1 || a.parts != nullptr || a.after.places > 0) return false;
  const int of_window =
      a.windows.block_width > 0 ? (a.windows.block_height * a.windows.block_width + kTile - 1) / kTile : 2;
  const std::int64_t tiles =
      std::int64_t{a.tiles} * a.heads * (a.value_dims > kTile ? blocks_of(a.value_dims, kTile) : 1);
  const bool long_rows = a.columns[0].count > 4 * kTile || a.windows.block_width > 0;
  return of_window % 2 == 0 && a.first_tile % 2 == 0 && long_rows && tiles >= 4 * processors;
}

template <class Kind>
AttendKernel kernel_of(const Attend& a, int processors) {
  if (takes_two(a, processors)) return {tensor_kernel<Kind, 2, false>, kThreads, shared_bytes<false>(a), 2};
  return {tensor_kernel<Kind, 1, false>, kThreads, shared_bytes<false>(a), 1};
}

}  // namespace

bool has_tensor_kernels() {
  cudaFuncAttributes attributes{};
  const bool known =
      cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(tensor_kernel<Bf16, 1, false>)) == cudaSuccess;
  return known && attributes.ptxVersion >= 80;
}

bool suits_tensor_cores(const Attend& a) {
  if (a.weights != kExponential && a.weights != kDecoupled) return false;
  if (a.all_rows_outside != 0 || a.after.log_balance || (a.splits > 1 && a.sources > 1)) return false;
  for (int s = a.first_source; s < a.sources; ++s) {
    const AttendColumns& c = a.columns[s];
    if (!c.points || c.logits || c.signs || c.gain || c.share || c.value_of != nullptr) return false;
  }
  if (a.weights != kDecoupled) return true;
  const Decoupled& d = a.alpha;
  return a.sources == 1 && a.windows.block_width == 0 && a.causal == 0 && a.splits <= 1 && d.each == 1 &&
         d.proposals <= kTile && a.dims <= kTile && a.columns[0].count == d.proposals;
}

AttendKernel tensor_kernel_of(const Attend& a, int processors) {
  if (a.weights == kDecoupled) return {tensor_kernel<Whole32, 1, true>, kThreads, shared_bytes<true>(a), 1};
  return a.products == kProductsTf32   ? kernel_of<Tf32>(a, processors)
         : a.products == kProductsBf16 ? kernel_of<Bf16>(a, processors)
                                       : kernel_of<Whole32>(a, processors);
}

BothKernel tensor_kernel_of_both() { return {both_kernel, kThreads, sizeof(Shared<false>), 1}; }

}  // namespace omega::cuda
