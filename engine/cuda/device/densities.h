// What densities say of one place: sums of exponentials, and the numbers made of them.
#pragma once

#include <cmath>

#include "cuda/device/portable.h"
#include "cuda/module.h"

namespace omega::cuda {

constexpr float kHalfLogTwoPi = 0.91893853320467274f;

__device__ inline float log_add(float a, float b) {
  const float high = fmaxf(a, b);
  return fabsf(high) == INFINITY ? high : high + log1pf(expf(-fabsf(a - b)));
}

/// log r of a term r of a sum of 1: where the two were rounded in different ways, large ones would be far above 0. NaN
/// stays.
__device__ inline float at_most_zero(float log_r) { return log_r > 0.0f ? 0.0f : log_r; }

/// log((1 − λ)/C + λ·share).
__device__ inline float log_blended(float blend, float count, float log_share) {
  return log_add(blend < 1.0f ? logf((1.0f - blend) / count) : -INFINITY,
                 (blend > 0.0f ? logf(blend) : -INFINITY) + log_share);
}

struct LogSums {
  float highest, sum, of_squares, own;  // of_squares: Σ exp(2(x − highest))
};

__device__ inline LogSums no_sums() { return {-INFINITY, 0.0f, 0.0f, -INFINITY}; }

__device__ inline void add_log(LogSums& s, float x, float sum, float squares) {
  const float highest = fmaxf(s.highest, x);
  if (highest == -INFINITY) return;
  const float old = expf(s.highest - highest), fresh = expf(x - highest);
  s.sum = s.sum * old + sum * fresh;
  s.of_squares = s.of_squares * old * old + squares * fresh * fresh;
  s.highest = highest;
}

/// Everything that is one number a place.
__device__ inline void write_place(const Densities& p, std::int64_t head, int place, const LogSums& sums,
                                   float half_norm) {
  const float key_sum = p.log_key_sum ? p.log_key_sum.of(head)[place] : 0.0f;
  const float log_normal = -half_norm - static_cast<float>(p.dims) * kHalfLogTwoPi;
  const float common = p.log_z ? log_normal + key_sum : -static_cast<float>(p.dims) * kHalfLogTwoPi;
  const float log_own = sums.own + common, sample_part = log_normal - log_own + key_sum;
  float log_b = sums.own - sums.highest - logf(sums.sum);
  if (p.weighting == kWeightPower) log_b = 2.0f * (sums.own - sums.highest) - logf(sums.of_squares);
  if (p.log_normal) p.log_normal.of(head)[place] = log_normal;
  if (p.log_own) p.log_own.of(head)[place] = log_own;
  if (p.sample_part) p.sample_part.of(head)[place] = sample_part;
  if (p.balance_own) p.balance_own.of(head)[place] = expf(log_b);
  if (!p.bias) return;
  const float count = static_cast<float>(p.proposals), shared = p.weighting == kWeightConstant ? -logf(count) : log_b;
  p.bias.of(head)[place] = sample_part + log_blended(p.blend, count, shared);
}

}  // namespace omega::cuda
