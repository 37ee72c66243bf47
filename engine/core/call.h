// Call: all that an estimator's function is given for one head, and where it puts what it found.
//
// q() and k() are multiplied by √τ, so that q·k is the logit, as in the papers; they are copies, made when first asked
// for. Methods with linear memory ask for no whole copy: they fold √τ into the other factor, or scale tile by tile.
// Arrays and outputs are addressed by their names in the specification; leading axes have been taken away.
#pragma once

#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <span>
#include <string>

#include "core/info.h"
#include "core/matrix.h"
#include "core/philox.h"
#include "core/pooling.h"
#include "core/progress.h"

namespace omega {

/// What all heads of one run share.
struct RunState {
  const Sequence& sequence;
  const Options& options;
  const Arrays& given;
  const std::vector<ArraySpec>& arrays;
  Stream stream;
  double scale = 1;
  Pooling pool;
  std::map<std::string, Array> outputs = {};  // those wanted, with leading axes
  std::map<std::string, std::atomic<std::int64_t>> counters = {};
};

template <class T>
class Call {
 public:
  Call(RunState& state, Index head, View<const T> unscaled_q, View<const T> unscaled_k, View<const T> v,
       const Progress& whole);

  const View<const T> unscaled_q, unscaled_k, v;  // N×D, M×D, M×Dv
  const T root_scale;                             // √τ
  View<const T> q() const { return scaled(unscaled_q, scaled_q_); }
  View<const T> k() const { return scaled(unscaled_k, scaled_k_); }
  /// Some of their rows, for code that goes through them in tiles.
  Matrix<T> scaled_queries(Range rows) const {
    return times_root_scale(unscaled_q.middle_rows(rows.begin, rows.size()));
  }
  Matrix<T> scaled_keys(Range rows) const { return times_root_scale(unscaled_k.middle_rows(rows.begin, rows.size())); }
  const Options& options;
  const Sizes& sizes;
  const Progress progress;  // of its loops: they stop, and tell nothing
  const Progress& whole;    // for a loop that takes nearly all of the call: how much of it is done
  const double scale;       // τ
  const Pooling pool;       // where there is one, y is the map, and v is not read

  // Outputs. A view of nothing (false) where the output is not wanted.
  View<T> output(const std::string& name) const;              // all axes but the last are rows
  std::span<T> output_vector(const std::string& name) const;  // rank 1
  bool wants(const std::string& name) const { return state_.outputs.count(name) != 0; }
  void count(const std::string& name, Index events) const;

  // Noise and parameters: given, or drawn from the seed.
  bool given(const std::string& name) const { return state_.given.count(name) != 0; }
  template <class U>
  Matrix<U> load(const std::string& name) const;  // all axes but the last are rows
  template <class U>
  void load_rows(const std::string& name, Index first, View<U> rows) const {
    load_block<U>(name, first, 0, rows);
  }
  /// Columns first_column .. of those rows; of normals drawn here, first_column is a multiple of 4.
  template <class U>
  void load_block(const std::string& name, Index first_row, Index first_column, View<U> block) const;
  NoiseAddress address(int array, Index row, Index sample) const;

  /// Rows of the scaled queries and keys, and of the values, in double from the input as it was stored: for discrete
  /// choices and what depends on them.
  Matrix<double> exact_queries(Range rows) const { return exact(state_.sequence.q, rows, std::sqrt(scale)); }
  Matrix<double> exact_keys(Range rows) const { return exact(state_.sequence.k, rows, std::sqrt(scale)); }
  Matrix<double> exact_values(Range rows) const { return exact(state_.sequence.v, rows, 1); }
  /// The queries and keys as they were stored, unscaled, if they were stored as U; else a view of nothing.
  template <class U>
  View<const U> stored_queries() const {
    return stored<U>(state_.sequence.q, sizes.N);
  }
  template <class U>
  View<const U> stored_keys() const {
    return stored<U>(state_.sequence.k, sizes.M);
  }

 private:
  const ArraySpec& spec(const std::string& name) const;
  Matrix<double> exact(const Array& source, Range rows, double factor) const;
  template <class U>
  View<const U> stored(const Array& source, Index tokens) const {
    if (source.type() != dtype_of<U>()) return {};
    return {source.data<U>() + head_ * tokens * sizes.D, tokens, sizes.D};
  }

  struct Scaled {
    std::once_flag made;
    Matrix<T> rows;
  };
  View<const T> scaled(View<const T> rows, Scaled& copy) const;
  Matrix<T> times_root_scale(View<const T> rows) const;

  RunState& state_;
  Index head_;
  mutable Scaled scaled_q_, scaled_k_;
};

}  // namespace omega
