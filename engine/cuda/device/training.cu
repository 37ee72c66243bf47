// What a step of training consists of beside products, each as one kernel over all examples (training.h says what each
// computes). Sums are taken in an order that does not change: the same step gives the same bits.
#include "cuda/device/context.h"
#include "cuda/device/philox.h"
#include "cuda/device/reduce.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr float kGeluCube = 0.044715f, kGeluSlope = 1.5957691216057308f;  // 2√(2/π)

__device__ inline float* at(const Strided& m, std::int64_t head, std::int64_t row, std::int64_t column) {
  return m.data + head * m.head + row * m.row + column * m.column;
}

// --- Numbers one by one ----------------------------------------------------------------------------------------------

__device__ inline float gelu_gate(float x) {
  return 1.0f / (1.0f + expf(-kGeluSlope * x * (1.0f + kGeluCube * x * x)));
}

__device__ inline float gelu_slope(float x) {
  const float gate = gelu_gate(x);
  return gate + x * kGeluSlope * (1.0f + 3.0f * kGeluCube * x * x) * gate * (1.0f - gate);
}

__device__ inline float kept_away(float x, float from) { return fabsf(x) < from ? copysignf(from, x) : x; }

__device__ float element(const Elements& p, float x, float y) {
  switch (p.op) {
    case kLinear: return p.a * x + p.b * y;
    case kMultiply: return p.a * x * y;
    case kGelu: return x * gelu_gate(x);
    case kGeluGradient: return x * gelu_slope(y);
    case kExp: return expf(x);
    case kLog: return logf(fmaxf(x, p.a));
    case kLogGradient: return y > p.a ? x / y : 0.0f;
    case kCosine: return cosf(x);
    case kSine: return sinf(x);
    case kTanh: return tanhf(x);
    case kTanhGradient: return x * (1.0f - y * y);
    case kLeaky: return x < 0.0f ? p.a * x : x;
    case kLeakyGradient: return y < 0.0f ? p.a * x : x;
    case kEluPlusOne: return x < 0.0f ? expf(x) : x + 1.0f;
    case kEluGradient: return y < 0.0f ? x * expf(y) : x;
    case kInverse: return 1.0f / kept_away(x, p.a);
    case kInverseGradient: return fabsf(y) < p.a ? 0.0f : -x / (y * y);
  }
  return 0.0f;
}

__global__ void __launch_bounds__(kThreads) elements_kernel(const Elements p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, head = blockIdx.z;
  const std::int64_t row = i / p.columns, column = i % p.columns;
  if (row >= p.rows) return;
  const float x = *at(p.x, head, row, column), y = p.y.data != nullptr ? *at(p.y, head, row, column) : 0.0f;
  float* out = at(p.out, head, row, column);
  const float result = element(p, x, y);
  *out = p.adds != 0 ? *out + result : result;
  if (p.kept_away != nullptr && fabsf(x) < p.a && p.labels[head] >= 0) atomicAdd(p.kept_away, 1ull);
}

// --- Rows ------------------------------------------------------------------------------------------------------------

/// p∘(dp − p·dp) + p·dlog_sum, or p∘dp.
__device__ void softmax_gradient(const SoftmaxRows& p, std::int64_t head, std::int64_t row, float* shared) {
  float along = 0.0f;
  if (p.relative == 0) {
    for (int c = static_cast<int>(threadIdx.x); c < p.columns; c += kThreads)
      along += *at(p.x, head, row, c) * *at(p.dx, head, row, c);
    along = of_block<kWarps>(along, shared, Sum{});
    if (p.dlog_sums != nullptr) along -= p.dlog_sums[head * p.rows + row];
  }
  for (int c = static_cast<int>(threadIdx.x); c < p.columns; c += kThreads) {
    float* dx = at(p.dx, head, row, c);
    *dx = *at(p.x, head, row, c) * (*dx - along);
  }
}

__global__ void __launch_bounds__(kThreads) softmax_rows_kernel(const SoftmaxRows p) {
  float* shared = shared_memory<float>();
  const std::int64_t row = blockIdx.x, head = blockIdx.z;
  if (p.backward != 0) return softmax_gradient(p, head, row, shared);
  const int tid = static_cast<int>(threadIdx.x);
  float highest = -INFINITY, sum = 0.0f;
  for (int c = tid; c < p.columns; c += kThreads) highest = fmaxf(highest, *at(p.x, head, row, c));
  highest = of_block<kWarps>(highest, shared, Largest{});
  for (int c = tid; c < p.columns; c += kThreads) {
    float* x = at(p.x, head, row, c);
    *x = expf(*x - highest);
    sum += *x;
  }
  if (p.relative != 0) return;
  sum = of_block<kWarps>(sum, shared, Sum{});
  if (tid == 0 && p.log_sums != nullptr) p.log_sums[head * p.rows + row] = highest + logf(sum);
  for (int c = tid; c < p.columns; c += kThreads) *at(p.x, head, row, c) /= sum;
}

/// A warp for each row: the total, then the running sum until it passes u of it.
__global__ void __launch_bounds__(kThreads) choose_rows_kernel(const ChooseRows p) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32,
            row = static_cast<int>(blockIdx.x) * kWarps + warp;
  if (row >= p.rows) return;
  const std::int64_t head = blockIdx.z;
  float highest = -INFINITY;
  for (int c = lane; c < p.columns; c += 32) highest = fmaxf(highest, *at(p.x, head, row, c));
  highest = of_warp(highest, Largest{});
  double total = 0.0;
  for (int c = lane; c < p.columns; c += 32) {
    float* x = at(p.x, head, row, c);
    *x = expf(*x - highest);
    total += static_cast<double>(*x);
  }
  total = of_warp(total, Sum{});
  const double target = static_cast<double>(*at(p.u, head, row, 0)) * total;
  double before = 0.0;
  int chosen = -1, last_possible = 0;
  for (int first = 0; first < p.columns; first += 32) {
    const double weight = first + lane < p.columns ? static_cast<double>(*at(p.x, head, row, first + lane)) : 0.0;
    double sum = weight;
    for (int step = 1; step < 32; step *= 2) {
      const double left = __shfl_up_sync(0xFFFFFFFFu, sum, static_cast<unsigned>(step));
      if (lane >= step) sum += left;
    }
    const unsigned beyond = __ballot_sync(0xFFFFFFFFu, weight > 0.0 && before + sum > target),
                   possible = __ballot_sync(0xFFFFFFFFu, weight > 0.0);
    if (possible != 0) last_possible = first + 31 - __clz(static_cast<int>(possible));
    if (chosen < 0 && beyond != 0) chosen = first + 31 - __clz(static_cast<int>(beyond & (~beyond + 1u)));
    before = __shfl_sync(0xFFFFFFFFu, before + sum, 31);
  }
  if (chosen < 0) chosen = last_possible;
  for (int c = lane; c < p.columns; c += 32) *at(p.x, head, row, c) = c == chosen ? 1.0f : 0.0f;
}

__device__ void normalise_gradient(const NormaliseRows& p, std::int64_t head, std::int64_t row, float* shared) {
  const int tid = static_cast<int>(threadIdx.x);
  const auto slope_of = [&](int c) { return *at(p.dout, head, row, c) * (p.weight != nullptr ? p.weight[c] : 1.0f); };
  float sum = 0.0f, along = 0.0f;
  for (int c = tid; c < p.columns; c += kThreads) {
    sum += slope_of(c);
    along += slope_of(c) * *at(p.normal, head, row, c);
  }
  const float per = 1.0f / static_cast<float>(p.columns), inverse = p.inverse_deviations[head * p.rows + row];
  sum = per * of_block<kWarps>(sum, shared, Sum{});
  along = per * of_block<kWarps>(along, shared, Sum{});
  for (int c = tid; c < p.columns; c += kThreads) {
    float* dx = at(p.dx, head, row, c);
    const float slope = inverse * (slope_of(c) - sum - *at(p.normal, head, row, c) * along);
    *dx = p.adds != 0 ? *dx + slope : slope;
  }
}

__global__ void __launch_bounds__(kThreads) normalise_rows_kernel(const NormaliseRows p) {
  float* shared = shared_memory<float>();
  const std::int64_t row = blockIdx.x, head = blockIdx.z;
  if (p.backward != 0) return normalise_gradient(p, head, row, shared);
  const int tid = static_cast<int>(threadIdx.x);
  const float per = 1.0f / static_cast<float>(p.columns);
  float sum = 0.0f, squares = 0.0f;
  for (int c = tid; c < p.columns; c += kThreads) sum += *at(p.x, head, row, c);
  const float mean = per * of_block<kWarps>(sum, shared, Sum{});
  for (int c = tid; c < p.columns; c += kThreads) {
    const float apart = *at(p.x, head, row, c) - mean;
    squares += apart * apart;
  }
  const float inverse = 1.0f / sqrtf(per * of_block<kWarps>(squares, shared, Sum{}) + p.epsilon);
  if (tid == 0) p.inverse_deviations[head * p.rows + row] = inverse;
  for (int c = tid; c < p.columns; c += kThreads) {
    const float normal = inverse * (*at(p.x, head, row, c) - mean);
    *at(p.normal, head, row, c) = normal;
    if (p.weight != nullptr) *at(p.out, head, row, c) = p.weight[c] * normal + p.bias[c];
  }
}

/// A block for 32 numbers: each warp adds up every eighth part, and the first warp what they have.
__global__ void __launch_bounds__(kThreads) sum_parts_kernel(const SumParts p) {
  float* shared = shared_memory<float>();
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int i = static_cast<int>(blockIdx.x) * 32 + lane;
  const bool is_there = i < p.rows * p.columns;
  float sum = 0.0f;
  if (is_there) {
    const float* const parts = p.parts + i;
#pragma unroll 8
    for (int part = warp; part < p.count; part += kWarps) sum += parts[part * p.part];
  }
  shared[warp * 32 + lane] = sum;
  __syncthreads();
  if (warp > 0 || !is_there) return;
  for (int w = 1; w < kWarps; ++w) sum += shared[w * 32 + lane];
  *at(p.out, 0, i / p.columns, i % p.columns) += p.factor * sum;
}

/// A thread for four coordinates: what one call of Philox gives.
__global__ void __launch_bounds__(kThreads) dropout_kernel(const Dropout p) {
  const std::int64_t fours = (p.columns + 3) / 4, i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x,
                     row = i / fours, first = i % fours * 4;
  if (row >= p.rows) return;
  const auto example = static_cast<std::uint32_t>(p.numbers->first_example + row / p.length);
  const RandomWords place = {{static_cast<std::uint32_t>(first / 4),
                              static_cast<std::uint32_t>(row % p.length + p.rows_before), example, p.stream}};
  const RandomWords words = philox(place, p.numbers->seed, p.numbers->step);
  const bool drops = p.numbers->drops != 0;
  const float kept = drops ? static_cast<float>(1.0 / (1.0 - p.rate)) : 1.0f;
  for (std::int64_t j = 0; j < 4 && first + j < p.columns; ++j) {
    float* out = at(p.out, 0, row, first + j);
    const float x = drops && words.x[j] * kWordUnit < p.rate ? 0.0f : kept * *at(p.x, 0, row, first + j);
    *out = p.adds != 0 ? *out + x : x;
  }
}

// --- Examples --------------------------------------------------------------------------------------------------------

__global__ void __launch_bounds__(kThreads) tokens_kernel(const Tokens p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, row = i / p.columns,
                     column = i % p.columns, place = row / p.length, at = row % p.length;
  if (place >= p.examples) return;
  const std::int64_t example = p.chosen[place];
  p.indicators[i] =
      example < 0 ? 0.0f : p.symbols[static_cast<std::int64_t>(p.tokens[example * p.length + at]) * p.columns + column];
  if (at == 0 && column == 0) p.labels[place] = example < 0 ? -1 : static_cast<std::int32_t>(p.classes[example]);
}

/// One block: a thread for each example in turn.
__global__ void __launch_bounds__(kThreads) cross_entropy_kernel(const CrossEntropy p) {
  double* shared = shared_memory<double>();
  double loss = 0.0, correct = 0.0;
  for (int e = static_cast<int>(threadIdx.x); e < p.examples; e += kThreads) {
    const float* logits = p.logits + static_cast<std::int64_t>(e) * p.classes;
    float* dlogits = p.dlogits + static_cast<std::int64_t>(e) * p.classes;
    const int label = p.labels[e];
    int best = 0;
    for (int c = 1; c < p.classes; ++c)
      if (logits[c] > logits[best]) best = c;
    double sum = 0.0;
    for (int c = 0; c < p.classes; ++c) sum += exp(static_cast<double>(logits[c]) - static_cast<double>(logits[best]));
    for (int c = 0; c < p.classes; ++c) {
      const double share = exp(static_cast<double>(logits[c]) - static_cast<double>(logits[best])) / sum;
      dlogits[c] = label < 0 ? 0.0f : static_cast<float>(p.numbers->weight * (share - (c == label ? 1.0 : 0.0)));
    }
    if (label < 0) continue;
    loss += log(sum) + static_cast<double>(logits[best]) - static_cast<double>(logits[label]);
    correct += best == label ? 1.0 : 0.0;
  }
  loss = of_block<kWarps>(loss, shared, Sum{});
  correct = of_block<kWarps>(correct, shared, Sum{});
  if (threadIdx.x != 0) return;
  p.sums->loss += loss;
  p.sums->correct += static_cast<unsigned long long>(correct);
}

// --- The optimiser ---------------------------------------------------------------------------------------------------

__global__ void __launch_bounds__(kThreads) squares_kernel(const AdamStep p) {
  double* shared = shared_memory<double>();
  double sum = 0.0;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < p.count;
       i += kNormParts * kThreads)
    sum += static_cast<double>(p.gradient[i]) * static_cast<double>(p.gradient[i]);
  sum = of_block<kWarps>(sum, shared, Sum{});
  if (threadIdx.x == 0) p.partial[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(kThreads) adam_kernel(const AdamStep p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  double squares = 0.0;
  for (int part = 0; part < kNormParts; ++part) squares += p.partial[part];
  if (i == 0) p.sums->squares = squares;
  const double norm = sqrt(squares);
  if (i >= p.count || !(norm < INFINITY) || !(fabs(p.sums->loss) < INFINITY)) return;
  const float clipped = p.limit > 0.0 && norm > p.limit ? static_cast<float>(p.limit / norm) : 1.0f;
  const TrainNumbers& now = *p.numbers;
  const float g = clipped * p.gradient[i];
  const float m = p.beta1 * p.first[i] + (1.0f - p.beta1) * g, v = p.beta2 * p.second[i] + (1.0f - p.beta2) * g * g;
  p.first[i] = m;
  p.second[i] = v;
  p.parameters[i] = (p.decays[i] != 0 ? now.shrink : 1.0f) * p.parameters[i] -
                    now.step_size * m / (sqrtf(v) * now.correction + p.epsilon);
}

}  // namespace

int elements(Context* c, const Elements* p) {
  const dim3 grid(blocks_of(std::int64_t{p->rows} * p->columns, kThreads), 1, static_cast<unsigned>(p->heads));
  return c->status(launch(elements_kernel, grid, dim3(kThreads), 0, c->stream, *p), "starting elements");
}

int softmax_rows(Context* c, const SoftmaxRows* p) {
  const dim3 grid(static_cast<unsigned>(p->rows), 1, static_cast<unsigned>(p->heads));
  return c->status(launch(softmax_rows_kernel, grid, dim3(kThreads), kWarps * sizeof(float), c->stream, *p),
                   "starting softmax_rows");
}

int choose_rows(Context* c, const ChooseRows* p) {
  const dim3 grid(blocks_of(p->rows, kWarps), 1, static_cast<unsigned>(p->heads));
  return c->status(launch(choose_rows_kernel, grid, dim3(kThreads), 0, c->stream, *p), "starting choose_rows");
}

int normalise_rows(Context* c, const NormaliseRows* p) {
  const dim3 grid(static_cast<unsigned>(p->rows), 1, static_cast<unsigned>(p->heads));
  return c->status(launch(normalise_rows_kernel, grid, dim3(kThreads), kWarps * sizeof(float), c->stream, *p),
                   "starting normalise_rows");
}

int sum_parts(Context* c, const SumParts* p) {
  return c->status(launch(sum_parts_kernel, dim3(blocks_of(std::int64_t{p->rows} * p->columns, 32)), dim3(kThreads),
                          kThreads * sizeof(float), c->stream, *p),
                   "starting sum_parts");
}

int dropout(Context* c, const Dropout* p) {
  return c->status(launch(dropout_kernel, dim3(blocks_of(std::int64_t{p->rows} * ((p->columns + 3) / 4), kThreads)),
                          dim3(kThreads), 0, c->stream, *p),
                   "starting dropout");
}

int tokens(Context* c, const Tokens* p) {
  return c->status(launch(tokens_kernel, dim3(blocks_of(std::int64_t{p->examples} * p->length * p->columns, kThreads)),
                          dim3(kThreads), 0, c->stream, *p),
                   "starting tokens");
}

int cross_entropy(Context* c, const CrossEntropy* p) {
  return c->status(launch(cross_entropy_kernel, dim3(1), dim3(kThreads), kWarps * sizeof(double), c->stream, *p),
                   "starting cross_entropy");
}

int adam_step(Context* c, const AdamStep* p) {
  if (const int failed =
          c->status(launch(squares_kernel, dim3(kNormParts), dim3(kThreads), kWarps * sizeof(double), c->stream, *p),
                    "starting adam_step"))
    return failed;
  return c->status(launch(adam_kernel, dim3(blocks_of(p->count, kThreads)), dim3(kThreads), 0, c->stream, *p),
                   "starting adam_step");
}

}  // namespace omega::cuda
