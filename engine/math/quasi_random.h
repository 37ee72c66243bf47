// Quasi-random normals: Halton's points, shifted by uniforms (Cranley and Patterson) and carried to N(0, I) by the
// quantile of each coordinate (specification, section 12.3).
#pragma once

#include <cstdint>

#include "core/matrix.h"

namespace omega {

/// The x with P(Z ≤ x) = p of a standard normal Z, 0 < p < 1.
double standard_quantile(double p);

/// The digits of `index` in this base, mirrored at the point: 0, 1/2, 1/4, 3/4, .. in base 2.
double radical_inverse(std::uint64_t index, std::uint64_t base);

/// The points s = first, first + 1, …: (s, j) = Φ⁻¹(frac(H_j(s) + shift_j)), H_j the radical inverse in the j-th prime.
void halton_normals(const double* shift, Index first, View<double> points);

}  // namespace omega
