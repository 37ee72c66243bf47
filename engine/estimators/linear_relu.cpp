// linear_relu: linear attention with the features of Performer's generalised attention (Choromanski et al. 2021), which
// EVA's paper trains in place of positive ones where those diverge (its Table 12).
//
//   φ_s(x) = max(ω_s·x, 0) + 0.001,  ω_s ~ N(0, I),  y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)
//
// It does not estimate softmax. Apart from the 0.001, which keeps denominators above 0, it estimates attention by the
// arc-cosine kernel ‖q‖‖k‖(sin θ + (π − θ) cos θ)/(2π). Cost: O((N + M)·S·(D + Dv)) time, O(S·Dv) workspace.
#include <algorithm>

#include "cpu/causal_attention.h"
#include "cpu/feature_attention.h"
#include "cpu/gemm.h"
#include "estimators/methods.h"
#include "sampling/samples.h"

namespace omega {

namespace {

constexpr double kFloor = 0.001;  // Performer's own

template <class T>
void rectify(View<T> products) {
  for (Index r = 0; r < products.rows; ++r)
    for (T& x : products.row_span(r)) x = std::max(x, T(0)) + static_cast<T>(kFloor);
}

template <class T>
void compute_causal(const Call<T>& call, const Matrix<T>& omega) {
  CausalAttention<T> what;
  what.tokens = call.sizes.N;
  what.features = omega.rows();
  what.key_values = what.query_values = what.shared_logits = true;
  what.v = call.v;
  what.of_keys = [&](Range keys, View<T> logits, View<T> values) {
    std::fill_n(logits.data, keys.size(), T(0));
    const Matrix<T> k = call.scaled_keys(keys);
    multiply_nt<T>(omega, k, values);
    rectify(values);
  };
  what.of_queries = [&](Range queries, View<T>, View<T> values) {
    const Matrix<T> q = call.scaled_queries(queries);
    multiply_nt<T>(omega, q, values);
    rectify(values);
  };
  if (const View<T> y = call.output("y")) causal_attention(what, y, call.progress);
  if (const View<T> map = call.output("attention")) causal_attention_map(what, map, call.progress);
}

template <class T>
void compute_all(const Call<T>& call, const Matrix<T>& omega) {
  const auto features = [&](const Matrix<T>& x, View<T> out, T* log_scale) {
    multiply_nt<T>(x, omega, out);
    rectify(out);
    std::fill_n(log_scale, out.rows, T(0));
  };
  FeatureAttention<T> what;
  what.queries = call.sizes.N;
  what.keys = call.sizes.M;
  what.pool = call.pool;
  what.features = omega.rows();
  what.of_queries = [&](Range rows, View<T> out, T* log_scale) { features(call.scaled_queries(rows), out, log_scale); };
  what.of_keys = [&](Range rows, View<T> out, T* log_scale) { features(call.scaled_keys(rows), out, log_scale); };
  if (const View<T> y = call.output("y")) feature_attention(what, call.v, y, call.progress);
  if (const View<T> map = call.output("attention")) feature_attention_map(what, map, call.progress);
}

template <class T>
void compute(const Call<T>& call) {
  const Matrix<T> omega = standard_projections<T>(call, call.options.integer("samples"));
  write_output(call, "omega", omega.data());
  call.options.is_causal() ? compute_causal(call, omega) : compute_all(call, omega);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "linear_relu";
  info.title = "Linear attention (ReLU features)";
  info.paper = "Choromanski et al. 2021 (Performer), generalised attention; Zheng et al. 2023 (EVA), Table 12";
  info.summary =
      "Random projections cut off at 0 in place of positive random features: linear, and no estimate of softmax.";
  info.equations = {
      {"φ_s(x) = max(ω_s·x, 0) + 0.001,  ω_s ~ N(0, I)\n"
       "y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)"}};
  info.complexity = "O((N+M)·S·(D+Dv))";
  info.look_at =
      "More samples bring it no nearer to softmax, but to attention by the angle of query and key "
      "and the key's length.";
  info.options = {samples_option(64), draw_option(), OptionSpec::causal(), OptionSpec::scale()};
  info.budget = "samples";
  info.arrays = sample_arrays;
  info.outputs = [](const Problem& p) {
    return std::vector<OutputSpec>{output_y(p.sizes),
                                   output_attention(p.sizes),
                                   {"omega", {p.options.integer("samples"), p.sizes.D}, "The projections."}};
  };
  info.pools = [](const Options& options) { return !options.is_causal(); };
  info.traits = [](const Options& options) {
    return causal_traits({.self_normalised = true, .query_by_query = true}, options);
  };
  info.check = check_causal;
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M,
                 projections = tokens * static_cast<double>(p.options.integer("samples"));
    return Cost{2 * projections * (D + Dv + 1), 0, 4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator linear_relu_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
