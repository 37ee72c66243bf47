// The cells of maps as a table: what "Export data" of Attention writes.
#pragma once

#include <QRect>
#include <optional>
#include <string>
#include <vector>

#include "run/pooled_map.h"
#include "views/panel_data.h"

namespace omegascope {

struct NamedMap {
  std::string label;
  omega::PooledMap map;
};

/// A row of the table for each cell of each map, or of the part of each that is given. Maps have up to a million cells:
/// they are told, not held.
PanelData tableOfCells(const std::vector<NamedMap>& maps, const std::optional<QRect>& part);

}  // namespace omegascope
