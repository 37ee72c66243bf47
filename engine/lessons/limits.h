// What can be said of an expression without measuring: that a number in it is none that there can be, or that nothing
// will ever give one.
#pragma once

#include "core/sequence.h"
#include "lessons/lesson.h"

namespace omega::lessons {

/// Why a condition can never be true: it asks of what can be set what it cannot be, or rests on what is never known.
/// Empty where nothing says so. `sizes`: of the sequence it is asked on, where they are known.
std::string beyond_limits(const Expression& condition, const LessonState& state, const Sizes* sizes = nullptr);

/// Why a number is never known: its method does not give what is asked of it. Empty where nothing says so.
std::string never_known(const Expression& number, const LessonState& state);

}  // namespace omega::lessons
