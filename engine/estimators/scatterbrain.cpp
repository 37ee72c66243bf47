// scatterbrain: keys of a window exactly, all others by positive random features (Chen et al. 2021; specification,
// section 7; the EVA paper's Eq. 30).
//
//   y_n = [Σ_{m∈E^n} e^{a_nm} v_m + Σ_{m∉E^n} φ(q_n)·φ(k_m) v_m] / [the same without v]
//   φ_s(x) = ξ(x,ω_s)/√S,  ω_s ~ N(0, I)
//
// The far sums are built from running sums before and after the window (key_sums.h), never as "all minus the window",
// which would lose everything where the window dominates. In log space throughout. Cost: O((N + M)·S·(D + Dv) + N·w·(D
// + Dv)) time; the running sums take the same workspace for any number of keys.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"
#include "estimators/key_sums.h"
#include "estimators/methods.h"
#include "estimators/window_attention.h"
#include "sampling/samples.h"

namespace omega {

namespace {

/// One block's view of all keys beyond its window: for each sample log Σ ξ(k_m,ω_s)/S and the mean of the values.
template <class T>
struct Outside {
  Matrix<T> means;        // S×Dv
  Buffer<T> log_weights;  // S
  std::vector<Index> window;
};

/// map += weights · softmax of log ξ(k_m,ω_s) over the first `keys` keys, without those in the window.
template <class T>
void spread_outside(const KeySums<T>& sums, const Outside<T>& outside, Index keys, View<const T> weights, View<T> map) {
  Matrix<T> shares = sums.all_logits();
  for (Index s = 0; s < shares.rows(); ++s) {
    for (const Index m : outside.window) shares(s, m) = -std::numeric_limits<T>::infinity();
    std::fill(shares.row(s) + keys, shares.row(s) + shares.cols(), -std::numeric_limits<T>::infinity());
  }
  softmax_rows<T>(shares);
  add_multiply_nn<T>(weights, shares, map);
}

/// ω_s with a last coordinate of 1: points whose logits are log ξ(q, ω_s) where the queries bring their norm.
template <class T>
Matrix<T> points_of(const Matrix<T>& omega) {
  Matrix<T> points(omega.rows(), omega.cols() + 1, T(1));
  for (Index s = 0; s < omega.rows(); ++s) std::copy_n(omega.row(s), omega.cols(), points.row(s));
  return points;
}

template <class T>
Beyond<T> beyond_window(const KeySums<T>& sums, const Matrix<T>& points, const Windows& windows, bool causal,
                        Index block) {
  Window window = windows[block];
  const Index keys = causal ? window.keys.back() + 1 : sums.keys();
  if (static_cast<Index>(window.keys.size()) == keys) return {};
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
  beyond.points = {points, outside->log_weights.data()};
  beyond.with_norm = true;
  beyond.logits = [&sums, o = outside.get()](View<const T> q, Range columns, View<T> logits) {
    // log [ξ(q_n,ω_s) Σ_{m∉E} ξ(k_m,ω_s) / S]
    multiply_nt<T>(q, sums.omega().middle_rows(columns.begin, columns.size()), logits);
    const Buffer<T> query_part = minus_half_squared_norms(q);
    for (Index r = 0; r < logits.rows; ++r)
      for (Index c = 0; c < logits.cols; ++c)
        logits(r, c) +=
            query_part[static_cast<std::size_t>(r)] + o->log_weights[static_cast<std::size_t>(columns.begin + c)];
  };
  beyond.spread = [&sums, keys, o = outside.get()](Range, View<const T> weights, View<T> map) {
    spread_outside(sums, *o, keys, weights, map);
  };
  return beyond;
}

bool ends_at_borders(const Options& options) { return options.integer("overlap") == 0 && !options.grid(); }

/// The stride of the finest borders of the sums: on borders of blocks where windows end there, and so wide that merging
/// sums costs no more than adding keys.
Index stride_of(const Options& options) {
  const Index window = options.integer("window"), samples = std::max<Index>(64, options.integer("samples"));
  return ends_at_borders(options) ? window * ((samples + window - 1) / window) : samples;
}

template <class T>
void compute(const Call<T>& call) {
  const Matrix<T> omega = standard_projections<T>(call, call.options.integer("samples"));
  write_output(call, "omega", omega.data());
  if (!call.wants("y") && !call.wants("attention")) return;
  const KeySums<T> sums(call, omega, std::min(stride_of(call.options), call.sizes.M), ends_at_borders(call.options));
  const Matrix<T> points = points_of(omega);
  WindowAttention<T> what = window_attention_of(call);
  what.beyond = [&](Index block) { return beyond_window(sums, points, what.windows, what.causal, block); };
  write_window_attention(call, what);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "scatterbrain";
  info.title = "Scatterbrain";
  info.paper = "Chen et al. 2021, Scatterbrain; Zheng et al. 2023 (EVA), Eq. 30";
  info.summary = "Exact inside a window, positive random features for all other keys, in one ratio.";
  info.equations = {
      {"y_n = [Σ_{m∈E^n} exp(q_n·k_m) v_m + Σ_{m∉E^n} φ(q_n)·φ(k_m) v_m] / Z_n\n"
       "Z_n = Σ_{m∈E^n} exp(q_n·k_m) + Σ_{m∉E^n} φ(q_n)·φ(k_m)\n"
       "φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S,  ω_s ~ N(0, I)"}};
  info.complexity = "O((N+M)·S·(D+Dv) + N·w·(D+Dv))";
  info.look_at =
      "Sharp blocks on the diagonal over a blurred rest; where features overrate a far key, the window cannot help.";
  info.options = {
      samples_option(64),   draw_option(),        window_option(),     overlap_option(),
      OptionSpec::causal(), window_grid_option(), OptionSpec::scale(),
  };
  info.budget = "samples";
  info.arrays = sample_arrays;
  info.outputs = [](const Problem& p) {
    const Index samples = p.options.integer("samples");
    return std::vector<OutputSpec>{
        output_y(p.sizes), output_attention(p.sizes), {"omega", {samples, p.sizes.D}, "The projections."}};
  };
  info.traits = [](const Options&) {
    return Traits{.self_normalised = true, .key_order_free = false, .needs_equal_lengths = true};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double far = (static_cast<double>(N) + M) * static_cast<double>(p.options.integer("samples")),
                 near = window_pairs(p);
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
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::scatterbrain_method());
}

}  // namespace omega
