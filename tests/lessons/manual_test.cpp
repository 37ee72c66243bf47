// assets/manual/lessons.md: its tables are those of the reader, and what it shows works.
#include <algorithm>
#include <catch2/catch.hpp>

#include "core/text.h"
#include "lessons/keys.h"
#include "lessons/lesson_texts.h"
#include "lessons/marks.h"
#include "lessons/state_reader.h"
#include "lessons/vocabulary.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

std::string page() { return file_text(OMEGA_SOURCE_DIR "/assets/manual/lessons.md"); }

std::string row_of(const LessonKey& key) {
  return "| `" + key.name + "` | " + key.takes + (key.required ? " (required)" : "") + " | " + key.says + " |";
}

/// Its parts, and where it has them the cards; more may follow, such as the options of a sequence.
std::string row_of(const PanelMarks& marks) {
  std::vector<std::string> parts;
  for (const std::string& part : marks.parts) parts.push_back("`" + part + "`");
  if (marks.has_cards) parts.emplace_back("each card");
  return "- `" + marks.panel + "`" + (parts.empty() ? "" : ": " + join(parts, ", "));
}

}  // namespace

TEST_CASE("the manual's tables list every key as the reader knows it, and no other", "[lessons]") {
  const std::string text = page();
  std::string block;
  std::size_t at = 0, rows = 0;
  for (const LessonKey& key : lesson_keys()) {
    if (key.block != block) at = text.find("\nKeys of `" + key.block + "`", at);
    block = key.block;
    INFO(row_of(key));
    REQUIRE(at != std::string::npos);
    at = text.find("\n" + row_of(key) + "\n", at);
    CHECK(at != std::string::npos);
  }
  for (std::size_t row = text.find("\n| `"); row != std::string::npos; row = text.find("\n| `", row + 1)) ++rows;
  CHECK(rows == lesson_keys().size());
}

TEST_CASE("the manual names every panel, function, event and measured number", "[lessons]") {
  const std::string text = page();
  const std::size_t from = text.find("Panels and their\nparts:\n\n"), to = text.find("\n\n## ", from);
  REQUIRE(from < to);
  std::vector<std::string> rows;
  for (const std::string& line : split(text.substr(from, to - from), "\n"))
    if (line.starts_with("- ")) rows.push_back(line);
  CHECK(rows.size() == panel_marks().size());
  for (const PanelMarks& marks : panel_marks()) {
    const std::string row = row_of(marks);
    INFO(row);
    CHECK(std::any_of(rows.begin(), rows.end(),
                      [&](const std::string& one) { return one == row || one.starts_with(row + ", "); }));
  }
  for (const auto* names : {&function_names(), &event_names(), &measured_names()})
    for (const std::string& name : *names) CHECK_THAT(text, Contains("`" + name));
  for (const ViewKey& key : view_keys()) CHECK_THAT(text, Contains("`" + key.name + "`"));
}

TEST_CASE("the lesson that the manual prints is a lesson", "[lessons]") {
  const std::string text = page(), begin = "````markdown\n", end = "\n````\n";
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t first = from + begin.size(), last = text.find(end, first);
  const Lesson lesson = read_lesson("manual.md", text.substr(first, last + 1 - first));
  CHECK(lesson.steps.size() == 2);
  CHECK(lesson.steps[0].ask);
  CHECK_FALSE(lesson.steps[0].claims.empty());
}
