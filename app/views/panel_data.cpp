#include "views/panel_data.h"

namespace omegascope {

void PanelData::writeTo(TableWriter& table) const {
  if (stream) return stream(table);
  for (const std::vector<QString>& row : rows) {
    for (const QString& cell : row) table.text(cell);
    table.endRow();
  }
}

void PanelData::addList(const std::string& name, const std::vector<double>& values) {
  if (!values.empty()) arrays.emplace(name, omega::Array::from(values, {static_cast<omega::Index>(values.size())}));
}

}  // namespace omegascope
