// Tensor: matrices of numbers and their gradients somewhere in memory, of the host or of a device, as a tape sees them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/matrix.h"
#include "cuda/training.h"

namespace omega::train {

/// How many matrices: for so many examples, as many as are parts of each, which are heads of attention.
struct Many {
  Index heads = 1, parts = 1;
};
inline Many most(const Many& a, const Many& b) { return {std::max(a.heads, b.heads), std::max(a.parts, b.parts)}; }

/// Matrices, one for each of `heads` examples and `parts` of each, with their gradients; one stands for any number.
template <class T>
struct Tensor {
  T* data = nullptr;
  T* gradient = nullptr;
  std::int32_t node = -1;  // its number on the tape that made it; −1: made elsewhere
  bool learns = false;     // whether anybody asks for its gradient
  std::int32_t heads = 1, parts = 1, rows = 0, columns = 0;
  std::int64_t head = 0, part = 0, row = 0, column = 1;

  explicit operator bool() const { return rows > 0; }
  std::uint64_t numbers() const {
    return static_cast<std::uint64_t>(heads) * static_cast<std::uint64_t>(parts) * static_cast<std::uint64_t>(rows) *
           static_cast<std::uint64_t>(columns);
  }
  Many many() const { return {heads, parts}; }
  Tensor block(std::int64_t offset, Index rows_, Index columns_) const;
  Tensor middle_rows(Index first, Index count) const { return block(first * row, count, columns); }
  Tensor middle_columns(Index first, Index count) const { return block(first * column, rows, count); }
  Tensor transposed() const;
  /// Rows that follow each other, shared out among so many examples; and back.
  Tensor split(Index examples) const;
  Tensor joined() const;
  /// Columns that follow each other, shared out among so many parts; rows likewise.
  Tensor beside(Index count) const;
  Tensor stacked(Index count) const { return transposed().beside(count).transposed(); }
  /// What it looks like where its one row or column stands for all of `of`'s.
  Tensor repeated(const Tensor& of) const;
  /// Its gradients as a matrix of their own.
  Tensor slope() const;
  cuda::StridedOf<T> strided() const { return {data, heads > 1 ? head : 0, row, column, parts > 1 ? part : 0}; }
  /// On the host, of one example.
  View<T> view(Index example = 0) const { return {data + example * head, rows, columns, row}; }
};

/// Rows of one matrix in memory that belongs to somebody else.
template <class T>
Tensor<T> tensor_of(T* data, T* gradient, Index rows, Index columns, bool learns);

}  // namespace omega::train
