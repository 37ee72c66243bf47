// Rows of an array as numbers of one type.
#pragma once

#include "core/array.h"

namespace omega {

/// Some rows as T: read in place where they have that type.
template <class T>
struct RowsAs {
  Matrix<T> converted;
  View<const T> view;

  RowsAs(const Array& array, Index first, Index rows, Index cols) {
    if (array.type() == dtype_of<T>()) {
      view = {array.data<T>() + first * cols, rows, cols};
      return;
    }
    converted = Matrix<T>(rows, cols);
    array.copy_to(converted.data(), static_cast<std::size_t>(first * cols), static_cast<std::size_t>(rows * cols));
    view = converted.view();
  }
};

}  // namespace omega
