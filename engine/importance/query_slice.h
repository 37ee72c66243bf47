// One query's attention along a line through ω-space, as a problem: exact, for a projection of a mixture of unit
// Gaussians is one.
//
//   p(t) = Σ_m π_m N(t; t_m, 1),  f(t) = Σ_m π_m v_m N(t; t_m, 1)/p(t),  E_p[f] = Σ_m π_m v_m
#pragma once

#include <span>
#include <vector>

#include "importance/problem.h"

namespace omega::importance {

/// π_m, t_m = u·(q_n + k_m), and one dimension of the values.
Problem query_slice(std::span<const double> weights, std::span<const double> means, std::span<const double> values);

/// Unit Gaussians at these means as at most kMostProposals proposals: the closest neighbours are merged first, into one
/// Gaussian with their mean and spread, which has as many samples as it stands for.
std::vector<Proposal> proposals_at(std::vector<double> means);

}  // namespace omega::importance
