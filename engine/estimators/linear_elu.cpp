// linear_elu: linear attention with the features φ(x) = elu(x) + 1 (Katharopoulos et al. 2020; specification, section
// 7).
//
//   φ(x) = max(x + 1, eˣ) for each coordinate,  y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)
//
// It estimates no softmax: no target, no proposal, no noise. Cost: O((N + M)·D·Dv) time, O(D·Dv) workspace. The
// original does not scale: scale=1.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cpu/causal_attention.h"
#include "cpu/feature_attention.h"
#include "cpu/lanes.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"
#include "estimators/methods.h"

namespace omega {

namespace {

/// κ_d = min(0, max_m k_md): the log of what is taken out of coordinate d, whose features would vanish together where
/// all its keys are far below 0. Above 0 features grow only linearly: nothing is taken out.
template <class T>
Buffer<T> key_scales(const Call<T>& call) {
  const View<const T> k = call.unscaled_k;
  const Index kTile = std::max<Index>(1024, (k.rows + 255) / 256);
  Matrix<T> maxima((k.rows + kTile - 1) / kTile, k.cols, -std::numeric_limits<T>::infinity());
  parallel_tiles(k.rows, kTile, call.progress, [&](Range rows) {
    T* own = maxima.row(rows.begin / kTile);
    for (Index r = rows.begin; r < rows.end; ++r)
      for (Index d = 0; d < k.cols; ++d) own[d] = std::max(own[d], k(r, d));
  });
  Buffer<T> scales(static_cast<std::size_t>(k.cols));
  std::fill(scales.begin(), scales.end(), -std::numeric_limits<T>::infinity());
  for (Index tile = 0; tile < maxima.rows(); ++tile)
    for (Index d = 0; d < k.cols; ++d)
      scales[static_cast<std::size_t>(d)] = std::max(scales[static_cast<std::size_t>(d)], maxima(tile, d));
  for (T& scale : scales) scale = std::min(call.root_scale * scale, T(0));
  return scales;
}

/// φ as logits min(x, 0) and values max(x, 0) + 1, a column for each token.
template <class T>
void write_factors(View<const T> x, T factor, View<T> logits, View<T> values) {
  LaneRows<T> turned(x.cols, x.rows);
  turned.assign(x, factor);
  for (Index d = 0; d < x.cols; ++d) {
    const T* from = turned.data() + d * turned.lanes();
    T *logit = logits.row(d), *value = values.row(d);
    for (Index r = 0; r < x.rows; ++r) {
      const T above = T(0.5) * from[r] + T(0.5) * std::abs(from[r]);
      logit[r] = from[r] - above;
      value[r] = above + T(1);
    }
  }
}

template <class T>
void compute_causal(const Call<T>& call) {
  CausalAttention<T> what;
  what.tokens = call.sizes.N;
  what.features = call.sizes.D;
  what.key_values = what.query_values = true;
  what.v = call.v;
  what.of_keys = [&call](Range keys, View<T> logits, View<T> values) {
    write_factors(call.unscaled_k.middle_rows(keys.begin, keys.size()), call.root_scale, logits, values);
  };
  what.of_queries = [&call](Range queries, View<T> logits, View<T> values) {
    write_factors(call.unscaled_q.middle_rows(queries.begin, queries.size()), call.root_scale, logits, values);
  };
  if (const View<T> y = call.output("y")) causal_attention(what, y, call.progress);
  if (const View<T> map = call.output("attention")) causal_attention_map(what, map, call.progress);
}

template <class T>
void compute(const Call<T>& call) {
  if (call.options.is_causal()) return compute_causal(call);
  // φ(x) = (max(x, 0) + 1)·exp(min(x, 0)), coordinate by coordinate: for keys times exp(−κ_d), so that the largest of a
  // coordinate is at least 1; for queries times exp(κ_d), and relative to the row's largest exponential, so that each
  // denominator is at least 1.
  const Buffer<T> scales = key_scales(call);
  Buffer<T> negative(scales.size());
  std::transform(scales.begin(), scales.end(), negative.begin(), std::negate<T>());
  FeatureAttention<T> what;
  what.queries = call.sizes.N;
  what.keys = call.sizes.M;
  what.pool = call.pool;
  what.features = call.sizes.D;
  what.of_queries = [&](Range rows, View<T> out, T* log_scale) {
    elu_features<T>(call.unscaled_q.middle_rows(rows.begin, rows.size()), call.root_scale, scales.data(), out,
                    log_scale);
  };
  what.of_keys = [&](Range rows, View<T> out, T* log_scale) {
    std::fill_n(log_scale, rows.size(), T(0));
    elu_features<T>(call.unscaled_k.middle_rows(rows.begin, rows.size()), call.root_scale, negative.data(), out,
                    nullptr);
  };
  if (const View<T> y = call.output("y")) feature_attention(what, call.v, y, call.progress);
  if (const View<T> map = call.output("attention")) feature_attention_map(what, map, call.progress);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "linear_elu";
  info.title = "Linear attention (elu + 1)";
  info.paper = "Katharopoulos et al. 2020, Transformers are RNNs";
  info.summary = "Replaces exp(q·k) by φ(q)·φ(k) with φ = elu + 1: linear, and no estimate of softmax.";
  info.equations = {{"φ(x) = elu(x) + 1\ny_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)"}};
  info.complexity = "O((N+M)·D·Dv)";
  info.look_at = "How flat its map is beside softmax: without the exponential nothing is picked out sharply.";
  info.options = {OptionSpec::causal(), OptionSpec::scale()};
  info.pools = [](const Options& options) { return !options.is_causal(); };
  info.traits = [](const Options& options) {
    return causal_traits({.self_normalised = true, .deterministic = true, .query_by_query = true}, options);
  };
  info.check = check_causal;
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M;
    return Cost{2 * tokens * D * (Dv + 1), tokens * D, 4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator linear_elu_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::linear_elu_method());
}

}  // namespace omega
