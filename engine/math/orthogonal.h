// Coupled projections: rows of noise in blocks of D, turned by Gram–Schmidt in row order within a block, each row then
// scaled back to its own norm (specification, sections 3 and 12.3).
#pragma once

#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

/// In place, in double: every direction keeps a positive inner product with the row it came from. Throws Error::input
/// where rows of one block are linearly dependent, which counts them from `first_row` on.
void orthogonalise(View<double> eps, Index first_row = 0, const Progress& progress = {});

/// The same, with the directions of a simplex about 0 in each block: s_i·s_j = −1/(D − 1), which is as far apart as D
/// directions can be. With u_i the orthogonal ones
///   s_i = √(D(D−i)/((D−1)(D−i+1))) u_i − Σ_{j<i} √(D/((D−1)(D−j)(D−j+1))) u_j.
void make_simplex(View<double> eps, Index first_row = 0, const Progress& progress = {});

}  // namespace omega
