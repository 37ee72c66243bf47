#include "views/attention/attention_cells.h"

#include <QObject>

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
