// The interface between the engine and libomega_cuda.so: one exported function that hands over a table of functions,
// and plain structs. The engine compiles against this file alone and loads the module at run time; the module knows
// nothing of the engine.
//
// Matrices are row-major on the device, float32 where nothing else is said. Functions enqueue work on the context's
// stream and return a Status; what went wrong is then in message(). Only these wait for the device: download(),
// synchronise(), elapsed(), check_guards(), close(), upload() of more than the staging memory holds, allocate() where
// the arena has to grow, trim(), attend() and attend_both() where their counters have to grow, and product() where it
// makes cuBLAS.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "cuda/training.h"

namespace omega::cuda {

constexpr std::uint32_t kInterfaceVersion = 14;

enum Status : int { kOk = 0, kNoDevice = 1, kOutOfMemory = 2, kFailed = 3, kLost = 4 };

struct Context;  // a device with a stream and an arena

struct DeviceFacts {
  char name[128];
  int major, minor;     // compute capability
  int driver, runtime;  // CUDA versions, 12040 = 12.4
  int processors;
  int most_blocks;                        // of a grid, along each of its second and third axis
  int has_tensor_cores;                   // that know TF32 and BF16, and a module that was compiled for them
  std::uint64_t shared_bytes;             // of a block of threads, at most
  std::uint64_t total_bytes, free_bytes;  // free: for a run of this context, its own idle arena counted in
};

#ifdef __CUDACC__
#define OMEGA_HOST_AND_DEVICE __host__ __device__
#else
#define OMEGA_HOST_AND_DEVICE
#endif

/// A matrix for each head, one after another, or (head = 0) one for all of them; no data: nothing is there.
template <class T>
struct SliceOf {
  T* data = nullptr;
  std::int64_t head = 0;  // from one head to the next

  OMEGA_HOST_AND_DEVICE explicit operator bool() const { return data != nullptr; }
  OMEGA_HOST_AND_DEVICE T* of(std::int64_t h) const { return data + h * head; }
};
using Slice = SliceOf<float>;
using Exact = SliceOf<double>;
using Whole = SliceOf<std::int32_t>;

/// An input as it was stored: float or double.
struct Stored {
  const void* data = nullptr;
  std::int64_t head = 0;
  std::int32_t is_double = 0;
};

/// Where noise lives in the streams of the specification: row r of the output, counted flat, is (row, sample) = (r /
/// samples, r % samples); coordinates are columns.
struct Noise {
  std::uint32_t seed, draw, first_head, array;
  std::int32_t heads, rows, columns, samples;
  float* normals;    // heads × rows × columns, or
  double* uniforms;  // the same, in double: they decide discrete choices
};

/// How rows are cut into blocks that see a window of keys: the cells of a grid, a sequence being one of height 1.
struct Windows {
  std::int32_t height, width;              // cells of the grid
  std::int32_t block_height, block_width;  // 0: no windows
  std::int32_t overlap_down, overlap_across;
};
constexpr std::int32_t block_count(const Windows& w) {
  return (w.height + w.block_height - 1) / w.block_height * ((w.width + w.block_width - 1) / w.block_width);
}

/// What rows are held against. Logit (r, c) = factor·x_r·p_c + bias_c + row_bias_r, or as given.
struct AttendColumns {
  Slice points;
  std::int64_t points_block;
  Slice logits, signs;  // in place of points, and ±1: (r, c) at r·logits_row + c·logits_column
  std::int64_t logits_row, logits_column;
  Slice bias;
  std::int64_t bias_block;
  Slice row_bias;
  Slice values;  // row value_of[c], or c; nothing: zeros
  std::int64_t values_block;
  const std::int32_t* value_of;
  std::int64_t value_of_block;  // −1: this block does not see the column
  Slice gain;                   // multiplies the weight of column c
  Slice share;                  // what it counts in the denominator: weight·share_c
  const std::int32_t* visible;  // of each block: how many columns it sees
  float factor;
  std::int32_t count;
  std::int32_t sines;  // kWave: how many features are sines; the others are cosines
};

/// What makes a weight of a logit l.
enum Weights : std::int32_t {
  kExponential = 0,  // exp(l), relative to the row's largest
  kDecoupled = 1,    // α·exp(l), α of Decoupled
  kElu = 2,          // (elu(factor·x·p) + 1)·exp(the biases), relative to the row's largest
  kWave = 3,         // sin(l) or cos(l)
};

enum Weighting : std::int32_t {
  kWeightDecoupled = 0,
  kWeightConstant = 1,
  kWeightBalance = 2,
  kWeightPower = 3,
  kWeightCoupled = 4,
  kWeightOwn = 5
};

/// Densities of proposals at places ω_j: log q_c(ω_j) = −½‖ω_j − μ_c‖² − (D/2) log 2π, or, where `log_z` is
/// given, log N(ω_j) + ω_j·base_c − ½‖base_c‖² + L_j − log Z_c. From them, b_c, and what each sample brings to its
/// weight.
struct Densities {
  std::int32_t heads, places, proposals, each, dims;
  Weighting weighting;
  Slice omega, centres;
  Slice log_z;        // mixtures: log Z_c; nothing: Gaussians
  Slice log_key_sum;  // L_j
  float blend;
  // What is found, where there is room for it: a number for each place ...
  Slice log_own;      // log q of the sample's own proposal
  Slice sample_part;  // log N(ω_j) − log q + L_j
  Slice balance_own;  // b of the own proposal
  Slice log_normal;   // log N(ω_j)
  Slice bias;         // sample_part + log α, where no query changes α: all that a sample brings to its logits
  // ... and places × proposals: log b and b (of power: b²/Σb²).
  Slice log_balance, balance;
};

/// α_nj = (1 − λ)/C + λ(b_j + β(r_n,c − mean_n)), raised to `clamp` where that is above 0; j = c·each + s, r_nc =
/// exp(factor·x_n·q̃_c) over its sum over the proposals or, where `log_sums` are given, over the queries; mean_n =
/// (1/C) Σ_c r_nc.
struct Decoupled {
  Slice points;    // q̃, C×D; nothing: r = 0
  Slice log_sums;  // log Σ_n exp(factor·x_n·q̃_c), or nothing
  Slice balance;   // b_j
  float factor, beta, blend, clamp;
  std::int32_t proposals, each;
};

/// How the factors of x·p and weight·value are rounded before they are multiplied; sums are float32 always.
enum Products : std::int32_t { kProductsF32 = 0, kProductsTf32 = 1, kProductsBf16 = 2 };

/// A part of a row: maximum, sum, two that nobody reads, and the sums of values; in all a multiple of four, so that
/// four are read at once.
constexpr std::int32_t kPartHead = 4;
constexpr std::int32_t kMostParts = 128;  // that are merged
OMEGA_HOST_AND_DEVICE constexpr std::int32_t part_width(std::int32_t value_dims) {
  return kPartHead + (value_dims + 3) / 4 * 4;
}

/// How columns are cut, so that few rows fill the device.
struct Parts {
  std::int32_t count;    // how many; merged in their order where `columns` is 0
  std::int32_t columns;  // above 0: so many columns a part, and the parts stay as they are
  float* sums;           // heads × count × rows × part_width(value_dims)
};

/// Only these of the tiles of 64 rows, which with windows are counted block by block; count 0: all.
struct Tiles {
  std::int32_t first, count;
};

/// out_r = Σ_c w_rc v_c / Σ_c w_rc share_c over one or two sets of columns, in tiles with a running maximum: no map is
/// held.
struct Attend {
  std::int32_t heads, rows, dims, value_dims;
  Slice x;
  AttendColumns columns[2];
  std::int32_t first_source, sources;
  Windows windows;  // with them columns[0] are all keys, of which a block sees its window
  // 1: every block has all rows, and sees the keys outside its window; out and log_sum block by block
  std::int32_t all_rows_outside;
  std::int32_t causal;  // row r sees columns c ≤ r of columns[0]
  Weights weights;
  Products products;  // not f32: tensor cores where the card has them; exponential, one source, points, out alone
  std::int32_t features_are_rows;  // kWave: whether rows or columns are features
  Decoupled alpha;
  std::int32_t normalised;  // 0: out is the sum itself
  float out_factor;
  Slice out;                        // rows × value_dims, or nothing
  Slice log_sum;                    // log of the sum; the sum itself for kWave
  unsigned long long* nonpositive;  // counts sums ≤ 0
  unsigned long long* clamped;
  Parts parts;
  Tiles tiles;
  Densities after;  // of the rows, x being ω and log_sum L: found as soon as their sums are; 0 places: not wanted
};

constexpr std::int32_t kTileSide = 64;
/// How many tiles of rows there are.
constexpr std::int32_t row_tiles(const Attend& a) {
  const bool windowed = a.windows.block_width > 0;
  const std::int64_t rows =
      windowed && a.all_rows_outside == 0 ? std::int64_t{a.windows.block_height} * a.windows.block_width : a.rows;
  return (windowed ? block_count(a.windows) : 1) * static_cast<std::int32_t>((rows + kTileSide - 1) / kTileSide);
}

/// out = factor·A·B (+ row_bias, a column, + column_bias, a row).
template <class T>
struct ProductOf {
  std::int32_t heads, parts = 1, rows, inner, columns;
  StridedOf<T> a, b, row_bias, column_bias, out;
  T factor;
  std::int32_t adds;              // to what is there
  std::int32_t factor_of_biases;  // 1: out = factor·(A·B + biases)
  T* sums;                  // heads × parts × columns: of the columns of B; nullptr, or a card with tensor cores
  std::int32_t by_library;  // 1: cuBLAS's where it is found, whose bits are not the module's
};
using Product = ProductOf<float>;

/// Means of the tokens of each segment, in double: factor·(an adapter of the mean of the unscaled rows).
struct SegmentMeans {
  Slice x;                          // nothing: no means
  SliceOf<const double> stored;     // read in place of x, where it is there
  const std::int32_t* starts;       // segments + 1: where the runs of each begin in `runs`
  const std::int32_t* runs;         // pairs (begin, end) of rows
  Slice weight, bias, gain, shift;  // x ← layer norm(W·x + b); each may be nothing
  Slice out;                        // or nothing
  Exact exact;                      // the same before rounding, or nothing
  double share;                     // what they count in μ
};

/// All that is made of one segment of tokens, or of one token, alone; everything that is there is filled. There is room
/// for so many dimensions as prepare_bytes(dims) fit into a block's shared memory.
/// μ_c = scale·(share·q̃_c + share·k̃_c), or scale·given_c. Sample s of c is μ_c + eps_cs in row c·step + s; where
/// `signs` is 2 also μ_c + second·eps_cs in row c·step + s + second_at. β̂_c = Σ_{m∈P_c} softmax(factor·ω_c·k_m −
/// ½‖factor·k_m‖²) v_m.
struct Prepare {
  std::int32_t heads, dims, segments;
  double factor;  // √τ
  SegmentMeans queries, keys;
  Slice given;  // means in place of the segments'
  double scale;
  Slice means;
  std::int32_t drawn, signs, step, second_at;  // samples of a segment
  std::int32_t period;                         // above 0: noise and given means repeat after so many segments
  float second;
  Noise noise;  // 0 rows: none is drawn
  Slice eps;    // noise that is there
  Slice omega;
  Slice tokens;
  std::int32_t count;  // norms_m = −½‖factor·token_m‖²
  Slice norms;
  Slice values;
  std::int32_t value_dims;
  Slice log_xi;  // a number for each key of the segments, of each period its own
  std::int64_t log_xi_period;
  Slice shared;  // projections of all segments, in place of ω_c: β̂_cs and L_cs
  std::int32_t shared_count;
  Slice beta;
  Slice log_mass;  // L_cs = log Σ_{m∈P_c} exp(…), or nothing
};

/// What a block of threads holds in shared memory for so many dimensions.
constexpr std::uint64_t prepare_bytes(std::int64_t dims) {
  constexpr std::uint64_t kSums = 5 * 256 * sizeof(double), kOfDimension = 3 * sizeof(double) + sizeof(float);
  return kSums + kOfDimension * static_cast<std::uint64_t>(dims);
}

constexpr std::uint64_t fastfood_bytes(std::int64_t dims) {
  return 2 * sizeof(float) * std::bit_ceil(static_cast<std::uint64_t>(dims));
}

/// out_i = a·x_i + b·y_i + c; x and y may be nothing.
struct Combine {
  std::int32_t heads;
  std::int64_t count;
  Slice x, y;
  float a, b, c;
  Slice out;
};

/// So many steps of Z ← ¼Z(13I − XZ(15I − XZ(7I − XZ))), which take Z to the inverse of X where it begins near enough.
struct Inverse {
  std::int32_t heads, size, steps;  // size: of rows and columns, at most kMostInverseSide
  Slice x, z;
};
constexpr int kMostInverseSide = 64;

enum RowOp : std::int32_t {
  kHalfNorm,     // out_r = a·‖x_r‖² + b
  kSoftmaxRows,  // out_r· = softmax of x_r·; each = 1: of its first r + 1 alone
  kExpRelative,  // out_r· = exp(a·x_r· − the largest of a·x_r·)
  kDistance,     // out_r = ‖x_r − y_r‖ / ‖y_r‖
  kMeanOfRows,   // out_i = mean of the rows i·each .. (i + 1)·each − 1 of x
  kIdentity,     // out = a·I
  kAddBiases,    // out_rc = a·x_rc + b·row_bias_r + column_bias_c
  kPairLogMean,  // out_rc = log of the mean of exp(x_rc) and exp(x_r,c+columns/2)
  kTranspose,    // out = xᵀ/(the largest column sum · the largest row sum of |x|); x is square
};

struct RowOperation {
  RowOp op;
  std::int32_t heads, rows, columns, each;  // rows and columns of x
  Slice x, y, row_bias, column_bias;
  float a, b;
  Slice out;
};

/// From the parts of an Attend, one a block of columns: for each block the log of the sum over all other blocks (+
/// shift) and the mean of their values.
struct Outside {
  std::int32_t heads, rows, blocks, value_dims;
  const float* parts;
  float shift;
  float* before;   // room for blocks × rows a head
  Slice log_sums;  // blocks × rows
  Slice means;     // blocks × rows × value_dims
};

/// ω_c,s = centre ± eps: all + before all −. The centre is μ_c, or base_c + factor·k_{chosen} of a mixture.
struct PlaceSamples {
  std::int32_t heads, proposals, per_proposal, antithetic, dims;
  Slice centres;
  Slice eps;     // nothing: 0
  Whole chosen;  // nothing: no mixture
  Slice keys;
  float key_factor;
  Slice out;
};

/// Weights of queries for samples, held as a matrix: log|w| = log|α| + logits, signs, and α itself.
struct LogWeights {
  std::int32_t heads, rows, places, proposals, each;  // sample j belongs to proposal j / each and to place j
  std::int32_t at_places;                             // 1: columns are (place, proposal) pairs
  Weighting weighting;
  Slice logits;         // rows × columns, or nothing: 0
  Slice similarity;     // r, rows × proposals, or nothing: 0
  Slice weighted_mean;  // coupled: Σ_c b_c(ω_j) r_nc, rows × places
  Slice log_balance;    // places × proposals
  float beta, blend, clamp;
  Slice log_weights, signs, alpha;  // each where there is room for it
  unsigned long long* clamped;
};

/// Per row of log|w| and signs: w/Σw and (Σw)²/Σw²; or, where `share` is not 0, share·min(w, 1) into weights.
struct NormaliseWeights {
  std::int32_t heads, rows, columns;
  Slice log_weights, signs;
  float share;
  Slice weights, ess;
};

/// What is kept of a row and a block of keys: Σ 2^(logit − highest), logits in units of ln 2.
struct KeyBlock {
  double highest, sum;
};
constexpr std::int32_t kKeysOfBlock = 128;
OMEGA_HOST_AND_DEVICE constexpr std::int32_t key_blocks(std::int32_t keys) {
  return keys / kKeysOfBlock + (keys % kKeysOfBlock != 0 ? 1 : 0);
}

/// chosen_rs = the smallest m with π_1 + … + π_m > u_rs, π_r = softmax(x_factor·k_factor·x_r·k_m), all in double.
struct DrawKeys {
  std::int32_t heads, rows, samples, keys, dims;
  Stored x;
  double x_factor;
  Stored k;
  double k_factor;
  Exact u;
  Whole chosen;
  KeyBlock* blocks = nullptr;  // room for heads × rows × key_blocks(keys)
};

/// ω_rs = factor·q_r + factor·k_{chosen} (or factor·mean_r) + eps_rs.
struct QuerySamples {
  std::int32_t heads, rows, samples, dims;
  Slice q, k;
  Whole chosen;
  Slice mean, eps;
  float factor;
  Slice out;
};

/// Logits of EVA's columns (c, s) with shared projections: log G_nc + log softmax_s(q_n·ω_s + L_cs), G_nc =
/// share_nc·exp(log_sum_n).
struct SampleLogits {
  std::int32_t heads, rows, groups, samples;
  std::int32_t table_rows;  // so many consecutive rows read one table of L; 0: all
  Slice dots;               // rows × samples
  Slice mass;               // groups × samples, table by table
  Slice shares;             // rows × groups
  Slice log_sums;
  Slice out;  // rows × groups·samples
};

/// Projections of FastFood: out_rf = factor/(√P)·(S H G Π H B x_r)_f for f < frequencies, block by block of P, by the
/// fast transform.
struct FastFood {
  std::int32_t heads, rows, dims, padded, frequencies;
  Slice x, s, g, b;
  Whole perm;
  float factor;
  Slice out;
};

// --- Training: a fixed sequence of these, made once and replayed as a graph ------------------------------------------

struct Graph;  // what was captured, ready to be started as one

/// Which ways launches went since the last begin(): tests of a card ask whether they took the one that they are about.
struct Ways {
  std::int32_t of_two_tiles;     // launches whose blocks of threads have two tiles of rows
  std::int32_t of_parts;         // whose last blocks merge parts of columns
  std::int32_t most_pairs;       // of tiles of rows, past the columns of a block that keeps them
  std::int32_t most_key_blocks;  // that a block of threads adds up, drawing keys
};

/// Everything the module can do. New functions go to the end; any other change is a new version.
struct ModuleTable {
  std::uint32_t version;
  std::uint32_t size;  // sizeof(ModuleTable): a module of another build is refused
  int (*open)(Context** context, int guarded, char* message, std::size_t message_size);
  void (*close)(Context*);
  int (*facts)(Context*, DeviceFacts*);
  const char* (*message)(Context*);
  int (*begin)(Context*);  // a new run: the arena is empty
  int (*allocate)(Context*, std::uint64_t bytes, void** place);
  int (*upload)(Context*, void* to, const void* from, std::uint64_t bytes);
  int (*download)(Context*, void* to, const void* from, std::uint64_t bytes);
  int (*clear)(Context*, void* place, std::uint64_t bytes);
  int (*synchronise)(Context*);
  int (*check_guards)(Context*);                  // guarded contexts: whether nothing was written beside its place
  int (*mark)(Context*, int which);               // an event, 0 or 1
  int (*elapsed)(Context*, float* milliseconds);  // between them; waits
  std::uint64_t (*arena_bytes)(Context*);         // the device memory that it holds, between runs too
  int (*noise)(Context*, const Noise*);
  int (*attend)(Context*, const Attend*);
  int (*attend_both)(Context*, const Attend*,
                     const Attend*);  // two in one launch: exponential, neither reads what the other writes
  int (*product)(Context*, const Product*);
  int (*prepare)(Context*, const Prepare*);
  int (*combine)(Context*, const Combine*);
  int (*rows)(Context*, const RowOperation*);
  int (*place_samples)(Context*, const PlaceSamples*);
  int (*densities)(Context*, const Densities*);
  int (*log_weights)(Context*, const LogWeights*);
  int (*normalise_weights)(Context*, const NormaliseWeights*);
  int (*draw_keys)(Context*, const DrawKeys*);
  int (*query_samples)(Context*, const QuerySamples*);
  int (*fastfood)(Context*, const FastFood*);
  int (*outside)(Context*, const Outside*);
  int (*sample_logits)(Context*, const SampleLogits*);
  int (*elements)(Context*, const Elements*);
  int (*softmax_rows)(Context*, const SoftmaxRows*);
  int (*normalise_rows)(Context*, const NormaliseRows*);
  int (*sum_shares)(Context*, const SumShares*);
  int (*dropout)(Context*, const Dropout*);
  int (*tokens)(Context*, const Tokens*);
  int (*cross_entropy)(Context*, const CrossEntropy*);
  int (*adam_step)(Context*, const AdamStep*);
  int (*begin_capture)(Context*);  // what follows is not run but kept
  int (*end_capture)(Context*, Graph** graph);
  int (*replay)(Context*, Graph* graph);
  void (*release)(Graph* graph);
  void (*trim)(Context*);  // gives the arena's memory back; between runs
  int (*choose_rows)(Context*, const ChooseRows*);
  int (*softmax_heads)(Context*, const SoftmaxHeads*);
  int (*padding)(Context*, const Padding*);
  int (*angles)(Context*, const Angles*);
  int (*finds_blas)();  // whether cuBLAS is there; looks for it when first asked
  int (*inverse)(Context*, const Inverse*);
  void (*ways)(Context*, Ways*);
};

}  // namespace omega::cuda

extern "C" const omega::cuda::ModuleTable* omega_cuda_module();
