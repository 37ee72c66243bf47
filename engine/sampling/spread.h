// Projections of N(0, Σ) in place of N(0, I): the option `proposal_variance` of rfa and is (specification, section
// 12.2).
//
//   ω_s = Σ^½ e_s,   ρ_s = N(ω_s; 0, I) / N(ω_s; 0, Σ)   corrects every product φ_s(q)·φ_s(k)
//   s(z², d) = (2z² + 3d + √((2z² + d)² + 8dz²)) / (4d)
//   optimal  Σ = s(mean ‖q_n + k_m‖², D) I
//   full     Σ = Σ_i s(λ_i, 1) e_i e_iᵀ with T = mean (q_n + k_m)(q_n + k_m)ᵀ = Σ_i λ_i e_i e_iᵀ
//
// Both minimise the mean over pairs of the log second moment of a pair's estimate. All of it in double.
#pragma once

#include "core/call.h"

namespace omega {

OptionSpec proposal_variance_option();
/// Σ is one of these; Σ = σ²I with σ² ≠ 1. Conditions of equations.
Condition has_variance(std::vector<std::string> values);
Condition has_other_variance();
/// Whether Σ is made of the queries and keys.
bool is_spread_by_tokens(const Options& options);
/// Whether projections are drawn from N(0, I).
bool has_unit_variance(const Options& options);
/// check_causal(), and throws where Σ would be made of later tokens.
void check_causal_spread(const Problem& problem);
OutputSpec output_proposal_covariance(const Sizes& sizes);

/// s(z², d) above: the best variance in d dimensions for pairs at a mean square of z².
double best_variance(double square, double dims);

template <class T>
struct SpreadProjections {
  Matrix<T> omega;
  Buffer<T> log_ratio;        // log ρ_s; empty: all 0
  Matrix<double> covariance;  // where proposal_covariance is wanted; else nothing

  /// log_key_sum + log ρ_s, sample by sample; a second half of the samples is the first half's negatives.
  Buffer<T> corrected(const Buffer<T>& log_key_sum) const;
  /// ρ_s over the largest; empty: all 1.
  Buffer<T> relative_ratios() const;
  /// log N(ω_s; 0, Σ).
  Buffer<T> log_density() const;
};

/// log N(ω; 0, I) − log N(ω; 0, Σ) of each row.
Buffer<double> log_ratios(View<const double> omega, View<const double> covariance);

/// The `samples` of rfa and is, coupled as `draw` says.
template <class T>
SpreadProjections<T> spread_projections(const Call<T>& call);

/// The outputs omega and proposal_covariance, where they are wanted.
template <class T>
void write_projections(const Call<T>& call, const SpreadProjections<T>& drawn);

/// What finding Σ costs: a pass over all tokens where it is made from the sequence.
Cost spread_cost(const Problem& problem);

}  // namespace omega
