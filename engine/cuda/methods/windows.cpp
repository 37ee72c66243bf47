// local and scatterbrain on the device: a window of keys and, in the same ratio, what stands for the keys beyond it.
#include "cuda/methods/windows.h"

#include "cuda/methods.h"
#include "cuda/methods/sampling.h"

#include <algorithm>
#include <cmath>

namespace omega::cuda {

Windows windows_of(const Run& run) {
  const auto width = static_cast<std::int32_t>(run.options.integer("window")),
             overlap = static_cast<std::int32_t>(run.options.has("overlap") ? run.options.integer("overlap") : 0);
  if (width == 0) return {};
  if (const auto grid = run.grid()) {
    const auto height = static_cast<std::int32_t>(grid->height), across = static_cast<std::int32_t>(grid->width);
    return {height, across, std::min(width, height), std::min(width, across), overlap, overlap};
  }
  return {1, run.N, 1, std::min(width, run.N), 0, overlap};
}

Attend inside_windows(Run& run) {
  Attend what = attention_of(run.q, columns_of(run.k, run.scale, {}, run.values), run.y);
  what.windows = windows_of(run);
  what.causal = run.options.is_causal() ? 1 : 0;
  return what;
}

namespace {

void local(Run& run) { run.attend(inside_windows(run)); }

/// Of each block of queries and each ω_s: log (1/S) Σ ξ(k_m, ω_s) over the keys outside its window, and the mean of
/// their values.
struct Far {
  Block log_sums, means;
};

/// Windows that are the blocks themselves: sums over each block's keys, from which those over all others follow.
Far outside_blocks(Run& run, const Standard& samples, const Windows& w, const Far& far) {
  const std::int32_t blocks = block_count(w), dims = run.values.cols, count = samples.omega.rows;
  const Block parts = run.make(Index{blocks} * count, part_width(dims)), before = run.make(blocks, count);
  Attend sums = attention_of(samples.omega, columns_of(run.k, run.root, samples.key_bias, run.values), {});
  sums.value_dims = dims;
  sums.parts = {blocks, w.block_width, parts.data};
  run.attend(sums);
  run.outside({.rows = count,
               .blocks = blocks,
               .value_dims = dims,
               .parts = parts.data,
               .shift = -std::log(static_cast<float>(count)),
               .before = before.data,
               .log_sums = far.log_sums,
               .means = far.means});
  return far;
}

/// Windows that overlap, or lie on a grid: each block reads all keys outside its own.
Far outside_windows(Run& run, const Standard& samples, const Windows& w, const Far& far) {
  Attend what =
      attention_of(samples.omega, columns_of(run.k, run.root, samples.key_bias, run.values), far.means, far.log_sums);
  what.windows = w;
  what.all_rows_outside = 1;
  run.attend(what);
  run.combine(1, far.log_sums, 0, {}, -std::log(static_cast<float>(samples.omega.rows)), far.log_sums);
  return far;
}

void scatterbrain(Run& run) {
  const Standard samples = standard_samples(run);
  const Windows w = windows_of(run);
  const std::int32_t count = samples.omega.rows, dims = run.values.cols;
  const Index blocks = block_count(w);
  const Far room{run.make(blocks, count), run.make(blocks * count, dims)};
  const bool borders = w.height == 1 && w.overlap_across == 0;
  const Far far = borders ? outside_blocks(run, samples, w, room) : outside_windows(run, samples, w, room);
  Attend what = inside_windows(run);
  what.sources = 2;
  AttendColumns& beyond = what.columns[1] = columns_of(samples.omega, run.root, far.log_sums, far.means);
  const Block norms = query_bias(run);
  beyond.row_bias = norms;
  beyond.bias_block = count;
  beyond.values_block = std::int64_t{count} * dims;
  run.attend(what);
  write_output(run, "omega", samples.omega);
}

}  // namespace

CudaMethod local_method() { return {.outputs = {"y", "attention"}, .causal = true, .compute = local}; }
CudaMethod scatterbrain_method() {
  return {.outputs = {"y", "attention", "omega"}, .block_bytes = prepare_bytes, .compute = scatterbrain};
}

}  // namespace omega::cuda
