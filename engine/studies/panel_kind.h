// What a panel of a study draws: curves over numbers, marks over names, or a map of cells.
#pragma once

#include <string>
#include <vector>

namespace omega::studies {

enum class PanelKind { lines, categories, map };

/// In the order of the kinds.
inline const std::vector<std::string>& panel_kind_names() {
  static const std::vector<std::string> names = {"lines", "categories", "map"};
  return names;
}

}  // namespace omega::studies
