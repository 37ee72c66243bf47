// What kernels that walk over tiles of 64 rows and 64 columns share. Thread (i, j) of a 16×16 square has rows 4i..4i+3;
// of the logits its columns are j, j + 16, j + 32, j + 48; of the means 4j..4j+3. So the 16 threads of a row are
// neighbours in one warp.
#pragma once

#include <cmath>

#include "cuda/device/portable.h"

namespace omega::cuda {

constexpr int kTile = 64;
constexpr int kThreads = 256;
constexpr int kEach = 4;  // rows, columns and values of a thread

__device__ inline float largest_of_row(float x) {
  for (int step = 8; step > 0; step /= 2) x = fmaxf(x, __shfl_xor_sync(0xFFFFFFFFu, x, step));
  return x;
}

__device__ inline float sum_of_row(float x) {
  for (int step = 8; step > 0; step /= 2) x += __shfl_xor_sync(0xFFFFFFFFu, x, step);
  return x;
}

/// What a thread knows of its rows.
struct Running {
  float highest[kEach], sum[kEach], mean[kEach][kEach];
};

__device__ inline Running nothing_yet(float highest) {
  Running run{};
  for (int i = 0; i < kEach; ++i) run.highest[i] = highest;
  return run;
}

/// Row i's maximum becomes at least that of its logits; what was summed before is taken relative to it.
__device__ inline void raise(Running& run, int i, const float (&l)[kEach]) {
  float highest = l[0];
  for (int j = 1; j < kEach; ++j) highest = fmaxf(highest, l[j]);
  highest = fmaxf(run.highest[i], largest_of_row(highest));
  const float old = highest == -INFINITY ? 0.0f : expf(run.highest[i] - highest);
  run.highest[i] = highest;
  run.sum[i] *= old;
  for (int d = 0; d < kEach; ++d) run.mean[i][d] *= old;
}

}  // namespace omega::cuda
