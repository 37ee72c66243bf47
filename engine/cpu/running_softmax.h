// The heart of the engine: Σ_j exp(l_nj) v_j / Σ_j exp(l_nj) over tiles of j, with the running maximum taken out, so
// that no row of logits is ever held whole. Softmax attention, f(ω), the last step of RFA and LARA, and EVA's mixed
// sums are all computed by it.
#pragma once

#include <functional>
#include <span>

#include "core/matrix.h"
#include "core/progress.h"
#include "cpu/lanes.h"

namespace omega {

/// Online sums for a few rows. Feed tiles of logits with their values, then read.
template <class T>
class RunningSoftmax {
 public:
  RunningSoftmax(Index rows, Index value_dims);

  /// Adds a tile of logits (overwritten) with the values of its columns. With `signs` (±1 or 0, same shape) weights
  /// keep a sign.
  void add(View<T> logits, View<const T> values, View<const T> signs = {});
  /// Adds columns that are points, for the rows in the lanes of x.
  void add(const LaneRows<T>& x, const LanePoints<T>& columns, View<const T> values);
  /// Adds the sums of another, over other columns.
  void merge(const RunningSoftmax& other);

  /// y = weighted mean of the values; returns how many denominators were ≤ 0 (only signed weights can have any).
  Index mean(View<T> y) const;
  /// y = Σ exp(l_nj) v_j itself.
  void sum(View<T> y) const;
  /// log|Σ_j exp(l_nj)| for one row; −∞ for an empty one.
  T log_sum(Index row) const;

  Index rows() const { return weighted_.rows(); }

 private:
  void rescale(Index row, T new_maximum);

  Buffer<T> maxima_, sums_;  // padded to whole lanes
  Matrix<T> weighted_;
};

/// Fills `tile` with the logits of `rows` against `columns`; `signs` is a view of nothing for positive weights.
template <class T>
using FillLogits = std::function<void(Range rows, Range columns, View<T> tile, View<T> signs)>;

/// Logits factor·x·p + bias + norm_factor·‖p‖² of rows x and columns p.
template <class T>
struct DotLogits {
  View<const T> x;
  LanePoints<T> columns;
  T factor = 1;  // of x·p alone
};

/// Columns of one softmax that lie in one place, as seen by the rows in the lanes of x.
template <class T>
struct LanePart {
  const LaneRows<T>* x;
  LanePoints<T> columns;
  View<const T> values;
  Index seen_by_first = -1;  // row r sees the columns up to this one + r; −1: all
};

/// y_n = the mean of the values of all parts, weighted by factor·exp(logit) (no factors: all 1). All columns at once,
/// so at most 2·kLaneColumns; `tile` has room for their logits. `soon`: rows that are read next. Returns how many
/// denominators were ≤ 0.
template <class T>
Index lane_attention(std::span<const LanePart<T>> parts, View<const T> factors, View<T> tile, View<T> y,
                     View<const T> soon);

/// Fills factors(c, lane) ≥ 0 that multiply the weights of some rows, all columns at once. `rows` of them lie in x.
template <class T>
using FillFactors = std::function<void(Range rows, const LaneRows<T>& x, View<T> factors)>;

template <class T>
struct Attend {
  Index rows = 0;
  Index columns = 0;
  FillLogits<T> logits;    // read where `dots` has no x
  DotLogits<T> dots;       // the fast path; it sets rows and columns
  FillFactors<T> factors;  // none: all 1; only with dots, and with no more than 2·kLaneColumns columns
  View<const T> values;    // columns × Dv; may be empty when only log sums are wanted
  bool is_signed = false;
  bool normalised = true;  // mean, or the plain sum Σ exp(l) v
  Index row_pool = 1;      // above 1: y has means of so many rows, normalised; columns as with factors, no log sums
};

/// y_n for all rows (skipped if y is a view of nothing) and log Σ exp (skipped if null). Returns the count of
/// denominators ≤ 0. Workspace: a few tiles a thread, whatever the sizes.
template <class T>
Index attend(const Attend<T>& what, View<T> y, T* log_sums, const Progress& progress);

/// log Σ exp of each row over each block of `pool` columns: rows × blocks.
template <class T>
void log_sums_of_blocks(const DotLogits<T>& dots, Index pool, View<T> log_sums, const Progress& progress);

/// Logits x·pᵀ + bias (bias per column, may be null) as a function, for what is not attended to but looked at.
template <class T>
FillLogits<T> dot_logits(View<const T> x, View<const T> points, const T* bias = nullptr);

}  // namespace omega
