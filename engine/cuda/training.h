// What a step of training consists of, function by function, as plain structs: for the device's module in float, for
// the host's functions (train/host_kernels.h) in float and double.
#pragma once

#include <cstdint>

namespace omega::cuda {

/// Matrices, one for each of so many heads (in training: examples) and of the parts of each (its heads of attention):
/// element (h, p, r, c) at data[h·head + p·part + r·row + c·column]. A stride of 0 repeats; rows and columns may be
/// exchanged.
template <class T>
struct StridedOf {
  T* data;
  std::int64_t head, row, column, part = 0;
};
using Strided = StridedOf<float>;

/// out = f(x, y) number by number; with `adds` it is added to out. y may be nothing where f does not read it.
enum ElementOp : std::int32_t {
  kLinear,           // a·x + b·y
  kMultiply,         // a·x·y
  kGelu,             // gelu(x)
  kGeluGradient,     // x·gelu'(y)
  kExp,              // exp(x)
  kLog,              // log max(x, a)
  kLogGradient,      // x/y, or 0 where y is not above a
  kTanh,             // tanh(x)
  kTanhGradient,     // x·(1 − y²)
  kLeaky,            // x, or a·x below 0
  kLeakyGradient,    // x, or a·x where y is below 0
  kEluPlusOne,       // x + 1, or exp(x) below 0
  kEluGradient,      // x, or x·exp(y) where y is below 0
  kInverse,          // 1/x, x kept at least a away from 0
  kInverseGradient,  // −x/y², or 0 where y was kept away
};
template <class T>
struct ElementsOf {
  ElementOp op;
  std::int32_t heads, parts, rows, columns;
  StridedOf<T> x, y, out;
  T a, b;
  std::int32_t adds;
  unsigned long long* kept_away;  // kInverse: counts what was kept away; or nullptr
  const std::int32_t* labels;     // nothing is counted in heads whose label is below 0
};
using Elements = ElementsOf<float>;

/// Each row of x, with its gradient dx where `backward`: softmax p = exp(x − log_sum) in place of x and log_sum;
/// backward, from dp in place of dx, dx = p∘(dp − p·dp) + p·dlog_sum. Or (`relative`) exp(x − the largest), and its
/// gradient p∘dp.
template <class T>
struct SoftmaxRowsOf {
  std::int32_t heads, parts, rows, columns, relative, backward;
  StridedOf<T> x, dx;
  T *log_sums, *dlog_sums;  // heads × parts × rows, or nullptr
};
using SoftmaxRows = SoftmaxRowsOf<float>;

/// y = softmax(Q Kᵀ + bias of the keys) V, the bias for all parts of a head; `backward`: the gradients of Q, K and V
/// from that of y. For cards with tensor cores that know TF32. With a window, query n sees of the first `columns` keys
/// those of its window and `overlap` on either side, and all keys beyond.
template <class T>
struct SoftmaxHeadsOf {
  std::int32_t heads, parts, rows, columns, dims, backward;
  std::int32_t window, overlap, beyond;  // window 0: none; beyond: how many keys there are beyond
  StridedOf<T> q, k, v, y, bias;         // bias: a row, or nothing
  StridedOf<T> dq, dk, dv, dy;
  std::int32_t adds_q, adds_k, adds_v;
  T *log_sums, *dots;  // heads × parts × rows: of the logits, which the backward pass reads, and its own room
};
using SoftmaxHeads = SoftmaxHeadsOf<float>;
constexpr int kMostSoftmaxDims = 32;

/// out = [cos x, sin x], twice as many columns as x; `backward`, dx = (or, with `adds`, +=) dsin∘cos x − dcos∘sin x.
template <class T>
struct AnglesOf {
  std::int32_t heads, parts, rows, columns, backward, adds;  // columns of x
  StridedOf<T> x, out, dx, dout;
};
using Angles = AnglesOf<float>;

/// In each row of x, which lies together: 1 at the smallest c with p_1 + … + p_c > u, p the softmax of the row, 0
/// elsewhere; at the last c with p_c > 0 where rounding leaves none. u has a number for each row.
template <class T>
struct ChooseRowsOf {
  std::int32_t heads, parts, rows, columns;
  StridedOf<T> x, u;
};
using ChooseRows = ChooseRowsOf<float>;

/// normal = (x − mean)/√(variance + epsilon) of each row, x with `more`, where given, added; out = weight∘normal +
/// bias, or, without weight, nothing more; backward, dx = (or, with `adds`, +=) (d − mean d −
/// normal·mean(d∘normal))/deviation with d = weight∘dout.
template <class T>
struct NormaliseRowsOf {
  std::int32_t heads, parts, rows, columns, backward, adds;
  T epsilon;
  StridedOf<T> x, normal, out, dx, dout;
  T* inverse_deviations;   // heads × parts × rows
  const T *weight, *bias;  // of the columns, or nullptr
  std::int64_t of_part;    // how far those of one part lie from those of the next
  T *dweight, *dbias;      // nullptr: somebody else adds the shares to them
  T* shares;               // heads × of_head × parts × 2 × columns, weight first; which rows a share has is fixed
  std::int32_t of_head;
  StridedOf<T> more, dmore;  // on a device
  std::int32_t adds_more;
};
using NormaliseRows = NormaliseRowsOf<float>;

/// out_p += factor·Σ_i shares[i·share + p·part + r·columns + c], in an order that does not change.
template <class T>
struct SumSharesOf {
  std::int32_t count, parts, rows, columns;
  const T* shares;
  std::int64_t share, part;
  T factor;
  StridedOf<T> out;
};
using SumShares = SumSharesOf<float>;

/// What changes from one replay to the next; on the device.
struct TrainNumbers {
  std::uint32_t seed, step;             // of the dropout's noise
  std::int32_t first_example;           // of this shard in its batch
  double weight;                        // of an example's loss: 1 / batch
  float step_size, correction, shrink;  // of AdamW
  std::int32_t drops;                   // 0: dropout does nothing
};

/// What a step says of itself; on the device.
struct TrainSums {
  double loss;     // summed over examples
  double squares;  // of the gradient
  unsigned long long correct, kept_away;
};

/// out = x·(0 or 1/(1 − rate)) by the noise of (seed, stream, row in the example + rows_before, example): also of
/// gradients.
template <class T>
struct DropoutOf {
  std::int32_t rows, columns, length, rows_before, adds;
  std::uint32_t stream;
  double rate;
  StridedOf<T> x, out;
  const TrainNumbers* numbers;
};
using Dropout = DropoutOf<float>;

/// The tokens of chosen examples as the columns that stand for them, and their classes; −1 stands for no example.
struct Tokens {
  std::int32_t examples, length, columns;
  const std::uint8_t *tokens, *classes;  // of all examples
  const float* symbols;                  // of each token, its columns
  const std::int32_t* chosen;
  float* indicators;  // examples·length × columns
  std::int32_t* labels;
};

/// What depends on how many tokens examples have: constants of each, of which some may be nothing.
template <class T>
struct PaddingOf {
  std::int32_t examples, length, segments;  // length: the most tokens
  const std::int32_t* lengths;              // of all examples that there are
  const std::int32_t* chosen;               // which of them these are; −1: none, which counts as full
  T *keys, *there;                          // length: 0 and 1 at a token, far below and 0 beyond the last
  T* means;                                 // segments × length: 1 over the segment's tokens in it, else 0
  T* mask;                                  // length × segments: 0 in it, else far below
  T *here, *shares;         // segments: 0 and 1 over their number, or far below and 0 where there is none
  T* reading;               // length: how much of each token the classifier reads
  std::int32_t reads_mean;  // 0: it reads the last token
};
using Padding = PaddingOf<float>;
constexpr double kFarBelow = -1e30;  // of a logit: exp is 0, and nothing is left of what it is added to

/// Cross entropy of rows of logits: adds to sums; dlogits = weight·(softmax − one-hot), 0 where there is no example.
template <class T>
struct CrossEntropyOf {
  std::int32_t examples, classes;
  const T* logits;
  const std::int32_t* labels;
  T* dlogits;
  const TrainNumbers* numbers;
  TrainSums* sums;
};
using CrossEntropy = CrossEntropyOf<float>;

/// AdamW with the gradient's norm no longer than `limit` (0: any); nothing changes where loss or norm is not finite.
struct AdamStep {
  std::int64_t count;
  float *parameters, *first, *second;
  const float* gradient;
  const std::uint8_t* decays;
  double* partial;  // kNormParts sums of squares
  float beta1, beta2, epsilon;
  double limit;
  const TrainNumbers* numbers;
  TrainSums* sums;
};
constexpr int kNormParts = 64;

}  // namespace omega::cuda
