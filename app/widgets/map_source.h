// What a heat map shows: a matrix that never changes, or blocks of one too large to exist.
#pragma once

#include <QtGlobal>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace omegascope {

// Row-major and contiguous; whoever holds it keeps it alive, nobody writes to it.
using FloatBuffer = std::shared_ptr<const float>;
FloatBuffer floatBuffer(std::vector<float> values);

// Of the cells of a block: their mean, or the one farthest from zero (of signed values, too).
enum class Pooling { Mean, Max };

// `rows` x `columns` cells from (`row`, `column`) on, in blocks of `factor` x `factor` cells. The first cell is a
// multiple of the factor; the last block of a row or column has fewer cells where the matrix ends.
struct MapRegion {
  qint64 row = 0, column = 0, rows = 0, columns = 0;
  int factor = 1;
  Pooling pooling = Pooling::Mean;

  qint64 blockRows() const { return (rows + factor - 1) / factor; }
  qint64 blockColumns() const { return (columns + factor - 1) / factor; }
  bool contains(const MapRegion& other) const;  // at the same factor and pooling
  bool operator==(const MapRegion&) const = default;
};

struct MapTile {
  MapRegion region;
  FloatBuffer values;  // region.blockRows() x region.blockColumns()
};

class MapSource {
 public:
  // Gives the exact block values of the region, or of a larger one; nothing where they are not known yet: the owner
  // then calls HeatMap::refreshTiles() once they are. Called on the GUI thread.
  using Provider = std::function<std::optional<MapTile>(const MapRegion&)>;

  MapSource() = default;
  static MapSource matrix(qint64 rows, qint64 columns, FloatBuffer values);
  static MapSource matrix(qint64 rows, qint64 columns, std::vector<float> values);
  static MapSource tiles(qint64 rows, qint64 columns, Provider provider);

  qint64 rows() const { return m_rows; }
  qint64 columns() const { return m_columns; }
  bool isEmpty() const { return m_rows <= 0 || m_columns <= 0; }
  bool isMatrix() const { return m_matrix != nullptr; }

  std::optional<MapTile> tile(const MapRegion& region) const;
  // The cell itself, where it is known without asking the provider.
  std::optional<float> value(qint64 row, qint64 column) const;
  // Computes and keeps a pooled level of a matrix; any thread, so that a worker can do it before the GUI asks.
  void prepare(int factor, Pooling pooling) const;
  // Smallest and largest finite value of a matrix (0, 0 for tiles).
  std::pair<float, float> range() const;

 private:
  struct Matrix;
  qint64 m_rows = 0, m_columns = 0;
  std::shared_ptr<Matrix> m_matrix;  // shared with copies, its levels too
  Provider m_provider;
};

}  // namespace omegascope
