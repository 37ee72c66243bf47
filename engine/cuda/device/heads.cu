// Softmax attention of training, forward and backward, all heads of all examples at once, without a map: what a tile of
// 64 rows and a tile of 64 columns have of it is made again wherever it is needed, by tensor cores with factors in two
// parts of TF32. Backward, one launch has the queries' rows, a second one the keys'; no sum is split among
// blocks.
//
// A warp has 16 rows and takes 16 columns at a time: lane 4g + t has rows g and g + 8, of each eight columns 2t and
// 2t + 1. As factors of the next product these stand for inner coordinates 2t, 2t + 1, 2t + 8 and 2t + 9.
#include <cmath>
#include <cstdint>

#include "cuda/device/context.h"
#include "cuda/device/factors.h"
#include "cuda/device/reduce.h"

namespace omega::cuda {

namespace {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kTile = 64;
constexpr float kLog2E = 1.4426950408889634f, kLn2 = 0.69314718055994531f;

/// Numbers of this part's queries.
__device__ inline float* of_queries(float* all, const SoftmaxHeads& p) { return all + place_of_matrix() * p.rows; }

/// Rows of a matrix in shared memory, which lanes read without conflicts both ways.
template <int kDims>
constexpr int kPitch = kDims + 4;
template <int kDims>
constexpr int kNumbers = kTile* kPitch<kDims>;

/// 64 rows on their way, zeros beyond the ends.
template <int kDims>
__device__ void fetch(const Strided& m, const SoftmaxHeads& p, int row0, int rows, float* to) {
  const float* const from = matrix_of(m);
  const bool in_fours = m.column == 1 && m.row % 4 == 0 && p.dims % 4 == 0 &&
                        reinterpret_cast<std::uintptr_t>(from) % sizeof(float4) == 0;
  for (int i = static_cast<int>(threadIdx.x); i < kTile * kDims / 4; i += kThreads) {
    const int row = i / (kDims / 4), column = i % (kDims / 4) * 4;
    float* const place = to + row * kPitch<kDims> + column;
    const bool is_row = row0 + row < rows;
    const float* const at = from + (is_row ? row0 + row : 0) * m.row;
    if (in_fours) {
      const bool there = is_row && column < p.dims;
      copy_four(reinterpret_cast<float4*>(place), there ? at + column : from, there);
    } else {
      for (int e = 0; e < 4; ++e) place[e] = is_row && column + e < p.dims ? at[(column + e) * m.column] : 0.0f;
    }
  }
}

/// The warp's 16 rows as left factors, 16 coordinates each.
template <int kGroups>
__device__ void load_rows(const Strided& m, const SoftmaxHeads& p, int row0, int rows, Whole32::Left (&left)[kGroups]) {
  const float* const from = matrix_of(m);
#pragma unroll
  for (int j = 0; j < kGroups; ++j) {
    float x[2][4];
#pragma unroll
    for (int h = 0; h < 2; ++h)
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        const int row = row0 + 8 * h + group_lane(), column = 16 * j + 4 * e + turn_lane();
        x[h][e] = row < rows && column < p.dims ? from[row * m.row + column * m.column] : 0.0f;
      }
    Whole32::take(left[j], x[0], x[1]);
  }
}

/// sums += left · 16 columns of 16 numbers, of which a lane brings four of each eight columns: number(n, e).
template <class Number>
__device__ inline void multiply_tile(const Whole32::Left& left, const Number& number, float (*sums)[4]) {
  Whole32::Right right[2];
#pragma unroll
  for (int n = 0; n < 2; ++n) {
    float x[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) x[e] = number(n, e);
    Whole32::take(right[n], x);
  }
  add_all<Whole32, 1>(&left, right, [&](int) { return sums; });
}

/// dots = rows · 16 of a tile's rows.
template <int kGroups>
__device__ void multiply_rows(const Whole32::Left (&left)[kGroups], const float* tile, float (&dots)[2][4]) {
#pragma unroll
  for (int n = 0; n < 2; ++n)
#pragma unroll
    for (int e = 0; e < 4; ++e) dots[n][e] = 0.0f;
#pragma unroll
  for (int j = 0; j < kGroups; ++j)
    multiply_tile(
        left[j],
        [&](int n, int e) {
          return tile[(8 * n + group_lane()) * kPitch<16 * kGroups> + 16 * j + 4 * e + turn_lane()];
        },
        dots);
}

/// sums += weights · 16 of a tile's rows.
template <int kGroups>
__device__ void add_rows(const float (&weights)[2][4], const float* tile, float (&sums)[2 * kGroups][4]) {
  const float top[4] = {weights[0][0], weights[0][1], weights[1][0], weights[1][1]},
              bottom[4] = {weights[0][2], weights[0][3], weights[1][2], weights[1][3]};
  Whole32::Left left;
  Whole32::take(left, top, bottom);
#pragma unroll
  for (int j = 0; j < kGroups; ++j)
    multiply_tile(
        left,
        [&](int n, int e) {
          return tile[(2 * turn_lane() + e % 2 + e / 2 * 8) * kPitch<16 * kGroups> + 16 * j + 8 * n + group_lane()];
        },
        sums + 2 * j);
}

template <int kGroups>
__device__ void write_rows(const Strided& m, const SoftmaxHeads& p, int row0, int rows, bool adds,
                           const float (&x)[2 * kGroups][4]) {
  float* const to = matrix_of(m);
#pragma unroll
  for (int n = 0; n < 2 * kGroups; ++n)
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      const int row = row0 + group_lane() + e / 2 * 8, column = 8 * n + 2 * turn_lane() + e % 2;
      if (row >= rows || column >= p.dims) continue;
      float& out = to[row * m.row + column * m.column];
      out = adds ? out + x[n][e] : x[n][e];
    }
}

/// What is added to the logits of a key; −∞ where there is none before `end`.
__device__ inline float bias_of(const SoftmaxHeads& p, int key, int end) {
  if (key >= end) return -INFINITY;
  return p.bias.data != nullptr ? p.bias.data[blockIdx.z * p.bias.head + key * p.bias.column] : 0.0f;
}

__device__ inline int keys_of(const SoftmaxHeads& p) { return p.columns + p.beyond; }

/// The first key that query n sees of the first p.columns, below 0 where its overlap hangs over.
__device__ inline int first_seen(const SoftmaxHeads& p, int n) {
  return p.window > 0 ? n / p.window * p.window - p.overlap : 0;
}
/// How many keys a query sees from there on: all that it meets, where this key lies beyond or there is no window.
__device__ inline unsigned span_of(const SoftmaxHeads& p, int key) {
  return p.window == 0 || key >= p.columns ? ~0u : static_cast<unsigned>(p.window + 2 * p.overlap);
}
__device__ inline bool sees(int first, unsigned span, int key) { return static_cast<unsigned>(key - first) < span; }

/// What the tile of rows that begins at row0 meets, 64 columns at a time: from `first` on to `end`, then what lies
/// beyond. Rows are queries and columns keys or, with kOfKeys, the other way round.
struct Walk {
  int first, end;          // of the columns that are left here
  int beyond, beyond_end;  // of those that come then

  __device__ bool is_there() const { return first < end; }
  __device__ void advance() {
    first += kTile;
    if (first < end) return;
    first = beyond, end = beyond_end;
    beyond = beyond_end;
  }
};

template <bool kOfKeys>
__device__ Walk begin_walk(const SoftmaxHeads& p, int row0) {
  const int last = min(row0 + kTile, kOfKeys ? keys_of(p) : p.rows) - 1;
  Walk walk{0, kOfKeys ? p.rows : p.columns, p.columns, kOfKeys ? p.columns : keys_of(p)};
  if (p.window > 0) {
    if (kOfKeys && last < p.columns) {  // keys beyond are seen by all queries
      walk.first = max(0, row0 - p.overlap) / p.window * p.window;
      walk.end = min(p.rows, (last + p.overlap) / p.window * p.window + p.window);
    } else if (!kOfKeys) {
      walk.first = max(0, first_seen(p, row0));
      walk.end = min(p.columns, first_seen(p, last) + p.window + 2 * p.overlap);
    }
  }
  return walk;
}

// --- Forward ---------------------------------------------------------------------------------------------------------

template <int kDims>
struct Forward {
  struct {
    float keys[kNumbers<kDims>], values[kNumbers<kDims>], bias[kTile];
  } stages[2];
};

/// A running maximum and sum of two rows, in powers of two, with the sums of values.
template <int kGroups>
struct Running {
  float highest[2] = {-INFINITY, -INFINITY}, sum[2] = {}, values[2 * kGroups][4] = {};

  /// Takes in 64 columns, which the two rows see where seen(h, column) says so; their logits become weights.
  template <class Seen>
  __device__ void weigh(float (&logits)[kTile / 16][2][4], const float* bias, const Seen& seen) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      float now = highest[h];
#pragma unroll
      for (int i = 0; i < kTile / 4; ++i) {
        const int m = i / 4, n = i / 2 % 2, e = i % 2;
        float& x = logits[m][n][2 * h + e];
        const int column = 16 * m + 8 * n + 2 * turn_lane() + e;
        const float logit = kLog2E * (x + bias[column]);
        x = seen(h, column) ? logit : -INFINITY;
        now = fmaxf(now, x);
      }
      now = largest_of_four(now);
      const float base = now == -INFINITY ? 0.0f : now, old = power_of_two(highest[h] - base);
      highest[h] = now;
      sum[h] *= old;
#pragma unroll
      for (int n = 0; n < 2 * kGroups; ++n) values[n][2 * h] *= old, values[n][2 * h + 1] *= old;
#pragma unroll
      for (int i = 0; i < kTile / 4; ++i) {
        float& x = logits[i / 4][i / 2 % 2][2 * h + i % 2];
        x = power_of_two(x - base);
        sum[h] += x;
      }
    }
  }
};

template <int kDims>
__device__ void forward(const SoftmaxHeads& p) {
  constexpr int kGroups = kDims / 16;
  auto& s = *shared_memory<Forward<kDims>>();
  const int tid = static_cast<int>(threadIdx.x), row0 = static_cast<int>(blockIdx.x) * kTile + tid / 32 * 16;
  const auto fetch_tile = [&](const Walk& at, int stage) {
    fetch<kDims>(p.k, p, at.first, at.end, s.stages[stage].keys);
    fetch<kDims>(p.v, p, at.first, at.end, s.stages[stage].values);
    if (tid < kTile) s.stages[stage].bias[tid] = bias_of(p, at.first + tid, at.end);
  };
  Whole32::Left queries[kGroups];
  Running<kGroups> run;
  Walk walk = begin_walk<false>(p, static_cast<int>(blockIdx.x) * kTile);
  fetch_tile(walk, 0);
  load_rows<kGroups>(p.q, p, row0, p.rows, queries);
  const int first[2] = {first_seen(p, row0 + group_lane()), first_seen(p, row0 + group_lane() + 8)};
  for (int stage = 0; walk.is_there(); stage ^= 1) {
    finish_copies();
    __syncthreads();
    const Walk now = walk;
    walk.advance();
    if (walk.is_there()) fetch_tile(walk, stage ^ 1);
    if (row0 >= p.rows) continue;
    float logits[kTile / 16][2][4] = {};
#pragma unroll
    for (int m = 0; m < kTile / 16; ++m)
      if (now.first + 16 * m < now.end)
        multiply_rows<kGroups>(queries, s.stages[stage].keys + 16 * m * kPitch<kDims>, logits[m]);
    const unsigned span = span_of(p, now.first);
    run.weigh(logits, s.stages[stage].bias,
              [&](int h, int column) { return sees(first[h], span, now.first + column); });
#pragma unroll
    for (int m = 0; m < kTile / 16; ++m)
      if (now.first + 16 * m < now.end)
        add_rows<kGroups>(logits[m], s.stages[stage].values + 16 * m * kPitch<kDims>, run.values);
  }
  if (row0 >= p.rows) return;
  for (int h = 0; h < 2; ++h) {
    const float sum = sum_of_four(run.sum[h]);
    const int row = row0 + group_lane() + 8 * h;
    if (turn_lane() == 0 && row < p.rows) of_queries(p.log_sums, p)[row] = kLn2 * run.highest[h] + logf(sum);
#pragma unroll
    for (int n = 0; n < 2 * kGroups; ++n) run.values[n][2 * h] /= sum, run.values[n][2 * h + 1] /= sum;
  }
  write_rows<kGroups>(p.y, p, row0, p.rows, false, run.values);
}

// --- Backward --------------------------------------------------------------------------------------------------------

template <int kDims>
struct Backward {
  struct {
    float one[kNumbers<kDims>], other[kNumbers<kDims>], shift[kTile], dots[kTile];
    int first[kTile];  // with rows of keys: what each column, a query, sees first
  } stages[2];
};

/// Σ_d y dy of each query: a thread for each row of the block's.
__device__ void find_dots(const SoftmaxHeads& p) {
  const int row = static_cast<int>(blockIdx.x) * kTile + static_cast<int>(threadIdx.x);
  if (threadIdx.x >= kTile || row >= p.rows) return;
  const float *const y = matrix_of(p.y) + row * p.y.row, *const dy = matrix_of(p.dy) + row * p.dy.row;
  float sum = 0.0f;
  for (int d = 0; d < p.dims; ++d) sum += y[d * p.y.column] * dy[d * p.dy.column];
  of_queries(p.dots, p)[row] = sum;
}

/// With rows of queries: dP = dY Vᵀ, dS = P∘(dP − y·dy), dQ = dS K. With rows of keys the same transposed: dK = dSᵀ Q,
/// and dV = Pᵀ dY. P = exp(logit − shift of the column − shift of the row), of which one is a query's.
template <int kDims, bool kOfKeys>
__device__ void backward(const SoftmaxHeads& p) {
  constexpr int kGroups = kDims / 16;
  auto& s = *shared_memory<Backward<kDims>>();
  const Strided &own = kOfKeys ? p.k : p.q, &own_value = kOfKeys ? p.v : p.dy, &one = kOfKeys ? p.q : p.k,
                &other = kOfKeys ? p.dy : p.v;
  const int rows = kOfKeys ? keys_of(p) : p.rows;
  const int tid = static_cast<int>(threadIdx.x), row0 = static_cast<int>(blockIdx.x) * kTile + tid / 32 * 16;
  if (!kOfKeys) {
    find_dots(p);
    __syncthreads();
  }
  const auto fetch_tile = [&](const Walk& at, int stage) {
    auto& to = s.stages[stage];
    fetch<kDims>(one, p, at.first, at.end, to.one);
    fetch<kDims>(other, p, at.first, at.end, to.other);
    if (tid >= kTile) return;
    const int column = at.first + tid;
    to.dots[tid] = kOfKeys && column < at.end ? of_queries(p.dots, p)[column] : 0.0f;
    if (kOfKeys) {
      to.shift[tid] = column < at.end ? of_queries(p.log_sums, p)[column] : INFINITY;
      to.first[tid] = first_seen(p, column);
    } else {
      to.shift[tid] = -bias_of(p, column, at.end);
    }
  };
  Walk walk = begin_walk<kOfKeys>(p, static_cast<int>(blockIdx.x) * kTile);
  fetch_tile(walk, 0);
  Whole32::Left left[kGroups], left_value[kGroups];
  load_rows<kGroups>(own, p, row0, rows, left);
  load_rows<kGroups>(own_value, p, row0, rows, left_value);
  float shift[2] = {}, dots[2] = {};
  int first[2] = {};
  for (int h = 0; h < 2; ++h)
    if (const int row = row0 + group_lane() + 8 * h; row < rows) {
      shift[h] = kOfKeys ? -bias_of(p, row, rows) : of_queries(p.log_sums, p)[row];
      if (!kOfKeys) dots[h] = of_queries(p.dots, p)[row], first[h] = first_seen(p, row);
    }
  float slope[2 * kGroups][4] = {}, slope_of_value[2 * kGroups][4] = {};
  for (int stage = 0; walk.is_there(); stage ^= 1) {
    finish_copies();
    __syncthreads();
    const Walk now = walk;
    walk.advance();
    if (walk.is_there()) fetch_tile(walk, stage ^ 1);
    if (row0 >= rows) continue;
    const auto& tile = s.stages[stage];
    const auto is_seen = [&](int h, int column) {
      const int row = row0 + group_lane() + 8 * h;
      return kOfKeys ? sees(tile.first[column], span_of(p, row), row)
                     : sees(first[h], span_of(p, now.first), now.first + column);
    };
    for (int m = 0; m < kTile && now.first + m < now.end; m += 16) {
      float weights[2][4], slopes[2][4];
      multiply_rows<kGroups>(left, tile.one + m * kPitch<kDims>, weights);
      multiply_rows<kGroups>(left_value, tile.other + m * kPitch<kDims>, slopes);
#pragma unroll
      for (int n = 0; n < 2; ++n)
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          const int column = m + 8 * n + 2 * turn_lane() + e % 2;
          const float weight = power_of_two(kLog2E * (weights[n][e] - tile.shift[column] - shift[e / 2]));
          weights[n][e] = is_seen(e / 2, column) ? weight : 0.0f;
          slopes[n][e] = weights[n][e] * (slopes[n][e] - tile.dots[column] - dots[e / 2]);
        }
      add_rows<kGroups>(slopes, tile.one + m * kPitch<kDims>, slope);
      if constexpr (kOfKeys) add_rows<kGroups>(weights, tile.other + m * kPitch<kDims>, slope_of_value);
    }
  }
  if (row0 >= rows) return;
  write_rows<kGroups>(kOfKeys ? p.dk : p.dq, p, row0, rows, (kOfKeys ? p.adds_k : p.adds_q) != 0, slope);
  if constexpr (kOfKeys) write_rows<kGroups>(p.dv, p, row0, rows, p.adds_v != 0, slope_of_value);
}

// --- Kernels: never started where there are no such tensor cores -----------------------------------------------------

template <int kDims>
__global__ void __launch_bounds__(kThreads) forward_kernel(const SoftmaxHeads p) {
  forward<kDims>(p);
}

template <int kDims, bool kOfKeys>
__global__ void __launch_bounds__(kThreads) backward_kernel(const SoftmaxHeads p) {
  backward<kDims, kOfKeys>(p);
}

template <int kDims>
cudaError_t start(Context* c, const SoftmaxHeads& p) {
  const auto grid = [&](int rows) {
    return dim3(blocks_of(rows, kTile), static_cast<unsigned>(p.parts), static_cast<unsigned>(p.heads));
  };
  if (p.backward == 0)
    return launch(forward_kernel<kDims>, grid(p.rows), dim3(kThreads), sizeof(Forward<kDims>), c->stream, p);
  const cudaError_t failed =
      launch(backward_kernel<kDims, false>, grid(p.rows), dim3(kThreads), sizeof(Backward<kDims>), c->stream, p);
  if (failed != cudaSuccess) return failed;
  return launch(backward_kernel<kDims, true>, grid(p.columns + p.beyond), dim3(kThreads), sizeof(Backward<kDims>),
                c->stream, p);
}

}  // namespace

int softmax_heads(Context* c, const SoftmaxHeads* p) {
  static_assert(kMostSoftmaxDims == 32);
  return c->status(p->dims <= 16 ? start<16>(c, *p) : start<32>(c, *p), "starting softmax_heads");
}

}  // namespace omega::cuda
