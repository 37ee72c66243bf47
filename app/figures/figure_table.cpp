#include "figures/figure_table.h"

namespace omegascope {

PanelData tableOf(const omega::studies::Figure& figure) {
  PanelData data;
  std::vector<double> values;
  for (const std::vector<std::string>& row : table_of(figure)) {
    std::vector<QString> cells;
    for (const std::string& cell : row) cells.push_back(QString::fromStdString(cell));
    data.columns.empty() ? data.columns = cells : data.rows.emplace_back(cells);
  }
  for (const auto& part : figure.panels) {
    for (const omega::studies::Curve& curve : part.curves)
      for (const omega::studies::CurvePoint& p : curve.points) values.push_back(p.y);
    for (const omega::studies::MapCell& cell : part.cells) values.push_back(cell.value);
  }
  data.addList("y", values);
  return data;
}

}  // namespace omegascope
