// Mixtures of PRF features, whose S are diagonal.
#pragma once

#include "core/matrix.h"

namespace omega::test {

/// The S_c from their diagonals, C×D: one below the other.
inline Matrix<double> diagonal_factors(View<const double> diagonals) {
  const Index D = diagonals.cols;
  Matrix<double> factors(diagonals.rows * D, D, 0.0);
  for (Index c = 0; c < diagonals.rows; ++c)
    for (Index d = 0; d < D; ++d) factors(c * D + d, d) = diagonals(c, d);
  return factors;
}

}  // namespace omega::test
