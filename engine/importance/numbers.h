// The numbers of a game by name: what claims of lessons, conditions and `omega chance` read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "importance/importance.h"

namespace omega::importance {

/// estimate, truth, error, standard_error, ess, ess_law, max_share, beta, mean, median, bias, bias_error, bias_law,
/// variance, variance_law, rms, coverage; and, a number for each replicate, estimates, esses, max_shares. Of the
/// estimator in front; those of the second and third end in _2 and _3. NaN: not known, or β without control variate.
std::map<std::string, std::vector<double>> importance_numbers(const Outcome& outcome, const Laws& laws);

}  // namespace omega::importance
