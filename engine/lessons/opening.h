// What can be said of a step before anybody plays it: whether what it selects is there, whether the means it gives fit,
// whether what is measured makes the condition of its task true as it opens, and which number its question asks for.
#pragma once

#include "core/progress.h"
#include "lessons/lesson.h"

namespace omega::lessons {

/// Measures what the conditions of a lesson ask for in the states that its steps open with, as the app would: bias2
/// and variance of a card only where the output panel is shown, or the question asks for them. Throws Error::input for
/// a task that is done already, for a query, a key or a head that is selected, or asked for, and not there, and for
/// means that do not fit.
void check_openings(const Lesson& lesson, const Progress& progress = {});

/// The panels of a step, or those of the last step before it that names some; a game of chance has its own.
std::vector<std::string> panels_of(const Lesson& lesson, std::size_t step);

/// Whether a question is about bias or variance: the app then measures all draws, shown or not.
bool asks_of_draws(const Ask& ask);

struct AskedNumber {
  double value = 0, within = 0;
};
/// The number that a step asks for, measured in the same way; none where only the app can say it.
std::optional<AskedNumber> asked_number(const Lesson& lesson, std::size_t step, const Progress& progress = {});

}  // namespace omega::lessons
