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
  for (const char* when : {"rfa.samples >= 32", "workload.radius >= 1000", "workload.radius <= 0", "rfa.mse > 1e12",
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
        task("rfa.bias2 < 100", query), task("rfa.bias2 < 100", output), task("softmax.variance < 1", query + output),
        task("rfa.max_share > 0.0625"), task("rfa.max_share > 1", query), task("chance.ess > 1e6", chance)}) {
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

TEST_CASE("no task of the lessons of the program is done as its step opens", "[lessons]") {
  const auto shelf = lessons::read_shelf();
  CHECK(shelf.lessons.size() >= 15);
  for (const auto& one : shelf.lessons) {
    INFO(one.lesson.name);
    CHECK_NOTHROW(lessons::check_openings(one.lesson));
  }
}
