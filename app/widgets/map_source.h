// What a heat map shows: a matrix that never changes, and its means over blocks of cells. A value of −∞ is no cell: the
// map is empty there, and means are of the others.
#pragma once

#include <QtGlobal>
#include <compare>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace omegascope {

// Row-major and contiguous; whoever holds it keeps it alive, nobody writes to it.
using FloatBuffer = std::shared_ptr<const float>;
inline constexpr float kNoCell = -std::numeric_limits<float>::infinity();
FloatBuffer floatBuffer(std::vector<float> values);

// How many cells a block has along each axis.
struct MapFactor {
  int rows = 1, columns = 1;
  auto operator<=>(const MapFactor&) const = default;
};

// The means of blocks of cells; where the matrix ends a block has fewer.
struct MapLevel {
  qint64 rows = 0, columns = 0;  // of blocks
  MapFactor factor;
  FloatBuffer values;
};

class MapSource {
 public:
  MapSource() = default;
  static MapSource matrix(qint64 rows, qint64 columns, FloatBuffer values);
  static MapSource matrix(qint64 rows, qint64 columns, std::vector<float> values);

  qint64 rows() const { return m_rows; }
  qint64 columns() const { return m_columns; }
  bool isEmpty() const { return m_rows <= 0 || m_columns <= 0; }

  // Computed once; any thread.
  MapLevel level(const MapFactor& factor) const;
  std::optional<float> value(qint64 row, qint64 column) const;  // nothing outside of the matrix
  // Smallest and largest finite value.
  std::pair<float, float> range() const;

 private:
  struct Matrix;
  qint64 m_rows = 0, m_columns = 0;
  std::shared_ptr<Matrix> m_matrix;  // shared with copies, its levels too
};

}  // namespace omegascope
