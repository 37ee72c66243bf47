// What is made before queries meet keys: in one launch, blocks of threads for segments (their means, the
// samples of their proposals, what those say of their keys) and blocks for norms of tokens.
#include "cuda/device/context.h"
#include "cuda/device/fours.h"
#include "cuda/device/philox.h"
#include "cuda/device/reduce.h"

#include <algorithm>
#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr double kNormEpsilon = 1e-5;

constexpr int kTokensOfBlock = 128;  // whose norms a block finds
constexpr int kTogether = 8;         // lanes of a token, each with four coordinates at a time
constexpr int kTokensAtOnce = kThreads / kTogether;
constexpr int kRounds = kTokensOfBlock / kTokensAtOnce;  // tokens of a thread whose loads are on their way together
constexpr int kRows = 4;                                 // rows of a thread, likewise

/// The shared memory of a block: prepare_bytes() in all, where it has segments.
struct Scratch {
  double *sums, *totals;        // four sums a thread, and one
  double *query, *key, *spare;  // one a dimension
  float* omega;
};

__device__ Scratch scratch_of(int dims) {
  double* all = shared_memory<double>();
  double* rows = all + 5 * kThreads;
  return {all, all + 4 * kThreads, rows, rows + dims, rows + 2 * dims, reinterpret_cast<float*>(rows + 3 * dims)};
}

__device__ inline int thread() { return static_cast<int>(threadIdx.x); }

/// Σ weight_r·x_r over the tokens of a segment, four dimensions a thread: threads share the tokens, and add theirs in
/// their order. weight_r is made of number_r, so that nothing stands between the loads. `put(d, sum, total)` is called
/// for each dimension, total = Σ weight_r.
template <class Element, class Number, class Weight, class Put>
__device__ void sums_of_segment(const SegmentMeans& m, int segment, int dims, const Scratch& s, Element element,
                                Number number, Weight weight, Put put) {
  const int tid = thread(), fours = (dims + 3) / 4, wide = min(fours, kThreads), lanes = kThreads / wide,
            lane = tid / wide;
  for (int f0 = 0; f0 < fours; f0 += wide) {
    const int four = f0 + tid % wide;
    double sum[4] = {}, total = 0;
    for (int run = m.starts[segment]; run < m.starts[segment + 1] && lane < lanes && four < fours; ++run) {
      const int end = m.runs[2 * run + 1];
      for (int first = m.runs[2 * run] + lane; first < end; first += kRows * lanes) {
        decltype(element(0, 0)) x[kRows] = {};
        float numbers[kRows] = {};
#pragma unroll
        for (int i = 0; i < kRows; ++i)
          if (const int r = first + i * lanes; r < end) x[i] = element(r, 4 * four), numbers[i] = number(r);
#pragma unroll
        for (int i = 0; i < kRows; ++i) {
          if (first + i * lanes >= end) break;
          const double w = weight(numbers[i]);
          total += w;
          sum[0] += w * x[i].x, sum[1] += w * x[i].y, sum[2] += w * x[i].z, sum[3] += w * x[i].w;
        }
      }
    }
    for (int e = 0; e < 4; ++e) s.sums[4 * tid + e] = sum[e];
    s.totals[tid] = total;
    __syncthreads();
    for (int d = tid; d < 4 * wide && 4 * f0 + d < dims; d += kThreads) {
      double all = 0, weights = 0;
      for (int other = 0; other < lanes; ++other)
        all += s.sums[4 * other * wide + d], weights += s.totals[other * wide + d / 4];
      put(4 * f0 + d, all, weights);
    }
    __syncthreads();
  }
}

struct FourDoubles {
  double x, y, z, w;
};

/// Four coordinates of row r from d on, zeros beyond its end.
__device__ inline FourDoubles load_stored(const double* x, int r, int d, int dims) {
  const double* row = x + static_cast<std::int64_t>(r) * dims;
  const auto at = [&](int e) { return d + e < dims ? row[d + e] : 0.0; };
  return {at(0), at(1), at(2), at(3)};
}

/// The same of float, as `load(r, d)` for `body`: how rows lie is asked once, not between loads.
template <class Body>
__device__ inline void with_rows(const float* x, int dims, Body body) {
  const auto at = [=](int r, int d) { return x + static_cast<std::int64_t>(r) * dims + d; };
  if (lies_in_fours(x, dims))
    body([=](int r, int d) { return load_vector<float4>(at(r, d)); });
  else
    body([=](int r, int d) { return load_slowly(at(r, d), dims - d); });
}

/// Mean and inverse standard deviation of a row, by one warp.
__device__ void moments_of(const double* row, int dims, double& mean, double& inverse) {
  const double share = 1.0 / dims;
  double sum = 0, squares = 0;
  for (int d = thread() % 32; d < dims; d += 32) sum += row[d];
  mean = share * of_warp(sum, Sum{});
  for (int d = thread() % 32; d < dims; d += 32) squares += (row[d] - mean) * (row[d] - mean);
  inverse = 1.0 / sqrt(share * of_warp(squares, Sum{}) + kNormEpsilon);
}

/// spare ← W·row, eight lanes a dimension.
__device__ void multiply(const float* weight, int dims, const double* row, double* spare) {
  for (int first = 0; first < dims; first += kTokensAtOnce) {
    const int d = first + thread() / kTogether;
    const float* weights = weight + static_cast<std::int64_t>(d) * dims;
    double x = 0;
    for (int j = thread() % kTogether; j < dims && d < dims; j += kTogether)
      x += static_cast<double>(weights[j]) * row[j];
    x = of_lanes<kTogether>(x, Sum{});
    if (d < dims && thread() % kTogether == 0) spare[d] = x;
  }
}

/// row ← layer norm(W·row + b), as far as each is there.
__device__ void adapt(const SegmentMeans& m, int dims, int head, double* row, const Scratch& s) {
  if (!m.weight && !m.bias && !m.gain) return;
  if (m.weight) multiply(m.weight.of(head), dims, row, s.spare);
  __syncthreads();
  for (int d = thread(); d < dims; d += kThreads)
    s.spare[d] = (m.weight ? s.spare[d] : row[d]) + (m.bias ? static_cast<double>(m.bias.of(head)[d]) : 0.0);
  __syncthreads();
  double mean = 0, inverse = 1;
  if (m.gain) {
    if (thread() < 32) moments_of(s.spare, dims, mean, inverse);
    if (thread() == 0) s.totals[0] = mean, s.totals[1] = inverse;
    __syncthreads();
    mean = s.totals[0], inverse = s.totals[1];
  }
  for (int d = thread(); d < dims; d += kThreads) {
    const double gain = m.gain ? static_cast<double>(m.gain.of(head)[d]) : 1.0;
    const double shift = m.gain && m.shift ? static_cast<double>(m.shift.of(head)[d]) : 0.0;
    row[d] = (s.spare[d] - mean) * inverse * gain + shift;
  }
  __syncthreads();
}

/// The mean of a segment's tokens, adapted and scaled, into `row`; zeros where no means are asked for.
__device__ void find_mean(const Prepare& p, const SegmentMeans& m, int segment, int head, double* row,
                          const Scratch& s) {
  for (int d = thread(); d < p.dims && !m.x; d += kThreads) row[d] = 0;
  if (!m.x) return;
  const float* x = m.x.of(head);
  const double* stored = m.stored ? m.stored.of(head) : nullptr;
  const auto sum_up = [&](auto element) {
    sums_of_segment(
        m, segment, p.dims, s, element, [](int) { return 1.0f; }, [](float one) { return one; },
        [&](int d, double sum, double total) { row[d] = sum / total; });
  };
  if (stored != nullptr)
    sum_up([&](int r, int d) { return load_stored(stored, r, d, p.dims); });
  else
    with_rows(x, p.dims, sum_up);
  adapt(m, p.dims, head, row, s);
  for (int d = thread(); d < p.dims; d += kThreads) {
    row[d] *= p.factor;
    const std::int64_t place = static_cast<std::int64_t>(segment) * p.dims + d;
    if (m.out) m.out.of(head)[place] = static_cast<float>(row[d]);
    if (m.exact) m.exact.of(head)[place] = row[d];
  }
}

/// Four coordinates of the noise of sample s.
__device__ void noise_of(const Prepare& p, int segment, int head, int s, int quad, double (&eps)[4]) {
  const int row = (p.period > 0 ? segment % p.period : segment) * p.drawn + s;
  for (int j = 0; j < 4; ++j) {
    const int d = 4 * quad + j;
    eps[j] =
        p.eps && d < p.dims ? static_cast<double>(p.eps.of(head)[static_cast<std::int64_t>(row) * p.dims + d]) : 0.0;
  }
  if (p.noise.rows > 0) normals_of(words_of(p.noise, head, row, quad), eps);
}

/// The samples of a segment; the first of them into shared memory too, for what comes next.
__device__ void place_samples(const Prepare& p, int segment, int head, const double* mean, const Scratch& scratch) {
  const int quads = (p.dims + 3) / 4;
  float* out = p.omega.of(head);
  for (int i = thread(); i < p.drawn * quads; i += kThreads) {
    const int s = i / quads, quad = i % quads;
    double eps[4];
    noise_of(p, segment, head, s, quad, eps);
    for (int j = 0; j < 4 && 4 * quad + j < p.dims; ++j) {
      const int d = 4 * quad + j;
      const std::int64_t row = static_cast<std::int64_t>(segment) * p.step + s;
      // Rounded as if mean and noise had been arrays.
      const float centre = static_cast<float>(mean[d]), noise = static_cast<float>(eps[j]);
      out[row * p.dims + d] = centre + noise;
      if (p.signs > 1) out[(row + p.second_at) * p.dims + d] = centre + p.second * noise;
      if (s == 0) scratch.omega[d] = centre + noise;
    }
  }
}

/// Σ_d term(four coordinates of a token, d) of the tokens r, r + 32, … before `end`, by eight lanes each.
template <class Load, class Term>
__device__ inline void sums_of_tokens(Load load, int r, int end, int dims, Term term, float (&sums)[kRounds]) {
  for (float& sum : sums) sum = 0.0f;
  for (int d = thread() % kTogether * 4; d < dims; d += 4 * kTogether) {
    float4 x[kRounds];
#pragma unroll
    for (int i = 0; i < kRounds; ++i) {
      x[i] = zeros();
      if (r + i * kTokensAtOnce < end) x[i] = load(r + i * kTokensAtOnce, d);
    }
#pragma unroll
    for (int i = 0; i < kRounds; ++i) sums[i] += term(x[i], d);
  }
  for (float& sum : sums) sum = of_lanes<kTogether>(sum, Sum{});
}

/// β̂ of a segment by the projection in shared memory: eight lanes a key for log ξ, then the weighted mean of values.
__device__ void find_coefficient(const Prepare& p, int segment, int head, const Scratch& s, std::int64_t column) {
  const int warp = thread() / 32, lane = thread() % 32;
  float* log_xi = p.log_xi.of(head) + (p.period > 0 ? segment / p.period * p.log_xi_period : 0);
  const float factor = static_cast<float>(p.factor);
  const auto term = [&](const float4& k, int d) {
    const auto one = [&](float key, int at) {
      return at < p.dims ? factor * key * (s.omega[at] - 0.5f * factor * key) : 0.0f;
    };
    return one(k.x, d) + one(k.y, d + 1) + (one(k.z, d + 2) + one(k.w, d + 3));
  };
  float highest = -INFINITY;
  for (int run = p.keys.starts[segment]; run < p.keys.starts[segment + 1]; ++run) {
    const int begin = p.keys.runs[2 * run], end = p.keys.runs[2 * run + 1];
    with_rows(p.keys.x.of(head), p.dims, [&](auto load) {
      for (int first = begin; first < end; first += kTokensOfBlock) {
        const int r = first + thread() / kTogether;
        float sums[kRounds];
        sums_of_tokens(load, r, end, p.dims, term, sums);
#pragma unroll
        for (int i = 0; i < kRounds; ++i) {
          if (r + i * kTokensAtOnce >= end) break;
          if (lane % kTogether == 0) log_xi[r + i * kTokensAtOnce] = sums[i];
          highest = fmaxf(highest, sums[i]);
        }
      }
    });
  }
  highest = of_warp(highest, Largest{});
  if (lane == 0) s.sums[warp] = highest;
  __syncthreads();
  for (int w = 0; w < kWarps; ++w) highest = fmaxf(highest, static_cast<float>(s.sums[w]));
  __syncthreads();
  float* beta = p.beta.of(head) + column * p.value_dims;
  float* mass = p.log_mass ? p.log_mass.of(head) + column : nullptr;
  with_rows(p.values.of(head), p.value_dims, [&](auto load) {
    sums_of_segment(
        p.keys, segment, p.value_dims, s, load, [&](int r) { return log_xi[r]; },
        [&](float xi) { return expf(xi - highest); },
        [&](int d, double sum, double total) {
          beta[d] = static_cast<float>(sum / total);
          if (d == 0 && mass != nullptr) *mass = highest + static_cast<float>(log(total));
        });
  });
}

/// β̂ of a segment by each projection that all segments share.
__device__ void find_shared_coefficients(const Prepare& p, int segment, int head, const Scratch& s) {
  for (int sample = 0; sample < p.shared_count; ++sample) {
    for (int d = thread(); d < p.dims; d += kThreads)
      s.omega[d] = p.shared.of(head)[static_cast<std::int64_t>(sample) * p.dims + d];
    __syncthreads();
    find_coefficient(p, segment, head, s, static_cast<std::int64_t>(segment) * p.shared_count + sample);
  }
}

__device__ void prepare_segment(const Prepare& p, int segment, int head) {
  const Scratch s = scratch_of(p.dims);
  if (p.shared) return find_shared_coefficients(p, segment, head, s);
  find_mean(p, p.queries, segment, head, s.query, s);
  find_mean(p, p.keys, segment, head, s.key, s);
  __syncthreads();
  if (!p.means && !p.omega) return;
  for (int d = thread(); d < p.dims; d += kThreads) {
    const std::int64_t place = static_cast<std::int64_t>(segment) * p.dims + d;
    const std::int64_t given = static_cast<std::int64_t>(p.period > 0 ? segment % p.period : segment) * p.dims + d;
    const double mean =
        p.given ? static_cast<double>(p.given.of(head)[given]) : p.queries.share * s.query[d] + p.keys.share * s.key[d];
    s.spare[d] = p.scale * mean;
    if (p.means) p.means.of(head)[place] = static_cast<float>(s.spare[d]);
  }
  __syncthreads();
  if (!p.omega) return;
  place_samples(p, segment, head, s.spare, s);
  __syncthreads();
  if (p.values) find_coefficient(p, segment, head, s, segment);
}

/// Eight lanes for each token.
__device__ void find_norms(const Prepare& p, int block, int head) {
  const float factor = static_cast<float>(-0.5 * p.factor * p.factor);
  const auto square = [](const float4& k, int) { return k.x * k.x + k.y * k.y + (k.z * k.z + k.w * k.w); };
  const int r = block * kTokensOfBlock + thread() / kTogether;
  float sums[kRounds];
  with_rows(p.tokens.of(head), p.dims, [&](auto load) { sums_of_tokens(load, r, p.count, p.dims, square, sums); });
#pragma unroll
  for (int i = 0; i < kRounds; ++i)
    if (const int row = r + i * kTokensAtOnce; row < p.count && thread() % kTogether == 0)
      p.norms.of(head)[row] = factor * sums[i];
}

struct StartedPrepare : Prepare {
  std::int32_t first_block = 0;  // where a launch begins if there are more than a grid counts
};

__global__ void __launch_bounds__(kThreads, 4) prepare_kernel(const StartedPrepare p) {
  const int block = p.first_block + static_cast<int>(blockIdx.y), head = static_cast<int>(blockIdx.x);
  if (block < p.segments) return prepare_segment(p, block, head);
  find_norms(p, block - p.segments, head);
}

}  // namespace

int prepare(Context* c, const Prepare* given) {
  StartedPrepare p{*given};
  const std::int32_t norms = p.norms ? static_cast<std::int32_t>(blocks_of(p.count, kTokensOfBlock)) : 0,
                     blocks = p.segments + norms;
  static_assert(prepare_bytes(0) == 5 * kThreads * sizeof(double));
  const std::uint64_t shared = p.segments > 0 ? prepare_bytes(p.dims) : 0;
  // Heads go to x, which is counted first. Segments take longest: those of the last head would else begin when nearly
  // all norms are found, and end alone.
  int failed = kOk;
  for (; p.first_block < blocks && failed == kOk; p.first_block += c->facts.most_blocks) {
    const dim3 grid(static_cast<unsigned>(p.heads),
                    static_cast<unsigned>(std::min(blocks - p.first_block, c->facts.most_blocks)));
    failed = start(c, "starting preparation", prepare_kernel, grid, kThreads, p, shared);
  }
  return failed;
}

}  // namespace omega::cuda
