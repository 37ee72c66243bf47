// Small symmetric systems by the pseudo-inverse: two equal proposals make a matrix without an inverse.
#pragma once

#include <vector>

namespace omega::importance {

/// x of A x = b with the least length; `matrix` is A, row by row, symmetric and not negative.
std::vector<double> solve_symmetric(const std::vector<double>& matrix, const std::vector<double>& right);

}  // namespace omega::importance
