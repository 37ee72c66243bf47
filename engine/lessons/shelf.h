// The shelf: all lessons there are, those of the program and those of a user's folder, which win over them.
#pragma once

#include <filesystem>

#include "lessons/lesson.h"

namespace omega::lessons {

struct ShelvedLesson {
  Lesson lesson;
  std::filesystem::path path;  // of a user's lesson; empty for one of the program
};

struct Shelf {
  std::vector<ShelvedLesson> lessons;  // those of the program, then the user's, each by file name
  std::vector<std::string> problems;   // of files that could not be read: the others are there
  std::vector<std::string> said;       // which lessons of the program a user's took the place of

  const ShelvedLesson* find(const std::string& name) const;
};

/// `folder`: the user's lessons, *.md; empty, or not there: none. `language`: lessons of the program that are there in
/// it have its words. Never throws for what a file holds.
Shelf read_shelf(const std::filesystem::path& folder = {}, const std::string& language = "en");

/// By its name or that of its file. Throws Error::input that says which there are.
const ShelvedLesson& find_lesson(const Shelf& shelf, const std::string& name);

/// A lesson file of a user, or one with the words of a lesson of the program in another language. Throws Error::input.
Lesson read_lesson_file(const std::filesystem::path& path);

/// A file, where that is one or looks like one ("mine.md"), else a lesson of the shelf in that language. Throws
/// Error::input.
ShelvedLesson lesson_called(const std::string& name, const std::filesystem::path& folder = {},
                            const std::string& language = "en");

}  // namespace omega::lessons
