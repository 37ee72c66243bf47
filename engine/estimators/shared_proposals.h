// What LARA and MIS have in common: samples from shared proposals, each with its weights for every query. The two
// differ only in the last step: mis divides by the exact Z_n and averages, lara divides by the sum of its own weights.
#pragma once

#include "core/estimator.h"
#include "proposals/proposals.h"
#include "sampling/samples.h"
#include "weightings/weighting.h"

namespace omega {

/// Options, arrays, outputs and checks of both; `title`, equations and the rest are the estimator's own.
void describe_shared_proposals(EstimatorInfo& info);

/// The estimate by the exact targets: mis, and lara with normalise=none.
inline constexpr const char* kSumByExactTargets = "y_n = Σ_c (1/S_c) Σ_s α_nc(ω_cs) p_n(ω_cs)/q_c(ω_cs) f(ω_cs)";

/// Whether an estimate that is neither causal nor divided by the exact Z_n may have a pooled map.
bool pools_shared_samples(const Options& options);

/// What the exact Z_n of every query costs in addition.
Cost exact_normaliser_cost(const Problem& problem);

/// One head: draws, evaluates and weighs, then writes y and whatever else is wanted.
template <class T>
void estimate_with_shared_proposals(const Call<T>& call, bool self_normalised);

}  // namespace omega
