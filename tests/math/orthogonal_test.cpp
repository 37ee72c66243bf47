// Orthogonal projections: right angles within each block of D rows, every row's own norm and side kept.
#include "math/orthogonal.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "core/philox.h"

using namespace omega;

namespace {

Matrix<double> noise(Index rows, Index cols) {
  Matrix<double> eps(rows, cols);
  for (Index r = 0; r < rows; ++r)
    draw_normals(NoiseAddress{81, 0, 0, 0, static_cast<std::uint32_t>(r)}, eps.row(r), cols);
  return eps;
}

double dot(const Matrix<double>& a, Index i, const Matrix<double>& b, Index j) {
  double sum = 0;
  for (Index d = 0; d < a.cols(); ++d) sum += a(i, d) * b(j, d);
  return sum;
}

}  // namespace

TEST_CASE("rows of a block stand at right angles, with the norms and sides they had", "[unit][orthogonal]") {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{4, 4}, {11, 4}, {3, 8}, {64, 32}, {5, 1}, {1, 6}}) {
    INFO(rows << "x" << cols);
    const Matrix<double> before = noise(rows, cols);
    Matrix<double> after = noise(rows, cols);
    orthogonalise(after.view());
    for (Index i = 0; i < rows; ++i) {
      CHECK(std::sqrt(dot(after, i, after, i)) == Approx(std::sqrt(dot(before, i, before, i))).epsilon(1e-12));
      CHECK(dot(after, i, before, i) > 0);
      for (Index j = i / cols * cols; j < i; ++j)
        CHECK(std::abs(dot(after, i, after, j)) <=
              1e-12 * std::sqrt(dot(after, i, after, i) * dot(after, j, after, j)));
    }
    // The first row of each block is what it was, and each row before lies in the span of those after up to its own
    // place: taking away what it has of them leaves nothing.
    for (Index i = 0; i < rows; i += cols)
      for (Index d = 0; d < cols; ++d) CHECK(after(i, d) == Approx(before(i, d)).epsilon(1e-14));
    for (Index i = 0; i < rows; ++i) {
      std::vector<double> rest(before.row(i), before.row(i) + cols);
      for (Index j = i / cols * cols; j <= i; ++j) {
        const double share = dot(before, i, after, j) / dot(after, j, after, j);
        for (Index d = 0; d < cols; ++d) rest[static_cast<std::size_t>(d)] -= share * after(j, d);
      }
      for (const double left : rest) CHECK(std::abs(left) <= 1e-12 * std::sqrt(dot(before, i, before, i)));
    }
  }
}

TEST_CASE("a simplex: rows of a block as far apart as can be, with the norms they had, each block alone",
          "[unit][orthogonal]") {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{4, 4}, {11, 4}, {3, 8}, {64, 32}, {5, 1}, {1, 6}}) {
    INFO(rows << "x" << cols);
    const Matrix<double> before = noise(rows, cols);
    Matrix<double> after = noise(rows, cols), fewer = noise(std::max<Index>(1, rows - 2), cols);
    make_simplex(after.view());
    make_simplex(fewer.view());
    for (Index i = 0; i < rows; ++i) {
      const double norm = std::sqrt(dot(before, i, before, i));
      CHECK(std::sqrt(dot(after, i, after, i)) == Approx(norm).epsilon(1e-12));
      for (Index j = i / cols * cols; j < i; ++j)
        CHECK(dot(after, i, after, j) / norm / std::sqrt(dot(before, j, before, j)) ==
              Approx(-1.0 / static_cast<double>(cols - 1)).epsilon(1e-11));
    }
    for (Index i = 0; i < rows; i += cols)  // the first row of each block is what it was
      for (Index d = 0; d < cols; ++d) CHECK(after(i, d) == Approx(before(i, d)).epsilon(1e-13));
    for (Index i = 0; i < fewer.rows() * cols; ++i) CHECK(fewer.data()[i] == after.data()[i]);
  }
}

TEST_CASE("in the plane the second corner of a simplex is the first one turned over, whatever the noise",
          "[unit][orthogonal]") {
  Matrix<double> eps(2, 2);
  eps(0, 0) = 3, eps(0, 1) = 4;
  eps(1, 0) = 1, eps(1, 1) = 0;
  make_simplex(eps.view());
  CHECK(eps(1, 0) == Approx(-0.6));
  CHECK(eps(1, 1) == Approx(-0.8));
}

TEST_CASE("orthogonal rows stay where they are", "[unit][orthogonal]") {
  Matrix<double> eps(3, 3, 0.0);
  eps(0, 2) = 2;
  eps(1, 0) = -3;
  eps(2, 1) = 0.5;
  orthogonalise(eps.view());
  CHECK(eps(0, 2) == 2);
  CHECK(eps(1, 0) == -3);
  CHECK(eps(2, 1) == 0.5);
}

TEST_CASE("Gram–Schmidt by hand in the plane", "[unit][orthogonal]") {
  Matrix<double> eps(2, 2);
  eps(0, 0) = 3, eps(0, 1) = 0;
  eps(1, 0) = 3, eps(1, 1) = 4;
  orthogonalise(eps.view());
  CHECK(eps(1, 0) == Approx(0).margin(1e-15));
  CHECK(eps(1, 1) == Approx(5));
}

TEST_CASE("dependent rows of one block are an input error that names the row", "[unit][orthogonal]") {
  Matrix<double> twice = noise(4, 4);
  for (Index d = 0; d < 4; ++d) twice(2, d) = -2 * twice(0, d);
  CHECK_THROWS_WITH(orthogonalise(twice.view()), Catch::Contains("row 2") && Catch::Contains("draw=iid"));
  CHECK_THROWS_WITH(orthogonalise(twice.view(), 128), Catch::Contains("row 130"));
  // The same rows in different blocks are no problem.
  Matrix<double> apart = noise(8, 4);
  for (Index d = 0; d < 4; ++d) apart(6, d) = apart(0, d);
  CHECK_NOTHROW(orthogonalise(apart.view()));
  try {
    orthogonalise(twice.view());
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == Error::Kind::input);
  }
}

TEST_CASE("nearly dependent rows still stand at right angles", "[unit][orthogonal]") {
  Matrix<double> eps(2, 3, 0.0);
  eps(0, 0) = 1;
  eps(1, 0) = 1;
  eps(1, 1) = 1e-9;
  orthogonalise(eps.view());
  CHECK(std::abs(dot(eps, 0, eps, 1)) <= 1e-15);
  CHECK(eps(1, 1) == Approx(1));
}

TEST_CASE("no row is turned once a stop is asked for", "[unit][orthogonal]") {
  std::stop_source stop;
  stop.request_stop();
  const Progress stopped(stop.get_token());
  Matrix<double> eps = noise(4, 4);
  CHECK_THROWS_AS(orthogonalise(eps.view(), 0, stopped), Cancelled);
  CHECK_THROWS_AS(make_simplex(eps.view(), 0, stopped), Cancelled);
}
