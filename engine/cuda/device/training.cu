// What a step of training consists of beside products, each as one kernel over all examples (training.h says what each
// computes). Sums are taken in an order that does not change: the same step gives the same bits.
#include "cuda/device/context.h"
#include "cuda/device/philox.h"
#include "cuda/device/reduce.h"
#include "cuda/device/search.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr float kGeluCube = 0.044715f, kGeluSlope = 1.5957691216057308f;  // 2√(2/π)

__device__ inline float* at(const Strided& m, std::int64_t row, std::int64_t column) {
  return matrix_of(m) + row * m.row + column * m.column;
}

template <int kEach>
__device__ inline void load(const float* from, bool lie_together, float (&to)[kEach]) {
  if constexpr (kEach == 4) {
    const float4 x = lie_together ? load_vector<float4>(from) : make_float4(*from, *from, *from, *from);
    to[0] = x.x, to[1] = x.y, to[2] = x.z, to[3] = x.w;
  } else {
    to[0] = *from;
  }
}

template <int kEach>
__device__ inline void store(float* to, const float (&x)[kEach]) {
  if constexpr (kEach == 4)
    *reinterpret_cast<float4*>(to) = make_float4(x[0], x[1], x[2], x[3]);
  else
    *to = x[0];
}

/// Of a warp for each row.
__device__ inline std::int64_t first_row() { return static_cast<std::int64_t>(blockIdx.x) * kWarps + threadIdx.x / 32; }

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

/// kEach numbers a thread: four where rows lie together. What a matrix holds can be counted in 32 bits.
template <int kEach>
__global__ void __launch_bounds__(kThreads) elements_kernel(const Elements p) {
  const unsigned across = static_cast<unsigned>(p.columns) / kEach, i = blockIdx.x * kThreads + threadIdx.x,
                 row = i / across, column = i % across * kEach;
  if (row >= static_cast<unsigned>(p.rows)) return;
  float x[kEach], y[kEach] = {}, result[kEach];
  float* const out = at(p.out, row, column);
  load<kEach>(at(p.x, row, column), true, x);
  if (p.y.data != nullptr) load<kEach>(at(p.y, row, column), p.y.column != 0, y);
  for (int e = 0; e < kEach; ++e) result[e] = element(p, x[e], y[e]);
  if (p.adds != 0) {
    float old[kEach];
    load<kEach>(out, true, old);
    for (int e = 0; e < kEach; ++e) result[e] += old[e];
  }
  store<kEach>(out, result);
  if (p.kept_away == nullptr || p.labels[blockIdx.z] < 0) return;
  for (int e = 0; e < kEach; ++e)
    if (fabsf(x[e]) < p.a) atomicAdd(p.kept_away, 1ull);
}

/// A thread for each number of x.
__global__ void __launch_bounds__(kThreads) angles_kernel(const Angles p) {
  const unsigned across = static_cast<unsigned>(p.columns), i = blockIdx.x * kThreads + threadIdx.x, row = i / across,
                 column = i % across;
  if (row >= static_cast<unsigned>(p.rows)) return;
  float *const cosine = at(p.out, row, column), *const sine = at(p.out, row, across + column);
  if (p.backward == 0) return sincosf(*at(p.x, row, column), sine, cosine);
  const float slope = *at(p.dout, row, across + column) * *cosine - *at(p.dout, row, column) * *sine;
  float& dx = *at(p.dx, row, column);
  dx = p.adds != 0 ? dx + slope : slope;
}

// --- Rows ------------------------------------------------------------------------------------------------------------

/// p∘(dp − p·dp) + p·dlog_sum, or p∘dp.
__device__ void softmax_gradient(const SoftmaxRows& p, const float* x, float* dx, const float* dlog_sum, int lane) {
  float along = 0.0f;
  if (p.relative == 0) {
    for (int c = lane; c < p.columns; c += 32) along += x[c * p.x.column] * dx[c * p.dx.column];
    along = of_warp(along, Sum{});
    if (dlog_sum != nullptr) along -= *dlog_sum;
  }
  for (int c = lane; c < p.columns; c += 32) {
    float* const slope = dx + c * p.dx.column;
    *slope = x[c * p.x.column] * (*slope - along);
  }
}

/// A warp for each row, which is read three times and written once.
__global__ void __launch_bounds__(kThreads) softmax_rows_kernel(const SoftmaxRows p) {
  const std::int64_t row = first_row();
  if (row >= p.rows) return;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t place = place_of_matrix() * p.rows + row;
  float* const x = at(p.x, row, 0);
  if (p.backward != 0)
    return softmax_gradient(p, x, at(p.dx, row, 0), p.dlog_sums == nullptr ? nullptr : p.dlog_sums + place, lane);
  float highest = -INFINITY, sum = 0.0f;
  for (int c = lane; c < p.columns; c += 32) highest = fmaxf(highest, x[c * p.x.column]);
  highest = of_warp(highest, Largest{});
  if (p.relative == 0) {
    for (int c = lane; c < p.columns; c += 32) sum += expf(x[c * p.x.column] - highest);
    sum = of_warp(sum, Sum{});
    if (lane == 0 && p.log_sums != nullptr) p.log_sums[place] = highest + logf(sum);
  }
  const float factor = p.relative != 0 ? 1.0f : 1.0f / sum;
  for (int c = lane; c < p.columns; c += 32) x[c * p.x.column] = factor * expf(x[c * p.x.column] - highest);
}

/// A warp for each row: the total, then the running sum until it passes u of it.
__global__ void __launch_bounds__(kThreads) choose_rows_kernel(const ChooseRows p) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32,
            row = static_cast<int>(blockIdx.x) * kWarps + warp;
  if (row >= p.rows) return;
  float highest = -INFINITY;
  for (int c = lane; c < p.columns; c += 32) highest = fmaxf(highest, *at(p.x, row, c));
  highest = of_warp(highest, Largest{});
  double total = 0.0;
  for (int c = lane; c < p.columns; c += 32) {
    float* x = at(p.x, row, c);
    *x = expf(*x - highest);
    total += static_cast<double>(*x);
  }
  total = of_warp(total, Sum{});
  Search search{static_cast<double>(*at(p.u, row, 0)) * total, 0};
  for (int first = 0; first < p.columns && search.found < 0; first += 32)
    search.look(first, first + lane < p.columns ? static_cast<double>(*at(p.x, row, first + lane)) : 0.0);
  for (int c = lane; c < p.columns; c += 32) *at(p.x, row, c) = c == search.choice() ? 1.0f : 0.0f;
}

/// What a part has of weights or biases, or nothing.
__device__ inline const float* own(const NormaliseRows& p, const float* of_all) {
  return of_all != nullptr ? of_all + blockIdx.y * p.of_part : nullptr;
}

/// The slopes of a row; `sums` are this warp's own of the slopes of weight and bias, where they are wanted.
__device__ void normalise_gradient(const NormaliseRows& p, std::int64_t row, float* sums) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const float *const normal = at(p.normal, row, 0), *const dout = at(p.dout, row, 0);
  float* const dx = at(p.dx, row, 0);
  float* const dmore = p.dmore.data != nullptr ? at(p.dmore, row, 0) : nullptr;
  const float* const weight = own(p, p.weight);
  const auto slope_of = [&](int c) { return dout[c * p.dout.column] * (weight != nullptr ? weight[c] : 1.0f); };
  float sum = 0.0f, along = 0.0f;
  for (int c = lane; c < p.columns; c += 32) {
    sum += slope_of(c);
    along += slope_of(c) * normal[c * p.normal.column];
    if (sums == nullptr) continue;
    sums[c] += dout[c * p.dout.column] * normal[c * p.normal.column];
    sums[p.columns + c] += dout[c * p.dout.column];
  }
  const float per = 1.0f / static_cast<float>(p.columns),
              inverse = p.inverse_deviations[place_of_matrix() * p.rows + row];
  sum = per * of_warp(sum, Sum{});
  along = per * of_warp(along, Sum{});
  for (int c = lane; c < p.columns; c += 32) {
    const float slope = inverse * (slope_of(c) - sum - normal[c * p.normal.column] * along);
    dx[c * p.dx.column] = p.adds != 0 ? dx[c * p.dx.column] + slope : slope;
    if (dmore == nullptr) continue;
    dmore[c * p.dmore.column] = p.adds_more != 0 ? dmore[c * p.dmore.column] + slope : slope;
  }
}

__device__ void normalise_row(const NormaliseRows& p, std::int64_t row) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const float *const x = at(p.x, row, 0), *const more = p.more.data != nullptr ? at(p.more, row, 0) : nullptr;
  const auto value_of = [&](int c) { return x[c * p.x.column] + (more != nullptr ? more[c * p.more.column] : 0.0f); };
  const float *const weight = own(p, p.weight), *const bias = own(p, p.bias);
  const float per = 1.0f / static_cast<float>(p.columns);
  float sum = 0.0f, squares = 0.0f;
  for (int c = lane; c < p.columns; c += 32) sum += value_of(c);
  const float mean = per * of_warp(sum, Sum{});
  for (int c = lane; c < p.columns; c += 32) {
    const float apart = value_of(c) - mean;
    squares += apart * apart;
  }
  const float inverse = 1.0f / sqrtf(per * of_warp(squares, Sum{}) + p.epsilon);
  if (lane == 0) p.inverse_deviations[place_of_matrix() * p.rows + row] = inverse;
  for (int c = lane; c < p.columns; c += 32) {
    const float normal = inverse * (value_of(c) - mean);
    *at(p.normal, row, c) = normal;
    if (weight != nullptr) *at(p.out, row, c) = weight[c] * normal + bias[c];
  }
}

/// A warp for each row.
__global__ void __launch_bounds__(kThreads) normalise_rows_kernel(const NormaliseRows p) {
  if (first_row() < p.rows) normalise_row(p, first_row());
}

/// The same; where slopes of weight and bias are wanted, each block has rows far apart and one share of the slopes.
__global__ void __launch_bounds__(kThreads, 3) normalise_gradient_kernel(const NormaliseRows p) {
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  if (p.shares == nullptr) {
    if (first_row() < p.rows) normalise_gradient(p, first_row(), nullptr);
    return;
  }
  const int width = 2 * p.columns;
  float* const shared = shared_memory<float>();
  float* const sums = shared + warp * width;
  for (int c = lane; c < p.columns; c += 32) sums[c] = sums[p.columns + c] = 0.0f;
  for (std::int64_t row = first_row(); row < p.rows; row += p.of_head * kWarps) normalise_gradient(p, row, sums);
  __syncthreads();
  const std::int64_t number = static_cast<std::int64_t>(blockIdx.z) * p.of_head + blockIdx.x;
  float* const share = p.shares + (number * gridDim.y + blockIdx.y) * width;
  for (int c = static_cast<int>(threadIdx.x); c < width; c += kThreads) {
    float sum = shared[c];
    for (int w = 1; w < kWarps; ++w) sum += shared[w * width + c];
    share[c] = sum;
  }
}

/// A block for 32 numbers: each warp adds up every eighth share, and the first warp what they have.
__global__ void __launch_bounds__(kThreads) sum_shares_kernel(const SumShares p) {
  float* shared = shared_memory<float>();
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int i = static_cast<int>(blockIdx.x) * 32 + lane;
  const bool is_there = i < p.rows * p.columns;
  float sum = 0.0f;
  if (is_there) {
    const float* const shares = p.shares + blockIdx.y * p.part + i;
#pragma unroll 8
    for (int share = warp; share < p.count; share += kWarps) sum += shares[share * p.share];
  }
  shared[warp * 32 + lane] = sum;
  __syncthreads();
  if (warp > 0 || !is_there) return;
  for (int w = 1; w < kWarps; ++w) sum += shared[w * 32 + lane];
  *at(p.out, i / p.columns, i % p.columns) += p.factor * sum;
}

/// A thread for four coordinates: what one call of Philox gives.
__global__ void __launch_bounds__(kThreads) dropout_kernel(const Dropout p) {
  const unsigned fours = static_cast<unsigned>(p.columns + 3) / 4, i = blockIdx.x * kThreads + threadIdx.x,
                 row = i / fours, block = i % fours, length = static_cast<unsigned>(p.length);
  if (row >= static_cast<unsigned>(p.rows)) return;
  const int first = static_cast<int>(block) * 4;
  const unsigned example = static_cast<unsigned>(p.numbers->first_example) + row / length;
  const RandomWords place = {{block, row % length + static_cast<unsigned>(p.rows_before), example, p.stream}};
  const RandomWords words = philox(place, p.numbers->seed, p.numbers->step);
  const bool drops = p.numbers->drops != 0;
  const float kept = drops ? static_cast<float>(1.0 / (1.0 - p.rate)) : 1.0f;
  for (int j = 0; j < 4 && first + j < p.columns; ++j) {
    float* out = at(p.out, row, first + j);
    const float x = drops && words.x[j] * kWordUnit < p.rate ? 0.0f : kept * *at(p.x, row, first + j);
    *out = p.adds != 0 ? *out + x : x;
  }
}

// --- Examples --------------------------------------------------------------------------------------------------------

__global__ void __launch_bounds__(kThreads) tokens_kernel(const Tokens p) {
  const unsigned across = static_cast<unsigned>(p.columns), i = blockIdx.x * kThreads + threadIdx.x, at = i / across,
                 column = i % across;
  if (at >= static_cast<unsigned>(p.length)) return;
  const std::int64_t place = blockIdx.z, example = p.chosen[place];
  p.indicators[place * p.length * p.columns + i] =
      example < 0 ? 0.0f : p.symbols[static_cast<std::int64_t>(p.tokens[example * p.length + at]) * p.columns + column];
  if (i == 0) p.labels[place] = example < 0 ? -1 : static_cast<std::int32_t>(p.classes[example]);
}

/// A thread for each number of an example's means and mask, and one of them for what each token or segment has.
__global__ void __launch_bounds__(kThreads) padding_kernel(const Padding p) {
  const int i = static_cast<int>(blockIdx.x * kThreads + threadIdx.x), most = p.segments > 1 ? p.segments : 1;
  if (i >= p.length * most) return;
  const std::int64_t e = blockIdx.z, tokens = e * p.length, parts = e * p.segments;
  const int length = p.chosen[e] < 0 ? p.length : p.lengths[p.chosen[e]];
  // The first segments have `each` tokens, those from `longer` on one more.
  const int count = min(p.segments, length), each = count > 0 ? length / count : 1,
            longer = count - (length - count * each);
  const auto segment_of = [&](int m) {
    return m >= length ? -1 : m < longer * each ? m / each : longer + (m - longer * each) / (each + 1);
  };
  const auto far_below = static_cast<float>(kFarBelow);
  if (p.means != nullptr) {
    const int c = i / p.length;
    p.means[parts * p.length + i] =
        segment_of(i % p.length) == c ? 1.0f / static_cast<float>(each + (c >= longer ? 1 : 0)) : 0.0f;
  }
  if (p.mask != nullptr) p.mask[parts * p.length + i] = segment_of(i / most) == i % most ? 0.0f : far_below;
  if (i < p.segments && p.here != nullptr) {
    p.here[parts + i] = i < count ? 0.0f : far_below;
    p.shares[parts + i] = i < count ? 1.0f / static_cast<float>(count) : 0.0f;
  }
  if (i >= p.length) return;
  if (p.keys != nullptr) p.keys[tokens + i] = i < length ? 0.0f : far_below;
  if (p.there != nullptr) p.there[tokens + i] = i < length ? 1.0f : 0.0f;
  if (p.reading == nullptr) return;
  const float share = 1.0f / static_cast<float>(length), last = i == length - 1 ? 1.0f : 0.0f;
  p.reading[tokens + i] = p.reads_mean == 0 ? last : i < length ? share : 0.0f;
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

/// Whether rows of four numbers can be loaded at once.
bool lies_in_fours(const Strided& m) {
  return m.row % 4 == 0 && m.head % 4 == 0 && m.part % 4 == 0 &&
         reinterpret_cast<std::uintptr_t>(m.data) % sizeof(float4) == 0;
}

}  // namespace

int elements(Context* c, const Elements* given) {
  Elements p = *given;
  if (p.out.row == 1 && p.out.column != 1) {
    std::swap(p.rows, p.columns);
    for (Strided* m : {&p.x, &p.y, &p.out}) std::swap(m->row, m->column);
  }
  const bool y_in_fours = p.y.data == nullptr || p.y.column == 0 || (p.y.column == 1 && lies_in_fours(p.y));
  const bool in_fours = p.columns % 4 == 0 && p.out.column == 1 && p.x.column == 1 && lies_in_fours(p.out) &&
                        lies_in_fours(p.x) && y_in_fours;
  const dim3 grid = grid_of(std::int64_t{p.rows} * p.columns / (in_fours ? 4 : 1), kThreads, p.heads, p.parts);
  return start(c, "starting elements", in_fours ? elements_kernel<4> : elements_kernel<1>, grid, kThreads, p);
}

int angles(Context* c, const Angles* p) {
  const dim3 grid = grid_of(std::int64_t{p->rows} * p->columns, kThreads, p->heads, p->parts);
  return start(c, "starting angles", angles_kernel, grid, kThreads, *p);
}

int softmax_rows(Context* c, const SoftmaxRows* p) {
  return start(c, "starting softmax_rows", softmax_rows_kernel, grid_of(p->rows, kWarps, p->heads, p->parts), kThreads,
               *p);
}

int choose_rows(Context* c, const ChooseRows* p) {
  return start(c, "starting choose_rows", choose_rows_kernel, grid_of(p->rows, kWarps, p->heads, p->parts), kThreads,
               *p);
}

int normalise_rows(Context* c, const NormaliseRows* p) {
  const bool gives_shares = p->backward != 0 && p->shares != nullptr;
  const dim3 grid =
      gives_shares ? grid_of(p->of_head, 1, p->heads, p->parts) : grid_of(p->rows, kWarps, p->heads, p->parts);
  const std::size_t shared_bytes = gives_shares ? 2 * kWarps * sizeof(float) * static_cast<std::size_t>(p->columns) : 0;
  return start(c, "starting normalise_rows", p->backward != 0 ? normalise_gradient_kernel : normalise_rows_kernel, grid,
               kThreads, *p, shared_bytes);
}

int sum_shares(Context* c, const SumShares* p) {
  const dim3 grid = grid_of(std::int64_t{p->rows} * p->columns, 32, 1, p->parts);
  return start(c, "starting sum_shares", sum_shares_kernel, grid, kThreads, *p, kThreads * sizeof(float));
}

int dropout(Context* c, const Dropout* p) {
  const dim3 grid = grid_of(std::int64_t{p->rows} * ((p->columns + 3) / 4), kThreads, 1);
  return start(c, "starting dropout", dropout_kernel, grid, kThreads, *p);
}

int tokens(Context* c, const Tokens* p) {
  const dim3 grid = grid_of(std::int64_t{p->length} * p->columns, kThreads, p->examples);
  return start(c, "starting tokens", tokens_kernel, grid, kThreads, *p);
}

int padding(Context* c, const Padding* p) {
  const dim3 grid = grid_of(std::int64_t{p->length} * (p->segments > 1 ? p->segments : 1), kThreads, p->examples);
  return start(c, "starting padding", padding_kernel, grid, kThreads, *p);
}

int cross_entropy(Context* c, const CrossEntropy* p) {
  return start(c, "starting cross_entropy", cross_entropy_kernel, dim3(1), kThreads, *p, kWarps * sizeof(double));
}

int adam_step(Context* c, const AdamStep* p) {
  const char* const doing = "starting adam_step";
  if (const int failed = start(c, doing, squares_kernel, dim3(kNormParts), kThreads, *p, kWarps * sizeof(double)))
    return failed;
  return start(c, doing, adam_kernel, grid_of(p->count, kThreads, 1), kThreads, *p);
}

}  // namespace omega::cuda
