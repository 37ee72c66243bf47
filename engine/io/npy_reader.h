// NumPy files as inputs of attention. In a .npz the arrays are found by their names, and all others go along as given
// noise and parameters. A bare .npy is q, k and v stacked on a first axis of 3, or else all three at once.
#pragma once

#include "io/reader.h"

namespace omega {

Reader npy_reader();
Reader npz_reader();

}  // namespace omega
