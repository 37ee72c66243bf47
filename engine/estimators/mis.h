// mis: multiple importance sampling of softmax attention from shared proposals, with the exact normaliser
// (specification, section 5; LARA paper, section 4.1).
//
//   y_n = Σ_c (1/S'_c) Σ_s α_nc(ω_cs) (p_n(ω_cs)/q_c(ω_cs)) f(ω_cs)
//
// Unbiased as long as Σ_c α_nc(ω) = 1, that is with clamp=0 or a weighting that needs no clamp; quadratic, since
// p_n needs Z_n. The options are lara's. Look at: `constant` weights jumping between draws while `balance` and `power`
// stay calm where a proposal is near; `decoupled` with clamp=0 has the tails of `constant`, of both signs.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator mis_estimator();

}  // namespace omega
