// The shelf: the lessons of the program and those of a user's folder.
#include "lessons/shelf.h"

#include <catch2/catch.hpp>

#include "lessons/assets.h"
#include "lessons/lesson_texts.h"
#include "support/folder.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

void write(const Folder& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder.path() / name, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("the lessons of the program are sound, and need only each other", "[lessons]") {
  const Shelf shelf = read_shelf();
  CHECK(shelf.problems == std::vector<std::string>());
  CHECK(shelf.lessons.size() == lesson_assets().size());
}

TEST_CASE("a folder adds its lessons by name; a broken one says why, and the others are there", "[lessons]") {
  const Folder folder;
  write(folder, "b.md", small_lesson());
  write(folder, "a.md", replaced(small_lesson(), "\"small\"", "\"other\""));
  write(folder, "c.md", replaced(small_lesson(), "\"small\"", "\"small\""));
  write(folder, "d.md", "no lesson");
  write(folder, "e.txt", "nothing");
  const Shelf before = read_shelf(), shelf = read_shelf(folder.path());
  REQUIRE(shelf.lessons.size() == before.lessons.size() + 2);
  CHECK(shelf.lessons[before.lessons.size()].lesson.name == "other");
  REQUIRE(shelf.find("small"));
  CHECK(shelf.find("small")->path.filename() == "b.md");
  REQUIRE(shelf.problems.size() == before.problems.size() + 2);
  CHECK_THAT(shelf.problems[before.problems.size()], Contains("c.md:1: its name \"small\" is also that of b.md"));
  CHECK_THAT(shelf.problems.back(), Contains("d.md:1: "));
}

TEST_CASE("a user's lesson takes the place of one of the program, and that is said", "[lessons]") {
  REQUIRE_FALSE(lesson_assets().empty());
  const Lesson first = read_shelf().lessons.front().lesson;
  const Folder folder;
  write(folder, "mine.md", replaced(small_lesson(), "\"small\"", "\"" + first.name + "\""));
  const Shelf shelf = read_shelf(folder.path());
  REQUIRE(shelf.lessons.size() == lesson_assets().size());
  CHECK(shelf.lessons.front().lesson.title == "A title");
  REQUIRE(shelf.said.size() == 1);
  CHECK_THAT(shelf.said.front(), Contains("mine.md takes the place"));
}

TEST_CASE("a folder that is not there has no lessons; a file that is not there is an error", "[lessons]") {
  CHECK(read_shelf("/nowhere").lessons.size() == read_shelf().lessons.size());
  CHECK_THROWS_WITH(read_lesson_file("/nowhere.md"), Contains("there is no file") && Contains("give the path"));
  const Folder folder;
  CHECK_THROWS_WITH(read_lesson_file(folder.path()), Contains("is a folder") && Contains("--folder"));
  write(folder, "large.md", std::string(1 << 21, 'x'));
  CHECK_THROWS_WITH(read_lesson_file(folder.path() / "large.md"), Contains("at most 1 MB"));
}
