// The pseudo-inverse of a square matrix, in double. In a file of its own: its decomposition takes long to compile.
#pragma once

#include "core/matrix.h"

namespace omega {

/// A⁺; singular values of at most size·2⁻⁵² times the largest count as 0.
Matrix<double> pseudo_inverse(const Matrix<double>& square);

}  // namespace omega
