// What to do so that a condition becomes true: changes of a state, one after another, each of which a hand could make
// as well. Presenters let the app do the task of a step.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

struct Doing {
  LessonState state;     // to be set next
  int redraws = 0;       // how often to draw fresh noise then
  std::string measures;  // the panel that is to measure then; empty: none
};

/// Empty where the condition hangs on what only a measurement or a hand can say, such as rfa.mse or dragged(..).
std::vector<Doing> doings_for(const Expression& condition, const LessonState& now);

}  // namespace omega::lessons
