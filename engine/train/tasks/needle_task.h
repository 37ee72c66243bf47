// Needle: associative recall at a distance. Most of an example is hay; a few cells hold a key with a value, each key
// once; the last cell asks for one of the keys, and the class is its value. Every key stands at least `distance` cells
// before the question, where no window of that width sees it.
#pragma once

#include "train/task.h"

namespace omega::train {

constexpr Index kNeedleKeys = 16, kNeedleValues = 8;
/// A pair's token is key·8 + value; then come the questions, one a key, and the kinds of hay.
constexpr Index kNeedleQuestions = kNeedleKeys * kNeedleValues, kNeedleHay = kNeedleQuestions + kNeedleKeys,
                kNeedleTokens = kNeedleHay + 4;

}  // namespace omega::train
