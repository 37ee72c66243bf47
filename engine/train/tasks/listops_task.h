// ListOps (Nangia and Bowman 2018; also in the Long Range Arena): what is [MAX 4 [MIN 2 3 ] 0 ]? An expression is
// an operator, 2 to `arguments` arguments, each a digit or an expression no deeper than `depth`, and a bracket. MED is
// the median, rounded down between two; SM is the sum modulo 10. Ten classes, made equally frequent; shorter
// expressions are padded.
#pragma once

#include <vector>

#include "train/task.h"

namespace omega::train {

constexpr std::uint8_t kMin = 10, kMax = 11, kMedian = 12, kSumModulo = 13, kClose = 14, kPadding = 15;  // after digits

/// What an operator makes of the values of its arguments.
Index listops_value(std::uint8_t op, std::vector<Index> arguments);

}  // namespace omega::train
