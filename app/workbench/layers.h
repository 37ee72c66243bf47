// The layers that the shown sequence is one of: of a file's arrays, or of a preset that is a model's.
#pragma once

#include <cstddef>
#include <vector>

namespace omegascope {

class Workbench;

struct Workload;

struct Layers {
  std::vector<int> all;  // none where there is nothing to choose
  int shown = -1;
  int usual = -1;  // where no option chooses
};

Layers layersOf(const Workbench& workbench);
/// No option where it is the usual one: the same data are asked in the same words. Tokens that were moved by hand stay
/// where the layer does.
void chooseLayer(Workload& workload, const Layers& layers, int layer);
/// Says how many tokens moved by hand another layer, or other heads, left out; nothing where that is none.
void tellLeftOut(Workbench& workbench, std::size_t count);
/// One undo step; query and head stay.
void showLayer(Workbench& workbench, int layer);
/// The next one that there is, or the one before.
void moveLayer(Workbench& workbench, int steps);

}  // namespace omegascope
