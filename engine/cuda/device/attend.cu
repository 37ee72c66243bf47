// The kernel behind every estimate: rows against columns, weights of their logits, the weighted mean of values; in
// tiles with a running maximum and sum, so that no map is ever held. What most calls consist of goes by tensor cores
// where there are any (tensor.cu); this is for all cards and every kind of weight.
//
// A block of 256 threads has 64 rows and walks over the columns 64 at a time. Thread (i, j) of a 16×16 square has rows
// 4i..4i+3; of the logits its columns are j, j + 16, j + 32, j + 48; of the means 4j..4j+3. So the 16 threads of a row
// are neighbours in one warp. Tiles have rows of 68 floats: four at a time are read without bank conflicts. Values
// beyond 64 belong to another block, which computes the logits again. Where rows are few and columns many, columns are
// cut into parts, each with its own maximum, sum and mean, and the last block of a tile to end merges them in their
// order: the same bits every time.
#include "cuda/device/densities.h"
#include "cuda/device/fours.h"
#include "cuda/device/reduce.h"
#include "cuda/device/tiles.h"

namespace omega::cuda {

namespace {

constexpr int kThreads = 256;
constexpr int kEach = 4;  // rows, columns and values of a thread
constexpr int kPitch = kTile + 4;

__device__ inline float largest_of_row(float x) { return of_lanes<16>(x, Largest{}); }
__device__ inline float sum_of_row(float x) { return of_lanes<16>(x, Sum{}); }

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

struct Shared {
  float x[kTile * kPitch];
  float columns[kTile * kPitch];  // points, then values
  float weights[kTile * kPitch];
  int rows[kTile];       // of the tile; −1: none
  int keys[kTile];       // of the columns' tile; −1: none
  float row_log[kTile];  // log Σ_c of a decoupled row's similarities
  int last;              // whether this block is the last of its tile
};

struct Four {
  float v[kEach];
};

__device__ inline Four load_four(const float* from) {
  const float4 x = load_vector<float4>(from);
  return {{x.x, x.y, x.z, x.w}};
}

/// Puts the rows of a block's tile into shared memory; `number` is that of the tile.
__device__ Place find_rows(const Started& a, Shared& s, int z, int number) {
  const int tid = static_cast<int>(threadIdx.x);
  const bool outside = a.all_rows_outside != 0;
  const int tiles = outside ? tiles_of(a.rows) : tiles_of_window(a.windows);
  Place place = find_place(a, z, number, tiles);
  int row = number * kTile + tid;
  bool valid = row < a.rows;
  if (place.window >= 0) {
    place.first_row = outside ? static_cast<std::int64_t>(place.window) * a.rows : 0;
    const Cells queries = widened_block(a.windows, place.window, 0, 0);
    const int i = number % tiles * kTile + tid;
    valid = i < (outside ? a.rows : queries.count());
    row = !valid ? 0 : outside ? i : queries.token(i);
  }
  if (tid < kTile) s.rows[tid] = valid ? row : -1;
  __syncthreads();
  return place;
}

/// 64×64 of a matrix into a tile: rows `which` (−1: zeros), columns first .. first + 64 of `width`. All that a thread
/// reads is on its way before any of it is written.
__device__ void load_tile(const float* from, int width, int first, const int* which, float* tile) {
  constexpr int kFours = kTile / 4, kStep = kThreads / kFours, kOwn = kTile / kStep;
  const int r0 = static_cast<int>(threadIdx.x) / kFours, c = static_cast<int>(threadIdx.x) % kFours * 4;
  const auto load_all = [&](auto load) {
    float4 x[kOwn];
#pragma unroll
    for (int i = 0; i < kOwn; ++i) {
      const int row = which[r0 + i * kStep];
      x[i] = zeros();
      if (row >= 0 && first + c < width) x[i] = load(from + static_cast<std::int64_t>(row) * width + first + c);
    }
#pragma unroll
    for (int i = 0; i < kOwn; ++i) *reinterpret_cast<float4*>(tile + (r0 + i * kStep) * kPitch + c) = x[i];
  };
  if (lies_in_fours(from, width))
    load_all([](const float* at) { return load_vector<float4>(at); });
  else
    load_all([&](const float* at) { return load_slowly(at, width - first - c); });
}

/// dots += x·points of one tile; x is loaded where it is not there from before.
__device__ void add_dots(const Attend& a, Shared& s, const Place& place, const float* points, const int* which,
                         bool first_tile, float (&dots)[kEach][kEach]) {
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  for (int d = 0; d < a.dims; d += kTile) {
    if (a.dims > kTile || first_tile) load_tile(a.x.of(place.head), a.dims, d, s.rows, s.x);
    load_tile(points, a.dims, d, which, s.columns);
    __syncthreads();
    for (int e = 0; e < min(kTile, a.dims - d); e += kEach) {
      Four x[kEach], p[kEach];
      for (int i = 0; i < kEach; ++i) x[i] = load_four(s.x + (i0 + i) * kPitch + e);
      for (int j = 0; j < kEach; ++j) p[j] = load_four(s.columns + (j0 + 16 * j) * kPitch + e);
      for (int i = 0; i < kEach; ++i)
        for (int j = 0; j < kEach; ++j)
          for (int n = 0; n < kEach; ++n) dots[i][j] += x[i].v[n] * p[j].v[n];
    }
    __syncthreads();
  }
}

__device__ inline float bias_at(const AttendColumns& c, const Place& place, int column) {
  if (!c.bias) return 0.0f;
  return c.bias.of(place.head)[(place.window >= 0 ? place.window * c.bias_block : 0) + column];
}

__device__ inline bool sees(const Attend& a, int source, int row, int key) {
  return row >= 0 && key >= 0 && (source > 0 || a.causal == 0 || key <= row);
}

/// Logits of a tile, −∞ where a row does not see a column; signs where those are given.
__device__ void fill_logits(const Attend& a, Shared& s, const Place& place, int source, bool first_tile,
                            float (&l)[kEach][kEach], float (&sign)[kEach][kEach]) {
  const AttendColumns& c = a.columns[source];
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  for (int i = 0; i < kEach; ++i)
    for (int j = 0; j < kEach; ++j) l[i][j] = 0.0f, sign[i][j] = 1.0f;
  const std::int64_t block = place.window >= 0 ? place.window : 0;
  if (c.points) add_dots(a, s, place, c.points.of(place.head) + block * c.points_block, s.keys, first_tile, l);
  for (int j = 0; j < kEach; ++j) {
    const int key = s.keys[j0 + 16 * j];
    const float bias = key >= 0 ? bias_at(c, place, key) : 0.0f;
    for (int i = 0; i < kEach; ++i) {
      const int row = s.rows[i0 + i];
      if (!sees(a, source, row, key)) {
        l[i][j] = -INFINITY;
        continue;
      }
      const std::int64_t at = row * c.logits_row + key * c.logits_column;
      float raw = c.factor * (c.points ? l[i][j] : c.logits.of(place.head)[at]);
      if (a.weights == kElu && raw > 0.0f) raw = log1pf(raw);  // log(elu(x) + 1)
      l[i][j] = raw + bias + (c.row_bias ? c.row_bias.of(place.head)[row] : 0.0f);
      if (c.signs) sign[i][j] = c.signs.of(place.head)[at];
    }
  }
}

/// x·q̃ of the tile's rows: with all proposals where those are one tile, each with one sample; else with the samples'.
struct Similarities {
  float r[kEach][kEach];
};

__device__ inline bool one_tile(const Decoupled& d) { return d.proposals <= kTile && d.each == 1; }

/// x·q̃ of the proposals behind the samples' tile.
__device__ void find_similarities(const Attend& a, Shared& s, const Place& place, Similarities& known) {
  const Decoupled& d = a.alpha;
  const int tid = static_cast<int>(threadIdx.x);
  if (!d.points || one_tile(d)) return;  // nothing, or there already
  known = {};
  int* owners = reinterpret_cast<int*>(s.weights);  // the proposals behind the samples; the weights are written later
  if (tid < kTile) owners[tid] = s.keys[tid] >= 0 ? s.keys[tid] / d.each : -1;
  __syncthreads();
  add_dots(a, s, place, d.points.of(place.head), owners, false, known.r);
}

/// log α and its sign onto the logits of the samples' tile.
__device__ void weigh_by_query(const Attend& a, Shared& s, const Place& place, bool counts, Similarities& known,
                               float (&l)[kEach][kEach], float (&sign)[kEach][kEach]) {
  const Decoupled& d = a.alpha;
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  find_similarities(a, s, place, known);
  unsigned raised = 0;
  for (int i = 0; i < kEach; ++i) {
    const int row = s.rows[i0 + i];
    if (row < 0) continue;
    const bool over_queries = d.log_sums.data != nullptr;
    const float row_log = d.points ? s.row_log[i0 + i] : 0.0f;
    const float mean = !d.points ? 0.0f : (over_queries ? expf(row_log) : 1.0f) / static_cast<float>(d.proposals);
    for (int j = 0; j < kEach; ++j) {
      const int sample = s.keys[j0 + 16 * j];
      if (sample < 0) continue;
      const int owner = sample / d.each;
      const float log_sum = over_queries ? d.log_sums.of(place.head)[owner] : row_log;
      const float own = d.points ? expf(at_most_zero(d.factor * known.r[i][j] - log_sum)) : 0.0f;
      float alpha = (1.0f - d.blend) / static_cast<float>(d.proposals) +
                    d.blend * (d.balance.of(place.head)[sample] + d.beta * (own - mean));
      if (d.clamp > 0.0f && alpha < d.clamp) {
        alpha = d.clamp;
        ++raised;
      }
      sign[i][j] = alpha < 0.0f ? -1.0f : 1.0f;
      l[i][j] += logf(fabsf(alpha));
    }
  }
  if (counts && raised > 0 && a.clamped != nullptr) atomicAdd(a.clamped, static_cast<unsigned long long>(raised));
}

/// log Σ_c exp(factor·x_n·q̃_c − log_sums_c) of the tile's rows.
__device__ void add_up_similarities(const Attend& a, Shared& s, const Place& place, bool& first_tile,
                                    Similarities& known) {
  const Decoupled& d = a.alpha;
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  float highest[kEach], sum[kEach];
  for (int i = 0; i < kEach; ++i) highest[i] = -INFINITY, sum[i] = 0.0f;
  for (int first = 0; first < d.proposals; first += kTile) {
    if (tid < kTile) s.keys[tid] = first + tid < d.proposals ? first + tid : -1;
    __syncthreads();
    known = {};
    add_dots(a, s, place, d.points.of(place.head), s.keys, first_tile, known.r);
    first_tile = false;
    for (int i = 0; i < kEach; ++i)
      for (int j = 0; j < kEach; ++j) {
        const int c = s.keys[j0 + 16 * j];
        if (c < 0) continue;
        const float logit = d.factor * known.r[i][j],
                    l = d.log_sums ? at_most_zero(logit - d.log_sums.of(place.head)[c]) : logit,
                    now = fmaxf(highest[i], l);
        sum[i] = sum[i] * expf(highest[i] - now) + expf(l - now);
        highest[i] = now;
      }
    __syncthreads();
  }
  for (int i = 0; i < kEach; ++i) {
    const float all = largest_of_row(highest[i]),
                total = sum_of_row(highest[i] == -INFINITY ? 0.0f : sum[i] * expf(highest[i] - all));
    if (j0 == 0) s.row_log[i0 + i] = all + logf(total);
  }
  __syncthreads();
}

__device__ inline float feature_of(const Attend& a, const AttendColumns& c, int row, int key, float l) {
  return (a.features_are_rows != 0 ? row : key) < c.sines ? sinf(l) : cosf(l);
}

/// Weights of the tile's logits into shared memory; what was summed before is taken relative to the new maximum.
template <bool kFeatures>
__device__ void add_weights(const Attend& a, Shared& s, const Place& place, const AttendColumns& c,
                            const float (&l)[kEach][kEach], const float (&sign)[kEach][kEach], Running& run) {
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, j0 = tid % 16;
  for (int i = 0; i < kEach; ++i) {
    if (!kFeatures) raise(run, i, l[i]);
    const float highest = run.highest[i];
    for (int j = 0; j < kEach; ++j) {
      const int key = s.keys[j0 + 16 * j];
      float weight = 0.0f;
      if (l[i][j] != -INFINITY)
        weight = kFeatures ? feature_of(a, c, s.rows[i0 + i], key, l[i][j]) : sign[i][j] * expf(l[i][j] - highest);
      if (weight != 0.0f && c.gain) weight *= c.gain.of(place.head)[key];
      run.sum[i] += weight != 0.0f && c.share ? weight * c.share.of(place.head)[key] : weight;
      s.weights[(i0 + i) * kPitch + j0 + 16 * j] = weight;
    }
  }
}

/// mean += weights × values of the tile.
__device__ void add_values(const Attend& a, Shared& s, const Place& place, const AttendColumns& c, Running& run) {
  const int tid = static_cast<int>(threadIdx.x), i0 = tid / 16 * kEach, d0 = tid % 16 * kEach;
  if (c.value_of != nullptr) {
    __syncthreads();  // all have read the keys
    if (tid < kTile && s.keys[tid] >= 0)
      s.keys[tid] = c.value_of[(place.window >= 0 ? place.window * c.value_of_block : 0) + s.keys[tid]];
  }
  __syncthreads();
  const float* values = c.values.of(place.head) + (place.window >= 0 ? place.window * c.values_block : 0);
  load_tile(values, a.value_dims, place.first_value, s.keys, s.columns);
  __syncthreads();
  for (int m = 0; m < kTile; m += kEach) {
    Four w[kEach], v[kEach];
    for (int i = 0; i < kEach; ++i) w[i] = load_four(s.weights + (i0 + i) * kPitch + m);
    for (int n = 0; n < kEach; ++n) v[n] = load_four(s.columns + (m + n) * kPitch + d0);
    for (int i = 0; i < kEach; ++i)
      for (int n = 0; n < kEach; ++n)
        for (int d = 0; d < kEach; ++d) run.mean[i][d] += w[i].v[n] * v[n].v[d];
  }
}

/// The columns of one source, tile by tile.
template <int kKind>
__device__ void walk(const Attend& a, Shared& s, const Place& place, int source, bool& first_tile, Similarities& known,
                     Running& run) {
  const AttendColumns& c = a.columns[source];
  const int tid = static_cast<int>(threadIdx.x);
  const bool outside = a.all_rows_outside != 0, windowed = source == 0 && place.window >= 0 && !outside;
  const int last_row = (first_tile_of(a, 1) + 1) * kTile - 1;
  const Stretch columns = stretch_of(a, place, source, windowed, last_row);
  for (int first = columns.first; first < columns.end; first += kTile) {
    if (tid < kTile) {
      const int key = first + tid < columns.end ? (windowed ? place.keys.token(first + tid) : first + tid) : -1;
      const bool hidden = key >= 0 && c.value_of != nullptr && c.value_of_block > 0 &&
                          c.value_of[place.window * c.value_of_block + key] < 0;
      s.keys[tid] = hidden || (outside && key >= 0 && place.keys.has(key)) ? -1 : key;
    }
    __syncthreads();
    float l[kEach][kEach], sign[kEach][kEach];
    fill_logits(a, s, place, source, first_tile, l, sign);
    if (kKind == kDecoupled) weigh_by_query(a, s, place, place.first_value == 0, known, l, sign);
    add_weights<kKind == kWave>(a, s, place, c, l, sign, run);
    if (a.value_dims > 0 && c.values) add_values(a, s, place, c, run);
    __syncthreads();
    first_tile = false;
  }
}

/// One row's end: its mean, its sum, and whether that is not positive.
__device__ void finish(const Attend& a, const Place& place, int row, bool first_thread, float highest, float sum,
                       const float* mean, int values) {
  const bool features = a.weights == kWave;
  const float scale = a.normalised != 0 ? 1.0f / sum : features ? 1.0f : expf(highest);
  const bool nothing = a.all_rows_outside != 0 && sum == 0.0f;  // a window that holds all keys
  const int first = place.first_value + static_cast<int>(threadIdx.x) % 16 * kEach;
  if (a.out)
    for (int d = 0; d < kEach && first + d < values; ++d)
      a.out.of(place.head)[(place.first_row + row) * values + first + d] =
          nothing ? 0.0f : a.out_factor * (a.normalised != 0 ? mean[d] / sum : mean[d] * scale);
  if (!first_thread || place.first_value != 0) return;
  if (a.log_sum) a.log_sum.of(place.head)[place.first_row + row] = features ? sum : highest + logf(sum);
  if (a.nonpositive != nullptr && !(sum > 0.0f)) atomicAdd(a.nonpositive, 1ull);
}

/// This block's part of its rows, for whoever merges them.
__device__ void write_part(const Attend& a, const Place& place, int row, bool first_thread, float highest, float sum,
                           const float* mean) {
  const int values = a.value_dims, first = place.first_value + static_cast<int>(threadIdx.x) % 16 * kEach;
  float* part = part_of(a, place.head, place.split, row);
  for (int d = 0; d < kEach && first + d < values; ++d) part[kPartHead + first + d] = mean[d];
  if (first_thread && place.first_value == 0) part[0] = highest, part[1] = sum;
}

/// The parts of the tile's rows in their order, 64 values at a time.
__device__ void merge(const Attend& a, const Shared& s, Place& place) {
  const int tid = static_cast<int>(threadIdx.x), values = a.value_dims;
  const bool features = a.weights == kWave;
  const std::int64_t step = static_cast<std::int64_t>(a.rows) * part_width(values);
  for (int i = tid / 16; i < kTile; i += 16) {
    const int row = s.rows[i];
    if (row < 0) continue;
    const float* parts = part_of(a, place.head, 0, row);
    float highest = features ? 0.0f : -INFINITY;
    for (int p = 0; p < a.parts.count && !features; ++p) highest = fmaxf(highest, __ldcg(parts + p * step));
    for (int chunk = 0; chunk < chunks_of(a); ++chunk) {
      place.first_value = chunk * kTile;
      const int first = place.first_value + tid % 16 * kEach;
      float sum = 0.0f, mean[kEach] = {};
      for (int p = 0; p < a.parts.count; ++p) {
        const float* part = parts + p * step;
        const float scale = features ? 1.0f : __ldcg(part) == -INFINITY ? 0.0f : expf(__ldcg(part) - highest);
        sum += scale * __ldcg(part + 1);
        for (int d = 0; d < kEach && first + d < values; ++d) mean[d] += scale * __ldcg(part + kPartHead + first + d);
      }
      finish(a, place, row, tid % 16 == 0, highest, sum, mean, values);
    }
  }
}

/// One block of threads; z counts heads and pieces of 64 values.
template <int kKind>
__device__ void attend_tile(const Started& a, int z) {
  Shared& s = *shared_memory<Shared>();
  Place place = find_rows(a, s, z, first_tile_of(a, 1));
  Running run = nothing_yet(kKind == kWave ? 0.0f : -INFINITY);
  bool first_tile = true;
  Similarities known{};
  if (kKind == kDecoupled && a.alpha.points) add_up_similarities(a, s, place, first_tile, known);
  for (int source = a.first_source; source < a.sources; ++source)
    walk<kKind>(a, s, place, source, first_tile, known, run);
  const int tid = static_cast<int>(threadIdx.x);
  for (int i = 0; i < kEach; ++i) {
    const float sum = sum_of_row(run.sum[i]);
    const int row = s.rows[tid / 16 * kEach + i];
    if (row < 0) continue;
    if (a.parts.sums == nullptr)
      finish(a, place, row, tid % 16 == 0, run.highest[i], sum, run.mean[i], a.value_dims);
    else
      write_part(a, place, row, tid % 16 == 0, run.highest[i], sum, run.mean[i]);
  }
  if (a.parts.sums != nullptr && a.parts.columns == 0 && is_last(a, place.head, s.last)) merge(a, s, place);
}

template <int kKind>
__global__ void __launch_bounds__(kThreads, 2) attend_kernel(const Started a) {
  attend_tile<kKind>(a, a.first_z + static_cast<int>(blockIdx.z));
}

/// Fills in what the engine left open; returns the grid where each block of threads has one tile of rows.
dim3 completed(Attend& a) {
  if (a.parts.count < 1) a.parts.count = 1;
  if (a.tiles.count <= 0) a.tiles.count = row_tiles(a);
  const unsigned chunks = a.value_dims > 0 ? blocks_of(a.value_dims, kTile) : 1;
  return dim3(static_cast<unsigned>(a.tiles.count), static_cast<unsigned>(a.parts.count),
              static_cast<unsigned>(a.heads) * chunks);
}

/// How many arrivals it counts.
std::uint64_t counters_of(const Attend& a) {
  return a.parts.sums != nullptr && a.parts.columns == 0
             ? static_cast<std::uint64_t>(a.tiles.count) * static_cast<unsigned>(a.heads)
             : 0;
}

bool by_tensor_cores(const Context* c, const Attend& a) { return c->rounds && suits_tensor_cores(a); }

AttendKernel kernel_of(const Context* c, const Attend& a) {
  if (by_tensor_cores(c, a)) return tensor_kernel_of(a, c->facts.processors);
  const auto kernel = a.weights == kWave        ? attend_kernel<kWave>
                      : a.weights == kDecoupled ? attend_kernel<kDecoupled>
                                                : attend_kernel<kExponential>;
  return {kernel, kThreads, sizeof(Shared), 1, kAnyNumber};
}

template <class Arguments>
int start(Context* c, const KernelOf<Arguments>& by, dim3 grid, const Arguments& arguments) {
  return omega::cuda::start(c, "starting attend", by.kernel, grid, by.threads, arguments, by.shared_bytes);
}

void note_way(Ways& ways, const Attend& a, const AttendKernel& by, unsigned blocks) {
  if (counters_of(a) > 0) ++ways.of_parts;
  if (by.tiles > 1 && by.most_blocks == kAnyNumber) ++ways.of_two_tiles;
  const auto pairs = static_cast<std::int32_t>(blocks_of(a.tiles.count, std::int64_t{by.tiles} * blocks));
  if (by.most_blocks != kAnyNumber && pairs > ways.most_pairs) ways.most_pairs = pairs;
}

}  // namespace

int attend(Context* c, const Attend* given) {
  Started a{*given};
  dim3 grid = completed(a);
  int failed = kOk;
  a.arrivals = arrivals_for(c, counters_of(a), &failed);
  if (failed != kOk) return failed;
  const AttendKernel by = kernel_of(c, a);
  grid.x = blocks_of(grid.x, by.tiles);
  if (grid.x > by.most_blocks) grid.x = by.most_blocks;
  note_way(c->ways, a, by, grid.x);
  const std::int32_t most = c->facts.most_blocks, z = static_cast<std::int32_t>(grid.z);
  const auto at_most = [&](std::int32_t left) { return static_cast<unsigned>(left < most ? left : most); };
  for (a.first_part = 0; a.first_part < a.parts.count; a.first_part += most)
    for (a.first_z = 0; a.first_z < z; a.first_z += most) {
      grid.y = at_most(a.parts.count - a.first_part);
      grid.z = at_most(z - a.first_z);
      if ((failed = start(c, by, grid, a)) != kOk) return failed;
    }
  return a.after.places > 0 && !by_tensor_cores(c, a) ? densities(c, &a.after) : kOk;
}

int attend_both(Context* c, const Attend* one, const Attend* other) {
  Both b{{*one}, {*other}, 0};
  const dim3 first = completed(b.one), second = completed(b.other);
  if (!by_tensor_cores(c, *one) || !by_tensor_cores(c, *other) ||
      first.z + second.z > static_cast<unsigned>(c->facts.most_blocks)) {
    const int failed = attend(c, one);
    return failed != kOk ? failed : attend(c, other);
  }
  int failed = kOk;
  b.one.arrivals = arrivals_for(c, counters_of(b.one) + counters_of(b.other), &failed);
  if (failed != kOk) return failed;
  b.other.arrivals = b.one.arrivals + counters_of(b.one);
  b.first_other = static_cast<int>(first.z);
  c->ways.of_parts += counters_of(b.one) + counters_of(b.other) > 0 ? 1 : 0;
  const dim3 grid(first.x > second.x ? first.x : second.x, first.y > second.y ? first.y : second.y, first.z + second.z);
  return start(c, tensor_kernel_of_both(), grid, b);
}

}  // namespace omega::cuda
