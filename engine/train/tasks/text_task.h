// Text: which class a text belongs to, byte by byte (Long Range Arena: reviews). Texts come from a CSV with a column of
// labels and one of texts, or from a folder with a folder of .txt files for each class; what is longer than `length` is
// cut. Without either they are made up: reviews that praise or blame, where "not" turns the next word around.
#pragma once

#include "train/task.h"

namespace omega::train {

Task text_task();

}  // namespace omega::train
