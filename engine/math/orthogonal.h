// Orthogonal projections: rows of noise in blocks of D, Gram–Schmidt in row order within a block, each row then scaled
// back to its own norm (specification, section 3). Every direction keeps a positive inner product with the row it came
// from.
#pragma once

#include "core/matrix.h"

namespace omega {

/// In place, in double. Throws Error::input where rows of one block are linearly dependent.
void orthogonalise(View<double> eps);

}  // namespace omega
