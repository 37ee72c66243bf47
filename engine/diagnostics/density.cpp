#include "diagnostics/density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "math/log_sums.h"
#include "math/matrices.h"
#include "math/student.h"
#include "sampling/samples.h"
#include "sampling/spread.h"

namespace omega {

namespace {

/// A component as the subspace sees it: where its mean projects to, and its log weight [− ½ distance² from the
/// subspace].
struct ProjectedMixture {
  Matrix<double> means;
  std::vector<double> log_weights;
};

ProjectedMixture project(const GaussianMixture& mixture, const Subspace& subspace, Section section) {
  ProjectedMixture projected{subspace.coordinates(mixture.means), mixture.log_weights};
  if (section == Section::marginal) return projected;
  const Matrix<double> nearest = subspace.points(projected.means);
  for (Index i = 0; i < mixture.components(); ++i) {
    double distance = 0;
    for (Index d = 0; d < mixture.dims(); ++d)
      distance += (mixture.means(i, d) - nearest(i, d)) * (mixture.means(i, d) - nearest(i, d));
    projected.log_weights[static_cast<std::size_t>(i)] -= 0.5 * distance;
  }
  return projected;
}

/// log of the constant that a unit Gaussian divides by.
double log_normaliser(const Subspace& subspace, Section section) {
  return log_unit_normaliser(section == Section::marginal ? subspace.rank() : subspace.dims());
}

std::vector<double> middle_of(View<const double> coordinates) {
  std::vector<double> middle(static_cast<std::size_t>(coordinates.cols), 0.0);
  for (Index r = 0; r < coordinates.cols; ++r) {
    const Axis axis = covering_axis(coordinates, r, 1, 0);
    middle[static_cast<std::size_t>(r)] = 0.5 * (axis.low + axis.high);
  }
  return middle;
}

/// x ← x − centre; returns ‖x‖² afterwards.
double recentre(std::span<double> x, const std::vector<double>& centre) {
  double squared = 0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    x[r] -= centre[r];
    squared += x[r] * x[r];
  }
  return squared;
}

Matrix<double> centres_of(const Axis& axis) {
  Matrix<double> centres(axis.count, 1);
  for (Index i = 0; i < axis.count; ++i) centres(i, 0) = axis.centre(i);
  return centres;
}

}  // namespace

void fade_to_slice(GaussianMixture& within, std::span<const double> offsets, Index dims) {
  const double constant = log_unit_normaliser(dims - within.dims());
  for (Index i = 0; i < within.components(); ++i) {
    double distance = offsets[static_cast<std::size_t>(i)];
    for (Index r = 0; r < within.dims(); ++r) distance -= within.means(i, r) * within.means(i, r);
    within.log_weights[static_cast<std::size_t>(i)] -= 0.5 * std::max(0.0, distance) + constant;
  }
}

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
void log_density(const GaussianMixture& mixture, const Subspace& subspace, Section section,
                 View<const double> coordinates, std::span<double> out, const Progress& progress) {
  OMEGA_ASSERT(mixture.dims() == subspace.dims() && coordinates.cols == subspace.rank() &&
               static_cast<Index>(out.size()) == coordinates.rows);
  if (coordinates.rows == 0) return;
  const std::vector<double> centre = middle_of(coordinates);
  ProjectedMixture projected = project(mixture, subspace, section);
  for (Index i = 0; i < mixture.components(); ++i)
    projected.log_weights[static_cast<std::size_t>(i)] -= 0.5 * recentre(projected.means.view().row_span(i), centre);
  Matrix<double> relative = copy_of(coordinates);

  std::vector<double> squared(out.size());
  for (Index i = 0; i < relative.rows(); ++i)
    squared[static_cast<std::size_t>(i)] = recentre(relative.view().row_span(i), centre);
  Attend<double> sums;
  sums.dots = {relative, {projected.means, projected.log_weights.data()}};
  attend<double>(sums, {}, out.data(), progress);
  const double constant = log_normaliser(subspace, section);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= 0.5 * squared[i] + constant;
}

namespace {

constexpr Index kRowTile = 32;
constexpr Index kComponentTile = 512;
// Below this the product of two factors may have lost terms to underflow.
constexpr double kTrusted = 1e-280;

/// One axis' part of every component at every cell: −½(centre − p)² [+ bias].
struct AxisFactors {
  const Axis& axis;
  const Matrix<double>& means;
  Index coordinate;
  const double* bias;  // or null

  double log_factor(Index cell, Index component) const {
    const double difference = axis.centre(cell) - means(component, coordinate);
    return (bias ? bias[component] : 0) - 0.5 * difference * difference;
  }
  std::vector<double> maxima(const Progress& progress) const {
    std::vector<double> highest(static_cast<std::size_t>(axis.count));
    parallel_tiles(axis.count, kRowTile, progress, [&](Range cells) {
      for (Index cell = cells.begin; cell < cells.end; ++cell) {
        double most = -std::numeric_limits<double>::infinity();
        for (Index i = 0; i < means.rows(); ++i) most = std::max(most, log_factor(cell, i));
        highest[static_cast<std::size_t>(cell)] = most;
      }
    });
    return highest;
  }
};

/// Σ_i exp(rows' factor of i − its maximum)·exp(columns' factor of i − its maximum) for a tile of rows.
void sum_products(const AxisFactors& rows, const std::vector<double>& row_maxima, const AxisFactors& columns,
                  const std::vector<double>& column_maxima, Range tile, View<double> out, const Progress& progress) {
  std::fill_n(out.data, out.rows * out.cols, 0.0);
  Matrix<double> left(tile.size(), kComponentTile), right(kComponentTile, out.cols);
  const Index components = rows.means.rows();
  for (Index first = 0; first < components; first += kComponentTile) {
    progress.check();
    const Index count = std::min(kComponentTile, components - first);
    for (Index r = 0; r < tile.size(); ++r) {
      for (Index i = 0; i < count; ++i) left(r, i) = rows.log_factor(tile.begin + r, first + i);
      exp_shifted(left.row(r), count, row_maxima[static_cast<std::size_t>(tile.begin + r)]);
    }
    for (Index i = 0; i < count; ++i) {
      for (Index c = 0; c < out.cols; ++c)
        right(i, c) = columns.log_factor(c, first + i) - column_maxima[static_cast<std::size_t>(c)];
      exp_shifted(right.row(i), out.cols, 0.0);
    }
    add_multiply_nn<double>(left.view().left_cols(count), right.view().middle_rows(0, count), out);
  }
}

/// Cells whose sum is too small to trust, again, each from its own logits.
void repair_cells(const GaussianMixture& mixture, const Subspace& plane, Section section, const Axis& horizontal,
                  const Axis& vertical, const std::vector<Index>& cells, Matrix<double>& density,
                  const Progress& progress) {
  Matrix<double> at(static_cast<Index>(cells.size()), 2);
  for (Index i = 0; i < at.rows(); ++i) {
    const Index cell = cells[static_cast<std::size_t>(i)];
    at(i, 0) = horizontal.centre(cell % horizontal.count);
    at(i, 1) = vertical.centre(cell / horizontal.count);
  }
  std::vector<double> values(cells.size());
  log_density(mixture, plane, section, at, values, progress);
  for (std::size_t i = 0; i < cells.size(); ++i) density.data()[cells[i]] = values[i];
}

}  // namespace

Matrix<double> log_density_grid(const GaussianMixture& mixture, const Subspace& plane, Section section,
                                const Axis& horizontal, const Axis& vertical, const Progress& progress) {
  OMEGA_ASSERT(plane.rank() == 2 && mixture.dims() == plane.dims());
  const ProjectedMixture projected = project(mixture, plane, section);
  const AxisFactors rows{vertical, projected.means, 1, projected.log_weights.data()},
      columns{horizontal, projected.means, 0, nullptr};
  const std::vector<double> row_maxima = rows.maxima(progress), column_maxima = columns.maxima(progress);
  Matrix<double> density(vertical.count, horizontal.count);
  const double constant = log_normaliser(plane, section);
  parallel_tiles(vertical.count, kRowTile, progress, [&](Range tile) {
    const View<double> out = density.view().middle_rows(tile.begin, tile.size());
    sum_products(rows, row_maxima, columns, column_maxima, tile, out, progress);
    for (Index r = 0; r < out.rows; ++r)
      for (Index c = 0; c < out.cols; ++c)
        out(r, c) = out(r, c) < kTrusted ? std::numeric_limits<double>::quiet_NaN()
                                         : std::log(out(r, c)) + row_maxima[static_cast<std::size_t>(tile.begin + r)] +
                                               column_maxima[static_cast<std::size_t>(c)] - constant;
  });
  std::vector<Index> lost;
  for (Index cell = 0; cell < density.rows() * density.cols(); ++cell)
    if (std::isnan(density.data()[cell])) lost.push_back(cell);
  if (!lost.empty()) repair_cells(mixture, plane, section, horizontal, vertical, lost, density, progress);
  return density;
}

std::vector<double> log_density_profile(const GaussianMixture& mixture, const Subspace& line, Section section,
                                        const Axis& axis, const Progress& progress) {
  OMEGA_ASSERT(line.rank() == 1);
  std::vector<double> density(static_cast<std::size_t>(axis.count));
  log_density(mixture, line, section, centres_of(axis), density, progress);
  return density;
}

double projected_covariance(View<const double> covariance, std::span<const double> e, std::span<const double> f) {
  double sum = 0;
  for (Index i = 0; i < covariance.rows; ++i)
    for (Index j = 0; j < covariance.cols; ++j)
      sum += e[static_cast<std::size_t>(i)] * covariance(i, j) * f[static_cast<std::size_t>(j)];
  return sum;
}

double bound_of_mean(View<const double> covariance, std::span<const double> way, bool in_plane, Index draws) {
  if (draws < 2) return std::numeric_limits<double>::infinity();
  const auto bound = in_plane ? student_bound_in_plane : student_bound;
  return bound(0.95, draws - 1) *
         std::sqrt(std::max(0.0, projected_covariance(covariance, way, way)) / static_cast<double>(draws));
}

std::vector<double> log_normal_profile(View<const double> covariance, const Subspace& line, Section section,
                                       const Axis& axis) {
  OMEGA_ASSERT(line.rank() == 1);
  std::vector<double> density(static_cast<std::size_t>(axis.count));
  if (section == Section::slice) {  // N(ω; 0, Σ) = N(ω; 0, I)/ρ(ω)
    const Matrix<double> points = line.points(centres_of(axis));
    const Buffer<double> log_normal = log_standard_normal<double>(points), ratios = log_ratios(points, covariance);
    for (std::size_t i = 0; i < density.size(); ++i) density[i] = log_normal[i] - ratios[i];
    return density;
  }
  const Matrix<double> origin(1, line.dims(), 0.0), centre = line.coordinates(origin);
  const double variance = projected_covariance(covariance, line.basis().row_span(0), line.basis().row_span(0));
  for (std::size_t i = 0; i < density.size(); ++i) {
    const double away = axis.centre(static_cast<Index>(i)) - centre(0, 0);
    density[i] = -0.5 * (away * away / variance + std::log(2 * std::numbers::pi * variance));
  }
  return density;
}

}  // namespace omega
