#include "views/panel_data.h"

namespace omegascope {

void PanelData::writeTo(TableWriter& table) const {
  if (stream) return stream(table);
  for (const std::vector<QString>& row : rows) {
    for (const QString& cell : row) table.text(cell);
    table.endRow();
  }
}

}  // namespace omegascope
