// Run: all that a method's function for the device is given, as Call is for the CPU. It works on all heads at once.
// Functions enqueue, and wait only between the launches of long work; results are fetched at the end.
//
// The function is called once for y. Where `attention` is wanted it is called again with the identity as values: every
// method is linear in them, so that y then is the map. Only the first call sees counters and other outputs.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/call.h"
#include "core/estimator.h"
#include "cuda/device.h"
#include "math/segments.h"

namespace omega::cuda {

/// A slice that knows its size.
struct Block : Slice {
  std::int32_t rows = 0, cols = 0;
};

/// Segments of tokens on the device.
struct Segments {
  const std::int32_t *starts = nullptr, *runs = nullptr;
  std::int32_t count = 0;
};

class Run {
 public:
  Run(Session& session, RunState& state, const Progress& progress);

  const Options& options;
  const Sizes& sizes;
  const double scale;  // τ
  const float root;    // √τ
  const std::int32_t heads, N, M, D;
  Block q, k;       // as they came, not scaled
  Block values, y;  // of this call

  /// What is wanted of this call beside y; a block of nothing where it is not.
  Block output(const std::string& name);
  bool wants(const std::string& name) const { return first_ && state_.outputs.count(name) != 0; }
  unsigned long long* counter(const std::string& name);

  // Arrays: given, or drawn from the seed on the device. All axes but the last are rows.
  Block normals(const std::string& name);
  Exact uniforms(const std::string& name);
  Block array(const std::string& name);
  bool given(const std::string& name) const { return state_.given.count(name) != 0; }
  /// The same call as the CPU would see it, for what a method makes of its arrays before anything runs on the device.
  Call<float> host(Index head) const;

  // Memory of this call.
  Block make(Index rows, Index cols);
  Exact make_exact(Index rows, Index cols) { return make_slices<double>(rows * cols); }
  Whole make_whole(Index count) { return make_slices<std::int32_t>(count); }
  Block put(std::span<const Matrix<float>> per_head);  // one for all heads, or one each
  /// What is made of each head's call on the CPU.
  Block put_each(const std::function<Matrix<float>(const Call<float>&)>& make);
  Whole put(const std::vector<std::int32_t>& shared);

  // Steps, for all heads. Those that read a Block read its rows and columns from it.
  void attend(Attend what);
  /// Two that do not read each other's results; in one launch where both are short.
  void attend_both(Attend one, Attend other);
  /// factor·A·B, or A·Bᵀ, with row_bias and column_bias where they are not nothing.
  Block product(Block a, Block b, double factor = 1, bool transposed = false, Block row_bias = {},
                Block column_bias = {});
  void combine(float a, Block x, float b, Block y, float c, Block out);
  /// So many steps from z to the inverse of x.
  void inverse(Block x, int steps, Block z);
  void copy(Block from, Block to) { combine(1, from, 0, {}, 0, to); }
  void rows(RowOperation what, Block x, Block out);
  Block norms(Block x, double factor, double constant = 0);  // factor·‖x_r‖² + constant, in one row
  Segments put_segments(const std::vector<Runs>& segments);
  /// Everything `what` asks for; a factor of 0 stands for √τ of this run.
  void prepare(Prepare what);
  /// The noise of an array into `what`: given, or drawn where it is used.
  void add_noise(Prepare& what, const std::string& name);
  /// Means of the rows of each segment, times factor.
  Block segment_means(Block x, const Segments& segments, double factor);
  void place(PlaceSamples what) { start(module_.place_samples, what); }
  void densities(Densities what) { start(module_.densities, what); }
  void log_weights(LogWeights what) { start(module_.log_weights, what); }
  void normalise(NormaliseWeights what) { start(module_.normalise_weights, what); }
  void draw_keys(DrawKeys what);
  void query_samples(QuerySamples what) { start(module_.query_samples, what); }
  void fastfood(FastFood what) { start(module_.fastfood, what); }
  void sample_logits(SampleLogits what) { start(module_.sample_logits, what); }
  void outside(Outside what) { start(module_.outside, what); }

  /// Computes everything that `state` wants; the milliseconds it took on the device, copies left out.
  double compute(const CudaMethod& method);

  /// The queries and keys as they were stored, unscaled, for what is done in double.
  Stored stored_queries() { return stored(state_.sequence.q, q); }
  Stored stored_keys() { return stored(state_.sequence.k, k); }
  /// The grid option, where there is one and it is set.
  std::optional<Grid> grid() const { return options.has("grid") ? options.grid() : std::nullopt; }
  Block identity(Index size);  // one for all heads

 private:
  template <class T>
  SliceOf<T> make_slices(Index count) {  // one for each head
    return {session_.allocate<T>(static_cast<std::uint64_t>(count * heads)), count};
  }
  Block upload(const Array& array, Index rows, Index cols);
  Stored stored(const Array& array, const Block& rounded);
  const ArraySpec& spec(const std::string& name) const;
  Noise noise_of(const ArraySpec& spec) const;
  double work_of(const Attend& what) const;
  int parts_of(const Attend& what, double share) const;
  void cut_into_parts(Attend& what, double share = 1);
  template <class... What>
  void start(int (*function)(Context*, const What*...), What... what) {  // for all heads
    ((what.heads = heads), ...);
    start_once(function, what...);
  }
  /// One function of the module. The first of them begins the time that is measured: what is copied before is left out.
  template <class... What>
  void start_once(int (*function)(Context*, const What*...), const What&... what) {
    if (!std::exchange(timed_, true)) session_.check(module_.mark(context_, 0));
    session_.check(function(context_, &what...));
    progress_.check();
  }
  void fetch();

  Session& session_;
  const ModuleTable& module_;
  Context* context_;
  RunState& state_;
  const Progress& progress_;
  int processors_;
  bool first_ = true;
  bool timed_ = false;
  std::map<std::string, Block> outputs_;
  unsigned long long* counters_ = nullptr;  // in the order of their names
};

/// x's rows against one set of columns.
Attend attention_of(Block x, const AttendColumns& columns, Block out, Block log_sum = {});
AttendColumns columns_of(Block points, double factor, Block bias, Block values);
/// Logits that are there, rows × columns, in place of points.
AttendColumns logit_columns(Block logits, double factor, Block bias, Block values);
/// Means of x over segments, with `share` in μ.
SegmentMeans means_of(Block x, const Segments& segments, double share);

}  // namespace omega::cuda
