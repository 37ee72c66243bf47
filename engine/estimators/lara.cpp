// lara: linear randomized attention. A few proposals are shared by all queries and combined by self-normalised multiple
// importance sampling, in linear time (specification, section 5; LARA paper, section 4).
//
//   log w_nc = log α_nc(ω_c) + log N(ω_c; 0, I) − log q_c(ω_c) + log ξ(q_n, ω_c) + L_c,   L_c = log Σ_m ξ(k_m, ω_c)
//   y_n = Σ_c softmax_c(log w_nc) f(ω_c)
//
// Target: p_n; proposals q_c: proposals/; weights α: weightings/. Cost: O((N + M)·C·(D + Dv)) time, O((N + M)·C)
// numbers at most. With standard proposals and constant weights it is rfa; with each query's own mixture and
// normalise=none it is ra.
#include "core/choices.h"
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "estimators/shared_proposals.h"
#include "proposals/proposals.h"
#include "weightings/optimal.h"

namespace omega {

namespace {

bool self_normalised(const Options& options) { return options.choice<Normalise>("normalise") == Normalise::self; }

EstimatorInfo describe() {
  EstimatorInfo info;
  describe_shared_proposals(info);
  info.name = "lara";
  info.title = "Linear randomized attention";
  info.paper = "Zheng et al. 2022, Linear Complexity Randomized Self-attention Mechanism";
  info.summary =
      "Shares a few proposals among all queries and combines them by self-normalised multiple importance sampling.";
  const Condition self = with("normalise", {"self"}), one = draws_one_each(), several = draws_several_each();
  info.equations = {
      {"log |w_nc| = log |α_nc(ω_c)| + log N(ω_c; 0, I) − log q_c(ω_c) + log ξ(q_n,ω_c) + log Σ_m ξ(k_m,ω_c)\n"
       "y_n = Σ_c w_nc f(ω_c) / Σ_c w_nc",
       self && one},
      {"log |w_ncs| = log |α_nc(ω_cs)| + log N(ω_cs; 0, I) − log q_c(ω_cs) + log ξ(q_n,ω_cs) + log Σ_m ξ(k_m,ω_cs)\n"
       "y_n = Σ_c Σ_s w_ncs f(ω_cs) / Σ_c Σ_s w_ncs",
       self && several},
      {kSumByExactTargets, with("normalise", {"none"})}};
  info.complexity = "O((N+M)·C·(D+Dv))";
  info.look_at = "Proposals standing where the targets are: the effective sample size beside that of rfa.";
  info.options.insert(info.options.end() - 1,
                      OptionSpec::choice("normalise", {"self", "none"},
                                         "Divide by the sum of the weights (linear), or by the exact Z_n (quadratic: "
                                         "then it is mis, unbiased with clamp=0, or with balance or power).")
                          .for_experts());
  info.traits = [](const Options& options) {
    const bool divides = self_normalised(options), noiseless = options.flag("evaluate");
    return causal_traits({.unbiased = !divides && !noiseless && keeps_unbiased(options),
                          .self_normalised = divides,
                          .deterministic = noiseless,
                          .rows_sum_to_one = divides,
                          .key_order_free = !knows_key_order(options),
                          .linear = divides && !is_optimal(options),
                          .knows_values = is_optimal(options)},
                         options);
  };
  info.pools = [](const Options& options) {
    return self_normalised(options) && !options.is_causal() && pools_shared_samples(options);
  };
  info.cost = [shared = info.cost](const Problem& p) {
    return self_normalised(p.options) && !is_optimal(p.options) ? shared(p) : shared(p) + exact_normaliser_cost(p);
  };
  return info;
}

}  // namespace

Estimator lara_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { estimate_with_shared_proposals(call, self_normalised(call.options)); },
      cuda::lara_method());
}

}  // namespace omega
