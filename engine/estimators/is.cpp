// is: importance sampling of softmax attention from N(0, I), unbiased and not self-normalised (specification, section
// 3).
//
//   y_n = (1/S) Σ_s w_ns f(ω_s),  w_ns = ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s) / Z_n,  ω_s ~ N(0, I)
//
// Target p_n, proposal and f are those of rfa; the exact Z_n makes it quadratic: it is here to show that unbiased does
// not mean good. Cost: O(NMD + (N + M)·S·(D + Dv)).
#include <cmath>

#include "cpu/gemm.h"
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "sampling/causal.h"
#include "sampling/samples.h"
#include "sampling/spread.h"

namespace omega {

namespace {

/// log w_ns = q_n·ω_s − ‖q_n‖²/2 + L_s + log ρ_s − log Z_n, tile by tile; `shift` is −‖q_n‖²/2 − log Z_n.
template <class T>
FillLogits<T> log_weight_tiles(const Call<T>& call, View<const T> omega, const T* sample_part, const T* shift) {
  return [dots = dot_logits<T>(call.q(), omega, sample_part), shift](Range rows, Range columns, View<T> tile,
                                                                     View<T> signs) {
    dots(rows, columns, tile, signs);
    for (Index r = 0; r < tile.rows; ++r)
      for (T& x : tile.row_span(r)) x += shift[rows.begin + r];
  };
}

template <class T>
void write_mixture_map(const Call<T>& call, View<const T> omega, View<const T> log_weights, View<T> map) {
  Matrix<T> mix(log_weights.rows, log_weights.cols);
  const T share = T(1) / static_cast<T>(omega.rows);
  for (Index n = 0; n < mix.rows(); ++n)
    for (Index s = 0; s < mix.cols(); ++s) mix(n, s) = share * std::exp(log_weights(n, s));
  mix_sample_maps<T>(mix, omega, call, map);
}

template <class T>
void write_weights(const Call<T>& call, View<const T> log_weights, const Buffer<T>& log_proposal) {
  write_output(call, "log_weights", log_weights.data);
  normalise_weights<T>(log_weights, {}, call.output("weights"), call.output_vector("ess"));
  if (const View<T> out = call.output("log_target"))  // p_n = N(ω; 0, Σ) w
    for (Index n = 0; n < out.rows; ++n)
      for (Index s = 0; s < out.cols; ++s) out(n, s) = log_proposal[static_cast<std::size_t>(s)] + log_weights(n, s);
}

/// The same with sums over the keys so far.
template <class T>
void compute_causal(const Call<T>& call, const SpreadProjections<T>& drawn, const Buffer<T>& shift,
                    const Buffer<T>& log_proposal) {
  const Matrix<T>& omega = drawn.omega;
  const Buffer<T> log_ratios = drawn.corrected(Buffer<T>(static_cast<std::size_t>(omega.rows()), T(0)));
  CausalSamples<T> samples;
  set_causal_samples<T>(call, omega, log_ratios.data(), samples);
  Buffer<T> factors(shift.size());
  const T log_samples = std::log(static_cast<T>(omega.rows()));
  for (std::size_t n = 0; n < shift.size(); ++n) factors[n] = shift[n] - log_samples;
  samples.what.log_factors = factors.data();
  if (const View<T> y = call.output("y")) causal_attention(samples.what, y, call.progress);
  if (const View<T> map = call.output("attention")) causal_attention_map(samples.what, map, call.progress);
  const View<T> f = call.output("f");
  if (!f && !wants_weights(call)) return;
  Matrix<T> log_weights(call.sizes.N, omega.rows()), dots(call.sizes.N, omega.rows());
  write_causal_values<T>(call, omega, log_weights, f);
  multiply_nt<T>(call.q(), omega, dots);
  for (Index n = 0; n < dots.rows(); ++n)
    for (Index s = 0; s < dots.cols(); ++s)
      log_weights(n, s) += dots(n, s) + log_ratios[static_cast<std::size_t>(s)] + shift[static_cast<std::size_t>(n)];
  write_weights<T>(call, log_weights, log_proposal);
}

template <class T>
void compute(const Call<T>& call) {
  const SpreadProjections<T> drawn = spread_projections(call);
  const Matrix<T>& omega = drawn.omega;
  write_projections(call, drawn);
  const Buffer<T> log_proposal = drawn.log_density();
  write_output(call, "log_proposal", log_proposal.data());
  Buffer<T> shift = minus_half_squared_norms(call.q());
  const Buffer<T> log_z = log_partition(call);
  for (std::size_t n = 0; n < shift.size(); ++n) shift[n] -= log_z[n];
  if (call.options.is_causal()) return compute_causal(call, drawn, shift, log_proposal);
  const SampleValues<T> values = evaluate_samples<T>(omega, call);
  const Buffer<T> sample_part = drawn.corrected(values.log_key_sum);
  const FillLogits<T> logits = log_weight_tiles<T>(call, omega, sample_part.data(), shift.data());

  if (const View<T> y = call.output("y")) {
    Attend<T> what;
    what.rows = call.q().rows;
    what.columns = omega.rows();
    what.values = values.f;
    what.normalised = false;
    what.logits = logits;
    attend(what, y, static_cast<T*>(nullptr), call.progress);
    for (Index n = 0; n < y.rows; ++n)
      for (T& x : y.row_span(n)) x /= static_cast<T>(omega.rows());
  }
  write_output(call, "f", values.f.data());
  if (!wants_weights(call) && !call.wants("attention")) return;
  Matrix<T> log_weights(call.q().rows, omega.rows());
  logits({0, call.q().rows}, {0, omega.rows()}, log_weights, {});
  write_weights<T>(call, log_weights, log_proposal);
  if (const View<T> map = call.output("attention")) write_mixture_map<T>(call, omega, log_weights, map);
}

std::vector<OutputSpec> outputs(const Problem& p) {
  const Index samples = p.options.integer("samples"), n = p.sizes.N;
  return {output_y(p.sizes),
          output_attention(p.sizes),
          {"omega", {samples, p.sizes.D}, "The projections."},
          output_proposal_covariance(p.sizes),
          output_f(p, samples),
          {"log_weights", {n, samples}, "log w_ns, with 1/Z_n."},
          {"weights", {n, samples}, "w_ns / Σ_s w_ns; the estimate itself does not divide."},
          output_ess(p.sizes),
          output_log_proposal(samples),
          output_log_target(p.sizes, samples)};
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "is";
  info.title = "Importance sampling";
  info.paper = "Zheng et al. 2022 (LARA), section 3";
  info.summary =
      "Unbiased importance sampling from N(0, I) with the exact normaliser: right on average, wild each time.";
  info.equations = {
      {"y_n = (1/S) Σ_s w_ns f(ω_s)"},
      {"ω_s ~ N(0, I),  w_ns = p_n(ω_s) / N(ω_s; 0, I) = ξ(q_n,ω_s) Σ_m ξ(k_m,ω_s) / Z_n", has_variance({"1"})},
      {"ω_s ~ N(0, σ²I),  w_ns = p_n(ω_s) / N(ω_s; 0, σ²I)", has_other_variance()},
      {"ω_s ~ N(0, Σ),  w_ns = p_n(ω_s) / N(ω_s; 0, Σ)", has_variance({"full"})}};
  info.complexity = "O(NMD + (N+M)·S·(D+Dv))";
  info.look_at = "Its mean over draws beside rfa's: no bias, but a variance that explodes with ‖q + k‖.";
  info.options = {samples_option(64), draw_option(), proposal_variance_option(), OptionSpec::causal(),
                  OptionSpec::scale()};
  info.budget = "samples";
  info.arrays = sample_arrays;
  info.outputs = outputs;
  info.traits = [](const Options& options) {
    return causal_traits(
        {.unbiased = true, .rows_sum_to_one = false, .linear = false, .query_by_query = !is_spread_by_tokens(options)},
        options);
  };
  info.check = check_causal_spread;
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double tokens = static_cast<double>(N) + M, samples = static_cast<double>(p.options.integer("samples")),
                 pairs = pairs_seen(p);
    return spread_cost(p) +
           Cost{2 * tokens * samples * (D + Dv) + 2 * pairs * D, tokens * samples + pairs, 4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator is_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::is_method());
}

}  // namespace omega
