// Rows side by side in the lanes of vectors: logits of a few rows against many columns come out with a column's logits
// for all rows in one run, so that maxima, exponentials and sums over the columns need no step across a vector.
#pragma once

#include "core/matrix.h"

namespace omega {

/// Lanes come in whole vectors of the widest instruction set, on every machine.
template <class T>
constexpr Index kLaneStep = 64 / static_cast<Index>(sizeof(T));
template <class T>
constexpr Index padded_lanes(Index rows) {
  return (rows + kLaneStep<T> - 1) / kLaneStep<T> * kLaneStep<T>;
}

/// So many rows make a tile, and so many columns are taken at a time: one side of a tile, its logits and the other side
/// then share the nearest cache but one with room to spare.
constexpr Index kLaneRows = 64;
constexpr Index kLaneColumns = 128;

/// factor·x, turned: dims × lanes. Lanes beyond the rows are 0. With a norm there is one dimension more,
/// −‖factor·x‖²/2, so that points with a last coordinate of 1 have logits log ξ(p, x).
template <class T>
class LaneRows {
 public:
  explicit LaneRows(Index dims, Index most_rows = kLaneRows, bool with_norm = false)
      : data_(static_cast<std::size_t>((dims + with_norm) * padded_lanes<T>(most_rows))),
        dims_(dims),
        with_norm_(with_norm) {}
  void assign(View<const T> x, T factor);

  Index rows() const { return rows_; }
  Index lanes() const { return padded_lanes<T>(rows_); }
  const T* data() const { return data_.data(); }

 private:
  Buffer<T> data_;
  Index dims_, rows_ = 0;
  bool with_norm_;
};

/// Columns as points: the logit of x against p is x·p + bias + norm_factor·‖p‖².
template <class T>
struct LanePoints {
  View<const T> points;
  const T* bias = nullptr;  // one a column, or null
  T norm_factor = 0;

  LanePoints middle(Index first, Index count) const {
    return {points.middle_rows(first, count), bias ? bias + first : nullptr, norm_factor};
  }
};

/// logits(c, lane) for at most 2·kLaneColumns columns. The rows of `soon` are fetched from memory meanwhile: they are
/// what the caller reads next.
template <class T>
void lane_logits(const LaneRows<T>& x, const LanePoints<T>& columns, View<T> logits, View<const T> soon = {});

/// logits ← exp(logit − maximum) with the running maximum of each lane, maxima and sums brought up to date; factors
/// receives exp(old maximum − new). Returns whether any maximum rose.
template <class T>
bool lane_softmax(View<T> logits, T* maxima, T* sums, T* factors);

/// logits ← factor·exp(logit − largest of the lane), or without factors; sums receives each lane's sum.
template <class T>
void lane_weights(View<T> logits, View<const T> factors, T* sums);

/// logits ← exp(logits); means receives each lane's mean over the columns.
template <class T>
void lane_exponentials(View<T> logits, T* means);

/// Running sums of exp(logit), lane by lane: sums(g + 1) = sums(g) + those of group g of the columns (the last may be
/// shorter), to 1e-10 of each term: for choices that know how far off they may be. sums(0) is where they begin. No
/// logit may be beyond ±kUnshiftedLogit, so that no maximum needs to be found and taken out first.
void lane_exponential_sums(View<const double> logits, Index group, View<double> sums);
constexpr double kUnshiftedLogit = 600;
constexpr double kExponentialSumError = 1e-10;

/// out = max(base + slope·(r − mean), clamp), lane by lane; returns in how many of the first `rows` lanes the clamp was
/// needed.
template <class T>
Index lane_clamped(const T* r, const T* mean, T base, T slope, T clamp, Index rows, T* out);

/// Each lane of the tile divided by its divisor.
template <class T>
void lane_divide(View<T> tile, const T* divisors);

}  // namespace omega
