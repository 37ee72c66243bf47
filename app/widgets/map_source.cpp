#include "widgets/map_source.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace omegascope {
namespace {

// One row of blocks from up to `factor` rows of cells.
void poolRow(const float* cells, qint64 columns, qint64 rowsHere, int factor, Pooling pooling,
             std::vector<double>& sums, float* blocks) {
  const qint64 count = (columns + factor - 1) / factor;
  const bool mean = pooling == Pooling::Mean;
  std::fill(sums.begin(), sums.end(), 0.0);
  for (qint64 r = 0; r < rowsHere; ++r) {
    const float* row = cells + r * columns;
    for (qint64 b = 0; b < count; ++b) {
      const qint64 end = std::min<qint64>(columns, (b + 1) * factor);
      double value = sums[b];
      if (mean) {
        for (qint64 m = b * factor; m < end; ++m) value += row[m];
      } else {
        for (qint64 m = b * factor; m < end; ++m) {
          if (std::abs(row[m]) > std::abs(value) || std::isnan(row[m])) value = row[m];
        }
      }
      sums[b] = value;
    }
  }
  for (qint64 b = 0; b < count; ++b) {
    const auto cellsInBlock = rowsHere * (std::min<qint64>(columns, (b + 1) * factor) - b * factor);
    blocks[b] = static_cast<float>(mean ? sums[b] / static_cast<double>(cellsInBlock) : sums[b]);
  }
}

std::vector<float> pool(const float* cells, qint64 rows, qint64 columns, int factor, Pooling pooling) {
  const qint64 blockRows = (rows + factor - 1) / factor, blockColumns = (columns + factor - 1) / factor;
  std::vector<float> blocks(blockRows * blockColumns);
  std::vector<double> sums(blockColumns);
  for (qint64 b = 0; b < blockRows; ++b) {
    const qint64 rowsHere = std::min<qint64>(rows, (b + 1) * factor) - b * factor;
    poolRow(cells + b * factor * columns, columns, rowsHere, factor, pooling, sums, blocks.data() + b * blockColumns);
  }
  return blocks;
}

}  // namespace

FloatBuffer floatBuffer(std::vector<float> values) {
  auto owner = std::make_shared<const std::vector<float>>(std::move(values));
  return {owner, owner->data()};
}

bool MapRegion::contains(const MapRegion& other) const {
  return factor == other.factor && pooling == other.pooling && row <= other.row && column <= other.column &&
         row + rows >= other.row + other.rows && column + columns >= other.column + other.columns;
}

struct MapSource::Matrix {
  FloatBuffer cells;
  std::mutex mutex;
  std::map<std::pair<int, Pooling>, FloatBuffer> levels;

  FloatBuffer level(qint64 rows, qint64 columns, int factor, Pooling pooling) {
    if (factor <= 1) return cells;
    const std::lock_guard lock(mutex);
    FloatBuffer& found = levels[{factor, pooling}];
    if (!found) found = floatBuffer(pool(cells.get(), rows, columns, factor, pooling));
    return found;
  }
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

MapSource MapSource::tiles(qint64 rows, qint64 columns, Provider provider) {
  MapSource source;
  source.m_rows = rows;
  source.m_columns = columns;
  source.m_provider = std::move(provider);
  return source;
}

std::optional<MapTile> MapSource::tile(const MapRegion& region) const {
  if (isEmpty()) return {};
  if (m_provider) return m_provider(region);
  // All of the level: painters cut out what they need.
  const MapRegion whole{0, 0, m_rows, m_columns, region.factor, region.pooling};
  return MapTile{whole, m_matrix->level(m_rows, m_columns, region.factor, region.pooling)};
}

std::optional<float> MapSource::value(qint64 row, qint64 column) const {
  if (!m_matrix || row < 0 || column < 0 || row >= m_rows || column >= m_columns) return {};
  return m_matrix->cells.get()[row * m_columns + column];
}

void MapSource::prepare(int factor, Pooling pooling) const {
  if (m_matrix && !isEmpty()) m_matrix->level(m_rows, m_columns, factor, pooling);
}

std::pair<float, float> MapSource::range() const {
  if (!m_matrix || isEmpty()) return {0, 0};
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
