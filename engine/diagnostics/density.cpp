#include "diagnostics/density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/running_softmax.h"

namespace omega {

namespace {

/// A component as the subspace sees it: where its mean projects to, and log weight − ½‖p‖² [− ½ distance²].
struct ProjectedMixture {
  Matrix<double> means;
  Buffer<double> bias;
};

ProjectedMixture project(const GaussianMixture& mixture, const Subspace& subspace, Section section, const std::vector<double>& centre) {
  ProjectedMixture projected{subspace.coordinates(mixture.means), Buffer<double>(static_cast<std::size_t>(mixture.components()))};
  for (Index i = 0; i < mixture.components(); ++i) {
    double inside = 0, whole = 0, about_centre = 0;
    for (Index d = 0; d < mixture.dims(); ++d) {
      const double relative = mixture.means(i, d) - subspace.origin()[static_cast<std::size_t>(d)];
      whole += relative * relative;
    }
    for (Index r = 0; r < subspace.rank(); ++r) {
      double& p = projected.means(i, r);
      inside += p * p;
      p -= centre[static_cast<std::size_t>(r)];
      about_centre += p * p;
    }
    const double distance = section == Section::slice ? std::max(0.0, whole - inside) : 0;
    projected.bias[static_cast<std::size_t>(i)] = mixture.log_weights[static_cast<std::size_t>(i)] - 0.5 * (about_centre + distance);
  }
  return projected;
}

std::vector<double> middle_of(View<const double> coordinates) {
  std::vector<double> middle(static_cast<std::size_t>(coordinates.cols), 0.0);
  for (Index r = 0; r < coordinates.cols; ++r) {
    const Axis axis = covering_axis(coordinates, r, 1, 0);
    middle[static_cast<std::size_t>(r)] = 0.5 * (axis.low + axis.high);
  }
  return middle;
}

}  // namespace

std::string to_string(Section section) { return section == Section::marginal ? "marginal" : "slice"; }

Axis covering_axis(View<const double> coordinates, Index which, Index count, double margin) {
  OMEGA_ASSERT(coordinates.rows > 0 && which < coordinates.cols);
  Axis axis{coordinates(0, which), coordinates(0, which), count};
  for (Index i = 1; i < coordinates.rows; ++i) {
    axis.low = std::min(axis.low, coordinates(i, which));
    axis.high = std::max(axis.high, coordinates(i, which));
  }
  axis.low -= margin;
  axis.high += margin;
  return axis;
}

// −½‖u − p‖² = u·p − ½‖p‖² − ½‖u‖²: a softmax's log sum with logits u·p + bias. Both are taken about the middle of the
// points, so that little cancels.
void log_density(const GaussianMixture& mixture, const Subspace& subspace, Section section, View<const double> coordinates, std::span<double> out,
                 const Progress& progress) {
  OMEGA_ASSERT(mixture.dims() == subspace.dims() && coordinates.cols == subspace.rank() && static_cast<Index>(out.size()) == coordinates.rows);
  if (coordinates.rows == 0) return;
  const std::vector<double> centre = middle_of(coordinates);
  const ProjectedMixture projected = project(mixture, subspace, section, centre);
  Matrix<double> relative(coordinates.rows, coordinates.cols);
  for (Index i = 0; i < relative.rows(); ++i)
    for (Index r = 0; r < relative.cols(); ++r) relative(i, r) = coordinates(i, r) - centre[static_cast<std::size_t>(r)];

  Attend<double> sums;
  sums.rows = relative.rows();
  sums.columns = mixture.components();
  sums.logits = dot_logits<double>(relative, projected.means, projected.bias.data());
  attend<double>(sums, {}, out.data(), progress);

  const double free_dims = static_cast<double>(section == Section::marginal ? subspace.rank() : subspace.dims());
  const double constant = 0.5 * free_dims * std::log(2 * std::numbers::pi);
  for (Index i = 0; i < relative.rows(); ++i) {
    double squared = 0;
    for (const double x : relative.view().row_span(i)) squared += x * x;
    out[static_cast<std::size_t>(i)] -= 0.5 * squared + constant;
  }
}

Matrix<double> log_density_grid(const GaussianMixture& mixture, const Subspace& plane, Section section, const Axis& horizontal, const Axis& vertical,
                                const Progress& progress) {
  OMEGA_ASSERT(plane.rank() == 2);
  Matrix<double> cells(horizontal.count * vertical.count, 2), density(vertical.count, horizontal.count);
  for (Index row = 0; row < vertical.count; ++row)
    for (Index column = 0; column < horizontal.count; ++column) {
      cells(row * horizontal.count + column, 0) = horizontal.centre(column);
      cells(row * horizontal.count + column, 1) = vertical.centre(row);
    }
  log_density(mixture, plane, section, cells, {density.data(), static_cast<std::size_t>(cells.rows())}, progress);
  return density;
}

std::vector<double> log_density_profile(const GaussianMixture& mixture, const Subspace& line, Section section, const Axis& axis, const Progress& progress) {
  OMEGA_ASSERT(line.rank() == 1);
  Matrix<double> cells(axis.count, 1);
  for (Index i = 0; i < axis.count; ++i) cells(i, 0) = axis.centre(i);
  std::vector<double> density(static_cast<std::size_t>(axis.count));
  log_density(mixture, line, section, cells, density, progress);
  return density;
}

}  // namespace omega
