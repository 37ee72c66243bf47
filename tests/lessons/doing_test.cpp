// Tasks that the app does by itself: what is done makes the condition true, as a hand would.
#include "lessons/doing.h"

#include <catch2/catch.hpp>
#include <set>

#include "importance/presets.h"
#include "lessons/shelf.h"
#include "lessons/vocabulary.h"

using namespace omega;
using namespace omega::lessons;

namespace {

LessonState with_rfa() {
  LessonState state;
  LessonCard card;
  card.method = "rfa";
  card.options.emplace_back("samples", "16");
  state.cards.push_back(card);
  state.selection["query"] = 12;
  return state;
}

std::string given(const Options::Given& options, const std::string& name) {
  for (const auto& [key, text] : options)
    if (key == name) return text;
  return "";
}

std::vector<Doing> done(const std::string& condition, const LessonState& state = with_rfa()) {
  return doings_for(Expression::parse(condition, condition_vocabulary(state)), state);
}

/// The state, with what was visited and how often was redrawn on the way.
class Way : public StateNames {
 public:
  Way(const LessonState& state, int redraws, const std::set<std::string>& visited,
      const std::set<std::string>& measured)
      : StateNames(state), redraws_(redraws), visited_(visited), measured_(measured) {}
  Value value(const std::string& name) const override {
    return name == "redraws" ? Value::number(redraws_) : StateNames::value(name);
  }
  bool happened(const std::string& event, const std::string& what) const override {
    return event == "revealed" || (event == "measured" && measured_.count(what) != 0) ||
           (event == "visited" && visited_.count(what) != 0);
  }

 private:
  int redraws_;
  const std::set<std::string>&visited_, &measured_;
};

bool leads_to(const Expression& condition, const std::vector<Doing>& way) {
  std::set<std::string> visited, measured;
  int redraws = 0;
  for (const Doing& one : way) {
    redraws += one.redraws;
    if (!one.measures.empty()) measured.insert(one.measures);
    for (const Expression& part : condition.visited())
      if (part.holds(Way(one.state, redraws, visited, measured))) visited.insert(part.text());
  }
  return !way.empty() && condition.holds(Way(way.back().state, redraws, visited, measured));
}

}  // namespace

TEST_CASE("a task is done by the change that its condition asks for, and no other") {
  const auto way = done("rfa.samples >= 64");
  REQUIRE(way.size() == 1);
  CHECK(given(way[0].state.cards[0].options, "samples") == "64");
  CHECK(way[0].state.selection.at("query") == 12);
  CHECK(given(done("rfa.samples > 64")[0].state.cards[0].options, "samples") == "65");
  CHECK(given(done("64 <= rfa.samples")[0].state.cards[0].options, "samples") == "64");
  CHECK(given(done("workload.radius >= 3")[0].state.preset_options, "radius") == "3");
  CHECK(given(done("rfa.draw == orthogonal")[0].state.cards[0].options, "draw") == "orthogonal");
}

TEST_CASE("what is to be visited is visited one after another; what is counted is counted") {
  const auto way = done("visited(selection.query == 13, selection.query == 14) and redraws >= 2");
  REQUIRE(way.size() == 3);
  CHECK(way[0].state.selection.at("query") == 13);
  CHECK(way[1].state.selection.at("query") == 14);
  CHECK(way[2].redraws == 2);
}

TEST_CASE("what a panel is to measure is measured, in the order of the task") {
  const auto way = done("rfa.samples >= 64 and measured(scaling)");
  REQUIRE(way.size() == 2);
  CHECK(way[0].measures.empty());
  CHECK(way[1].measures == "scaling");
  CHECK(given(way[1].state.cards[0].options, "samples") == "64");
  CHECK_THROWS_WITH(done("measured(numbers)"), Catch::Contains("there can be convergence, scaling"));
}

TEST_CASE("an estimator that comes to the front leaves the one that was there beside it") {
  LessonState state;
  state.chance = importance::find_preset("ratio").game;
  const std::vector<importance::Method> before = state.chance->plan.methods;
  REQUIRE(before.size() == 2);
  const auto way = done("chance.estimator == snis", state);
  REQUIRE(way.size() == 1);
  CHECK(way[0].state.chance->plan.methods == std::vector<importance::Method>{before[1], before[0]});
}

TEST_CASE("of two bells the other one stays opposite") {
  LessonState state;
  LessonCard card;
  card.method = "gmm";
  card.means = {0.5, 1, -0.5, -1};
  state.cards.push_back(card);
  const auto way = done("dist(gmm.mean[1], 0, 0) >= 2", state);
  REQUIRE(way.size() == 1);
  CHECK(way[0].state.cards[0].means == std::vector<double>{-2, 0, 2, 0});
}

TEST_CASE("what only a measurement or a hand can say is not done") {
  CHECK(done("rfa.mse < 0.1").empty());
  CHECK(done("dragged(omega_space.query)").empty());
  CHECK(done("rfa.samples >= 64 and rfa.mse < 0.1").empty());
  CHECK(done("dragged(omega_space.query) or selection.query == 13").size() == 1);
}

TEST_CASE("the app can do nearly every task of its lessons") {
  // What hangs on luck or on an error: the speaker does it, or passes on.
  const std::set<std::string> by_hand = {"rfa.nonpositive > 0", "mis.max_share > 0.5"};
  int done = 0;
  std::set<std::string> met;
  for (const ShelvedLesson& one : read_shelf().lessons)
    for (const Step& step : one.lesson.steps) {
      if (!step.when || step.when->text() == "revealed") continue;
      INFO(one.lesson.name << ": " << step.title << ": " << step.when->text());
      const bool is_by_hand = by_hand.count(step.when->text()) != 0;
      CHECK(leads_to(*step.when, doings_for(*step.when, step.state)) == !is_by_hand);
      if (is_by_hand) met.insert(step.when->text());
      done += !is_by_hand;
    }
  CHECK(met == by_hand);
  CHECK(done > 10);
}
