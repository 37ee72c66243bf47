// The heart of the engine: Σ_j exp(l_nj) v_j / Σ_j exp(l_nj) over tiles of j, with the running maximum taken out, so that
// no row of logits is ever held whole. Softmax attention, f(ω), RFA's and LARA's last step, EVA's mixed sums: all are it.
#pragma once

#include <functional>

#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

/// Online sums for a few rows. Feed tiles of logits with their values, then read.
template <class T>
class RunningSoftmax {
 public:
  RunningSoftmax(Index rows, Index value_dims);

  /// Adds a tile of logits (overwritten) with the values of its columns. With `signs` (±1 or 0, same shape) weights keep a sign.
  void add(View<T> logits, View<const T> values, View<const T> signs = {});
  /// Adds the sums of another, over other columns.
  void merge(const RunningSoftmax& other);

  /// y = weighted mean of the values; returns how many denominators were ≤ 0 (only signed weights can have any).
  Index mean(View<T> y) const;
  /// y = Σ exp(l_nj) v_j itself.
  void sum(View<T> y) const;
  /// log|Σ_j exp(l_nj)| for one row; −∞ for an empty one.
  T log_sum(Index row) const;
  T sum_relative(Index row) const { return sums_[static_cast<std::size_t>(row)]; }  // Σ exp(l − max), with sign

  Index rows() const { return weighted_.rows(); }

 private:
  void rescale(Index row, T new_maximum);

  Buffer<T> maxima_, sums_;
  Matrix<T> weighted_;
};

/// Fills `tile` with the logits of `rows` against `columns`; `signs` is a view of nothing for positive weights.
template <class T>
using FillLogits = std::function<void(Range rows, Range columns, View<T> tile, View<T> signs)>;

template <class T>
struct Attend {
  Index rows = 0;
  Index columns = 0;
  FillLogits<T> logits;
  View<const T> values;        // columns × Dv; may be empty when only log sums are wanted
  bool is_signed = false;
  bool normalised = true;      // mean, or the plain sum Σ exp(l) v
};

/// y_n for all rows (skipped if y is a view of nothing) and log Σ exp (skipped if null). Returns the count of denominators ≤ 0.
/// Workspace: a few tiles a thread, whatever the sizes.
template <class T>
Index attend(const Attend<T>& what, View<T> y, T* log_sums, const Progress& progress);

/// Logits x·pᵀ + bias (bias per column, may be null): what most callers want.
template <class T>
FillLogits<T> dot_logits(View<const T> x, View<const T> points, const T* bias = nullptr);

}  // namespace omega
