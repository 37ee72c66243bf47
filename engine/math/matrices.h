// Arithmetic on whole matrices, number by number.
#pragma once

#include <algorithm>

#include "core/matrix.h"

namespace omega {

/// m ← factor·m.
template <class T>
void scale_by(Matrix<T>& m, T factor) {
  for (Index i = 0; i < m.rows() * m.cols(); ++i) m.data()[i] *= factor;
}

/// to ← to + other.
template <class T>
void add_to(Matrix<T>& to, const Matrix<T>& other) {
  for (Index i = 0; i < to.rows() * to.cols(); ++i) to.data()[i] += other.data()[i];
}

/// factor·rows.
template <class T>
Matrix<T> times(View<const T> rows, T factor) {
  Matrix<T> out(rows.rows, rows.cols);
  for (Index r = 0; r < rows.rows; ++r)
    for (Index c = 0; c < rows.cols; ++c) out(r, c) = factor * rows(r, c);
  return out;
}

template <class T>
Matrix<T> copy_of(View<const T> rows) {
  Matrix<T> out(rows.rows, rows.cols);
  for (Index r = 0; r < rows.rows; ++r) std::copy_n(rows.row(r), rows.cols, out.row(r));
  return out;
}

template <class T>
Matrix<T> transposed(View<const T> rows) {
  Matrix<T> out(rows.cols, rows.rows);
  for (Index r = 0; r < rows.rows; ++r)
    for (Index c = 0; c < rows.cols; ++c) out(c, r) = rows(r, c);
  return out;
}

/// The same numbers, rounded to T.
template <class T>
Matrix<T> converted(const Matrix<double>& exact) {
  Matrix<T> out(exact.rows(), exact.cols());
  std::transform(exact.data(), exact.data() + exact.rows() * exact.cols(), out.data(),
                 [](double x) { return static_cast<T>(x); });
  return out;
}

}  // namespace omega
