// Call: all that an estimator's function is given for one head, and where it puts what it found.
//
// q and k are already multiplied by √τ, so that q·k is the logit, as in the papers. Arrays and outputs are addressed by
// their names in the specification; leading axes have been taken away.
#pragma once

#include <atomic>
#include <map>
#include <set>
#include <span>
#include <string>

#include "core/info.h"
#include "core/matrix.h"
#include "core/progress.h"
#include "math/philox.h"

namespace omega {

/// The random stream of one request. A request for one head out of several says which with `first_head`, and then sees the
/// noise it would have seen among them.
struct Stream {
  std::uint32_t seed = 0;
  std::uint32_t draw = 0;
  std::uint32_t first_head = 0;
  bool operator==(const Stream&) const = default;
};

/// What all heads of one run share.
struct RunState {
  const Sequence& sequence;
  const Options& options;
  const Arrays& given;
  const std::vector<ArraySpec>& arrays;
  Stream stream;
  double scale = 1;
  std::map<std::string, Array> outputs;  // those wanted, with leading axes
  std::map<std::string, std::atomic<std::int64_t>> counters;
};

template <class T>
class Call {
 public:
  Call(RunState& state, Index head, View<const T> q, View<const T> k, View<const T> v, const Progress& progress);

  const View<const T> q, k, v;  // N×D, M×D (scaled), M×Dv
  const Options& options;
  const Sizes& sizes;
  const Progress& progress;
  const double scale;  // τ, already folded into q and k

  // Outputs. A view of nothing (false) where the output is not wanted.
  View<T> output(const std::string& name) const;             // all axes but the last are rows
  std::span<T> output_vector(const std::string& name) const;  // rank 1
  bool wants(const std::string& name) const { return state_.outputs.count(name) != 0; }
  void count(const std::string& name, Index events) const;

  // Noise and parameters: given, or drawn from the seed.
  bool given(const std::string& name) const { return state_.given.count(name) != 0; }
  template <class U> Matrix<U> load(const std::string& name) const;  // all axes but the last are rows
  template <class U> void load_rows(const std::string& name, Index first, View<U> rows) const;
  NoiseAddress address(int array, Index row, Index sample) const;

  /// Rows of the scaled queries and keys in double, from the input as it was stored: for discrete choices.
  Matrix<double> exact_queries(Range rows) const { return exact(state_.sequence.q, rows); }
  Matrix<double> exact_keys(Range rows) const { return exact(state_.sequence.k, rows); }

 private:
  const ArraySpec& spec(const std::string& name) const;
  Matrix<double> exact(const Array& source, Range rows) const;

  RunState& state_;
  Index head_;
};

}  // namespace omega
