#include "views/attention/attention_cells.h"

#include <QObject>
#include <algorithm>
#include <functional>
#include <set>

namespace omegascope {

namespace {

struct Told {
  QString label;
  omega::PooledMap map;
  QRect cells;
};

void tell(const Told& told, TableWriter& table) {
  const omega::Index columns = told.map.values.shape()[1];
  const float* values = told.map.values.data<float>();
  for (int r = told.cells.top(); r <= told.cells.bottom(); ++r)
    for (int c = told.cells.left(); c <= told.cells.right(); ++c) {
      table.text(told.label);
      table.integer(told.map.first_row + r * told.map.row_pool);
      table.integer(c * told.map.col_pool);
      table.number(static_cast<double>(values[r * columns + c]));
      table.endRow();
    }
}

}  // namespace

bool isLater(const omega::PooledMap& map, qint64 n, qint64 m) {
  return m * map.col_pool > map.first_row + (n + 1) * map.row_pool - 1;
}

FloatBuffer shownCells(const omega::PooledMap& map, const omega::Array& truth, bool isCausal) {
  const auto kept = std::make_shared<const omega::Array>(map.values);  // shares its storage
  const float* own = kept->data<float>();
  const bool isError = !truth.empty() && truth.shape() == map.values.shape();
  if (!isError && !isCausal) return {kept, own};
  std::vector<float> shown(own, own + map.values.count());
  if (isError) std::transform(own, own + shown.size(), truth.data<float>(), shown.begin(), std::minus<float>());
  const qint64 rows = map.values.shape()[0], columns = map.values.shape()[1];
  for (qint64 n = 0; isCausal && n < rows; ++n)
    for (qint64 m = columns - 1; m >= 0 && isLater(map, n, m); --m)
      shown[static_cast<std::size_t>(n * columns + m)] = kNoCell;
  return floatBuffer(std::move(shown));
}

std::vector<qint64> drawnColumns(const CardResult* card, int query, qint64 pool) {
  if (card == nullptr || !card->result || !card->result->has("drawn") || query < 0) return {};
  const omega::Array& drawn = card->result->at("drawn");
  const auto count = static_cast<std::size_t>(drawn.shape().back());
  const std::size_t first = drawn.count() > count ? static_cast<std::size_t>(query) * count : 0;
  if (first + count > drawn.count()) return {};
  std::set<qint64> columns;
  for (std::size_t s = first; s < first + count; ++s) columns.insert(static_cast<qint64>(drawn.at(s)) / pool);
  return {columns.begin(), columns.end()};
}

PanelData tableOfCells(const std::vector<NamedMap>& maps, const std::optional<QRect>& part) {
  PanelData data;
  data.columns = {QObject::tr("estimator"), QStringLiteral("n"), QStringLiteral("m"), QStringLiteral("A")};
  std::vector<Told> all;
  for (const NamedMap& map : maps) {
    data.arrays.emplace(map.label, map.map.values);
    const omega::Shape& shape = map.map.values.shape();
    const QRect every(0, 0, static_cast<int>(shape[1]), static_cast<int>(shape[0]));
    const QRect cells = part ? part->intersected(every) : every;
    all.push_back({QString::fromStdString(map.label), map.map, cells});
    data.streamedRows += static_cast<std::size_t>(cells.width()) * static_cast<std::size_t>(cells.height());
  }
  data.stream = [all = std::move(all)](TableWriter& table) {
    for (const Told& told : all) tell(told, table);
  };
  return data;
}

}  // namespace omegascope
