// Lines and planes in ω-space, on which densities and samples are drawn.
//
// A subspace is origin + Σ_i u_i e_i with orthonormal e_i; u are its coordinates. Planes are chosen by axes, through
// three means, or by principal components of the means. The means q_n + k_m of all targets are N·M points, but their
// moments are those of q and k alone: mean q̄ + k̄, covariance Cov q + Cov k.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/matrix.h"
#include "core/progress.h"

namespace omega {

/// Points (rows) that are read some at a time, on several threads: of a long sequence all of them in double would be
/// twice its arrays.
struct Points {
  Index rows = 0, dims = 0;
  std::function<Matrix<double>(Range)> some;
};

class Subspace {
 public:
  /// Directions are made orthonormal in their order; they must be independent.
  Subspace(std::span<const double> origin, const std::vector<std::vector<double>>& directions);

  Index dims() const { return static_cast<Index>(origin_.size()); }
  Index rank() const { return static_cast<Index>(basis_.size()) / dims(); }
  std::span<const double> origin() const { return origin_; }
  View<const double> basis() const { return {basis_.data(), rank(), dims()}; }

  /// Coordinates of the projections of points (rows).
  Matrix<double> coordinates(View<const double> points) const;
  Matrix<double> coordinates(const Points& points, const Progress& progress) const;
  /// The points that have these coordinates (rows).
  Matrix<double> points(View<const double> coordinates) const;

 private:
  std::vector<double> origin_;
  std::vector<double> basis_;  // rank × D, rows orthonormal
};

Subspace axis_line(Index dims, Index axis);
Subspace axis_plane(Index dims, Index first, Index second);
Subspace plane_through(std::span<const double> a, std::span<const double> b, std::span<const double> c);

/// Mean and covariance (divided by the number of points) of a cloud.
struct Moments {
  std::vector<double> mean;
  Matrix<double> covariance;
};
Moments moments_of(View<const double> points);
Moments moments_of(const Points& points, const Progress& progress);
/// Of the N·M means q_n + k_m.
Moments moments_of_pairs(const Points& q, const Points& k, const Progress& progress);

/// The subspace through the mean along the directions of largest variance, each with its largest coordinate positive.
struct Principal {
  Subspace subspace;
  std::vector<double> variances;  // of all D directions, largest first
};
Principal principal_subspace(const Moments& moments, Index rank);

/// Share of a cloud's variance that lies along the subspace; none for a cloud without variance.
std::optional<double> variance_share(const Subspace& subspace, const Moments& moments);

}  // namespace omega
