// Products, and what is done to rows one by one.
#include "cuda/device/context.h"
#include "cuda/device/reduce.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kTile = 64;
constexpr int kDepth = 16;
constexpr int kPitch = kTile + 1;

/// 64×64 of the product a block, 4×4 a thread, 16 of the inner dimension at a time.
__global__ void __launch_bounds__(kThreads) product_kernel(const Product p) {
  float* left = shared_memory<float>();
  float* right = left + kDepth * kPitch;
  const int tid = static_cast<int>(threadIdx.x), head = static_cast<int>(blockIdx.z);
  const int row0 = static_cast<int>(blockIdx.x) * kTile, column0 = static_cast<int>(blockIdx.y) * kTile, i0 = tid / 16,
            j0 = tid % 16;
  const float* a = p.a + head * p.a_head;
  const float* b = p.b + head * p.b_head;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < p.inner; k0 += kDepth) {
    for (int i = tid; i < kDepth * kTile; i += kThreads) {
      // Neighbouring threads read along whichever axis lies together in memory.
      const int ka = p.a_column == 1 ? i % kDepth : i / kTile, r = p.a_column == 1 ? i / kDepth : i % kTile;
      const int kb = p.b_column == 1 ? i / kTile : i % kDepth, c = p.b_column == 1 ? i % kTile : i / kDepth;
      left[ka * kPitch + r] =
          row0 + r < p.rows && k0 + ka < p.inner ? a[(row0 + r) * p.a_row + (k0 + ka) * p.a_column] : 0.0f;
      right[kb * kPitch + c] =
          column0 + c < p.columns && k0 + kb < p.inner ? b[(k0 + kb) * p.b_row + (column0 + c) * p.b_column] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += left[k * kPitch + i0 + 16 * i] * right[k * kPitch + j0 + 16 * j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int r = row0 + i0 + 16 * i, c = column0 + j0 + 16 * j;
      if (r >= p.rows || c >= p.columns) continue;
      float x = p.factor * sum[i][j];
      if (p.row_bias != nullptr) x += p.row_bias[head * p.row_bias_head + r];
      if (p.column_bias != nullptr) x += p.column_bias[head * p.column_bias_head + c];
      float* out = p.out + head * p.out_head +
                   (p.out_row != 0 ? r * p.out_row : static_cast<std::int64_t>(r) * p.columns) +
                   (p.out_column != 0 ? c * p.out_column : c);
      *out = p.adds != 0 ? *out + x : x;
    }
}

__global__ void __launch_bounds__(kThreads) combine_kernel(const Combine p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, head = blockIdx.z;
  if (i >= p.count) return;
  float x = p.c;
  if (p.x) x += p.a * p.x.of(head)[i];
  if (p.y) x += p.b * p.y.of(head)[i];
  p.out.of(head)[i] = x;
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
  const int tid = static_cast<int>(threadIdx.x), n = p.rows;
  float row = 0.0f, column = 0.0f;
  for (int i = tid; i < n; i += kThreads) {
    float along = 0.0f, down = 0.0f;
    for (int j = 0; j < n; ++j) along += fabsf(x[i * n + j]), down += fabsf(x[j * n + i]);
    row = fmaxf(row, along);
    column = fmaxf(column, down);
  }
  row = of_block<kThreads / 32>(row, shared, Largest{});
  column = of_block<kThreads / 32>(column, shared, Largest{});
  for (int i = tid; i < n * n; i += kThreads) out[i] = x[i % n * n + i / n] / (column * row);
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
    return fmaxf(one, other) + log1pf(expf(-fabsf(one - other))) - 0.69314718055994531f;
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
  __device__ void add(const float* part, int d) {
    if (part[0] == -INFINITY) return;
    const float now = fmaxf(highest, part[0]), old = highest == -INFINITY ? 0.0f : expf(highest - now),
                fresh = expf(part[0] - now);
    sum = sum * old + part[1] * fresh;
    value = value * old + part[kPartHead + d] * fresh;
    highest = now;
  }
  __device__ float log_sum() const { return sum > 0.0f ? highest + logf(sum) : -INFINITY; }
  __device__ float mean() const { return sum > 0.0f ? value / sum : 0.0f; }
};

/// A block of threads for each row of ω, a thread for each value: first what lies before each block of columns, then,
/// backwards, what lies behind it, and both together.
__global__ void __launch_bounds__(kThreads) outside_kernel(const Outside p) {
  const std::int64_t row = blockIdx.x, head = blockIdx.z, wide = part_width(p.value_dims), step = p.rows * wide,
                     next = static_cast<std::int64_t>(p.rows) * p.value_dims;
  const float* parts = p.parts + head * p.blocks * step + row * wide;
  float* before = p.before + head * p.blocks * p.rows + row;
  float* sums = p.log_sums.of(head) + row;
  float* means = p.means.of(head) + row * p.value_dims;
  for (int d = static_cast<int>(threadIdx.x); d < p.value_dims; d += kThreads) {
    RunningMean run = {-INFINITY, 0.0f, 0.0f};
    for (std::int64_t b = 0; b < p.blocks; ++b) {
      if (d == 0) before[b * p.rows] = run.log_sum();
      means[b * next + d] = run.mean();
      run.add(parts + b * step, d);
    }
  }
  __syncthreads();
  for (int d = static_cast<int>(threadIdx.x); d < p.value_dims; d += kThreads) {
    RunningMean run = {-INFINITY, 0.0f, 0.0f};
    for (std::int64_t b = p.blocks - 1; b >= 0; --b) {
      const float left = before[b * p.rows], right = run.log_sum(), high = fmaxf(left, right);
      const float both = high == -INFINITY ? high : high + log1pf(expf(-fabsf(left - right)));
      if (d == 0) sums[b * p.rows] = both + p.shift;
      if (both != -INFINITY)
        means[b * next + d] = means[b * next + d] * expf(left - both) + run.mean() * expf(right - both);
      run.add(parts + b * step, d);
    }
  }
}

}  // namespace

namespace {

/// outᵀ = Bᵀ·Aᵀ: what lies by rows is the transpose by columns. One axis of A and of B must lie together.
int blas_product(Context* c, const Product& p) {
  const bool a_by_rows = p.a_column == 1 && p.a_row >= p.inner,
             b_by_rows = p.b_column == 1 && p.b_row >= p.columns;  // both may be 1
  const float zero = 0.0f;
  const int failed = c->blas->product(c->blas_handle, b_by_rows ? 0 : 1, a_by_rows ? 0 : 1, p.columns, p.rows, p.inner,
                                      &p.factor, p.b, static_cast<int>(b_by_rows ? p.b_row : p.b_column), p.b_head, p.a,
                                      static_cast<int>(a_by_rows ? p.a_row : p.a_column), p.a_head, &zero, p.out,
                                      p.columns, p.out_head, p.heads);
  if (failed == 0) return kOk;
  c->message = "a product of cuBLAS failed with its status " + std::to_string(failed);
  return kFailed;
}

}  // namespace

int product(Context* c, const Product* p) {
  const bool is_plain =
      p->row_bias == nullptr && p->column_bias == nullptr && p->out_row == 0 && p->out_column == 0 && p->adds == 0;
  if (is_plain && blas_of(c) != nullptr) return blas_product(c, *p);
  // Rows go to x, which alone may be long.
  const dim3 grid(blocks_of(p->rows, kTile), blocks_of(p->columns, kTile), static_cast<unsigned>(p->heads));
  return c->status(launch(product_kernel, grid, dim3(kThreads), 2 * kDepth * kPitch * sizeof(float), c->stream, *p),
                   "starting product");
}

int combine(Context* c, const Combine* p) {
  return c->status(launch(combine_kernel, dim3(blocks_of(p->count, kThreads), 1, static_cast<unsigned>(p->heads)),
                          dim3(kThreads), 0, c->stream, *p),
                   "starting combine");
}

int rows(Context* c, const RowOperation* p) {
  unsigned blocks = blocks_of(out_rows(*p) * out_columns(*p), kThreads);
  if (takes_block(p->op)) blocks = static_cast<unsigned>(p->rows);
  if (takes_warp(p->op)) blocks = blocks_of(p->rows, kThreads / 32);
  if (p->op == kTranspose) blocks = 1;
  return c->status(launch(rows_kernel, dim3(blocks, 1, static_cast<unsigned>(p->heads)), dim3(kThreads),
                          (kThreads / 32) * sizeof(float), c->stream, *p),
                   "starting rows");
}

int outside(Context* c, const Outside* p) {
  return c->status(launch(outside_kernel, dim3(static_cast<unsigned>(p->rows), 1, static_cast<unsigned>(p->heads)),
                          dim3(kThreads), 0, c->stream, *p),
                   "starting outside");
}

}  // namespace omega::cuda
