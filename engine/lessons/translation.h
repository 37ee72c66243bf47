// A lesson in another language: a file that has the words of a lesson and nothing else. What the lesson sets, asks and
// claims stands in the lesson alone.
#pragma once

#include <filesystem>
#include <string>

#include "lessons/lesson.h"

namespace omega::lessons {

/// Which lesson the file is a translation of; empty where it is a lesson itself, or neither.
std::string translated_lesson(const std::string& file, const std::string& text);

/// The lesson with the words of the file. Throws Error::input, with file and line, where words are missing or have
/// nothing to translate. `folder`: where its pictures are.
Lesson read_translation(const Lesson& lesson, const std::string& file, const std::string& text,
                        const std::filesystem::path& folder = {});

}  // namespace omega::lessons
