// Windows on the device: the blocks that local, scatterbrain and EVA cut a sequence or a grid into.
#pragma once

#include "cuda/run.h"

namespace omega::cuda {

/// What the options window, overlap and grid (those there are) ask for; no width where there are no windows.
Windows windows_of(const Run& run);

/// Queries against the keys of their windows, as the only columns, for y.
Attend inside_windows(Run& run);

}  // namespace omega::cuda
