// Attention on tensor cores: the end of a row, the merging of parts, and what all proposals say of rows that are
// samples.
#pragma once

#include "cuda/device/densities.h"
#include "cuda/device/tensor_rows.h"

namespace omega::cuda::tensor {

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

/// Writes what is one number a row; one of its lanes does it.
__device__ void finish_row(const Attend& a, const Place& place, int row, float highest, float sum) {
  if (place.first_value != 0) return;
  if (a.log_sum) a.log_sum.of(place.head)[row] = kLn2 * highest + logf(sum);
  if (a.nonpositive != nullptr && !(sum > 0.0f)) atomicAdd(a.nonpositive, 1ull);
}

__device__ inline float scale_of(const Attend& a, float highest, float sum) {
  return a.normalised != 0 ? a.out_factor / sum : a.out_factor * power_of_two(highest);
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
    const float2 head = row < rows ? __ldcg(reinterpret_cast<const float2*>(part_of(a, place.head, p, first_row + row)))
                                   : float2{0.0f, 1.0f};
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

/// On their way, until the block has waited for its copies.
__device__ inline void fetch_rows(const float* from, int rows, int dims, int first_row, int dim, float4* to) {
  const bool in_fours = lies_in_fours(from, dims);
#pragma unroll
  for (int step = 0; step < kTile * kFours / kThreads; ++step) {
    const int i = step * kThreads + static_cast<int>(threadIdx.x), row = first_row + i / kFours,
              at = dim + i % kFours * 4;
    const float* place = from + static_cast<std::int64_t>(row) * dims + at;
    float4* const there = to + place_of_values(i / kFours, i % kFours);
    const bool inside = row < rows && at < dims;
    if (in_fours)
      copy_four(there, inside ? place : from, inside);
    else
      *there = inside ? load_slowly(place, dims - at) : zeros();
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
      finish_copies();
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
    const float norm = of_lanes<kAcross>(norms[i], Sum{});
    const int row = tile * kTile + i0 + i;
    if (j0 == 0 && row < a.rows) write_place(p, place.head, row, sums[i], 0.5f * norm);
  }
}

}  // namespace omega::cuda::tensor
