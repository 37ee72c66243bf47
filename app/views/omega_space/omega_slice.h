// "This is query n": what ω-space shows along its line, as a game for the panel Chance.
#pragma once

#include <optional>

#include "workbench/workbench.h"

namespace omegascope {

/// The game of the shown query, with the proposals of the estimator in front; nothing where no line is shown.
std::optional<ChanceState> sliceOf(const Workbench& workbench);

}  // namespace omegascope
