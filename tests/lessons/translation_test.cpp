// Lessons in another language: words alone, all of them, and no claim or state twice.
#include "lessons/translation.h"

#include <catch2/catch.hpp>

#include "lessons/assets.h"
#include "lessons/lesson_texts.h"
#include "lessons/prose.h"
#include "lessons/sheet.h"
#include "lessons/shelf.h"
#include "support/folder.h"
#include "support/refusal.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

const std::string kAsk =
    R"({"show": ["weights"], "ask": {"question": "Which one?", "answers": [{"text": "this", "right": true}, )"
    R"({"text": "that", "say": "Look again."}]}, "do": "Set samples to 64.", "when": "rfa.samples == 64"})";

const std::string kWords = R"(# 标题
```json lesson
{"format": 1, "translates": "small", "language": "zh", "goal": "懂得一点。"}
```
## 第一步
看一看。
## 第二步
做一做。
```json step
{"do": "把 samples 设为 64。",
 "ask": {"question": "哪一个？", "answers": [{"text": "这个"}, {"text": "那个", "say": "再看看。"}]}}
```
)";

Lesson original() { return read_lesson("small.md", small_lesson(kAsk)); }

std::string complaint_about(const std::string& words) {
  return omega::test::refusal_of([&] { read_translation(original(), "zh.md", words); });
}

}  // namespace

TEST_CASE("a translation changes words and nothing else", "[lessons]") {
  const Lesson before = original(), after = read_translation(before, "zh.md", kWords);
  CHECK(translated_lesson("zh.md", kWords) == "small");
  CHECK(translated_lesson("small.md", small_lesson()).empty());
  CHECK(after.title == "标题");
  CHECK(after.goal == "懂得一点。");
  CHECK(after.language == "zh");
  CHECK(after.name == before.name);
  CHECK(after.minutes == before.minutes);
  REQUIRE(after.steps.size() == before.steps.size());
  const Step &step = after.steps[1], &own = before.steps[1];
  CHECK(step.prose == "做一做。");
  CHECK(step.task == "把 samples 设为 64。");
  CHECK(step.show == own.show);
  REQUIRE(step.when);
  CHECK(step.when->text() == own.when->text());
  REQUIRE(step.ask);
  CHECK(step.ask->question == "哪一个？");
  CHECK(step.ask->answers[0].right);
  CHECK_FALSE(step.ask->answers[1].right);
  CHECK(step.ask->answers[1].say == "再看看。");
}

TEST_CASE("a translation that lacks something, or says more than words, is refused where it does", "[lessons]") {
  CHECK_NOTHROW(read_translation(original(), "zh.md", kWords));
  const auto without_second = kWords.substr(0, kWords.find("## 第二步"));
  CHECK_THAT(complaint_about(without_second),
             Contains("zh.md:5: ") && Contains("2 steps and this file 1") && Contains("Second"));
  CHECK_THAT(complaint_about(kWords + "## 第三步\n多了。\n"), Contains("zh.md:13: ") && Contains("only 2 steps"));
  CHECK_THAT(complaint_about(replaced(kWords, "看一看。", "Look at it.")),
             Contains("zh.md:6: ") && Contains("translated"));
  CHECK_THAT(complaint_about(replaced(kWords, "哪一个？", "Which one?")), Contains("translated"));
  CHECK_THAT(complaint_about(replaced(kWords, R"("do": "把 samples 设为 64。",)", "")), Contains("\"do\""));
  CHECK_THAT(complaint_about(replaced(kWords, R"(, "say": "再看看。")", "")), Contains("\"say\""));
  CHECK_THAT(complaint_about(replaced(kWords, R"(, {"text": "那个", "say": "再看看。"})", "")), Contains("2 answers"));
  CHECK_THAT(complaint_about(replaced(kWords, R"({"text": "这个"})", R"({"text": "这个", "right": true})")),
             Contains("right"));
  CHECK_THAT(complaint_about(replaced(kWords, R"("do": )", R"("when": "redraws >= 1", "do": )")), Contains("when"));
  CHECK_THAT(complaint_about(replaced(kWords, "\"zh\"", "\"en\"")), Contains("itself is in"));
  CHECK_THAT(complaint_about(replaced(kWords, "做一做。", "做一做。\n> 备注")), Contains("no note"));
}

TEST_CASE("the program's translations are whole, and their lessons keep every claim", "[lessons]") {
  const Shelf english = read_shelf(), chinese = read_shelf({}, "zh");
  CHECK(chinese.problems == std::vector<std::string>());
  REQUIRE(chinese.lessons.size() == english.lessons.size());
  for (std::size_t i = 0; i < english.lessons.size(); ++i) {
    const Lesson &own = english.lessons[i].lesson, &other = chinese.lessons[i].lesson;
    CHECK(other.name == own.name);
    CHECK(other.file == own.file);
    REQUIRE(other.steps.size() == own.steps.size());
    for (std::size_t s = 0; s < own.steps.size(); ++s)
      CHECK(other.steps[s].claims.size() == own.steps[s].claims.size());
    INFO("the words of assets/lessons/zh/" << own.file);
    CHECK(other.language == "zh");
  }
}

TEST_CASE("a translation can be checked as a file, and stands in a user's folder for its lesson", "[lessons]") {
  const Folder folder;
  std::ofstream(folder.path() / "mine.md", std::ios::binary) << lesson_translations().front().text;
  const Lesson lesson = read_lesson_file(folder.path() / "mine.md");
  CHECK(lesson.language == "zh");
  CHECK_FALSE(lesson.steps.front().claims.empty());
  CHECK(read_shelf(folder.path()).find(lesson.name)->lesson.language == "zh");
  std::ofstream(folder.path() / "mine.md", std::ios::binary) << replaced(kWords, "\"small\"", "\"nowhere\"");
  CHECK_THROWS_WITH(read_lesson_file(folder.path() / "mine.md"), Contains("\"nowhere\""));
}

TEST_CASE("a handout of a translation is in its language, with the claims of its lesson", "[lessons]") {
  const Lesson own = read_shelf().find("wrong-place")->lesson,
               lesson = read_shelf({}, "zh").find("wrong-place")->lesson;
  const std::string handout = sheet_text(handout_of(lesson, "p")), key = sheet_text(key_of(lesson, "p"));
  CHECK_THAT(handout,
             Contains(lesson.title) && Contains("做：") && Contains("为什么？") && Contains("p，课程 wrong-place"));
  CHECK(handout_of(lesson, "p").page_of == "第 %1 页，共 %2 页");
  CHECK(handout_of(own, "p").page_of == "page %1 of %2");
  CHECK_THAT(handout, !Contains("Do:") && !Contains("Why?") && !Contains("Picture") && !Contains("Room"));
  CHECK_THAT(
      key, Contains("答案：") && Contains("论断 " + own.steps.front().claims.front().id + "：") && !Contains("Claim"));
}

TEST_CASE("two Chinese signs are a word", "[lessons]") {
  CHECK(word_count("平均数是随机的。") == 4);
  CHECK(word_count("把 samples 设为 64。") == 4);
  CHECK(word_count("Four words of English.") == 4);
  CHECK(word_count("A $sum of three$ is one, but `$5` is no end of `$6`.") == 11);
}
