// log p_n and log q_c on a line or plane of ω-space, as grids for pictures.
//
// Two different things can be drawn there, and a picture must say which:
//   marginal: the density of the projection of ω. A unit-covariance Gaussian projects to the unit Gaussian of the plane
//             at its projected mean, so that this is exact in any dimension, and integrates to 1 over the plane.
//   slice:    the density of ω itself at the points of the plane; components far from the plane fade by
//             exp(−½ distance²).
//
// Cost: O(points·components) exponentials, in parallel tiles; nothing of that size is held. On a grid a unit Gaussian
// is a product of its two axes, so that O((width + height)·components) exponentials and a matrix product are enough.
#pragma once

#include <span>
#include <vector>

#include "core/progress.h"
#include "diagnostics/gaussian_mixture.h"
#include "diagnostics/subspace.h"

namespace omega {

enum class Section { marginal, slice };

/// `count` cells of equal width from low to high.
struct Axis {
  double low = 0, high = 1;
  Index count = 1;

  double width() const { return (high - low) / static_cast<double>(count); }
  double centre(Index cell) const { return low + (static_cast<double>(cell) + 0.5) * width(); }
};

/// Weighs a mixture whose means are given within a subspace of `dims` dimensions as a slice does: each component fades
/// by its distance from the subspace. `offsets`: ‖its mean − the subspace's origin‖² in all dimensions.
void fade_to_slice(GaussianMixture& within, std::span<const double> offsets, Index dims);

/// An axis over one coordinate of these points and `margin` beyond: 3 covers what is worth seeing of unit Gaussians.
Axis covering_axis(View<const double> coordinates, Index which, Index count, double margin);

/// log density at each row of coordinates within the subspace.
void log_density(const GaussianMixture& mixture, const Subspace& subspace, Section section,
                 View<const double> coordinates, std::span<double> out, const Progress& progress = {});

/// At the cells' centres of a grid on a plane: vertical.count × horizontal.count.
Matrix<double> log_density_grid(const GaussianMixture& mixture, const Subspace& plane, Section section,
                                const Axis& horizontal, const Axis& vertical, const Progress& progress = {});

/// At the cells' centres of an axis on a line.
std::vector<double> log_density_profile(const GaussianMixture& mixture, const Subspace& line, Section section,
                                        const Axis& axis, const Progress& progress = {});

/// eᵀΣf of two directions: the covariance of what N(0, Σ) projects to.
double projected_covariance(View<const double> covariance, std::span<const double> e, std::span<const double> f);

/// What chance keeps the mean of so many draws of covariance Σ within along a unit vector, 95 times of 100; `in_plane`:
/// where chance has chosen the vector, in a plane.
double bound_of_mean(View<const double> covariance, std::span<const double> way, bool in_plane, Index draws);

/// log density of N(0, Σ) along a line, at the cells' centres.
std::vector<double> log_normal_profile(View<const double> covariance, const Subspace& line, Section section,
                                       const Axis& axis);

}  // namespace omega
