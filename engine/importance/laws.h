// What theory says of a game before a sample falls: the truth, and what an estimate's error is on average. In closed
// form or by quadrature to ten digits; infinity where an integral diverges, nothing where it is not known.
//
//   with a = w f, and a control c = w g, under stratum c:  Σ_aa = Σ_c (n_c/S²) Var_c(a), …
//   is:   Var = Σ_aa − 2β Σ_ac + β² Σ_cc,  best β = Σ_ac/Σ_cc
//   snis: with a = w(f − I), c = w:  Var ≈ Σ_aa,  bias ≈ −Σ_ac,  both for large S; nothing where S/E[w²] < 1, and 0
//   for a constant f whatever falls
//   mirrored pairs add the covariance of a(x) with a(2μ_c − x) to each variance
//   optimal: Var = ∫(f p)²/Σ n q − aᵀ b
#pragma once

#include <optional>
#include <vector>

#include "core/progress.h"
#include "importance/problem.h"

namespace omega::importance {

/// Nothing: not known. Infinite where the integral diverges.
using Law = std::optional<double>;

struct MethodLaw {
  Law variance, bias;
  Law ess;                         // S/E[w²]: what the gauge would say of very many samples
  Law beta;                        // the best β, or none
  Law aa, ac, cc;                  // Σ: the variance over β is a parabola of these
  double rounding = 0;             // a variance below this may be what integrals lost
  std::vector<double> optimal;     // a_k of Weighting::optimal
  bool for_large_samples = false;  // a limit, up to terms of a higher order in 1/S
  bool is_too_large = false;       // the variance: finite, but more than a double holds, and so nothing
};

struct Laws {
  Law truth;                       // I
  std::vector<Law> control_means;  // E_p g of each method
  std::vector<MethodLaw> methods;
  std::vector<Law> own_variance;  // of plain importance sampling if all S samples came from proposal c
};

Laws laws(const Game& game, const Progress& progress = {});

/// The standard deviation of what the first of S samples say, by the law of all S.
Law deviation_after(const MethodLaw& law, Index first, Index samples);

/// The variance of the estimate at a fixed β; nothing where it is not known.
Law variance_at(const MethodLaw& law, double beta);

}  // namespace omega::importance
