#include "math/orthogonal.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.h"
#include "math/dot.h"

namespace omega {

namespace {

double dot(const double* a, const double* b, Index count) {
  const auto size = static_cast<std::size_t>(count);
  return omega::dot({a, size}, {b, size});
}

void remove_component(double* row, const double* unit, Index dim) {
  const double along = dot(row, unit, dim);
  for (Index d = 0; d < dim; ++d) row[d] -= along * unit[d];
}

/// Writes the directions into `units`; each row becomes its direction times its norm.
void orthogonalise_block(View<double> block, Index first_row, View<double> units, const Progress& progress) {
  const Index dim = block.cols;
  for (Index r = 0; r < block.rows; ++r) {
    progress.check();
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

/// The orthogonal directions become those of a simplex; rows keep their norms.
void spread_block(View<double> block, View<double> units) {
  const auto dim = static_cast<double>(block.cols);
  if (block.cols == 1) return;
  std::vector<double> before(static_cast<std::size_t>(block.cols), 0.0);  // Σ_{j<i} √(…) u_j
  for (Index r = 0; r < block.rows; ++r) {
    double* row = block.row(r);
    const double* unit = units.row(r);
    const double norm = std::sqrt(dot(row, row, block.cols)), left = dim - static_cast<double>(r + 1),
                 own = std::sqrt(dim * left / ((dim - 1) * (left + 1)));
    for (Index d = 0; d < block.cols; ++d) row[d] = norm * (own * unit[d] - before[static_cast<std::size_t>(d)]);
    if (left == 0) continue;
    const double share = std::sqrt(dim / ((dim - 1) * left * (left + 1)));
    for (Index d = 0; d < block.cols; ++d) before[static_cast<std::size_t>(d)] += share * unit[d];
  }
}

template <class Then>
void in_blocks(View<double> eps, Index first_row, const Progress& progress, const Then& then) {
  Matrix<double> units(std::min(eps.rows, eps.cols), eps.cols);
  for (Index first = 0; first < eps.rows; first += eps.cols) {
    const View<double> block = eps.middle_rows(first, std::min(eps.cols, eps.rows - first));
    orthogonalise_block(block, first_row + first, units, progress);
    then(block, units.view());
  }
}

}  // namespace

void orthogonalise(View<double> eps, Index first_row, const Progress& progress) {
  in_blocks(eps, first_row, progress, [](View<double>, View<double>) {});
}

void make_simplex(View<double> eps, Index first_row, const Progress& progress) {
  in_blocks(eps, first_row, progress, spread_block);
}

}  // namespace omega
