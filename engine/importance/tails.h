// Whether ∫ g²/q diverges far out, where every density is its widest Gaussian: the sign of the exponent decides.
#pragma once

#include "importance/functions.h"

namespace omega::importance {

/// What is squared and divided by a proposal: w f, w(f − I), or w.
enum class Squared { integrand, deviation, weight };

/// Σ_c of ∫(α_c p …)²/q_c: by each q_c alone where shares are constant, else by their sum.
bool diverges(const Functions& functions, Weighting weighting, Squared what, double truth);

}  // namespace omega::importance
