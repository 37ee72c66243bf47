// mis: multiple importance sampling of softmax attention from shared proposals, with the exact normaliser
// (specification, section 5; LARA paper, section 4.1).
//
//   y_n = Σ_c (1/S'_c) Σ_s α_nc(ω_cs) (p_n(ω_cs)/q_c(ω_cs)) f(ω_cs)
//
// Unbiased as long as Σ_c α_nc(ω) = 1, that is with clamp=0 or a weighting that needs no clamp; quadratic, since p_n
// needs Z_n. The options are lara's, but for normalise.
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "estimators/shared_proposals.h"
#include "proposals/proposals.h"
#include "weightings/optimal.h"

namespace omega {

namespace {

EstimatorInfo describe() {
  EstimatorInfo info;
  describe_shared_proposals(info);
  info.name = "mis";
  info.title = "Multiple importance sampling";
  info.paper = "Zheng et al. 2022 (LARA), section 4.1; Veach and Guibas 1995";
  info.summary =
      "Shared proposals weighted by the exact targets: quadratic, and what lara makes linear. Unbiased with clamp=0, "
      "or with a weighting that needs no clamp, such as balance or power.";
  info.equations = {{kSumByExactTargets}};
  info.complexity = "O(NMD + (N+M)·C·(D+Dv))";
  info.look_at =
      "With constant weights one sample in a tail spoils the estimate; balance and power stay calm where a proposal is "
      "near. The default, decoupled, with clamp=0 has the tails of constant, of both signs.";
  info.traits = [](const Options& options) {
    return causal_traits({.unbiased = !options.flag("evaluate") && keeps_unbiased(options),
                          .deterministic = options.flag("evaluate"),
                          .rows_sum_to_one = false,
                          .key_order_free = !knows_key_order(options),
                          .linear = false,
                          .knows_values = is_optimal(options)},
                         options);
  };
  info.cost = [shared = info.cost](const Problem& p) { return shared(p) + exact_normaliser_cost(p); };
  return info;
}

}  // namespace

Estimator mis_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { estimate_with_shared_proposals(call, false); }, cuda::mis_method());
}

}  // namespace omega
