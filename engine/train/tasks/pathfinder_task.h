// Pathfinder (Linsley et al. 2018; Long Range Arena): dashed curves on a grid of cells and two dots, each at the end of
// a curve; are they the ends of one curve? A curve is a walk of cells that turns by at most 45 degrees a step and keeps
// its distance from all others. The two dots of both classes are equally many cells apart, so that their distance alone
// says nothing.
//
//   easy: two short curves, every fourth cell missing;  medium: longer, two more curves, every third cell missing;
//   hard: longer still, four more curves, every second cell missing
#pragma once

#include "train/task.h"

namespace omega::train {

constexpr std::uint8_t kEmpty = 0, kDash = 1, kDot = 2;

}  // namespace omega::train
