// A state as a lesson's file would set it.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

/// What read_state() makes the same state of; what is as in a new document is left out.
Json to_json(const LessonState& state);

}  // namespace omega::lessons
