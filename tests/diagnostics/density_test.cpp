#include "diagnostics/density.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <stop_token>

#include "core/error.h"
#include "core/philox.h"
#include "cpu/parallel.h"
#include "math/log_sums.h"
#include "math/student.h"

using namespace omega;

namespace {

Matrix<double> normal_rows(std::uint32_t stream, Index rows, Index cols, double deviation = 1) {
  Matrix<double> out(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    draw_normals({61, 0, stream, 0, static_cast<std::uint32_t>(i)}, out.row(i), cols);
    for (Index d = 0; d < cols; ++d) out(i, d) *= deviation;
  }
  return out;
}

/// p_n of one query over nine keys in three dimensions.
GaussianMixture target() {
  const Matrix<double> q = normal_rows(0, 1, 3), k = normal_rows(1, 9, 3);
  return target_mixture(q.view().row_span(0), k);
}

Subspace tilted_plane() {
  const Matrix<double> corners = normal_rows(2, 3, 3);
  return plane_through(corners.view().row_span(0), corners.view().row_span(1), corners.view().row_span(2));
}

/// log density at one ω.
double log_density(const GaussianMixture& mixture, std::span<const double> omega) {
  std::vector<double> terms = mixture.log_weights;
  for (Index i = 0; i < mixture.components(); ++i)
    for (Index d = 0; d < mixture.dims(); ++d)
      terms[static_cast<std::size_t>(i)] -= 0.5 * std::pow(omega[static_cast<std::size_t>(d)] - mixture.means(i, d), 2);
  return log_sum(terms) - log_unit_normaliser(mixture.dims());
}

double total(const Matrix<double>& log_density, double cell) {
  double sum = 0;
  for (Index i = 0; i < log_density.rows() * log_density.cols(); ++i) sum += std::exp(log_density.data()[i]) * cell;
  return sum;
}

}  // namespace

TEST_CASE("the density of a target without its mixture is that of the mixture", "[unit][diagnostics]") {
  const Index keys = 5000;  // more than a block
  const double factor = 0.8;
  const Matrix<double> q = normal_rows(0, 1, 3), k = normal_rows(1, keys, 3), omegas = normal_rows(3, 5, 3, 2);
  Matrix<double> scaled(keys, 3);
  for (Index i = 0; i < 3 * keys; ++i) scaled.data()[i] = factor * k.data()[i];
  const Array whole = Array::from(std::vector<double>(k.data(), k.data() + 3 * keys), {keys, 3});
  const std::span<const double> query = q.view().row_span(0);
  const std::vector<double> logits = target_logits(query, whole, factor);
  CHECK(logits[4999] == Approx(q(0, 0) * scaled(4999, 0) + q(0, 1) * scaled(4999, 1) + q(0, 2) * scaled(4999, 2)));
  const GaussianMixture mixture = target_mixture(query, scaled);
  const std::vector<double> weights = target_log_weights(query, whole, factor, whole.shape()[0]);
  for (std::size_t m = 0; m < weights.size(); m += 499) CHECK(weights[m] == Approx(mixture.log_weights[m]));
  for (Index i = 0; i < 5; ++i) {
    const auto w = omegas.view().row_span(i);
    CHECK(log_target(query, logits, whole, factor, w) == Approx(log_density(mixture, w)));
  }
}

TEST_CASE("a target's mixture is N(0, I) ξ(q, ω) Σ ξ(k, ω) / Z", "[unit][diagnostics]") {
  const Matrix<double> q = normal_rows(0, 1, 3), k = normal_rows(1, 9, 3), omegas = normal_rows(3, 5, 3, 2);
  const GaussianMixture p = target();
  const auto log_xi = [](std::span<const double> x, std::span<const double> w) {
    double value = 0;
    for (std::size_t d = 0; d < x.size(); ++d) value += w[d] * x[d] - 0.5 * x[d] * x[d];
    return value;
  };
  double Z = 0;
  for (Index m = 0; m < 9; ++m) Z += std::exp(q(0, 0) * k(m, 0) + q(0, 1) * k(m, 1) + q(0, 2) * k(m, 2));
  for (Index i = 0; i < 5; ++i) {
    const auto w = omegas.view().row_span(i);
    double keys = 0, squared = 0;
    for (Index m = 0; m < 9; ++m) keys += std::exp(log_xi(k.view().row_span(m), w));
    for (const double x : w) squared += x * x;
    const double log_normal = -0.5 * squared - 1.5 * std::log(2 * std::numbers::pi);
    CHECK(log_density(p, w) == Approx(log_normal + log_xi(q.view().row_span(0), w) + std::log(keys / Z)));
  }
}

TEST_CASE("a slice is the density itself at the points of the plane", "[unit][diagnostics]") {
  const GaussianMixture p = target();
  const Subspace plane = tilted_plane();
  const Matrix<double> u = normal_rows(4, 50, 2, 3), points = plane.points(u);
  std::vector<double> slice(50);
  log_density(p, plane, Section::slice, u, slice);
  for (Index i = 0; i < 50; ++i)
    CHECK(slice[static_cast<std::size_t>(i)] == Approx(log_density(p, points.view().row_span(i))));
}

TEST_CASE("the marginal is the density integrated over what the plane leaves out", "[unit][diagnostics]") {
  const GaussianMixture p = target();
  const Subspace plane = tilted_plane();
  const auto a = plane.basis().row_span(0), b = plane.basis().row_span(1);
  const double normal[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const Matrix<double> u = normal_rows(5, 10, 2, 1.5), points = plane.points(u);
  std::vector<double> marginal(10);
  log_density(p, plane, Section::marginal, u, marginal);
  for (Index i = 0; i < 10; ++i) {
    double integral = 0;
    const double step = 0.1;  // far below the width of a unit Gaussian: exact to rounding
    for (double t = -15; t <= 15; t += step) {
      double omega[3];
      for (Index d = 0; d < 3; ++d) omega[d] = points(i, d) + t * normal[d];
      integral += std::exp(log_density(p, omega)) * step;
    }
    CHECK(marginal[static_cast<std::size_t>(i)] == Approx(std::log(integral)).epsilon(1e-9));
  }
}

TEST_CASE("a marginal integrates to one over its plane or line, a slice does not", "[unit][diagnostics]") {
  const GaussianMixture p = target();
  const Subspace plane = tilted_plane();
  const Matrix<double> means = plane.coordinates(p.means);
  const Axis x = covering_axis(means, 0, 90, 8), y = covering_axis(means, 1, 70, 8);
  const double cell = x.width() * y.width();
  CHECK(total(log_density_grid(p, plane, Section::marginal, x, y), cell) == Approx(1).epsilon(1e-9));
  CHECK(total(log_density_grid(p, plane, Section::slice, x, y), cell) < 0.5);
  const Subspace line = axis_line(3, 1);
  const Axis t = covering_axis(line.coordinates(p.means), 0, 100, 8);
  double sum = 0;
  for (const double value : log_density_profile(p, line, Section::marginal, t)) sum += std::exp(value) * t.width();
  CHECK(sum == Approx(1).epsilon(1e-9));
}

TEST_CASE("in two dimensions a plane leaves nothing out: marginal and slice agree", "[unit][diagnostics]") {
  const std::vector<double> weights = {0.2, 0.8}, means = {1, -2, 0.5, 3};
  const GaussianMixture q = make_mixture(weights, View<const double>(means.data(), 2, 2));
  const Axis axis{-6, 6, 25};
  const Matrix<double> marginal = log_density_grid(q, axis_plane(2, 0, 1), Section::marginal, axis, axis);
  const Matrix<double> slice = log_density_grid(q, axis_plane(2, 0, 1), Section::slice, axis, axis);
  for (Index row = 0; row < 25; ++row)
    for (Index column = 0; column < 25; ++column) {
      const double omega[2] = {axis.centre(column), axis.centre(row)};
      CHECK(marginal(row, column) == Approx(log_density(q, omega)));
      CHECK(slice(row, column) == Approx(marginal(row, column)));
    }
}

TEST_CASE("a grid is the density at its cells, out to where both factors underflow", "[unit][diagnostics]") {
  // Two clusters at opposite corners: at the two other corners no component is near in both coordinates.
  Matrix<double> means = normal_rows(8, 700, 3);
  for (Index i = 0; i < 700; ++i)
    for (Index d = 0; d < 2; ++d) means(i, d) += i % 2 ? 60 : -60;
  const GaussianMixture q = make_mixture(std::vector<double>(700, 1.0), means);
  const Subspace plane = axis_plane(3, 0, 1);
  const Axis x{-70, 75, 37}, y{-66, 70, 41};
  for (const Section section : {Section::marginal, Section::slice}) {
    const Matrix<double> grid = log_density_grid(q, plane, section, x, y);
    Index deep = 0;
    for (Index row = 0; row < 41; ++row)
      for (Index column = 0; column < 37; ++column) {
        const double at[2] = {x.centre(column), y.centre(row)};
        double value = 0;
        log_density(q, plane, section, View<const double>(at, 1, 2), {&value, 1});
        CHECK(grid(row, column) == Approx(value).epsilon(1e-11));
        deep += value < -1500;
      }
    CHECK(deep > 0);
  }
}

TEST_CASE("densities keep their digits far from the origin and in the tails", "[unit][diagnostics]") {
  const std::vector<double> mean = {1e4, -2e4, 5e3};
  const std::vector<double> one = {1};
  const GaussianMixture q = make_mixture(one, View<const double>(mean.data(), 1, 3));
  const Subspace plane = axis_plane(3, 0, 1);
  const double at[2] = {1e4 + 30, -2e4 - 40};
  double value = 0;
  log_density(q, plane, Section::marginal, View<const double>(at, 1, 2), {&value, 1});
  CHECK(value == Approx(-0.5 * 2500 - std::log(2 * std::numbers::pi)).epsilon(1e-12));
}

TEST_CASE("grids are the same bits on any number of threads, and stop when asked", "[unit][diagnostics][concurrency]") {
  const Matrix<double> q = normal_rows(6, 1, 8), k = normal_rows(7, 3000, 8);
  const GaussianMixture p = target_mixture(q.view().row_span(0), k);
  const Subspace plane = principal_subspace(moments_of(p.means), 2).subspace;
  const Axis axis{-5, 5, 20};
  Matrix<double> one, four;
  with_threads(1, [&] { one = log_density_grid(p, plane, Section::marginal, axis, axis); });
  with_threads(4, [&] { four = log_density_grid(p, plane, Section::marginal, axis, axis); });
  for (Index i = 0; i < 400; ++i) CHECK(one.data()[i] == four.data()[i]);
  std::stop_source stop;
  stop.request_stop();
  CHECK_THROWS_AS(log_density_grid(p, plane, Section::slice, axis, axis, Progress(stop.get_token())), Cancelled);
}

TEST_CASE("mixtures are given by relative weights, and refused where those are none", "[unit][diagnostics]") {
  const std::vector<double> means = {0, 0, 1, 1}, twice = {2, 6}, negative = {1, -1}, nothing = {0, 0}, single = {1};
  const View<const double> both(means.data(), 2, 2);
  CHECK(std::exp(make_mixture(twice, both).log_weights[1]) == Approx(0.75));
  CHECK_THROWS_WITH(make_mixture(negative, both), Catch::Contains("weight 1"));
  CHECK_THROWS_AS(make_mixture(nothing, both), Error);
  CHECK_THROWS_WITH(make_mixture(single, both), Catch::Contains("1 weights and 2 means"));
  // A weight of 0 leaves its component out.
  const std::vector<double> first = {1, 0}, at = {0.3, -0.4};
  CHECK(log_density(make_mixture(first, both), at) == Approx(-0.125 - std::log(2 * std::numbers::pi)));
}

TEST_CASE(
    "N(0, Σ) on a line: its projection integrates to 1 with the variance along the line, its slice is its density",
    "[density]") {
  Matrix<double> covariance(2, 2);
  covariance(0, 0) = 2, covariance(1, 1) = 0.5;
  covariance(0, 1) = covariance(1, 0) = 0.3;
  const std::vector<double> a = {0.2, -0.4}, b = {1.2, 0.6};
  const Subspace line(a, {{b[0] - a[0], b[1] - a[1]}});
  const std::vector<double> e(line.basis().row(0), line.basis().row(0) + 2);
  CHECK(projected_covariance(covariance, e, e) == Approx((2 + 0.5 + 2 * 0.3) / 2));
  const Axis axis{-9, 9, 900};
  const std::vector<double> marginal = log_normal_profile(covariance, line, Section::marginal, axis),
                            slice = log_normal_profile(covariance, line, Section::slice, axis);
  double total = 0, square = 0, mean = 0;
  Matrix<double> cell(1, 1);
  for (Index i = 0; i < axis.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double mass = std::exp(marginal[at]) * axis.width();
    total += mass;
    mean += mass * axis.centre(i);
    square += mass * axis.centre(i) * axis.centre(i);
    cell(0, 0) = axis.centre(i);
    const Matrix<double> omega = line.points(cell);
    const double determinant = 2 * 0.5 - 0.3 * 0.3, x = omega(0, 0), y = omega(0, 1),
                 form = (0.5 * x * x - 2 * 0.3 * x * y + 2 * y * y) / determinant;
    CHECK(slice[at] ==
          Approx(-0.5 * form - std::log(2 * std::acos(-1.0) * std::sqrt(determinant))).epsilon(0).margin(1e-10));
  }
  CHECK(total == Approx(1).epsilon(1e-6));
  CHECK(square - mean * mean == Approx(1.55).epsilon(1e-3));
  CHECK(mean == Approx(-(a[0] * e[0] + a[1] * e[1])).epsilon(1e-3));
}

TEST_CASE("chance keeps a mean within Student's bound of its standard error along a way", "[unit][diagnostics]") {
  const std::vector<double> covariance = {4, 1, 1, 2}, along = {1, 0}, across = {0.6, 0.8};
  const View<const double> of(covariance.data(), 2, 2);
  CHECK(bound_of_mean(of, along, false, 9) == Approx(student_bound(0.95, 8) * 2 / 3));
  CHECK(bound_of_mean(of, across, true, 9) == Approx(student_bound_in_plane(0.95, 8) * std::sqrt(3.68) / 3));
  CHECK(std::isinf(bound_of_mean(of, along, false, 1)));
}

TEST_CASE("a mixture that is given within a plane is weighed as the slice of the whole one", "[unit][diagnostics]") {
  const GaussianMixture p = target();
  const Subspace plane = tilted_plane();
  GaussianMixture within{plane.coordinates(p.means), p.log_weights};
  std::vector<double> offsets;
  for (Index i = 0; i < p.components(); ++i) {
    double squared = 0;
    for (Index d = 0; d < 3; ++d) squared += std::pow(p.means(i, d) - plane.origin()[static_cast<std::size_t>(d)], 2);
    offsets.push_back(squared);
  }
  fade_to_slice(within, offsets, 3);
  const std::vector<double> at = {0.4, -0.7};
  double slice = 0;
  log_density(p, plane, Section::slice, View<const double>(at.data(), 1, 2), {&slice, 1});
  CHECK(log_density(within, at) == Approx(slice));
}
