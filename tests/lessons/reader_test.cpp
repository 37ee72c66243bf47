// Good lesson files: what is read of them.
#include "lessons/lesson_reader.h"

#include <catch2/catch.hpp>

#include "core/text.h"
#include "lessons/lesson_texts.h"
#include "lessons/marks.h"
#include "lessons/state_writer.h"
#include "lessons/vocabulary.h"
#include "support/refusal.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

TEST_CASE("the model lesson is read whole", "[lessons]") {
  const Lesson lesson = read_lesson("07-one-cloud.md", model_lesson());
  CHECK(lesson.title == "One cloud for every query");
  CHECK(lesson.name == "one-cloud");
  CHECK(lesson.minutes == 6);
  CHECK(lesson.needs == std::vector<std::string>{"attention-is-an-average"});
  REQUIRE(lesson.steps.size() == 4);
  const Step& hill = lesson.steps[1];
  CHECK(hill.title == "The hill walks away");
  CHECK_THAT(hill.prose, Contains("Clusters farther out"));
  CHECK_THAT(hill.note, Contains("810 000 darts") && !Contains(">"));
  CHECK(hill.hide == std::vector<std::string>{"weights.legend"});
  REQUIRE(hill.ask);
  CHECK(hill.ask->answers.size() == 3);
  CHECK(hill.ask->answers[1].right);
  REQUIRE(hill.claims.size() == 1);
  CHECK(hill.claims[0].id == "7a");
  CHECK(hill.claims[0].low == 2.5);
  CHECK(hill.claims[0].runs[0].preset_options == Options::Given{{"radius", "3"}});
  CHECK(lesson.steps[3].claims[0].runs[0].budget == std::vector<Index>{16, 32, 64, 128, 256});
}

TEST_CASE("the state of a step is the start and all that was set since", "[lessons]") {
  const Lesson lesson = read_lesson("07-one-cloud.md", model_lesson());
  const LessonState &first = lesson.steps[0].state, &second = lesson.steps[1].state, &third = lesson.steps[2].state,
                    &last = lesson.steps[3].state;
  CHECK(first.preset_options == Options::Given{{"radius", "0.5"}});
  CHECK(second.preset_options == first.preset_options);
  CHECK(third.preset_options.empty());
  REQUIRE(third.card("lara"));
  CHECK(third.card("lara")->options.size() == 4);
  CHECK(last.cards.size() == 2);
  CHECK(last.selection.at("query") == 12);
  CHECK(last.preset_options.empty());
  CHECK_FALSE(lesson.steps[1].sets);
  CHECK(lesson.steps[2].sets);
}

TEST_CASE("what one step says of the view is as usual in those before it, and nothing else is said", "[lessons]") {
  const Lesson lesson =
      read_lesson("mine.md", small_lesson(R"({"set": {"view": {"norm": "log", "plane": {"line": true}}}})"));
  REQUIRE(lesson.steps.size() > 1);
  CHECK(lesson.start.view == Json{{"norm", "auto"}, {"plane", {{"line", false}}}});
  CHECK(lesson.steps.front().state.view == lesson.start.view);
  CHECK(lesson.steps[1].state.view == Json{{"norm", "log"}, {"plane", {{"line", true}}}});
}

TEST_CASE("a second card of a method, means, visibility, the view and the selection are read", "[lessons]") {
  const Lesson lesson = read_lesson("mine.md", small_lesson(R"({"set": {
    "workload": "two_camps:seed=9", "seed": 3, "draw": 2, "output_draws": 64,
    "cards": ["softmax", {"rfa": {"draw": "orthogonal"}}, {"rfa b": {"visible": false}},
              {"lara": {"landmarks": 1, "proposals": "given", "means": [[0, 0.5]]}}],
    "selection": {"query": 3, "card": "rfa b"}, "view": {"log_weights": true, "plane": {"line": true}}},
    "do": "Move it.", "when": "dist(lara.mean[0], 2.83, 0.83) < 0.5 and rfa_b.visible == true"})"));
  const Step& step = lesson.steps[1];
  CHECK(step.state.preset_seed == 9);
  CHECK(step.state.seed == 3);
  CHECK(step.state.output_draws == 64);
  REQUIRE(step.state.card("rfa_b"));
  CHECK(step.state.card("rfa_b")->variant == 1);
  CHECK(step.state.selection.at("card") == 2);
  for (const LessonCard& card : step.state.cards) CHECK(label_of_name(card.name()) == card.label());
  CHECK(label_of_name("linear_elu") == "linear_elu");
  CHECK(step.state.view["plane"]["line"] == true);
  CHECK(StateNames(step.state).value("lara.mean").shape == Shape{1, 2});
  CHECK(StateNames(step.state).value("rfa.draw").word == "orthogonal");
  CHECK_FALSE(step.when->holds(StateNames(step.state)));
}

TEST_CASE("a state is written as a lesson would set it", "[lessons]") {
  const std::vector<std::string> sets = {
      R"({"workload": "three_clusters:radius=2,seed=9", "cards": ["softmax", {"rfa": {"samples": 16}}, {"rfa b": {"draw": "orthogonal", "visible": false}}], "selection": {"query": 3, "card": "rfa b"}})",
      R"({"workload": "two_camps", "cards": [{"lara": {"landmarks": 1, "proposals": "given", "means": [[0.25, 0.5]]}}], "seed": 3, "draw": 2, "output_draws": 64, "chance": "ratio"})",
  };
  for (const std::string& set : sets) {
    const LessonState state = read_lesson("mine.md", small_lesson("{\"set\": " + set + "}")).steps[1].state;
    CHECK(to_json(state) == Json::parse(set));
  }
}

TEST_CASE("the game of chance is set, and changed", "[lessons]") {
  const std::string step = R"({"set": {"chance": {"preset": "shifted", "samples": 32}}, "do": "Move q.",
    "when": "chance.q[0].mean >= 2 and chance.estimator == is and chance.ess < 9"})";
  const std::string next = "## Third\nGo on.\n```json step\n{\"set\": {\"chance\": {\"estimator\": \"snis\"}}}\n```\n";
  const Lesson lesson = read_lesson("mine.md", small_lesson(step) + next);
  REQUIRE(lesson.steps[1].state.chance);
  CHECK(lesson.steps[1].state.chance->plan.samples() == 32);
  CHECK(StateNames(lesson.steps[1].state).value("chance.q[0].mean").numbers == std::vector<double>{1});
  CHECK(StateNames(lesson.steps[2].state).value("chance.estimator").word == "snis");
  CHECK(lesson.steps[2].state.chance->plan.samples() == 32);
}

TEST_CASE("options of the game are marks, and its parts go before them", "[lessons]") {
  const LessonState state;
  for (const char* mark : {"chance.weighting", "chance.beta_mode", "chance.integrand", "chance.samples", "chance.beta"})
    CHECK(refuse_mark(mark, state).empty());
  CHECK_THAT(refuse_mark("chance.landmarks", state), Contains("weighting"));
  CHECK(is_part("chance", "beta"));
  CHECK_FALSE(is_part("chance", "weighting"));
}

TEST_CASE("every mark that is listed can be pointed at, and panels, parts, cards and options are", "[lessons]") {
  LessonState state;
  state.cards.push_back({"rfa"});
  const std::vector<std::string> marks = known_marks(state);
  for (const std::string& mark : marks) CHECK(refuse_mark(mark, state).empty());
  for (const char* mark : {"jobs", "weights.rfa", "omega_space.target", "omega_space.samples.rfa", "workload.radius",
                           "estimators.rfa.samples", "chance.weighting"})
    CHECK(is_among(marks, mark));
  CHECK_FALSE(is_among(marks, "weights.lara"));  // no such card
}

TEST_CASE("a byte order mark and lines that end with CR LF change nothing", "[lessons]") {
  std::string text = model_lesson();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) text.insert(at, "\r");
  const Lesson lesson = read_lesson("07-one-cloud.md", "\xEF\xBB\xBF" + text), plain = read_lesson("x", model_lesson());
  REQUIRE(lesson.steps.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(lesson.steps[i].prose == plain.steps[i].prose);
    CHECK(lesson.steps[i].line == plain.steps[i].line);
  }
}

TEST_CASE("a number can be asked for", "[lessons]") {
  const Lesson lesson = read_lesson(
      "mine.md",
      small_lesson(
          R"({"ask": {"question": "How large?", "value": "rfa.mse / lara.mse", "within": "0.2 * rfa.mse / lara.mse", "say": "Read both."}})"));
  REQUIRE(lesson.steps[1].ask);
  CHECK(lesson.steps[1].ask->answers.empty());
  CHECK(lesson.steps[1].ask->value->text() == "rfa.mse / lara.mse");
}

TEST_CASE("needs go to lessons that are there, and never round", "[lessons]") {
  const auto lesson = [](const std::string& name, const std::string& needs) {
    return read_lesson(name + ".md", replaced(replaced(small_lesson(), "\"small\"", "\"" + name + "\""),
                                              "\"minutes\": 3", "\"minutes\": 3, \"needs\": [" + needs + "]"));
  };
  const auto complaint = [](const std::vector<Lesson>& all) {
    return omega::test::refusal_of([&] { check_needs(all); });
  };
  CHECK_NOTHROW(check_needs({lesson("a", ""), lesson("b", "\"a\""), lesson("c", "\"a\", \"b\"")}));
  CHECK_THAT(complaint({lesson("average", ""), lesson("b", "\"averag\"")}),
             Contains("b.md:3: ") && Contains("did you mean average?"));
  CHECK_THAT(complaint({lesson("a", "\"b\""), lesson("b", "\"c\""), lesson("c", "\"b\"")}),
             Contains("cannot go round"));
  CHECK_THAT(complaint({lesson("a", "\"a\"")}), Contains("cannot go round"));
}
