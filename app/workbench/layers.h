// The layers that the shown sequence is one of: of a file's arrays, or of a preset that is a model's.
#pragma once

#include <vector>

namespace omegascope {

class Workbench;

struct Layers {
  std::vector<int> all;  // none where there is nothing to choose
  int shown = -1;
};

Layers layersOf(const Workbench& workbench);
/// One undo step; query and head stay.
void showLayer(Workbench& workbench, int layer);
/// The next one that there is, or the one before.
void moveLayer(Workbench& workbench, int steps);

}  // namespace omegascope
