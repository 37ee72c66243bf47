// View: a row-major matrix somewhere in memory. Matrix: one that owns its storage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/memory.h"

namespace omega {

using Index = std::ptrdiff_t;

/// A half-open range of rows, keys, tiles ...
struct Range {
  Index begin = 0;
  Index end = 0;
  Index size() const { return end - begin; }
  bool contains(Index i) const { return begin <= i && i < end; }
  bool operator==(const Range&) const = default;
};

template <class T>
struct View {
  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;  // elements from one row to the next

  View() = default;
  View(T* data, Index rows, Index cols) : View(data, rows, cols, cols) {}
  View(T* data, Index rows, Index cols, Index stride) : data(data), rows(rows), cols(cols), stride(stride) {}
  /// A view of mutable elements is one of constant elements.
  operator View<const T>() const { return {data, rows, cols, stride}; }

  explicit operator bool() const { return data != nullptr; }
  T* row(Index r) const { return data + r * stride; }
  std::span<T> row_span(Index r) const { return {row(r), static_cast<std::size_t>(cols)}; }
  T& operator()(Index r, Index c) const { return data[r * stride + c]; }
  View middle_rows(Index first, Index count) const { return {row(first), count, cols, stride}; }
  View middle_rows(Range some) const { return middle_rows(some.begin, some.size()); }
  View left_cols(Index count) const { return {data, rows, count, stride}; }
  View middle_cols(Index first, Index count) const { return {data + first, rows, count, stride}; }
};

template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index cols) : buffer_(static_cast<std::size_t>(rows * cols)), rows_(rows), cols_(cols) {}
  Matrix(Index rows, Index cols, T value) : Matrix(rows, cols) { fill(value); }

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  T* data() { return buffer_.data(); }
  const T* data() const { return buffer_.data(); }
  T* row(Index r) { return data() + r * cols_; }
  const T* row(Index r) const { return data() + r * cols_; }
  T& operator()(Index r, Index c) { return data()[r * cols_ + c]; }
  const T& operator()(Index r, Index c) const { return data()[r * cols_ + c]; }
  void fill(T value) { std::fill(buffer_.begin(), buffer_.end(), value); }
  View<T> view() { return {data(), rows_, cols_}; }
  View<const T> view() const { return {data(), rows_, cols_}; }
  operator View<T>() { return view(); }
  operator View<const T>() const { return view(); }

 private:
  Buffer<T> buffer_;
  Index rows_ = 0;
  Index cols_ = 0;
};

}  // namespace omega
