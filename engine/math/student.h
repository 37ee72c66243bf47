// Student's t distribution: what a mean over few parts may be off by, in units of its own estimated standard error.
#pragma once

#include "core/matrix.h"

namespace omega {

/// The bound that |T| stays within with probability `level`, from 0 up to below 1, with `freedom` degrees of freedom,
/// which must be at least 1.
double student_bound(double level, Index freedom);

}  // namespace omega
