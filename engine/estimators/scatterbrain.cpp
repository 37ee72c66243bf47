#include "estimators/scatterbrain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "estimators/window_attention.h"
#include "sampling/samples.h"

namespace omega {

namespace {

/// Σ_m ξ(k_m,ω_s) [v_mᵀ, 1] over any set of keys that is a few runs of consecutive ones, for all samples. Sums over all keys before,
/// and over all from, every multiple of `stride` are kept; what lies between is added key by key.
template <class T>
class KeySums {
 public:
  KeySums(const Call<T>& call, View<const T> omega, Index stride);

  const View<const T>& omega() const { return omega_; }
  /// ω_s with a last coordinate of 1: points whose logits are log ξ(q, ω_s) where the queries bring their norm.
  const Matrix<T>& points() const { return points_; }
  Index keys() const { return call_.unscaled_k.rows; }  // k() would make a scaled copy
  Index value_dims() const { return call_.v.cols; }
  /// log ξ(k_m,ω_s) for all keys: S × M.
  Matrix<T> all_logits() const;
  /// The sums over the keys that are not in `window` (in increasing order).
  RunningSoftmax<T> outside(std::span<const Index> window) const;

 private:
  void add_keys(RunningSoftmax<T>& sums, Range keys) const;

  const Call<T>& call_;
  View<const T> omega_;
  Matrix<T> points_;
  LaneRows<T> lanes_;  // ω_s
  Index stride_;
  std::vector<RunningSoftmax<T>> before_, from_;  // [i]: keys before, and from, i·stride
};

template <class T>
void KeySums<T>::add_keys(RunningSoftmax<T>& sums, Range keys) const {
  call_.progress.check();
  if (keys.size() > 0) sums.add(lanes_, key_logits(omega_, call_).columns.middle(keys.begin, keys.size()), call_.v.middle_rows(keys.begin, keys.size()));
}

template <class T>
Matrix<T> KeySums<T>::all_logits() const {
  const Buffer<T> key_bias = minus_half_squared_norms(call_.k());
  Matrix<T> all(omega_.rows, keys());
  dot_logits<T>(omega_, call_.k(), key_bias.data())({0, omega_.rows}, {0, keys()}, all, {});
  return all;
}

template <class T>
KeySums<T>::KeySums(const Call<T>& call, View<const T> omega, Index stride)
    : call_(call), omega_(omega), points_(omega.rows, omega.cols + 1, T(1)), lanes_(omega.cols, omega.rows), stride_(stride) {
  for (Index s = 0; s < omega.rows; ++s) std::copy_n(omega.row(s), omega.cols, points_.row(s));
  lanes_.assign(omega, call.root_scale);
  const Index parts = (keys() + stride - 1) / stride;
  const auto empty_sums = [&](Index count) {
    std::vector<RunningSoftmax<T>> sums;
    sums.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i) sums.emplace_back(omega.rows, call.v.cols);
    return sums;
  };
  before_ = empty_sums(parts + 1);
  from_ = empty_sums(parts + 1);
  parallel_tiles(keys(), stride, call.progress, [&](Range part) { add_keys(from_[static_cast<std::size_t>(part.begin / stride)], part); });
  for (std::size_t i = 0; i + 1 < before_.size(); ++i) {
    before_[i + 1].merge(before_[i]);
    before_[i + 1].merge(from_[i]);
  }
  for (std::size_t i = from_.size() - 1; i-- > 0;) from_[i].merge(from_[i + 1]);
}

template <class T>
RunningSoftmax<T> KeySums<T>::outside(std::span<const Index> window) const {
  RunningSoftmax<T> sums(omega_.rows, call_.v.cols);
  const Index first = window.front(), end = window.back() + 1;
  const Index whole_before = first / stride_, whole_from = (end + stride_ - 1) / stride_;
  sums.merge(before_[static_cast<std::size_t>(whole_before)]);
  add_keys(sums, {whole_before * stride_, first});
  for (std::size_t i = 0; i + 1 < window.size(); ++i)  // the gaps between the rows of a window on a grid
    if (window[i + 1] > window[i] + 1) add_keys(sums, {window[i] + 1, window[i + 1]});
  add_keys(sums, {end, std::min(keys(), whole_from * stride_)});
  sums.merge(from_[static_cast<std::size_t>(whole_from)]);
  return sums;
}

/// One block's view of all keys beyond its window: for each sample log Σ ξ(k_m,ω_s)/S and the mean of the values.
template <class T>
struct Outside {
  Matrix<T> means;        // S×Dv
  Buffer<T> log_weights;  // S
  std::vector<Index> window;
};

/// map += weights · softmax over the keys outside the window of log ξ(k_m,ω_s).
template <class T>
void spread_outside(const KeySums<T>& sums, const Outside<T>& outside, View<const T> weights, View<T> map) {
  Matrix<T> shares = sums.all_logits();
  for (Index s = 0; s < shares.rows(); ++s) {
    for (const Index m : outside.window) shares(s, m) = -std::numeric_limits<T>::infinity();
    const T sum = exp_shifted(shares.row(s), shares.cols(), largest(shares.row(s), shares.cols()));
    for (T& share : shares.view().row_span(s)) share /= sum;
  }
  add_multiply_nn<T>(weights, shares, map);
}

template <class T>
Beyond<T> beyond_window(const KeySums<T>& sums, const Windows& windows, Index block) {
  Window window = windows[block];
  if (static_cast<Index>(window.keys.size()) == sums.keys()) return {};
  const RunningSoftmax<T> far = sums.outside(window.keys);
  const Index samples = sums.omega().rows;
  auto outside = std::make_shared<Outside<T>>();
  outside->window = std::move(window.keys);
  outside->log_weights = Buffer<T>(static_cast<std::size_t>(samples));
  const T log_samples = std::log(static_cast<T>(samples));
  for (Index s = 0; s < samples; ++s) outside->log_weights[static_cast<std::size_t>(s)] = far.log_sum(s) - log_samples;
  Beyond<T> beyond;
  outside->means = Matrix<T>(samples, sums.value_dims());
  far.mean(outside->means);
  beyond.columns = samples;
  beyond.values = outside->means;
  beyond.owner = outside;
  beyond.points = {sums.points(), outside->log_weights.data()};
  beyond.with_norm = true;
  beyond.logits = [&sums, o = outside.get()](View<const T> q, Range columns, View<T> logits) {
    // log [ξ(q_n,ω_s) Σ_{m∉E} ξ(k_m,ω_s) / S]
    multiply_nt<T>(q, sums.omega().middle_rows(columns.begin, columns.size()), logits);
    const Buffer<T> query_part = minus_half_squared_norms(q);
    for (Index r = 0; r < logits.rows; ++r)
      for (Index c = 0; c < logits.cols; ++c)
        logits(r, c) += query_part[static_cast<std::size_t>(r)] + o->log_weights[static_cast<std::size_t>(columns.begin + c)];
  };
  beyond.spread = [&sums, o = outside.get()](Range, View<const T> weights, View<T> map) { spread_outside(sums, *o, weights, map); };
  return beyond;
}

/// Sums are kept at every stride-th key: at block borders where windows end there, and never so often that they outgrow V.
Index stride_of(const Options& options) {
  const Index window = options.integer("window"), samples = std::max<Index>(64, options.integer("samples"));
  const bool ends_at_borders = options.integer("overlap") == 0 && !options.grid();
  return ends_at_borders ? window * ((samples + window - 1) / window) : samples;
}

template <class T>
void compute(const Call<T>& call) {
  const Matrix<T> omega = standard_projections(call);
  if (const View<T> out = call.output("omega")) std::copy_n(omega.data(), out.rows * out.cols, out.data);
  if (!call.wants("y") && !call.wants("attention")) return;
  const Windows windows = windows_of(call.options, call.sizes.N);
  const KeySums<T> sums(call, omega, std::min(stride_of(call.options), call.sizes.M));
  WindowAttention<T> what{call.unscaled_q, call.unscaled_k, call.v, call.root_scale, windows};
  what.beyond = [&](Index block) { return beyond_window(sums, windows, block); };
  if (const View<T> y = call.output("y")) window_attention(what, y, call.progress);
  if (const View<T> map = call.output("attention")) window_attention_map(what, map, call.progress);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "scatterbrain";
  info.title = "Scatterbrain";
  info.paper = "Chen et al. 2021, Scatterbrain; Zheng et al. 2023 (EVA), Eq. 30";
  info.summary = "Exact inside a window, positive random features for all other keys, in one ratio.";
  info.equations =
      "y_n = [Σ_{m∈E^n} exp(q_n·k_m) v_m + Σ_{m∉E^n} φ(q_n)·φ(k_m) v_m] / Z_n\n"
      "Z_n = Σ_{m∈E^n} exp(q_n·k_m) + Σ_{m∉E^n} φ(q_n)·φ(k_m)\n"
      "φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S,  ω_s ~ N(0, I)";
  info.complexity = "O((N+M)·S·(D+Dv) + N·w·(D+Dv))";
  info.look_at = "Sharp blocks on the diagonal over a blurred rest; where features overrate a far key, the window cannot help.";
  info.options = {
      samples_option(64),
      draw_option(),
      window_option(1, "How many keys the block of a query has (on a grid: the side of its window)."),
      overlap_option(),
      OptionSpec::grid_of("Windows of cells of an image instead of blocks of the sequence."),
      OptionSpec::scale(),
  };
  info.budget = "samples";
  info.arrays = [](const Problem& p) {
    const Index samples = p.options.integer("samples");
    return std::vector<ArraySpec>{eps_array({samples, p.sizes.D}, "The projections ω_s, before they are made orthogonal where asked.")};
  };
  info.outputs = [](const Problem& p) {
    const Index samples = p.options.integer("samples");
    return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes), {"omega", {samples, p.sizes.D}, "The projections."}};
  };
  info.traits = [](const Options&) {
    Traits traits;
    traits.self_normalised = true;
    traits.key_order_free = false;
    traits.needs_equal_lengths = true;
    return traits;
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double far = (static_cast<double>(N) + M) * static_cast<double>(p.options.integer("samples")), near = window_pairs(p);
    return Cost{2 * (far + near) * (D + Dv), far + near, 4.0 * (N + M) * (D + Dv)};
  };
  info.check = [](const Problem& p) {
    require_equal_lengths(p, "scatterbrain");
    checked_grid(p);
  };
  return info;
}

}  // namespace

Estimator scatterbrain_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
