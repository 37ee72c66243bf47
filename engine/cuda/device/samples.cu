// What is particular to samplers: where samples stand, what their proposals say of them, how queries weigh them.
#include "cuda/device/context.h"
#include "cuda/device/densities.h"
#include "cuda/device/reduce.h"

#include <cmath>

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

__global__ void __launch_bounds__(kThreads) place_kernel(const PlaceSamples p) {
  const int signs = p.antithetic != 0 ? 2 : 1, each = p.per_proposal * signs;
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, head = blockIdx.z;
  const std::int64_t sample = i / p.dims;
  const int d = static_cast<int>(i % p.dims), proposal = static_cast<int>(sample / each);
  if (proposal >= p.proposals) return;
  const int within = static_cast<int>(sample % each), drawn = proposal * p.per_proposal + within % p.per_proposal;
  float x = p.centres.of(head)[static_cast<std::int64_t>(proposal) * p.dims + d];
  if (p.chosen) x += p.key_factor * p.keys.of(head)[static_cast<std::int64_t>(p.chosen.of(head)[drawn]) * p.dims + d];
  const float noise = p.eps ? p.eps.of(head)[static_cast<std::int64_t>(drawn) * p.dims + d] : 0.0f;
  p.out.of(head)[i] = within < p.per_proposal ? x + noise : x - noise;
}

/// log q_c at one place but for what all proposals share: −½‖ω − μ_c‖², or ω·base_c − ½‖base_c‖² − log Z_c. One warp.
__device__ float log_density(const Densities& p, std::int64_t head, const float* omega, int proposal) {
  const float* centre = p.centres.of(head) + static_cast<std::int64_t>(proposal) * p.dims;
  float sum = 0.0f;
  for (int d = static_cast<int>(threadIdx.x) % 32; d < p.dims; d += 32) {
    const float away = omega[d] - centre[d];
    sum += p.log_z ? omega[d] * centre[d] - 0.5f * centre[d] * centre[d] : -0.5f * away * away;
  }
  return of_warp(sum, Sum{}) - (p.log_z ? p.log_z.of(head)[proposal] : 0.0f);
}

/// A block for each place, a warp for each proposal in turn.
__global__ void __launch_bounds__(kThreads) density_kernel(const Densities p) {
  LogSums* parts = shared_memory<LogSums>();
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32,
            place = static_cast<int>(blockIdx.x);
  const std::int64_t head = blockIdx.z;
  const float* omega = p.omega.of(head) + static_cast<std::int64_t>(place) * p.dims;
  LogSums sums = no_sums();
  for (int c = warp; c < p.proposals; c += kWarps) {
    const float x = log_density(p, head, omega, c);
    add_log(sums, x, 1.0f, 1.0f);
    if (c == place / p.each) sums.own = x;
  }
  if (lane == 0) parts[warp] = sums;
  __syncthreads();
  sums = parts[0];
  for (int w = 1; w < kWarps; ++w) {
    add_log(sums, parts[w].highest, parts[w].sum, parts[w].of_squares);
    sums.own = fmaxf(sums.own, parts[w].own);
  }
  float norm = 0.0f;
  for (int d = lane; d < p.dims; d += 32) norm += omega[d] * omega[d];
  norm = 0.5f * of_warp(norm, Sum{});
  if (threadIdx.x == 0) write_place(p, head, place, sums, norm);
  if (!p.log_balance) return;
  for (int c = warp; c < p.proposals; c += kWarps) {
    const float away = log_density(p, head, omega, c) - sums.highest;
    const float log_b = p.weighting == kWeightPower ? 2.0f * away - logf(sums.of_squares) : away - logf(sums.sum);
    const std::int64_t at = static_cast<std::int64_t>(place) * p.proposals + c;
    if (lane == 0) p.log_balance.of(head)[at] = log_b;
    if (lane == 0 && p.balance) p.balance.of(head)[at] = expf(log_b);
  }
}

/// log α where it is the same for all queries, or depends on nothing but whether the proposal is the query's own.
__device__ float shared_log_alpha(const LogWeights& p, std::int64_t head, int row, int place, int proposal) {
  const float count = static_cast<float>(p.proposals);
  const float share = p.weighting == kWeightOwn ? (row == proposal ? 0.0f : -INFINITY)
                      : p.weighting == kWeightConstant
                          ? -logf(count)
                          : p.log_balance.of(head)[static_cast<std::int64_t>(place) * p.proposals + proposal];
  return log_blended(p.blend, count, share);
}

/// A warp for each query.
__global__ void __launch_bounds__(kThreads) log_weight_kernel(const LogWeights p) {
  const int row = static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x) / 32,
            lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t head = blockIdx.z;
  if (row >= p.rows) return;
  const float* r = p.similarity ? p.similarity.of(head) + static_cast<std::int64_t>(row) * p.proposals : nullptr;
  const bool specific = p.weighting == kWeightDecoupled || p.weighting == kWeightCoupled;
  float mean = 0.0f;
  for (int c = lane; specific && r != nullptr && c < p.proposals; c += 32) mean += r[c];
  mean = of_warp(mean, Sum{}) / static_cast<float>(p.proposals);
  const std::int64_t columns = p.at_places != 0 ? static_cast<std::int64_t>(p.places) * p.proposals : p.places;
  unsigned raised = 0;
  for (std::int64_t j = lane; j < columns; j += 32) {
    const int place = static_cast<int>(p.at_places != 0 ? j / p.proposals : j),
              proposal = static_cast<int>(p.at_places != 0 ? j % p.proposals : j / p.each);
    float log_alpha, alpha;
    if (specific) {
      const float b = expf(p.log_balance.of(head)[static_cast<std::int64_t>(place) * p.proposals + proposal]),
                  own = r != nullptr ? r[proposal] : 0.0f;
      const float weighted =
          p.weighted_mean ? p.weighted_mean.of(head)[static_cast<std::int64_t>(row) * p.places + place] : 0.0f;
      alpha = p.weighting == kWeightCoupled ? b * (1.0f + p.beta * (own - weighted)) : b + p.beta * (own - mean);
      alpha = (1.0f - p.blend) / static_cast<float>(p.proposals) + p.blend * alpha;
      if (p.clamp > 0.0f && alpha < p.clamp) alpha = p.clamp, ++raised;
      log_alpha = logf(fabsf(alpha));
    } else {
      log_alpha = shared_log_alpha(p, head, row, place, proposal);
      alpha = expf(log_alpha);
    }
    const std::int64_t at = static_cast<std::int64_t>(row) * columns + j;
    if (p.log_weights) p.log_weights.of(head)[at] = log_alpha + (p.logits ? p.logits.of(head)[at] : 0.0f);
    if (p.signs) p.signs.of(head)[at] = alpha < 0.0f ? -1.0f : 1.0f;
    if (p.alpha) p.alpha.of(head)[at] = alpha;
  }
  if (raised > 0 && p.clamped != nullptr) atomicAdd(p.clamped, static_cast<unsigned long long>(raised));
}

__global__ void __launch_bounds__(kThreads) normalise_kernel(const NormaliseWeights p) {
  const int row = static_cast<int>(blockIdx.x) * kWarps + static_cast<int>(threadIdx.x) / 32,
            lane = static_cast<int>(threadIdx.x) % 32;
  const std::int64_t head = blockIdx.z;
  if (row >= p.rows) return;
  const std::int64_t first = static_cast<std::int64_t>(row) * p.columns;
  const float* x = p.log_weights.of(head) + first;
  const float* signs = p.signs ? p.signs.of(head) + first : nullptr;
  float highest = 0.0f, sum = 0.0f, squares = 0.0f;
  if (p.share == 0.0f) {
    highest = -INFINITY;
    for (int j = lane; j < p.columns; j += 32) highest = fmaxf(highest, x[j]);
    highest = of_warp(highest, Largest{});
    for (int j = lane; j < p.columns; j += 32) {
      const float w = expf(x[j] - highest) * (signs != nullptr ? signs[j] : 1.0f);
      sum += w;
      squares += w * w;
    }
    sum = of_warp(sum, Sum{});
    squares = of_warp(squares, Sum{});
    if (p.ess && lane == 0) p.ess.of(head)[row] = sum * sum / squares;
  }
  for (int j = lane; p.weights && j < p.columns; j += 32) {
    const float log_w = x[j] - highest;
    const float w = expf(p.share != 0.0f ? at_most_zero(log_w) : log_w) * (signs != nullptr ? signs[j] : 1.0f);
    p.weights.of(head)[first + j] = p.share == 0.0f ? w / sum : p.share * w;
  }
}

__global__ void __launch_bounds__(kThreads) query_sample_kernel(const QuerySamples p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, head = blockIdx.z,
                     sample = i / p.dims, row = sample / p.samples;
  if (row >= p.rows) return;
  const int d = static_cast<int>(i % p.dims);
  float x = p.eps ? p.eps.of(head)[i] : 0.0f;
  x += p.factor * p.q.of(head)[row * p.dims + d];
  if (p.chosen) x += p.factor * p.k.of(head)[static_cast<std::int64_t>(p.chosen.of(head)[sample]) * p.dims + d];
  if (p.mean) x += p.factor * p.mean.of(head)[row * p.dims + d];
  p.out.of(head)[i] = x;
}

/// A thread for each query and group.
__global__ void __launch_bounds__(kThreads) sample_logit_kernel(const SampleLogits p) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x, head = blockIdx.z,
                     row = i / p.groups;
  if (row >= p.rows) return;
  const std::int64_t group = i % p.groups, table = p.table_rows > 0 ? row / p.table_rows : 0;
  const float* dots = p.dots.of(head) + row * p.samples;
  const float* mass = p.mass.of(head) + (table * p.groups + group) * p.samples;
  float highest = -INFINITY, sum = 0.0f;
  for (int s = 0; s < p.samples; ++s) highest = fmaxf(highest, dots[s] + mass[s]);
  for (int s = 0; s < p.samples; ++s) sum += expf(dots[s] + mass[s] - highest);
  const float shift = logf(p.shares.of(head)[i]) + p.log_sums.of(head)[row] - highest - logf(sum);
  for (int s = 0; s < p.samples; ++s) p.out.of(head)[i * p.samples + s] = dots[s] + mass[s] + shift;
}

}  // namespace

int sample_logits(Context* c, const SampleLogits* p) {
  const dim3 grid = grid_of(std::int64_t{p->rows} * p->groups, kThreads, p->heads);
  return start(c, "starting logits of samples", sample_logit_kernel, grid, kThreads, *p);
}

int place_samples(Context* c, const PlaceSamples* p) {
  const std::int64_t count = std::int64_t{p->proposals} * p->per_proposal * (p->antithetic != 0 ? 2 : 1) * p->dims;
  return start(c, "starting place samples", place_kernel, grid_of(count, kThreads, p->heads), kThreads, *p);
}

int densities(Context* c, const Densities* p) {
  return start(c, "starting densities", density_kernel, grid_of(p->places, 1, p->heads), kThreads, *p,
               kWarps * sizeof(LogSums));
}

int log_weights(Context* c, const LogWeights* p) {
  return start(c, "starting log weights", log_weight_kernel, grid_of(p->rows, kWarps, p->heads), kThreads, *p);
}

int normalise_weights(Context* c, const NormaliseWeights* p) {
  return start(c, "starting normalise weights", normalise_kernel, grid_of(p->rows, kWarps, p->heads), kThreads, *p);
}

int query_samples(Context* c, const QuerySamples* p) {
  const std::int64_t count = std::int64_t{p->rows} * p->samples * p->dims;
  return start(c, "starting query samples", query_sample_kernel, grid_of(count, kThreads, p->heads), kThreads, *p);
}

}  // namespace omega::cuda
