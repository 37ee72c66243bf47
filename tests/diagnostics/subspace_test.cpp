#include "diagnostics/principal_plane.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "core/philox.h"
#include "math/dot.h"
#include "math/matrices.h"
#include "support/worst.h"

using namespace omega;
using omega::test::worst_of;

namespace {

Matrix<double> cloud(std::uint32_t stream, Index rows, const std::vector<double>& deviations) {
  Matrix<double> points(rows, static_cast<Index>(deviations.size()));
  for (Index i = 0; i < rows; ++i) {
    draw_normals({51, 0, stream, 0, static_cast<std::uint32_t>(i)}, points.row(i), points.cols());
    for (Index d = 0; d < points.cols(); ++d)
      points(i, d) = deviations[static_cast<std::size_t>(d)] * points(i, d) + 0.1 * static_cast<double>(d);
  }
  return points;
}

void check_orthonormal(const Subspace& subspace) {
  for (Index i = 0; i < subspace.rank(); ++i)
    for (Index j = 0; j < subspace.rank(); ++j)
      CHECK(dot(subspace.basis().row_span(i), subspace.basis().row_span(j)) ==
            Approx(i == j ? 1 : 0).epsilon(0).margin(1e-14));
}

double largest_difference(View<const double> a, View<const double> b) {
  double worst = 0;
  for (Index i = 0; i < a.rows; ++i)
    for (Index d = 0; d < a.cols; ++d) worst = worst_of(worst, std::abs(a(i, d) - b(i, d)));
  return worst;
}

}  // namespace

TEST_CASE("coordinates and points of a plane are each other's inverse", "[unit][diagnostics]") {
  const Matrix<double> means = cloud(0, 3, {1, 2, 1, 3, 1});
  const Subspace plane = plane_through(means.view().row_span(0), means.view().row_span(1), means.view().row_span(2));
  check_orthonormal(plane);
  // The three means lie in their plane.
  CHECK(largest_difference(plane.points(plane.coordinates(means)), means) < 1e-13);
  const Matrix<double> u = cloud(1, 20, {5, 5});
  CHECK(largest_difference(plane.coordinates(plane.points(u)), u) < 1e-13);
  // Back and forth from anywhere lands on the nearest point: what is left is at right angles to the plane.
  const Matrix<double> anywhere = cloud(2, 10, {1, 1, 1, 1, 1});
  const Matrix<double> nearest = plane.points(plane.coordinates(anywhere));
  for (Index i = 0; i < 10; ++i) {
    std::vector<double> rest(5);
    for (Index d = 0; d < 5; ++d) rest[static_cast<std::size_t>(d)] = anywhere(i, d) - nearest(i, d);
    for (Index r = 0; r < 2; ++r) CHECK(dot(rest, plane.basis().row_span(r)) == Approx(0).margin(1e-13));
  }
}

TEST_CASE("planes and lines along axes pick coordinates", "[unit][diagnostics]") {
  const Matrix<double> points = cloud(3, 4, {1, 1, 1});
  const Matrix<double> u = axis_plane(3, 2, 0).coordinates(points), t = axis_line(3, 1).coordinates(points);
  for (Index i = 0; i < 4; ++i) {
    CHECK(u(i, 0) == points(i, 2));
    CHECK(u(i, 1) == points(i, 0));
    CHECK(t(i, 0) == points(i, 1));
  }
}

TEST_CASE("principal planes are orthonormal, explain the most, and say how much", "[unit][diagnostics]") {
  const Matrix<double> points = cloud(4, 500, {0.5, 3, 1, 0.2, 2});
  const Moments moments = moments_of(points);
  const Principal principal = principal_subspace(moments, 2);
  check_orthonormal(principal.subspace);
  double total = 0;
  for (std::size_t d = 0; d < 5; ++d) {
    total += principal.variances[d];
    if (d > 0) CHECK(principal.variances[d] <= principal.variances[d - 1]);
  }
  const double share = variance_share(principal.subspace, moments).value();
  CHECK(share == Approx((principal.variances[0] + principal.variances[1]) / total));
  for (Index a = 0; a < 5; ++a)
    for (Index b = 0; b < 5; ++b)
      if (a != b) CHECK(variance_share(axis_plane(5, a, b), moments).value() <= share);
  const Matrix<double> others = cloud(5, 40, {1, 1, 1, 1, 1});
  for (Index i = 0; i + 2 < 40; ++i)
    CHECK(variance_share(
              plane_through(others.view().row_span(i), others.view().row_span(i + 1), others.view().row_span(i + 2)),
              moments)
              .value() <= share);
}

TEST_CASE("variance along principal directions is that of the projected points", "[unit][diagnostics]") {
  const Matrix<double> points = cloud(6, 300, {1, 2, 0.5});
  const Principal principal = principal_subspace(moments_of(points), 3);
  const Matrix<double> u = principal.subspace.coordinates(points);
  for (Index r = 0; r < 3; ++r) {
    double sum = 0, squares = 0;
    for (Index i = 0; i < 300; ++i) {
      sum += u(i, r);
      squares += u(i, r) * u(i, r);
    }
    CHECK(sum == Approx(0).margin(1e-10));
    CHECK(squares / 300 == Approx(principal.variances[static_cast<std::size_t>(r)]));
  }
}

TEST_CASE(
    "principal directions of many dimensions are those that all of them at once give, and finding them can be stopped",
    "[unit][diagnostics]") {
  for (const double second : {2.5, 1.0}) {  // set apart from the rest, or one among many alike
    std::vector<double> deviations(300, 1.0);
    deviations[17] = 3;
    deviations[203] = second;
    const Moments moments = moments_of(cloud(9, 400, deviations));
    const Subspace exact = principal_subspace(moments, 2).subspace,
                   found = principal_directions(moments, 2, Progress());
    check_orthonormal(found);
    CHECK(variance_share(found, moments).value() == Approx(variance_share(exact, moments).value()).epsilon(1e-5));
    CHECK(dot(found.basis().row_span(0), exact.basis().row_span(0)) == Approx(1).epsilon(1e-5));
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(principal_directions(moments, 2, Progress(stop.get_token())), Cancelled);
  }
}

TEST_CASE("points of a plane are explained by it in full", "[unit][diagnostics]") {
  const Matrix<double> corners = cloud(7, 3, {1, 1, 1, 1, 1, 1});
  const Subspace plane =
      plane_through(corners.view().row_span(0), corners.view().row_span(1), corners.view().row_span(2));
  const Moments moments = moments_of(plane.points(cloud(8, 50, {2, 1})));
  CHECK(variance_share(plane, moments).value() == Approx(1));
  CHECK(variance_share(principal_subspace(moments, 2).subspace, moments).value() == Approx(1));
}

TEST_CASE("moments of all means q + k need no list of them", "[unit][diagnostics]") {
  const Matrix<double> q = cloud(9, 7, {1, 2, 0.5}), k = cloud(10, 11, {2, 0.3, 1});
  Matrix<double> pairs(77, 3);
  for (Index n = 0; n < 7; ++n)
    for (Index m = 0; m < 11; ++m)
      for (Index d = 0; d < 3; ++d) pairs(11 * n + m, d) = q(n, d) + k(m, d);
  const auto points_of = [](const Matrix<double>& rows) {
    return Points{rows.rows(), rows.cols(),
                  [&](Range some) { return copy_of(rows.view().middle_rows(some.begin, some.size())); }};
  };
  const Moments direct = moments_of(pairs), quick = moments_of_pairs(points_of(q), points_of(k), Progress());
  CHECK(largest_difference(direct.covariance, quick.covariance) < 1e-13);
  for (std::size_t d = 0; d < 3; ++d) CHECK(direct.mean[d] == Approx(quick.mean[d]));
}

TEST_CASE("moments and coordinates of many points are those of all, however they are read", "[unit][diagnostics]") {
  const Matrix<double> points = cloud(11, 9001, {1, 2, 0.5});  // several chunks, and a rest
  std::atomic<Index> most{0};
  const Points some{points.rows(), 3, [&](Range rows) {
                      for (Index seen = most; seen < rows.size() && !most.compare_exchange_weak(seen, rows.size());) {
                      }
                      Matrix<double> own(rows.size(), 3);
                      std::copy_n(points.row(rows.begin), 3 * rows.size(), own.data());
                      return own;
                    }};
  const Moments moments = moments_of(some, Progress());
  for (Index d = 0; d < 3; ++d) {
    double sum = 0;
    for (Index i = 0; i < points.rows(); ++i) sum += points(i, d);
    const double mean = sum / static_cast<double>(points.rows());
    CHECK(moments.mean[static_cast<std::size_t>(d)] == Approx(mean).epsilon(0).margin(1e-12));
    for (Index e = 0; e < 3; ++e) {
      double product = 0;
      for (Index i = 0; i < points.rows(); ++i)
        product += (points(i, d) - mean) * (points(i, e) - moments.mean[static_cast<std::size_t>(e)]);
      CHECK(moments.covariance(d, e) == Approx(product / static_cast<double>(points.rows())).epsilon(0).margin(1e-12));
    }
  }
  const Subspace plane = principal_subspace(moments, 2).subspace;
  CHECK(largest_difference(plane.coordinates(some, Progress()), plane.coordinates(points)) == 0);
  CHECK(most <= 1024);  // never all
}

TEST_CASE("moments of a cloud count every point alike", "[unit][diagnostics]") {
  const std::vector<double> points = {0, 0, 4, 2, 0, 0, 0, 0};
  const Moments moments = moments_of(View<const double>(points.data(), 4, 2));
  CHECK(moments.mean[0] == Approx(1));
  CHECK(moments.mean[1] == Approx(0.5));
  CHECK(moments.covariance(0, 0) == Approx(3));
  CHECK(moments.covariance(0, 1) == Approx(1.5));
}

TEST_CASE("what spans no plane is refused", "[unit][diagnostics]") {
  const std::vector<double> a = {0, 0, 0}, b = {1, 1, 1}, c = {2, 2, 2};
  CHECK_THROWS_WITH(plane_through(a, b, c), Catch::Contains("lie on one line"));
  CHECK_THROWS_AS(Subspace(a, {a}), Error);
  CHECK_THROWS_AS(axis_plane(3, 1, 1), Error);
  CHECK_THROWS_WITH(axis_plane(3, 0, 3), Catch::Contains("no axis 3"));
  CHECK_THROWS_AS(principal_subspace(moments_of(View<const double>(a.data(), 3, 1)), 2), Error);
  // A cloud without variance still has a principal plane, which shows no share of anything.
  const Moments point = moments_of(View<const double>(b.data(), 1, 3));
  CHECK_FALSE(variance_share(principal_subspace(point, 2).subspace, point));
}
