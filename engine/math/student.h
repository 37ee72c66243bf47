// Student's t distribution: what a mean over few parts may be off by, in units of its own estimated standard error.
#pragma once

#include "core/matrix.h"

namespace omega {

/// The bound that |T| stays within with probability `level`, from 0 up to below 1, with `freedom` degrees of freedom,
/// which must be at least 1.
double student_bound(double level, Index freedom);

/// The same of a mean in a plane: of its distance from what it estimates, by the standard error along the way there.
/// Chance has the choice of the way. Exact for normal clouds that are as wide in every way; others keep within it more
/// often.
double student_bound_in_plane(double level, Index freedom);

}  // namespace omega
