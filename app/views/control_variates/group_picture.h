// The shown query of an eva card as plain numbers for drawing: keys, groups, and J along partitions that nest. All are
// the engine's.
#pragma once

#include <vector>

#include "model/selection.h"
#include "model/snapshot.h"

namespace omegascope {

/// One group of the shown query; values are those of the two dimensions that are shown.
struct ShownGroup {
  double hat[2] = {}, star[2] = {};  // β̂_c and β*_c
  double weight = 0, mass = 0;       // G_nc over the denominator, and what softmax gives it
};

struct NestedLevel {
  double groups = 0, spread = 0;
};

struct GroupPicture {
  std::vector<int> group;        // of each key; −1: none
  std::vector<char> inWindow;    // of each key
  std::vector<double> pi, h, g;  // of each key; g in the first dimension that is shown
  std::vector<double> value[2];  // of each key
  std::vector<ShownGroup> groups;
  std::vector<NestedLevel> levels;  // by rising number of groups, each number once
  double spreadHat = 0;             // J at β̂

  /// The groups of one query; empty where the result is of another sequence than `v`.
  static GroupPicture of(const omega::Result& result, const omega::Array& v, omega::Index head, int dimX, int dimY);

  bool isEmpty() const { return group.empty(); }
  int keyCount() const { return static_cast<int>(group.size()); }
  /// The group that is chosen; but while the choice is a key that was pressed when it was in the group `then`, that in
  /// which it is by now.
  int inFront(const Cursor& shown, int pressed, int then) const;
};

}  // namespace omegascope
