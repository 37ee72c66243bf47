#include "diagnostics/subspace.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "core/error.h"
#include "core/pooling.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "math/dot.h"
#include "math/matrices.h"

namespace omega {

namespace {

using Vector = std::vector<double>;

constexpr Index kPointsAtOnce = 256;

Points points_of(View<const double> points) {
  return {points.rows, points.cols,
          [points](Range rows) { return copy_of(points.middle_rows(rows.begin, rows.size())); }};
}

Vector difference(std::span<const double> a, std::span<const double> b) {
  Vector out(a.begin(), a.end());
  for (std::size_t d = 0; d < out.size(); ++d) out[d] -= b[d];
  return out;
}

Vector unit_vector(Index dims, Index axis) {
  if (axis < 0 || axis >= dims)
    throw Error::input("there is no axis " + std::to_string(axis) + " in " + std::to_string(dims) +
                       " dimensions; axes count from 0 to " + std::to_string(dims - 1));
  Vector unit(static_cast<std::size_t>(dims), 0.0);
  unit[static_cast<std::size_t>(axis)] = 1;
  return unit;
}

double trace(const Matrix<double>& m) {
  double sum = 0;
  for (Index d = 0; d < m.rows(); ++d) sum += m(d, d);
  return sum;
}

}  // namespace

Subspace::Subspace(std::span<const double> origin, const std::vector<Vector>& directions)
    : origin_(origin.begin(), origin.end()) {
  // Gram–Schmidt, twice over each direction so that rounding does not tilt it.
  for (const Vector& direction : directions) {
    OMEGA_ASSERT(direction.size() == origin_.size());
    Vector rest = direction;
    for (int pass = 0; pass < 2; ++pass)
      for (Index i = 0; i < rank(); ++i) {
        const double along = dot(basis().row_span(i), rest);
        for (std::size_t d = 0; d < rest.size(); ++d)
          rest[d] -= along * basis_[static_cast<std::size_t>(i) * rest.size() + d];
      }
    const double length = std::sqrt(dot(rest, rest));
    if (!(length > 1e-12 * std::sqrt(dot(direction, direction))))
      throw Error::input("the points that are to span a line or plane coincide or lie on one line; choose others");
    for (const double x : rest) basis_.push_back(x / length);
  }
}

Matrix<double> Subspace::coordinates(View<const double> points) const {
  return coordinates(points_of(points), Progress());
}

Matrix<double> Subspace::coordinates(const Points& points, const Progress& progress) const {
  OMEGA_ASSERT(points.dims == dims());
  Matrix<double> out(points.rows, rank());
  parallel_tiles(points.rows, kPointsAtOnce, progress, [&](Range rows) {
    const Matrix<double> some = points.some(rows);
    Vector relative(origin_.size());
    for (Index i = 0; i < rows.size(); ++i) {
      std::transform(some.row(i), some.row(i) + dims(), origin_.begin(), relative.begin(), std::minus<>());
      for (Index r = 0; r < rank(); ++r) out(rows.begin + i, r) = dot(basis().row_span(r), relative);
    }
  });
  return out;
}

Matrix<double> Subspace::points(View<const double> coordinates) const {
  OMEGA_ASSERT(coordinates.cols == rank());
  Matrix<double> out(coordinates.rows, dims());
  multiply_nn<double>(coordinates, basis(), out);
  for (Index i = 0; i < out.rows(); ++i)
    for (Index d = 0; d < out.cols(); ++d) out(i, d) += origin_[static_cast<std::size_t>(d)];
  return out;
}

Subspace axis_line(Index dims, Index axis) {
  return {Vector(static_cast<std::size_t>(dims), 0.0), {unit_vector(dims, axis)}};
}

Subspace axis_plane(Index dims, Index first, Index second) {
  return {Vector(static_cast<std::size_t>(dims), 0.0), {unit_vector(dims, first), unit_vector(dims, second)}};
}

Subspace plane_through(std::span<const double> a, std::span<const double> b, std::span<const double> c) {
  return {a, {difference(b, a), difference(c, a)}};
}

namespace {

/// Sums over all points, of `size` numbers: see(some points, sums). In chunks, never by the number of threads.
Matrix<double> summed(const Points& points, Index size, const Progress& progress,
                      const std::function<void(View<const double>, View<double>)>& see) {
  constexpr Index kLeastChunk = 4096, kChunks = 16;
  const Index chunk = std::max(kLeastChunk, blocks_of(points.rows, kChunks));
  Matrix<double> sums(blocks_of(points.rows, chunk), size, 0.0);
  parallel_tiles(points.rows, chunk, progress, [&](Range own) {
    for (Index first = own.begin; first < own.end; first += kPointsAtOnce) {
      progress.check();
      see(points.some({first, std::min(own.end, first + kPointsAtOnce)}), sums.view().middle_rows(first / chunk, 1));
    }
  });
  for (Index c = 1; c < sums.rows(); ++c)
    for (Index i = 0; i < size; ++i) sums(0, i) += sums(c, i);
  return sums;
}

}  // namespace

Moments moments_of(View<const double> points) { return moments_of(points_of(points), Progress()); }

Moments moments_of(const Points& points, const Progress& progress) {
  OMEGA_ASSERT(points.rows > 0);
  const Index D = points.dims;
  const double weight = 1 / static_cast<double>(points.rows);
  Moments moments{Vector(static_cast<std::size_t>(D)), Matrix<double>(D, D)};
  const Matrix<double> mean = summed(points, D, progress, [&](View<const double> some, View<double> sum) {
    for (Index i = 0; i < some.rows; ++i)
      for (Index d = 0; d < D; ++d) sum(0, d) += weight * some(i, d);
  });
  std::copy_n(mean.data(), D, moments.mean.data());
  const Matrix<double> squares = summed(points, D * D, progress, [&](View<const double> some, View<double> sum) {
    Matrix<double> centred(some.rows, D), weighted(some.rows, D);
    for (Index i = 0; i < some.rows; ++i)
      for (Index d = 0; d < D; ++d) {
        centred(i, d) = some(i, d) - moments.mean[static_cast<std::size_t>(d)];
        weighted(i, d) = weight * centred(i, d);
      }
    add_multiply_tn<double>(weighted, centred, {sum.data, D, D});
  });
  std::copy_n(squares.data(), D * D, moments.covariance.data());
  return moments;
}

Moments moments_of_pairs(const Points& q, const Points& k, const Progress& progress) {
  Moments sum = moments_of(q, progress);
  const Moments of_keys = moments_of(k, progress);
  for (std::size_t d = 0; d < sum.mean.size(); ++d) sum.mean[d] += of_keys.mean[d];
  add_to(sum.covariance, of_keys.covariance);
  return sum;
}

Principal principal_subspace(const Moments& moments, Index rank) {
  const Index D = moments.covariance.rows();
  if (rank < 1 || rank > D)
    throw Error::input("there are " + std::to_string(D) + " dimensions, so that " + std::to_string(rank) +
                       " principal directions cannot be chosen; choose at least 1 and at most " + std::to_string(D));
  const Eigen::Map<const Eigen::MatrixXd> covariance(moments.covariance.data(), D,
                                                     D);  // symmetric: order does not matter
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  if (solver.info() != Eigen::Success) throw Error::failure("the principal directions of the means could not be found");
  std::vector<Vector> directions;
  for (Index r = 0; r < rank; ++r) {
    Vector direction(static_cast<std::size_t>(D));
    for (Index d = 0; d < D; ++d) direction[static_cast<std::size_t>(d)] = solver.eigenvectors()(d, D - 1 - r);
    const double largest = *std::max_element(direction.begin(), direction.end(),
                                             [](double x, double y) { return std::abs(x) < std::abs(y); });
    if (largest < 0)
      for (double& x : direction) x = -x;
    directions.push_back(std::move(direction));
  }
  Vector variances(static_cast<std::size_t>(D));
  for (Index d = 0; d < D; ++d) variances[static_cast<std::size_t>(d)] = std::max(0.0, solver.eigenvalues()[D - 1 - d]);
  return {Subspace(moments.mean, directions), std::move(variances)};
}

std::optional<double> variance_share(const Subspace& subspace, const Moments& moments) {
  const double total = trace(moments.covariance);
  if (!(total > 0)) return std::nullopt;
  Matrix<double> along(subspace.rank(), subspace.dims());
  multiply_nn<double>(subspace.basis(), moments.covariance, along);
  double explained = 0;
  for (Index r = 0; r < subspace.rank(); ++r) explained += dot(along.view().row_span(r), subspace.basis().row_span(r));
  return explained / total;
}

}  // namespace omega
