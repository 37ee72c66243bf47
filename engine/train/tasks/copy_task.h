// Copy: symbols, a bar, and the first few of them again; which comes next? Half of the example can be symbols, so that
// the answer stands as far back as the sequence is long. The model reads the last token; chance is 1/symbols.
#pragma once

#include "train/task.h"

namespace omega::train {

Task copy_task();

}  // namespace omega::train
