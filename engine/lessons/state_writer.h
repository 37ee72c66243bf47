// A state as a lesson's file would set it.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

/// What read_state() reads as the same state; what is as in a new document is left out.
Json to_json(const LessonState& state);

/// What a step sets to lead from one state to the next; an empty object where they are the same. A game that there was
/// stays: no step takes one away.
Json set_between(const LessonState& before, const LessonState& now);

}  // namespace omega::lessons
