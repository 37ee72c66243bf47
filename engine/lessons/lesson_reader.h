// From the text of a lesson file to a Lesson: every name, option, expression and interval is checked, so that a lesson
// that was read can be played.
#pragma once

#include <filesystem>
#include <string>

#include "lessons/lesson.h"
#include "lessons/markdown.h"

namespace omega::lessons {

constexpr Index kLessonFormat = 1;
constexpr int kGoalWords = 30, kTaskWords = 12, kQuestionWords = 40, kAnswerWords = 20, kSayWords = 40;

/// Throws Error::input where the head of a lesson, or of its translation, is of another format.
void check_format(const studies::JsonNode& head);

/// A text of at most so many words. Throws Error::input at the place of the node.
std::string short_text(const studies::JsonNode& node, int most);

/// Throws Error::input where the prose of a step has no words, too many, or something that may not stand there.
void check_prose(const std::string& file, const std::filesystem::path& folder, const MarkdownStep& step);
/// `file` is what errors call it, as "file:line: sentence". `folder`: where its pictures are; empty: it can have none.
/// Throws Error::input.
Lesson read_lesson(const std::string& file, const std::string& text, const std::filesystem::path& folder = {});

/// Throws Error::input where a lesson needs one that is not there, or needs go round in a circle. The sentence begins
/// with the file of the lesson that needs it.
void check_needs(const std::vector<Lesson>& lessons);

}  // namespace omega::lessons
