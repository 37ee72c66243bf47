// What is done to rows one by one.
#include "cuda/device/context.h"
#include "cuda/device/densities.h"
#include "cuda/device/fours.h"
#include "cuda/device/reduce.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;

constexpr int kCombined = 4;  // fours of a thread, whose loads are on their way together

__device__ inline float combined(const Combine& p, float x, float y) {
  float sum = p.c;
  if (p.x) sum += p.a * x;
  if (p.y) sum += p.b * y;
  return sum;
}

__device__ void combine_fours(const Combine& p, const float* x, const float* y, float* out, std::int64_t first) {
  float4 of_x[kCombined], of_y[kCombined];
#pragma unroll
  for (int i = 0; i < kCombined; ++i) {
    const std::int64_t at = first + 4 * kThreads * i;
    of_x[i] = x != nullptr && at < p.count ? load_vector<float4>(x + at) : zeros();
    of_y[i] = y != nullptr && at < p.count ? load_vector<float4>(y + at) : zeros();
  }
#pragma unroll
  for (int i = 0; i < kCombined; ++i)
    if (const std::int64_t at = first + 4 * kThreads * i; at < p.count)
      *reinterpret_cast<float4*>(out + at) =
          make_float4(combined(p, of_x[i].x, of_y[i].x), combined(p, of_x[i].y, of_y[i].y),
                      combined(p, of_x[i].z, of_y[i].z), combined(p, of_x[i].w, of_y[i].w));
}

__global__ void __launch_bounds__(kThreads) combine_kernel(const Combine p) {
  const std::int64_t head = blockIdx.z, all = 4 * kCombined * kThreads, tid = threadIdx.x, begin = blockIdx.x * all,
                     end = begin + all < p.count ? begin + all : p.count;
  const float *x = p.x ? p.x.of(head) : nullptr, *y = p.y ? p.y.of(head) : nullptr;
  float* const out = p.out.of(head);
  const int rest = static_cast<int>(p.count % 4);
  if (lies_in_fours(x, rest) && lies_in_fours(y, rest) && lies_in_fours(out, rest))
    return combine_fours(p, x, y, out, begin + 4 * tid);
  for (std::int64_t i = begin + tid; i < end; i += kThreads)
    out[i] = combined(p, x != nullptr ? x[i] : 0.0f, y != nullptr ? y[i] : 0.0f);
}

/// A block for each row: softmax of it, or exp relative to its largest.
__device__ void exponentials(const RowOperation& p, const float* x, float* out, float* shared, std::int64_t row) {
  const int tid = static_cast<int>(threadIdx.x);
  const float factor = p.op == kExpRelative ? p.a : 1.0f;
  const int seen = p.op == kSoftmaxRows && p.each > 0 && row < p.columns ? static_cast<int>(row) + 1 : p.columns;
  float highest = -INFINITY, sum = 0.0f;
  for (int c = tid; c < seen; c += kThreads) highest = fmaxf(highest, factor * x[c]);
  highest = of_block<kThreads / 32>(highest, shared, Largest{});
  for (int c = tid + seen; c < p.columns; c += kThreads) out[c] = 0.0f;
  for (int c = tid; c < seen; c += kThreads) {
    out[c] = expf(factor * x[c] - highest);
    sum += out[c];
  }
  if (p.op != kSoftmaxRows) return;
  sum = of_block<kThreads / 32>(sum, shared, Sum{});
  for (int c = tid; c < seen; c += kThreads) out[c] /= sum;
}

/// A warp for each row: a·‖x‖² + b, or ‖x − y‖/‖y‖.
__device__ void dots(const RowOperation& p, std::int64_t head, std::int64_t row) {
  const float* x = p.x.of(head) + row * p.columns;
  const bool away = p.op == kDistance;
  const float* y = away ? p.y.of(head) + row * p.columns : x;
  float norm = 0.0f, distance = 0.0f;
  for (int c = static_cast<int>(threadIdx.x) % 32; c < p.columns; c += 32) {
    norm += y[c] * y[c];
    distance += (x[c] - y[c]) * (x[c] - y[c]);
  }
  norm = of_warp(norm, Sum{});
  distance = of_warp(distance, Sum{});
  if (threadIdx.x % 32 == 0) p.out.of(head)[row] = away ? sqrtf(distance / norm) : p.a * norm + p.b;
}

/// A block for the whole of a square matrix: its transpose over the largest column sum times the largest row sum.
__device__ void scaled_transpose(const RowOperation& p, const float* x, float* out, float* shared) {
  const std::int64_t tid = threadIdx.x, n = p.rows;
  float row = 0.0f, column = 0.0f;
  for (std::int64_t i = tid; i < n; i += kThreads) {
    float along = 0.0f, down = 0.0f;
    for (std::int64_t j = 0; j < n; ++j) along += fabsf(x[i * n + j]), down += fabsf(x[j * n + i]);
    row = fmaxf(row, along);
    column = fmaxf(column, down);
  }
  row = of_block<kThreads / 32>(row, shared, Largest{});
  column = of_block<kThreads / 32>(column, shared, Largest{});
  for (std::int64_t i = tid; i < n * n; i += kThreads) out[i] = x[i % n * n + i / n] / (column * row);
}

/// What each element of the output is by itself.
__device__ float element(const RowOperation& p, std::int64_t head, std::int64_t r, std::int64_t c) {
  const float* x = p.x.of(head);
  if (p.op == kIdentity) return r == c ? p.a : 0.0f;
  if (p.op == kAddBiases) {
    const float row = p.row_bias ? p.b * p.row_bias.of(head)[r] : 0.0f;
    return p.a * x[r * p.columns + c] + row + (p.column_bias ? p.column_bias.of(head)[c] : 0.0f);
  }
  if (p.op == kPairLogMean) {
    const float one = x[r * p.columns + c], other = x[r * p.columns + p.columns / 2 + c];
    return log_add(one, other) - 0.69314718055994531f;
  }
  float sum = 0.0f;  // kMeanOfRows
  for (int s = 0; s < p.each; ++s) sum += x[(r * p.each + s) * p.columns + c];
  return sum / static_cast<float>(p.each);
}

/// Which threads make what: a block or a warp for each row, else a thread for each element. Kernel and launch both ask.
__device__ __host__ inline bool takes_block(RowOp op) { return op == kSoftmaxRows || op == kExpRelative; }
__device__ __host__ inline bool takes_warp(RowOp op) { return op == kHalfNorm || op == kDistance; }

__device__ __host__ inline std::int64_t out_rows(const RowOperation& p) {
  return p.op == kMeanOfRows ? p.rows / p.each : p.rows;
}
__device__ __host__ inline std::int64_t out_columns(const RowOperation& p) {
  return p.op == kPairLogMean ? p.columns / 2 : p.columns;
}

__global__ void __launch_bounds__(kThreads) rows_kernel(const RowOperation p) {
  float* shared = shared_memory<float>();
  const int tid = static_cast<int>(threadIdx.x);
  const std::int64_t head = blockIdx.z, block = blockIdx.x;
  float* out = p.out.of(head);
  if (p.op == kTranspose) return scaled_transpose(p, p.x.of(head), out, shared);
  if (takes_block(p.op))
    return exponentials(p, p.x.of(head) + block * p.columns, out + block * p.columns, shared, block);
  if (takes_warp(p.op)) {
    const std::int64_t row = block * (kThreads / 32) + tid / 32;
    if (row < p.rows) dots(p, head, row);
    return;
  }
  const std::int64_t i = block * kThreads + tid, r = i / out_columns(p), c = i % out_columns(p);
  if (r < out_rows(p)) out[i] = element(p, head, r, c);
}

/// A running sum of exponentials with a mean of values.
struct RunningMean {
  float highest, sum, value;
  __device__ void add(float more, float more_sum, float more_value) {
    const float now = fmaxf(highest, more);
    if (now == -INFINITY) return;
    const float old = expf(highest - now), fresh = expf(more - now);
    sum = sum * old + more_sum * fresh;
    value = value * old + more_value * fresh;
    highest = now;
  }
  __device__ float log_sum() const { return sum > 0.0f ? highest + logf(sum) : -INFINITY; }
  __device__ float mean() const { return sum > 0.0f ? value / sum : 0.0f; }
};

constexpr int kValuesAtOnce = 64;  // threads of a row of ω
constexpr int kBlocksAtOnce = 8;   // blocks of columns whose parts are on their way together

struct PartsOfBlocks {
  float highest[kBlocksAtOnce], sum[kBlocksAtOnce], value[kBlocksAtOnce];

  __device__ PartsOfBlocks(const float* parts, std::int64_t step, int first, int end, int d) {
#pragma unroll
    for (int i = 0; i < kBlocksAtOnce; ++i) {
      highest[i] = -INFINITY, sum[i] = value[i] = 0.0f;
      if (first + i >= end) continue;
      const float* part = parts + (first + i) * step;
      highest[i] = part[0], sum[i] = part[1], value[i] = part[kPartHead + d];
    }
  }
};

/// A block of threads for each row of ω, a thread for each value: first what lies before each block of columns, then,
/// backwards, what lies after it, and both together.
__global__ void __launch_bounds__(kValuesAtOnce) outside_kernel(const Outside p) {
  const std::int64_t row = blockIdx.x, head = blockIdx.z, wide = part_width(p.value_dims), step = p.rows * wide,
                     next = static_cast<std::int64_t>(p.rows) * p.value_dims;
  const float* parts = p.parts + head * p.blocks * step + row * wide;
  float* before = p.before + head * p.blocks * p.rows + row;
  float* sums = p.log_sums.of(head) + row;
  float* means = p.means.of(head) + row * p.value_dims;
  for (int d = static_cast<int>(threadIdx.x); d < p.value_dims; d += kValuesAtOnce) {
    RunningMean run = {-INFINITY, 0.0f, 0.0f};
    for (int first = 0; first < p.blocks; first += kBlocksAtOnce) {
      const PartsOfBlocks all(parts, step, first, p.blocks, d);
#pragma unroll
      for (int i = 0; i < kBlocksAtOnce; ++i) {
        const std::int64_t b = first + i;
        if (b >= p.blocks) break;
        if (d == 0) before[b * p.rows] = run.log_sum();
        means[b * next + d] = run.mean();
        run.add(all.highest[i], all.sum[i], all.value[i]);
      }
    }
  }
  __syncthreads();
  for (int d = static_cast<int>(threadIdx.x); d < p.value_dims; d += kValuesAtOnce) {
    RunningMean run = {-INFINITY, 0.0f, 0.0f};
    for (int first = (p.blocks - 1) / kBlocksAtOnce * kBlocksAtOnce; first >= 0; first -= kBlocksAtOnce) {
      const PartsOfBlocks all(parts, step, first, p.blocks, d);
      float lefts[kBlocksAtOnce], means_left[kBlocksAtOnce];
#pragma unroll
      for (int i = 0; i < kBlocksAtOnce; ++i) {
        const std::int64_t b = first + i;
        lefts[i] = means_left[i] = 0.0f;
        if (b < p.blocks) lefts[i] = before[b * p.rows], means_left[i] = means[b * next + d];
      }
#pragma unroll
      for (int i = kBlocksAtOnce - 1; i >= 0; --i) {
        const std::int64_t b = first + i;
        if (b >= p.blocks) continue;
        const float left = lefts[i], right = run.log_sum(), both = log_add(left, right);
        if (d == 0) sums[b * p.rows] = both + p.shift;
        if (both != -INFINITY)
          means[b * next + d] = means_left[i] * expf(left - both) + run.mean() * expf(right - both);
        run.add(all.highest[i], all.sum[i], all.value[i]);
      }
    }
  }
}

}  // namespace

int combine(Context* c, const Combine* p) {
  return start(c, "starting combine", combine_kernel, grid_of(p->count, 4 * kCombined * kThreads, p->heads), kThreads,
               *p);
}

int rows(Context* c, const RowOperation* p) {
  const dim3 grid = p->op == kTranspose  ? grid_of(1, 1, p->heads)
                    : takes_block(p->op) ? grid_of(p->rows, 1, p->heads)
                    : takes_warp(p->op)  ? grid_of(p->rows, kThreads / 32, p->heads)
                                         : grid_of(out_rows(*p) * out_columns(*p), kThreads, p->heads);
  return start(c, "starting rows", rows_kernel, grid, kThreads, *p, (kThreads / 32) * sizeof(float));
}

int outside(Context* c, const Outside* p) {
  return start(c, "starting outside", outside_kernel, grid_of(p->rows, 1, p->heads), kValuesAtOnce, *p);
}

}  // namespace omega::cuda
