// What samplers share on the device: the counterpart of sampling/samples.h.
#pragma once

#include <functional>

#include "cuda/run.h"

namespace omega::cuda {

/// count·each draws from N(0, I) as the option `draw` couples them: coupled ones are made on the CPU, in double. Or the
/// same as the noise of a launch.
Block projections(Run& run, Index count, Index each = 1);
void add_projections(Run& run, Prepare& what, Index count, Index each = 1);

/// Projections of N(0, I) and, found in the same launch, −½‖k_m‖² of the scaled keys: with ω·k_m it is log ξ(k_m, ω).
struct Standard {
  Block drawn;  // ω_s, S×D
  Block omega;  // the same, or with `second`·ω_s in as many rows more
  Block key_bias;
};
Standard standard_samples(Run& run, float second = 0);

/// The adapter of a side (q or k), as far as it is given.
void add_adapter(Run& run, SegmentMeans& means, const char* side);

/// Asks `what` for −½‖k_m‖² of the scaled keys; returns where they will be.
Block add_key_bias(Run& run, Prepare& what);
inline Block key_bias(Run& run) { return run.norms(run.k, -0.5 * run.scale); }
/// −½‖q_n‖² of the scaled queries.
inline Block query_bias(Run& run) { return run.norms(run.q, -0.5 * run.scale); }
/// log N(ω; 0, I).
Block log_standard_normal(Run& run, Block omega);

/// What each ω says of the keys: f(ω), J×Dv, and L(ω) = log Σ_m exp(√τ ω·k_m + bias_m).
struct SampleValues {
  Block f, log_key_sum;
};
/// `after`: what is wanted of densities, as soon as L is known; `beside`: what can be found in the same launch.
SampleValues evaluate_samples(Run& run, Block omega, Block bias,
                              const std::function<Densities(Block log_key_sum)>& after = {},
                              const Attend* beside = nullptr);

/// Σ_m softmax_m(factor·x·p_m) value_factor·p_m, and the log of its denominator where asked.
Block attended_mean(Run& run, Block x, Block points, double factor, float value_factor, Block log_sum = {});

/// log Σ_m exp(factor·x·p_m) of each row; log Z_n of every query; and −½‖q_n‖² − log Z_n.
Block log_sums_of(Run& run, Block x, Block points, double factor);
Block log_partition(Run& run);
Block normalised_query_bias(Run& run);

/// Features of trigonometric kernels, the first `sines` of them sines, as rows of `keys` and as `columns`, whose values
/// and shares become Σ_m feature(k_m) v_m and Σ_m feature(k_m).
void add_waves(Run& run, Attend keys, std::int32_t sines, AttendColumns& columns);
/// y by one or two such columns.
void write_waves(Run& run, Attend queries);

/// x + a·row_bias + column_bias.
Block with_biases(Run& run, Block x, double a, Block row_bias, Block column_bias);
/// log_weights, weights and ess from log|w|, where they are wanted.
bool wants_weights(const Run& run);
void write_weights(Run& run, Block log_weights, Block signs);
/// Copies where the output is wanted.
void write_output(Run& run, const char* name, Block from);

}  // namespace omega::cuda
