// Products of matrices for tests, in double.
#pragma once

#include "core/array.h"

namespace omega::test {

/// a·b for matrices.
inline Array product(const Array& a, const Array& b) {
  const Index rows = a.shape()[0], inner = a.shape()[1], cols = b.shape()[1];
  Array out(Dtype::f64, {rows, cols});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      double sum = 0;
      for (Index i = 0; i < inner; ++i)
        sum += a.at(static_cast<std::size_t>(r * inner + i)) * b.at(static_cast<std::size_t>(i * cols + c));
      out.data<double>()[r * cols + c] = sum;
    }
  return out;
}

}  // namespace omega::test
