#include "math/orthogonal.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace omega {

namespace {

double dot(const double* a, const double* b, Index count) {
  double sum = 0;
  for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

void remove_component(double* row, const double* unit, Index dim) {
  const double along = dot(row, unit, dim);
  for (Index d = 0; d < dim; ++d) row[d] -= along * unit[d];
}

void orthogonalise_block(View<double> block, Index first_row) {
  const Index dim = block.cols;
  Matrix<double> units(block.rows, dim);
  for (Index r = 0; r < block.rows; ++r) {
    double* row = block.row(r);
    double* unit = units.row(r);
    const double norm = std::sqrt(dot(row, row, dim));
    std::copy_n(row, dim, unit);
    // Twice is enough: the second pass removes what rounding left of the first.
    for (int pass = 0; pass < 2; ++pass)
      for (Index other = 0; other < r; ++other) remove_component(unit, units.row(other), dim);
    const double rest = std::sqrt(dot(unit, unit, dim));
    if (norm > 0 && !(rest > 1e-13 * norm))
      throw Error::input("eps cannot be made orthogonal: row " + std::to_string(first_row + r) +
                         " depends linearly on the rows before it in its block; use draw=iid or other noise");
    for (Index d = 0; d < dim; ++d) {
      unit[d] = norm > 0 ? unit[d] / rest : 0;
      row[d] = norm * unit[d];
    }
  }
}

}  // namespace

void orthogonalise(View<double> eps) {
  for (Index first = 0; first < eps.rows; first += eps.cols)
    orthogonalise_block(eps.middle_rows(first, std::min(eps.cols, eps.rows - first)), first);
}

}  // namespace omega
