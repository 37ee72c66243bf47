#include "estimators/lara.h"

#include "core/choices.h"
#include "cuda/methods.h"
#include "estimators/shared_proposals.h"
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
  info.equations =
      "log w_nc = log α_nc(ω_c) + log N(ω_c; 0, I) − log q_c(ω_c) + log ξ(q_n,ω_c) + log Σ_m ξ(k_m,ω_c)\n"
      "y_n = Σ_c softmax_c(log w_nc) f(ω_c)\n"
      "α_nc = b_c + β(r_nc − (1/C) Σ_c' r_nc')  (decoupled)";
  info.complexity = "O((N+M)·C·(D+Dv))";
  info.look_at = "Proposals standing where the targets are: the effective sample size beside that of rfa.";
  info.options.insert(info.options.end() - 1,
                      OptionSpec::choice("normalise", {"self", "none"},
                                         "Divide by the sum of the weights (linear), or by the exact Z_n (quadratic: "
                                         "then it is mis, unbiased with clamp=0, or with balance or power).")
                          .for_experts());
  info.traits = [](const Options& options) {
    Traits traits;
    traits.self_normalised = self_normalised(options);
    traits.unbiased = !traits.self_normalised && !options.flag("evaluate") && keeps_unbiased(options);
    traits.deterministic = options.flag("evaluate");
    traits.rows_sum_to_one = traits.self_normalised;
    traits.key_order_free = false;  // segments follow the order of the keys
    traits.linear = traits.self_normalised && !is_optimal(options);
    traits.knows_values = is_optimal(options);
    return causal_traits(traits, options);
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
