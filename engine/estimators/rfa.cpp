// rfa: random-feature attention, also as what it is: a self-normalised importance sampler (specification, section 3).
//
//   positive    φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S          hyperbolic  exp(±ω_s·x − ‖x‖²/2)/√(2S)
//   trig        exp(‖x‖²/2)[sin ω_s·x, cos ω_s·x]/√S      cosine      exp(‖x‖²/2) √2 cos(ω_s·x + 2πu_s)/√S
//   hybrid      a mix of positive and trig for each pair, by its angle (hybrid_features.h)
//   y_n = Σ_m φ(q_n)·φ(k_m) v_m / Σ_m φ(q_n)·φ(k_m),  ω_s ~ N(0, I)
//
// With positive features that is Σ_s w_ns f(ω_s) / Σ_s w_ns with target p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I), proposal
// N(0, I), f(ω) = Σ_m ξ(k_m,ω) v_m / Σ_m ξ(k_m,ω) and w_ns ∝ ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s) (LARA paper, section 3; EVA
// paper, Eq. 6–7): the proposal knows nothing of q and k, which is why ESS collapses when ‖q + k‖ grows.
//
// Cost: O((N + M)·S·(D + Dv)).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/choices.h"
#include "cpu/feature_attention.h"
#include "cpu/gemm.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"
#include "estimators/hybrid_features.h"
#include "estimators/hybrid_kernel.h"
#include "estimators/methods.h"
#include "math/matrices.h"
#include "sampling/causal.h"
#include "sampling/samples.h"
#include "sampling/spread.h"

namespace omega {

namespace {

bool is_sampler(const Options& options) {
  const auto features = options.choice<RandomFeatures>("features");
  return features == RandomFeatures::positive || features == RandomFeatures::hyperbolic;
}

bool is_hybrid(const Options& options) { return options.choice<RandomFeatures>("features") == RandomFeatures::hybrid; }

// --- Positive and hyperbolic features: importance sampling in log space ----------------------------------------------

/// ω_1..ω_S, then −ω_1..−ω_S.
template <class T>
Matrix<T> with_negatives(const Matrix<T>& omega) {
  Matrix<T> both(2 * omega.rows(), omega.cols());
  const Index count = omega.rows() * omega.cols();
  std::copy_n(omega.data(), count, both.data());
  std::transform(omega.data(), omega.data() + count, both.data() + count, [](T x) { return -x; });
  return both;
}

/// log w_ns = log ξ(q_n, ω_s) + L_ns + log ρ_s, the last two being the sample's part; for hyperbolic the mean of the
/// weights at ω_s and −ω_s.
template <class T>
Matrix<T> importance_log_weights(const Call<T>& call, View<const T> omega, View<const T> sample_part, bool hyperbolic) {
  const Buffer<T> query_part = minus_half_squared_norms(call.q());
  Matrix<T> all(call.q().rows, omega.rows);
  multiply_nt<T>(call.q(), omega, all);
  for (Index n = 0; n < all.rows(); ++n)
    for (Index j = 0; j < all.cols(); ++j) all(n, j) += query_part[static_cast<std::size_t>(n)] + sample_part(n, j);
  if (!hyperbolic) return all;
  const Index samples = omega.rows / 2;
  Matrix<T> paired(all.rows(), samples);
  for (Index n = 0; n < all.rows(); ++n)
    for (Index s = 0; s < samples; ++s) {
      const T a = all(n, s), b = all(n, samples + s);
      paired(n, s) = std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))) - std::numbers::ln2_v<T>;
    }
  return paired;
}

/// The diagnostics of an importance sampler; quadratic ones only on request.
template <class T>
void write_weights(const Call<T>& call, View<const T> omega, View<const T> sample_part, const Buffer<T>& log_proposal,
                   bool hyperbolic) {
  const Matrix<T> log_weights = importance_log_weights(call, omega, sample_part, hyperbolic);
  write_output(call, "log_weights", log_weights.data());
  normalise_weights<T>(log_weights, {}, call.output("weights"), call.output_vector("ess"));
  if (const View<T> out = call.output("log_target")) {
    // p_n(ω_s) = N(ω_s; 0, Σ) w_ns / Z_n
    const Buffer<T> log_z = log_partition(call);
    for (Index n = 0; n < out.rows; ++n)
      for (Index s = 0; s < out.cols; ++s)
        out(n, s) = log_proposal[static_cast<std::size_t>(s)] + log_weights(n, s) - log_z[static_cast<std::size_t>(n)];
  }
}

template <class T>
void write_attention(const Call<T>& call, View<const T> omega, View<const T> sample_part, View<T> map) {
  const Matrix<T> log_weights = importance_log_weights(call, omega, sample_part, false);
  Matrix<T> mix(log_weights.rows(), log_weights.cols());
  normalise_weights<T>(log_weights, {}, mix, {});
  mix_sample_maps<T>(mix, omega, call, map);
}

/// The same with sums over the keys so far.
template <class T>
void compute_causal_sampler(const Call<T>& call, View<const T> omega, const SpreadProjections<T>& drawn,
                            const Buffer<T>& log_proposal, bool hyperbolic) {
  const Buffer<T> log_ratios = drawn.corrected(Buffer<T>(static_cast<std::size_t>(omega.rows), T(0)));
  CausalSamples<T> samples;
  set_causal_samples<T>(call, omega, log_ratios.data(), samples);
  if (const View<T> y = call.output("y")) causal_attention(samples.what, y, call.progress);
  if (const View<T> map = call.output("attention")) causal_attention_map(samples.what, map, call.progress);
  const View<T> f = call.output("f");
  if (!f && !wants_weights(call)) return;
  Matrix<T> sample_part(call.sizes.N, omega.rows);
  write_causal_values<T>(call, omega, sample_part, f);
  for (Index n = 0; n < sample_part.rows(); ++n)
    for (Index j = 0; j < sample_part.cols(); ++j) sample_part(n, j) += log_ratios[static_cast<std::size_t>(j)];
  if (wants_weights(call)) write_weights<T>(call, omega, sample_part, log_proposal, hyperbolic);
}

template <class T>
void compute_sampler(const Call<T>& call, const SpreadProjections<T>& drawn) {
  const bool hyperbolic = call.options.template choice<RandomFeatures>("features") == RandomFeatures::hyperbolic;
  const Matrix<T> negated = hyperbolic ? with_negatives(drawn.omega) : Matrix<T>();
  const View<const T> all = hyperbolic ? negated.view() : drawn.omega.view();
  const Buffer<T> log_proposal = drawn.log_density();
  write_output(call, "log_proposal", log_proposal.data());
  if (call.options.is_causal()) return compute_causal_sampler(call, all, drawn, log_proposal, hyperbolic);
  const SampleValues<T> values = evaluate_samples<T>(all, call);
  const Buffer<T> sample_part = drawn.corrected(values.log_key_sum);
  if (const View<T> y = call.output("y")) {
    Attend<T> what;  // y_n = Σ_s softmax_s(q_n·ω_s + L_s + log ρ_s) f(ω_s): −‖q_n‖²/2 cancels
    what.values = values.f;
    what.dots = query_logits<T>(call, all, sample_part.data());
    what.row_pool = call.pool.queries;
    attend(what, y, static_cast<T*>(nullptr), call.progress);
  }
  write_output(call, "f", values.f.data());
  const View<const T> of_each_query(sample_part.data(), call.sizes.N, all.rows, 0);  // the same for all
  if (wants_weights(call)) write_weights<T>(call, all, of_each_query, log_proposal, hyperbolic);
  if (const View<T> map = call.output("attention")) write_attention<T>(call, all, of_each_query, map);
}

// --- Trigonometric features: signed, by the feature product ----------------------------------------------------------

/// exp(‖x‖²/2)·[sin ω·x, cos ω·x] or exp(‖x‖²/2)·cos(ω·x + b), the exponential taken out as log scale, times a factor
/// for each ω where there are any.
template <class T>
Features<T> trigonometric_features(const std::function<Matrix<T>(Range)>& rows_of, View<const T> omega, const T* phase,
                                   const Buffer<T>& factors) {
  return [=, &factors](Range rows, View<T> out, T* log_scale) {
    const Matrix<T> x = rows_of(rows);
    Matrix<T> angles(rows.size(), omega.rows), other(1, omega.rows);
    multiply_nt<T>(x, omega, angles);
    squared_norms<T>(x, log_scale);
    for (Index r = 0; r < rows.size(); ++r) {
      log_scale[r] *= T(0.5);
      if (phase == nullptr) {
        sine_cosine(angles.row(r), omega.rows, out.row(r), out.row(r) + omega.rows);
      } else {
        for (Index s = 0; s < omega.rows; ++s) angles(r, s) += phase[s];
        sine_cosine(angles.row(r), omega.rows, other.data(), out.row(r));
      }
      if (factors.size() > 0)
        for (Index f = 0; f < out.cols; ++f) out(r, f) *= factors[static_cast<std::size_t>(f % omega.rows)];
    }
  };
}

/// x = sin ω·k and cos ω·k, or cos(ω·k + b), l = ‖k‖²/2; the queries' own exponential cancels, and they bring ρ.
template <class T>
CausalAttention<T> causal_trigonometric(const Call<T>& call, View<const T> scaled_omega, const T* phase,
                                        const Buffer<T>& ratios) {
  CausalAttention<T> what;
  what.tokens = call.sizes.N;
  what.features = phase ? scaled_omega.rows : 2 * scaled_omega.rows;
  what.key_values = what.query_values = what.shared_logits = true;
  what.v = call.v;
  const auto waves = [scaled_omega, phase](View<const T> x, View<T> values) {
    const Index samples = scaled_omega.rows;
    Matrix<T> angles(samples, x.rows), unused(1, x.rows);
    multiply_nt<T>(scaled_omega, x, angles);
    for (Index s = 0; s < samples; ++s) {
      for (Index n = 0; phase != nullptr && n < x.rows; ++n) angles(s, n) += phase[s];
      sine_cosine(angles.row(s), x.rows, phase ? unused.data() : values.row(s), values.row(phase ? s : samples + s));
    }
  };
  what.of_keys = [&call, waves](Range keys, View<T> logits, View<T> values) {
    const View<const T> k = call.unscaled_k.middle_rows(keys.begin, keys.size());
    squared_norms(k, logits.data);
    for (T& logit : logits.row_span(0)) logit *= static_cast<T>(0.5 * call.scale);
    waves(k, values);
  };
  what.of_queries = [&call, &ratios, waves](Range queries, View<T>, View<T> values) {
    waves(call.unscaled_q.middle_rows(queries.begin, queries.size()), values);
    for (Index f = 0; ratios.size() > 0 && f < values.rows; ++f)
      for (T& x : values.row_span(f)) x *= ratios[static_cast<std::size_t>(f) % ratios.size()];
  };
  return what;
}

template <class T>
void compute_trigonometric(const Call<T>& call, const SpreadProjections<T>& drawn) {
  const Matrix<T>& omega = drawn.omega;
  const Buffer<T> ratios = drawn.relative_ratios(), none;
  std::optional<Matrix<T>> phase;  // b = 2πu
  if (call.options.template choice<RandomFeatures>("features") == RandomFeatures::cosine) {
    phase = call.template load<T>("u");
    for (Index s = 0; s < phase->cols(); ++s) (*phase)(0, s) *= 2 * std::numbers::pi_v<T>;
  }
  if (call.options.is_causal()) {
    const Matrix<T> scaled = times<T>(omega, call.root_scale);
    const CausalAttention<T> causal = causal_trigonometric<T>(call, scaled, phase ? phase->data() : nullptr, ratios);
    if (const View<T> y = call.output("y")) call.count("nonpositive", causal_attention(causal, y, call.progress));
    if (const View<T> map = call.output("attention")) causal_attention_map(causal, map, call.progress);
    return;
  }
  FeatureAttention<T> what;
  what.queries = call.sizes.N;
  what.keys = call.sizes.M;
  what.pool = call.pool;
  what.features = phase ? omega.rows() : 2 * omega.rows();
  what.of_queries = trigonometric_features<T>([&](Range rows) { return call.scaled_queries(rows); }, omega,
                                              phase ? phase->data() : nullptr, ratios);
  what.of_keys = trigonometric_features<T>([&](Range rows) { return call.scaled_keys(rows); }, omega,
                                           phase ? phase->data() : nullptr, none);
  if (const View<T> y = call.output("y")) call.count("nonpositive", feature_attention(what, call.v, y, call.progress));
  if (const View<T> map = call.output("attention")) feature_attention_map(what, map, call.progress);
}

template <class T>
void compute(const Call<T>& call) {
  const SpreadProjections<T> drawn = spread_projections(call);
  write_projections(call, drawn);
  if (is_hybrid(call.options))
    hybrid_attention(call, drawn);
  else if (is_sampler(call.options))
    compute_sampler(call, drawn);
  else
    compute_trigonometric(call, drawn);
}

// --- Description -----------------------------------------------------------------------------------------------------

std::vector<ArraySpec> arrays(const Problem& p) {
  std::vector<ArraySpec> specs = sample_arrays(p);
  if (p.options.choice<RandomFeatures>("features") == RandomFeatures::cosine)
    specs.push_back({"u", Source::uniform, {p.options.integer("samples")}, 1, "Phases b_s = 2πu_s."});
  if (is_hybrid(p.options))
    for (ArraySpec& signs : hybrid_arrays(p)) specs.push_back(std::move(signs));
  return specs;
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const Index samples = p.options.integer("samples"), n = p.sizes.N;
  std::vector<OutputSpec> specs = {output_y(p.sizes),
                                   output_attention(p.sizes),
                                   {"omega", {samples, p.sizes.D}, "The projections."},
                                   output_proposal_covariance(p.sizes),
                                   OutputSpec::count_of("nonpositive", "How many denominators were ≤ 0.")};
  if (is_hybrid(p.options)) specs.push_back(output_hybrid_share(p.sizes));
  if (!is_sampler(p.options)) return specs;
  if (p.options.choice<RandomFeatures>("features") == RandomFeatures::positive) specs.push_back(output_f(p, samples));
  specs.insert(specs.end(), {{"log_weights", {n, samples}, "log w_ns, without 1/Z_n."},
                             {"weights", {n, samples}, "w_ns / Σ_s w_ns."},
                             output_ess(p.sizes),
                             output_log_proposal(samples),
                             output_log_target(p.sizes, samples)});
  return specs;
}

/// Whether it pools: samples in lanes (running_softmax.h) do, and features that are summed.
bool pools(const Options& options) {
  const Index samples = options.integer("samples");
  const auto features = options.choice<RandomFeatures>("features");
  return !options.is_causal() && !is_hybrid(options) &&
         (!is_sampler(options) || (features == RandomFeatures::hyperbolic ? 2 : 1) * samples <= 2 * kLaneColumns);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "rfa";
  info.title = "Random-feature attention";
  info.paper = "Choromanski et al. 2021 (Performer); Peng et al. 2021 (RFA); Zheng et al. 2022, section 3";
  info.summary =
      "Random features of q and k: a self-normalised importance sampler whose proposal N(0, I) knows nothing of them.";
  const Condition positive = with("features", {"positive"}), hybrid = with("features", {"hybrid"});
  const Condition unit = has_variance({"1"}), other = has_other_variance(), full = has_variance({"full"});
  info.equations = {
      {"y_n = Σ_m φ(q_n)·φ(k_m) v_m / Σ_m φ(q_n)·φ(k_m)", without("features", {"hybrid"})},
      {"y_n = Σ_m κ_nm v_m / Σ_m κ_nm,  κ_nm = λ_nm φ(q_n)·φ(k_m) + (1 − λ_nm) ψ(q_n)·ψ(k_m)", hybrid},
      {"λ_nm = θ_nm/π", hybrid && with("angle", {"exact"})},
      {"λ_nm = 1/2 − Σ_r sgn(d_r·q_n) sgn(d_r·k_m)/(2 R)", hybrid && with("angle", {"signs"})},
      {"φ_s(x) = exp(ω_s·x − ‖x‖²/2)/√S", with("features", {"positive", "hybrid"})},
      {"φ_{±s}(x) = exp(±ω_s·x − ‖x‖²/2)/√(2 S)", with("features", {"hyperbolic"})},
      {"φ_s(x) = exp(‖x‖²/2) [sin ω_s·x, cos ω_s·x]/√S", with("features", {"trig"})},
      {"φ_s(x) = exp(‖x‖²/2) √2 cos(ω_s·x + 2πu_s)/√S", with("features", {"cosine"})},
      {"ψ_s(x) = exp(‖x‖²/2) [sin ω_s·x, cos ω_s·x]/√S", hybrid},
      {"ω_s ~ N(0, I)", unit},
      {"ω_s ~ N(0, σ²I),  φ(q_n)·φ(k_m) = Σ_s ρ_s φ_s(q_n)·φ_s(k_m),  ρ_s = N(ω_s; 0, I)/N(ω_s; 0, σ²I)", other},
      {"ω_s ~ N(0, Σ),  φ(q_n)·φ(k_m) = Σ_s ρ_s φ_s(q_n)·φ_s(k_m),  ρ_s = N(ω_s; 0, I)/N(ω_s; 0, Σ)", full},
      {"y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns,  w_ns ∝ ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s)", positive && unit},
      {"y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns,  w_ns ∝ ρ_s ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s)",
       positive && without("proposal_variance", {"1"})}};
  info.complexity = "O((N+M)·S·(D+Dv))";
  info.look_at =
      "The effective sample size as ‖q + k‖ grows: the target walks away from N(0, I) and a few weights swell.";
  info.options = {
      samples_option(64),
      OptionSpec::choice("features", {"positive", "hyperbolic", "trig", "cosine", "hybrid"},
                         "The feature map; all estimate exp(q·k) without bias, with different variance. Hybrid mixes "
                         "positive and trig by the angle of each pair.")
          .from("Choromanski et al. 2021, Lemmas 1 and 2; 2022")
          .as(OptionRole::features),
      draw_option(),
      proposal_variance_option(),
      OptionSpec::causal(),
      OptionSpec::scale(),
  };
  for (OptionSpec& option : hybrid_options()) info.options.insert(info.options.end() - 1, std::move(option));
  info.budget = "samples";
  info.arrays = arrays;
  info.outputs = outputs;
  info.traits = [](const Options& options) {
    return causal_traits({.self_normalised = true,
                          .linear = !is_hybrid(options) || angle_of(options) == AngleKind::signs,
                          .query_by_query = !is_spread_by_tokens(options)},
                         options);
  };
  info.pools = pools;
  info.check = check_causal_spread;
  info.cost = [](const Problem& p) {
    if (is_hybrid(p.options)) return spread_cost(p) + hybrid_cost(p);
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const auto features = p.options.choice<RandomFeatures>("features");
    const double tokens = static_cast<double>(N) + M,
                 projections = tokens * static_cast<double>(p.options.integer("samples"));
    const double columns =
        features == RandomFeatures::positive || features == RandomFeatures::cosine ? projections : 2 * projections;
    Cost cost = spread_cost(p) + Cost{2 * projections * D + 2 * columns * Dv, 0, 4 * tokens * (D + Dv)};
    if (features == RandomFeatures::trig || features == RandomFeatures::cosine) {
      cost.sincos = projections;  // a cosine alone counts as a pair
      cost.exps = tokens;         // exp(‖x‖²/2)
    } else {
      cost.exps = columns;
    }
    return cost;
  };
  return info;
}

}  // namespace

Estimator rfa_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::rfa_method());
}

}  // namespace omega
