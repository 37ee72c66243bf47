// A lesson as its file.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

/// What read_lesson() reads as the same lesson, but for its claims. Each step sets what differs from the one before.
std::string lesson_text(const Lesson& lesson);

/// A name for a lesson of this title: "Four times the darts" is "four-times-the-darts".
std::string name_of_title(const std::string& title);

}  // namespace omega::lessons
