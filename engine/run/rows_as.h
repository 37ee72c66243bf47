// Rows of an array as numbers of one type.
#pragma once

#include "core/array.h"

namespace omega {

/// Some rows as T: read in place where they have that type.
template <class T>
struct RowsAs {
  Matrix<T> converted;
  View<const T> view;

  RowsAs(const Array& array, Index first, Index rows) {
    const Index cols = array.shape().back();
    const bool is_there = array.type() == dtype_of<T>();
    if (!is_there) converted = array.rows<T>(first, rows);
    view = is_there ? View<const T>(array.data<T>() + first * cols, rows, cols) : converted.view();
  }
};

}  // namespace omega
