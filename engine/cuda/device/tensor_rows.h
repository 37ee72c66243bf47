// Attention on tensor cores: what a warp makes of its rows and a tile of columns. Logits, weights and means never leave
// its registers: lane 4g + t has rows g and g + 8 of each 16.
#pragma once

#include "cuda/device/densities.h"
#include "cuda/device/factors.h"
#include "cuda/device/reduce.h"
#include "cuda/device/tensor_tiles.h"

namespace omega::cuda::tensor {

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

/// The fours of a tile of points that a lane reads: of rows `of` + g, and number 4j + t of each. Where they lie
/// relative to the first two of them is known beforehand.
struct OwnPoints {
  const float4 *even, *odd;

  __device__ explicit OwnPoints(const float4* tile)
      : even(tile + place_of_points(group_lane(), turn_lane())),
        odd(tile + place_of_points(group_lane(), 4 + turn_lane()) - 4) {}
  __device__ void get(int of, int j, float (&to)[4]) const {
    spread((j % 2 == 0 ? even : odd)[place_of_points(of, 4 * j)], to);
  }
};

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
  __device__ void get(int r, int h, int j, float (&to)[4]) const { OwnPoints(x).get(16 * r + 8 * h, j, to); }
};

/// How many products go side by side.
template <int kRowTiles>
constexpr int kBeside = 4 / kRowTiles;

/// dots += x·points of the tile's columns. Tensor cores add up all of up to 64 dimensions, but of more (kMany) 16 at a
/// time, or what they cut off would gather.
template <class Kind, int kRowTiles, bool kMany = false>
__device__ void add_dots(const Rows<kRowTiles>& rows, int dims, const float4* points,
                         float (&dots)[kRowTiles][kSlabs][4]) {
  constexpr int kColumns = kBeside<kRowTiles>;
  const OwnPoints own(points);
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
    for (int n0 = 0; n0 < kSlabs; n0 += kColumns) {
      typename Kind::Right right[kColumns];
#pragma unroll
      for (int n = 0; n < kColumns; ++n) {
        float p[4];
        own.get(8 * (n0 + n), j, p);
        Kind::take(right[n], p);
      }
      const auto sums = [&](int r) { return dots[r] + n0; };
      if constexpr (kMany)
        add_all<Kind, kRowTiles>(left, right, sums);
      else
        multiply_all<Kind, kRowTiles>(left, right, sums);
    }
  }
}

/// means += weights·values of the tile, which with kFew is the only one. A lane's values are 4g + n and 32 + 4g + n of
/// the rows 2t, 2t + 1, 2t + 8 and 2t + 9 of each sixteen, n being the instruction's slab.
template <class Kind, int kRowTiles, bool kFew = false>
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
        const auto sums = [&](int r) { return lane.means[r] + 4 * half + n0; };
        if constexpr (kFew)
          multiply_all<Kind, kRowTiles>(left, right, sums);
        else
          add_all<Kind, kRowTiles>(left, right, sums);
      }
    }
  }
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
  int lowest = lane.row[0][0];
  for (int r = 0; r < kRowTiles; ++r) lowest = min(lowest, min(lane.row[r][0], lane.row[r][1]));
  if (walk.is_whole(place) && walk.start + walk.first + kTile - 1 <= lowest) return;  // all rows see all of them
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
          const float log_r = at_most_zero(fmaf(factor, own, -(d.log_sums ? s.log_sums[c] : highest)));
          own = d.points && c < d.proposals ? power_of_two(log_r) : 0.0f;
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

}  // namespace omega::cuda::tensor
