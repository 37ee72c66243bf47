#include "widgets/map_source.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace omegascope {
namespace {

qint64 blocksIn(qint64 cells, int factor) { return (cells + factor - 1) / factor; }

// The mean of the cells that a block has; kNoCell where it has none.
float meanOfCells(const float* cells, qint64 stride, qint64 rows, qint64 columns) {
  double sum = 0;
  qint64 count = 0;
  for (qint64 r = 0; r < rows; ++r)
    for (qint64 c = 0; c < columns; ++c)
      if (const float cell = cells[r * stride + c]; cell != kNoCell) sum += cell, ++count;
  return count > 0 ? static_cast<float>(sum / static_cast<double>(count)) : kNoCell;
}

// The means of one row of blocks, of so many rows and up to `factor` columns of cells each.
void poolRow(const float* cells, qint64 columns, qint64 rowsHere, int factor, std::vector<double>& sums,
             float* blocks) {
  const qint64 count = blocksIn(columns, factor);
  const auto endOf = [&](qint64 block) { return std::min<qint64>(columns, (block + 1) * factor); };
  std::fill(sums.begin(), sums.end(), 0.0);
  for (qint64 r = 0; r < rowsHere; ++r) {
    const float* row = cells + r * columns;
    for (qint64 b = 0; b < count; ++b) {
      double sum = sums[b];
      for (qint64 m = b * factor; m < endOf(b); ++m) sum += row[m];
      sums[b] = sum;
    }
  }
  for (qint64 b = 0; b < count; ++b) {
    const qint64 columnsHere = endOf(b) - b * factor;
    blocks[b] = std::isfinite(sums[b]) ? static_cast<float>(sums[b] / static_cast<double>(rowsHere * columnsHere))
                                       : meanOfCells(cells + b * factor, columns, rowsHere, columnsHere);
  }
}

std::vector<float> pool(const float* cells, qint64 rows, qint64 columns, const MapFactor& factor) {
  const qint64 blockRows = blocksIn(rows, factor.rows), blockColumns = blocksIn(columns, factor.columns);
  std::vector<float> blocks(blockRows * blockColumns);
  std::vector<double> sums(blockColumns);
  for (qint64 b = 0; b < blockRows; ++b) {
    const qint64 first = b * factor.rows, rowsHere = std::min<qint64>(rows, first + factor.rows) - first;
    poolRow(cells + first * columns, columns, rowsHere, factor.columns, sums, blocks.data() + b * blockColumns);
  }
  return blocks;
}

}  // namespace

FloatBuffer floatBuffer(std::vector<float> values) {
  auto owner = std::make_shared<const std::vector<float>>(std::move(values));
  return {owner, owner->data()};
}

struct MapSource::Matrix {
  FloatBuffer cells;
  std::mutex mutex;
  std::map<MapFactor, FloatBuffer> levels;
};

MapSource MapSource::matrix(qint64 rows, qint64 columns, FloatBuffer values) {
  MapSource source;
  source.m_rows = rows;
  source.m_columns = columns;
  source.m_matrix = std::make_shared<Matrix>();
  source.m_matrix->cells = std::move(values);
  return source;
}

MapSource MapSource::matrix(qint64 rows, qint64 columns, std::vector<float> values) {
  Q_ASSERT(static_cast<qint64>(values.size()) == rows * columns);
  return matrix(rows, columns, floatBuffer(std::move(values)));
}

MapLevel MapSource::level(const MapFactor& factor) const {
  if (factor == MapFactor() || isEmpty()) return {m_rows, m_columns, {}, isEmpty() ? FloatBuffer() : m_matrix->cells};
  const std::lock_guard lock(m_matrix->mutex);
  FloatBuffer& found = m_matrix->levels[factor];
  if (!found) found = floatBuffer(pool(m_matrix->cells.get(), m_rows, m_columns, factor));
  return {blocksIn(m_rows, factor.rows), blocksIn(m_columns, factor.columns), factor, found};
}

std::optional<float> MapSource::value(qint64 row, qint64 column) const {
  if (row < 0 || column < 0 || row >= m_rows || column >= m_columns) return {};
  return m_matrix->cells.get()[row * m_columns + column];
}

std::pair<float, float> MapSource::range() const {
  if (isEmpty()) return {0, 0};
  float low = std::numeric_limits<float>::infinity(), high = -low;
  const float* cells = m_matrix->cells.get();
  for (qint64 i = 0; i < m_rows * m_columns; ++i) {
    if (!std::isfinite(cells[i])) continue;
    low = std::min(low, cells[i]);
    high = std::max(high, cells[i]);
  }
  return low <= high ? std::pair{low, high} : std::pair{0.0f, 0.0f};
}

}  // namespace omegascope
