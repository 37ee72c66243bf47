// rfa and is on the device.
#include "core/choices.h"
#include "cuda/methods.h"
#include "cuda/methods/sampling.h"
#include "sampling/spread.h"

#include <numbers>

namespace omega::cuda {

namespace {

/// log w_ns = q_n·ω_s + row_bias_n + L_s; for hyperbolic the mean of the weights at ω_s and −ω_s.
Block importance_log_weights(Run& run, const Standard& samples, const SampleValues& values, Block row_bias) {
  const Block all = run.product(run.q, samples.omega, run.root, true, row_bias, values.log_key_sum);
  if (samples.drawn.rows == samples.omega.rows) return all;
  const Block paired = run.make(all.rows, all.cols / 2);
  run.rows({.op = kPairLogMean}, all, paired);
  return paired;
}

/// What weights are divided by: by their sum, as rfa does, or by Z_n, as is does.
enum class Divisor { sum, Z };

/// y_n = Σ_s w_ns f(ω_s) / Σ_s w_ns, w_ns = ξ(q_n, ω_s) exp(L_s); or (1/S) Σ_s w_ns f(ω_s), w_ns over Z_n.
void sampler(Run& run, RandomFeatures features, Divisor divisor) {
  const Standard samples = standard_samples(run, features == RandomFeatures::hyperbolic ? -1.0f : 0.0f);
  const bool is = divisor == Divisor::Z;
  const Block drawn = samples.drawn, omega = samples.omega;
  const SampleValues values = evaluate_samples(run, omega, samples.key_bias);
  Attend what = attention_of(run.q, columns_of(omega, run.root, values.log_key_sum, values.f), run.y);
  Block row_bias;
  if (is) {
    what.columns[0].row_bias = row_bias = normalised_query_bias(run);
    what.normalised = 0;
    what.out_factor = 1.0f / static_cast<float>(omega.rows);
  }
  run.attend(what);
  write_output(run, "omega", drawn);
  write_output(run, "f", values.f);
  if (run.wants("log_proposal")) write_output(run, "log_proposal", log_standard_normal(run, drawn));
  if (!wants_weights(run) && !run.wants("log_target")) return;
  const Block log_weights = importance_log_weights(run, samples, values, is ? row_bias : query_bias(run));
  write_weights(run, log_weights, {});
  if (!run.wants("log_target")) return;
  const Block log_normal = log_standard_normal(run, drawn), log_z = is ? Block{} : log_partition(run);
  write_output(run, "log_target", with_biases(run, log_weights, -1, log_z, log_normal));
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
  run.rows({.op = kExpRelative, .a = -1}, bias, gain);
  Attend keys = attention_of(omega, columns_of(run.k, run.root, {}, run.values), {});
  keys.columns[0].gain = gain;
  keys.columns[0].row_bias = phase;
  Attend queries = attention_of(run.q, columns_of(omega, run.root, phase, {}), run.y);
  add_waves(run, keys, cosine ? 0 : drawn.rows, queries.columns[0]);
  write_waves(run, queries);
}

void rfa(Run& run) {
  const auto features = run.options.choice<RandomFeatures>("features");
  if (features == RandomFeatures::positive || features == RandomFeatures::hyperbolic)
    sampler(run, features, Divisor::sum);
  else
    trigonometric(run, features == RandomFeatures::cosine);
}

void is(Run& run) { sampler(run, RandomFeatures::positive, Divisor::Z); }

constexpr const char* kOtherVariance = "proposal_variance other than 1";

CudaMethod sampling_method(std::function<void(Run&)> compute) {
  CudaMethod method;
  method.outputs = {"y",           "attention", "omega", "proposal_covariance", "f",
                    "log_weights", "weights",   "ess",   "log_proposal",        "log_target"};
  method.stays = kOtherVariance;
  method.block_bytes = prepare_bytes;
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
