#include "estimators/linear_elu.h"

#include <algorithm>
#include <cmath>

#include "cpu/feature_attention.h"

namespace omega {

namespace {

/// elu(x) + 1: x + 1 for x ≥ 0, eˣ below; relative to no scale, since it grows only linearly.
template <class T>
Features<T> elu_features(View<const T> x) {
  return [x](Range rows, View<T> out, T* log_scale) {
    for (Index r = 0; r < rows.size(); ++r) {
      log_scale[r] = 0;
      for (Index d = 0; d < x.cols; ++d) {
        const T value = x(rows.begin + r, d);
        out(r, d) = value < 0 ? std::exp(value) : value + T(1);
      }
    }
  };
}

template <class T>
void compute(const Call<T>& call) {
  FeatureAttention<T> what;
  what.queries = call.sizes.N;
  what.keys = call.sizes.M;
  what.features = call.sizes.D;
  what.of_queries = elu_features(call.q());
  what.of_keys = elu_features(call.k());
  if (const View<T> y = call.output("y")) feature_attention(what, call.v, y, call.progress);
  if (const View<T> map = call.output("attention")) feature_attention_map(what, map, call.progress);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "linear_elu";
  info.title = "Linear attention (elu + 1)";
  info.paper = "Katharopoulos et al. 2020, Transformers are RNNs";
  info.summary = "Replaces exp(q·k) by φ(q)·φ(k) with φ = elu + 1: linear, and no estimate of softmax.";
  info.equations = "φ(x) = elu(x) + 1\ny_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)";
  info.complexity = "O((N+M)·D·Dv)";
  info.look_at = "How flat its map is beside softmax: without the exponential nothing is picked out sharply.";
  info.options = {OptionSpec::scale()};
  info.outputs = [](const Problem& p) { return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes)}; };
  info.traits = [](const Options&) {
    Traits traits;
    traits.deterministic = true;
    traits.self_normalised = true;
    return traits;
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M;
    return Cost{2 * tokens * D * (Dv + 1), tokens * D, 4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator linear_elu_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
