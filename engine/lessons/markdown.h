// The Markdown of a lesson file, taken apart: its title, its JSON blocks and its steps, each with the line where it
// stands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/error.h"

namespace omega::lessons {

constexpr std::size_t kLargestLesson = 1 << 20;  // bytes

struct JsonBlock {
  std::string text;
  int line = 0;  // of its first line
};

struct MarkdownStep {
  std::string title;
  int line = 0;
  std::string prose, note;
  int prose_line = 0;
  std::optional<JsonBlock> block;
};

struct LessonMarkdown {
  std::string title;
  JsonBlock lesson;
  std::vector<MarkdownStep> steps;
};

/// "file:line: sentence", as an input error.
Error error_at(const std::string& file, int line, const std::string& sentence);

/// Throws Error::input with file and line. Takes a byte order mark and lines that end with CR LF.
LessonMarkdown read_markdown(const std::string& file, const std::string& text);

}  // namespace omega::lessons
