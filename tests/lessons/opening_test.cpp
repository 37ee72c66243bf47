// Conditions before anybody plays: beyond an option's limits, and true already by what is measured.
#include <catch2/catch.hpp>

#include "lessons/lesson_texts.h"
#include "lessons/opening.h"
#include "lessons/shelf.h"
#include "support/refusal.h"

using namespace omega;
using namespace omega::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::string task(const std::string& when, const std::string& set = "") {
  return "{" + set + "\"do\": \"Go.\", \"when\": \"" + when + "\"}";
}

void check_opening(const std::string& step) {
  lessons::check_openings(lessons::read_lesson("mine.md", small_lesson(step)));
}

std::string opening_complaint(const std::string& step) {
  return refusal_of([&] { check_opening(step); });
}

}  // namespace

TEST_CASE("a condition beyond the limits of an option is refused when the lesson is read", "[lessons]") {
  const std::vector<std::string> never = {"rfa.samples >= 1e9",
                                          "rfa.samples < 1",
                                          "1e9 <= rfa.samples",
                                          "rfa.samples == 0",
                                          "workload.radius > 1000",
                                          "workload.radius < 0 and redraws > 2",
                                          "workload.radius < 0 or rfa.samples > 1e9",
                                          "visited(rfa.samples == 32, rfa.samples > 1e9)"};
  for (const std::string& when : never) {
    INFO(when);
    const std::string said = complaint_of(small_lesson(task(when)));
    CHECK_THAT(said, StartsWith("mine.md:11: ") && Contains("this can never be true: ") && Contains(" goes from "));
  }
  for (const auto& [when, words] : std::vector<std::pair<std::string, std::string>>{
           {"rfa.samples == 20.5", "rfa.samples goes from 1 to "},
           {"seed == 2.5", "seed goes from 0 to 4294967295 in whole numbers"},
           {"output_draws == 0", "output_draws goes from 1 to 1024"},
           {"redraws == 2.5", "redraws is a whole number from 0"},
           {"softmax.variance < 1", "softmax.variance is never known"},
           {"selection.query == -1", "selection.query is a whole number from 0"},
           {"softmax.ess > 3", "softmax.ess is never known: softmax gives no ess"},
           {"2 * softmax.max_share < rfa.mse and redraws > 2", "softmax.max_share is never known"}}) {
    INFO(when);
    CHECK_THAT(complaint_of(small_lesson(task(when))), Contains("this can never be true: " + words));
  }
  for (const char* when : {"rfa.samples > 20.5", "softmax.ess > 3 or redraws > 2", "selection.query == 100",
                           "rfa.samples >= 32", "workload.radius >= 1000", "workload.radius <= 0", "rfa.mse > 1e12",
                           "workload.radius < 0 or rfa.samples > 32", "not rfa.samples < 32", "redraws > 1e9"}) {
    INFO(when);
    CHECK(complaint_of(small_lesson(task(when))).empty());
  }
}

TEST_CASE("a condition that the engine finds true as the step opens is refused with its numbers", "[lessons]") {
  const std::string query = "\"set\": {\"selection\": {\"query\": 3}}, ", output = "\"show\": [\"output\"], ",
                    chance = "\"set\": {\"chance\": \"shifted\"}, ";
  const std::vector<std::pair<std::string, std::string>> done = {
      {task("rfa.mse < 100"), "rfa.mse is 0."},
      {task("lara.ess_mean > 1"), "lara.ess_mean is "},
      {task("rfa.ess >= 1", query), "rfa.ess is "},
      {task("rfa.max_share > 0.0625", query), "rfa.max_share is 0."},
      {task("rfa.bias2 < 100", query + output), "rfa.bias2 is "},
      {task("rfa.variance > 0", query + output), "rfa.variance is "},
      {task("rfa.nonpositive == 0"), "rfa.nonpositive is 0"},
      {task("chance.ess < 1e6", chance), "chance.ess is"}};
  for (const auto& [step, numbers] : done) {
    INFO(step);
    CHECK(complaint_of(small_lesson(step)).empty());  // its file alone is sound
    CHECK_THAT(opening_complaint(step),
               StartsWith("mine.md:11: ") && Contains("true already when the step opens") && Contains(numbers));
  }
  for (const std::string& step :
       {task("rfa.mse < 1e-9"), task("rfa.ess >= 1"), task("rfa.mse < 100 and redraws > 1"), task("rfa.bias2 < 100"),
        task("rfa.bias2 < 100", query), task("rfa.bias2 < 100", output), task("rfa.max_share > 0.0625"),
        task("rfa.max_share > 1", query), task("chance.ess > 1e6", chance)}) {
    INFO(step);
    CHECK_NOTHROW(check_opening(step));
  }
}

TEST_CASE("what a step selects is there", "[lessons]") {
  const auto selecting = [](const std::string& words) { return R"({"set": {"selection": {)" + words + "}}}"; };
  CHECK_THAT(opening_complaint(selecting(R"("query": 48)")),
             Contains("this step opens with query 48, but the last query of three_clusters is 47"));
  CHECK_THAT(opening_complaint(selecting(R"("key": 48)")), Contains("the last key of three_clusters is 47"));
  CHECK_THAT(opening_complaint(selecting(R"("head": 1)")), Contains("the last head of three_clusters is 0"));
  CHECK_NOTHROW(check_opening(selecting(R"("query": 47, "key": -1, "head": 0)")));
}

TEST_CASE("a task asks for no query, key or head that is not there, but where it makes the sequence longer",
          "[lessons]") {
  for (const auto& [when, words] : std::vector<std::pair<std::string, std::string>>{
           {"selection.query == 48", "selection.query goes from 0 to 47"},
           {"visited(selection.key == 3, selection.key == 50)", "selection.key goes from 0 to 47"},
           {"selection.head >= 1", "selection.head goes from 0 to 0"}}) {
    INFO(when);
    CHECK_THAT(opening_complaint(task(when)), StartsWith("mine.md:11: this can never be true: ") && Contains(words));
  }
  for (const char* when :
       {"selection.query == 47", "workload.n >= 96 and selection.query == 90", "selection.sample == 90"})
    CHECK_NOTHROW(check_opening(task(when)));
}

TEST_CASE("means that a step gives are those that its card takes on its sequence", "[lessons]") {
  const auto giving = [](const std::string& lara, const std::string& before = "") {
    return R"({"set": {)" + before + R"("cards": [{"lara": {)" + lara + "}}]}}";
  };
  const std::string given = R"("proposals": "given", )";
  CHECK_THAT(
      opening_complaint(giving(R"("landmarks": 1, "means": [[0, 0.5]])")),
      StartsWith("mine.md:8: this step opens with means of lara, but with these options it takes none; proposals "
                 "must be \"given\""));
  CHECK_THAT(opening_complaint(giving(given + R"("landmarks": 2, "means": [[0, 0.5]])")),
             Contains("on three_clusters it takes 2 places of 2 numbers each, not 2 numbers in all"));
  CHECK_NOTHROW(check_opening(giving(given + R"("landmarks": 2, "means": [[0, 0.5], [1, 1]])")));
  // The step after it has them still.
  const std::string next = "## Third\nGo on.\n```json step\n{\"set\": {\"workload\": \"gaussian:dim=3\"}}\n```\n";
  CHECK_THAT(refusal_of([&] {
               lessons::check_openings(lessons::read_lesson(
                   "mine.md", small_lesson(giving(given + R"("landmarks": 1, "means": [[0, 0.5]])")) + next));
             }),
             StartsWith("mine.md:13: ") && Contains("1 place of 3 numbers"));
}

TEST_CASE("the number that a step asks for is that of the step as it opens", "[lessons]") {
  const auto asked = [](const std::string& value, const std::string& within, const std::string& more = "") {
    const std::string step =
        "{" + more + R"("ask": {"question": "How large?", "value": ")" + value + R"(", "within": ")" + within + "\"}}";
    return lessons::asked_number(lessons::read_lesson("mine.md", small_lesson(step)), 1);
  };
  const auto samples = asked("rfa.samples", "1");
  REQUIRE(samples);
  CHECK(samples->value == 16);
  CHECK(samples->within == 1);
  const auto mse = asked("rfa.mse", "0.1 * rfa.mse"),
             of_next = asked("rfa.mse", "0.1 * rfa.mse", R"("set": {"draw": 1}, )");
  REQUIRE(mse);
  REQUIRE(of_next);
  CHECK(mse->value > 0);
  CHECK(mse->within == 0.1 * mse->value);
  CHECK(of_next->value != mse->value);
  CHECK_FALSE(asked("rfa.ess", "1"));  // of no query
  CHECK_FALSE(asked("rfa.mse", "1", R"("set": {"workload": "gaussian:heads=2"}, )"));
  const std::string query = R"("set": {"selection": {"query": 3}, "output_draws": 8}, )";
  CHECK(asked("rfa.ess", "1", query));
  // What a question asks of the draws is measured, also where no panel shows it.
  CHECK(asked("rfa.variance", "1", query));
  CHECK(asked("rfa.samples", "rfa.bias2", query));
  CHECK_FALSE(asked("rfa.variance", "1"));
  CHECK_THAT(opening_complaint("{" + query + R"("ask": {"question": "?", "value": "rfa.variance", "within": "1"}, )" +
                               task("rfa.variance > 0").substr(1)),
             Contains("true already when the step opens"));
}

TEST_CASE("no task of the lessons of the program is done as its step opens", "[lessons]") {
  const auto shelf = lessons::read_shelf();
  CHECK(shelf.lessons.size() >= 15);
  for (const auto& one : shelf.lessons) {
    INFO(one.lesson.name);
    CHECK_NOTHROW(lessons::check_openings(one.lesson));
  }
}
