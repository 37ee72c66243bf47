// rfa and is on the device.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"
#include "sampling/spread.h"

#include <numbers>

namespace omega::cuda {

namespace {

/// log w_ns = log ξ(q_n, ω_s) + L_s; for hyperbolic the mean of the weights at ω_s and −ω_s.
Block importance_log_weights(Run& run, Block omega, const SampleValues& values, bool hyperbolic) {
  const Block all = run.product(run.q, omega, run.root, true, query_bias(run), values.log_key_sum);
  if (!hyperbolic) return all;
  const Block paired = run.make(all.rows, all.cols / 2);
  RowOperation what{};
  what.op = kPairLogMean;
  run.rows(what, all, paired);
  return paired;
}

void write_weights(Run& run, Block omega, Block drawn, const SampleValues& values, bool hyperbolic) {
  if (!run.wants("log_weights") && !run.wants("weights") && !run.wants("ess") && !run.wants("log_target")) return;
  const Block log_weights = importance_log_weights(run, omega, values, hyperbolic);
  write_output(run, "log_weights", log_weights);
  write_normalised(run, log_weights, {});
  if (run.wants("log_target"))
    write_output(run, "log_target",
                 with_biases(run, log_weights, -1, log_partition(run), log_standard_normal(run, drawn)));
}

void sampler(Run& run, bool hyperbolic) {
  const auto [drawn, omega, bias] = standard_samples(run, hyperbolic ? -1.0f : 0.0f);
  write_output(run, "omega", drawn);
  const SampleValues values = evaluate_samples(run, omega, bias);
  Attend what = rows_of(run, run.q, run.values.cols);
  what.columns[0] = columns_of(omega, run.root, values.log_key_sum, values.f);
  what.out = run.y;
  run.attend(what);
  write_output(run, "f", values.f);
  if (run.wants("log_proposal")) write_output(run, "log_proposal", log_standard_normal(run, drawn));
  write_weights(run, omega, drawn, values, hyperbolic);
}

/// Features e^{‖x‖²/2}[sin ω·x, cos ω·x] or e^{‖x‖²/2} cos(ω·x + b): of the queries the exponential cancels, of the
/// keys it is taken relative to its maximum.
void trigonometric(Run& run, bool cosine) {
  const auto [drawn, omega, bias] = standard_samples(run, cosine ? 0.0f : 1.0f);
  write_output(run, "omega", drawn);
  Block phase;
  if (cosine) {
    const Block u = run.array("u");
    phase = run.make(1, u.cols);
    run.combine(static_cast<float>(2 * std::numbers::pi), u, 0, {}, 0, phase);
  }
  const Block gain = run.make(1, run.M);
  RowOperation relative{};
  relative.op = kExpRelative;
  relative.a = -1;
  run.rows(relative, bias, gain);

  const Block sums = run.make(omega.rows, run.values.cols), shares = run.make(1, omega.rows);
  Attend keys = rows_of(run, omega, run.values.cols);
  keys.columns[0] = columns_of(run.k, run.root, {}, run.values);
  keys.columns[0].gain = gain;
  keys.columns[0].row_bias = phase;
  keys.columns[0].sines = cosine ? 0 : drawn.rows;
  keys.weights = kWave;
  keys.features_are_rows = 1;
  keys.normalised = 0;
  keys.out = sums;
  keys.log_sum = shares;
  run.attend(keys);

  Attend queries = rows_of(run, run.q, run.values.cols);
  queries.columns[0] = columns_of(omega, run.root, phase, sums);
  queries.columns[0].share = shares;
  queries.columns[0].sines = keys.columns[0].sines;
  queries.weights = kWave;
  queries.nonpositive = run.counter("nonpositive");
  queries.out = run.y;
  run.attend(queries);
}

void rfa(Run& run) {
  const auto features = run.options.choice<RandomFeatures>("features");
  if (features == RandomFeatures::positive || features == RandomFeatures::hyperbolic)
    sampler(run, features == RandomFeatures::hyperbolic);
  else
    trigonometric(run, features == RandomFeatures::cosine);
}

/// (1/S) Σ_s w_ns f(ω_s), log w_ns = q_n·ω_s − ‖q_n‖²/2 + L_s − log Z_n.
void is(Run& run) {
  const auto [drawn, omega, bias] = standard_samples(run);
  const SampleValues values = evaluate_samples(run, omega, bias);
  const Block shift = run.make(1, run.N);
  run.combine(1, query_bias(run), -1, log_partition(run), 0, shift);
  Attend what = rows_of(run, run.q, run.values.cols);
  what.columns[0] = columns_of(omega, run.root, values.log_key_sum, values.f);
  what.columns[0].row_bias = shift;
  what.normalised = 0;
  what.out_factor = 1.0f / static_cast<float>(omega.rows);
  what.out = run.y;
  run.attend(what);
  write_output(run, "omega", omega);
  write_output(run, "f", values.f);
  const Block log_normal = log_standard_normal(run, omega);
  write_output(run, "log_proposal", log_normal);
  if (!run.wants("log_weights") && !run.wants("weights") && !run.wants("ess") && !run.wants("log_target")) return;
  const Block log_weights = run.product(run.q, omega, run.root, true, shift, values.log_key_sum);
  write_output(run, "log_weights", log_weights);
  write_normalised(run, log_weights, {});
  if (run.wants("log_target")) write_output(run, "log_target", with_biases(run, log_weights, 0, {}, log_normal));
}

constexpr const char* kOtherVariance = "proposal_variance other than 1";

CudaMethod sampling_method(std::function<void(Run&)> compute) {
  CudaMethod method;
  method.outputs = {"y",           "attention", "omega", "proposal_covariance", "f",
                    "log_weights", "weights",   "ess",   "log_proposal",        "log_target"};
  method.stays = kOtherVariance;
  method.refuses = [](const Problem& p) { return has_unit_variance(p.options) ? "" : kOtherVariance; };
  method.compute = [compute = std::move(compute)](Run& run) {
    compute(run);
    if (run.wants("proposal_covariance")) write_output(run, "proposal_covariance", run.identity(run.D));
  };
  return method;
}

}  // namespace

CudaMethod rfa_method() {
  CudaMethod method = sampling_method(rfa);
  method.stays = "features=hybrid, and " + method.stays;
  method.refuses = [variance = method.refuses](const Problem& p) {
    const bool is_hybrid = p.options.choice<RandomFeatures>("features") == RandomFeatures::hybrid;
    return is_hybrid ? std::string("features=hybrid") : variance(p);
  };
  return method;
}

CudaMethod is_method() { return sampling_method(is); }

}  // namespace omega::cuda
