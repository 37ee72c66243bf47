// Random numbers for tests: those of an address of Philox, the same in every run.
#pragma once

#include <utility>

#include "core/array.h"
#include "core/matrix.h"
#include "core/philox.h"

namespace omega::test {

inline Array normals_at(const NoiseAddress& at, Shape shape, double deviation = 1) {
  Array array(Dtype::f64, std::move(shape));
  draw_normals(at, array.data<double>(), static_cast<std::ptrdiff_t>(array.count()));
  for (std::size_t i = 0; i < array.count(); ++i) array.data<double>()[i] *= deviation;
  return array;
}

inline Array uniforms_at(const NoiseAddress& at, Shape shape) {
  Array array(Dtype::f64, std::move(shape));
  draw_uniforms(at, array.data<double>(), static_cast<std::ptrdiff_t>(array.count()));
  return array;
}

/// Drawn in the matrix's own precision.
template <class T>
Matrix<T> normal_matrix_at(const NoiseAddress& at, Index rows, Index cols, T deviation = 1) {
  Matrix<T> out(rows, cols);
  draw_normals(at, out.data(), rows * cols);
  for (Index i = 0; i < rows * cols; ++i) out.data()[i] *= deviation;
  return out;
}

}  // namespace omega::test
