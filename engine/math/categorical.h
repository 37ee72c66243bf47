// Categorical draws by inversion, in double on every backend: the smallest m with π_1 + … + π_m > u, the last m with
// π_m > 0 where rounding leaves none (specification, section 1).
#pragma once

#include "core/matrix.h"

namespace omega {

/// From unnormalised probabilities and their running sum's total.
Index categorical(const double* probabilities, Index count, double u);

}  // namespace omega
