// Effective sample size: how many equal weights would carry as much as these (Σw)²/Σw², from log weights.
#pragma once

#include <span>

#include "core/matrix.h"

namespace omega {

/// Between 1 and the number of weights; weights of 0 (log weight −∞) count for nothing, and all 0 give 0.
template <class T>
double effective_sample_size(std::span<const T> log_weights);

/// One for each row: `log_weights` N×J as the samplers return them. For weights with a sign use the samplers' own
/// `ess`.
template <class T>
void effective_sample_sizes(View<const T> log_weights, std::span<double> ess);

}  // namespace omega
