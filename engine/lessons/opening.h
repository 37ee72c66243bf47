// What can be said of a step before anybody plays it: whether what it selects is there, whether the condition of its
// task can come true at all, and whether what is measured makes it true as the step opens.
#pragma once

#include "core/progress.h"
#include "lessons/lesson.h"

namespace omega::lessons {

/// Why a condition can never be true: it asks of an option what the option cannot be. Empty where nothing says so.
std::string beyond_limits(const Expression& condition, const LessonState& state);

/// Measures what the conditions of a lesson ask for in the states that its steps open with, as the app would: bias2
/// and variance of a card only where the output panel is shown. Throws Error::input for a task that is done already,
/// and for a query, a key or a head that is selected and not there.
void check_openings(const Lesson& lesson, const Progress& progress = {});

}  // namespace omega::lessons
