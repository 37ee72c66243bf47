// Games as JSON: what goes in comes out, and what is wrong is said.
#include "importance/game_json.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/error.h"
#include "importance/games.h"
#include "support/refusal.h"

using namespace omega;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

Game game_of(const std::string& text, IdleWords idle = IdleWords::kept) {
  return game_from_json(Json::parse(text), "problem", idle);
}

std::string refusal(const std::string& text, IdleWords idle = IdleWords::kept) {
  return refusal_of([&] { game_of(text, idle); });
}

}  // namespace

TEST_CASE("every preset goes through JSON and back", "[importance]") {
  for (const Preset& one : presets()) CHECK(game_from_json(to_json(one.game)) == one.game);
  Game game = preset("two_nets");
  game.problem.target = {{{0.25, -1, 1}, {0.75, 2, 1}}, true, {}};
  game.problem.integrand = of_kind(Integrand::Kind::given);
  game.problem.integrand.values = {0.1, 1.0 / 3};
  game.plan.methods = {controlled(Control::w, BetaMode::fixed, 0.1), weighted(Weighting::optimal_estimated)};
  CHECK(game_from_json(to_json(game)) == game);
  game.problem.target = {{}, false, std::vector<double>(kDrawnPoints, 0.1)};
  game.problem.integrand = of_kind(Integrand::Kind::drawn);
  game.problem.integrand.drawn.assign(kDrawnPoints, -1e-7);
  game.plan.antithetic = true;
  game.plan.methods = {kSnis};
  CHECK(game_from_json(to_json(game)) == game);
}

TEST_CASE("what a preset says is changed by what stands beside it", "[importance]") {
  const Game game = game_from_json(Json::parse(
      R"({"preset": "shifted", "proposals": [{"mean": 2, "sd": 1}], "estimator": "snis", "replicates": 7})"));
  CHECK(game.problem == preset("shifted").problem);
  CHECK(game.plan.proposals[0].mean == 2);
  CHECK(game.plan.samples() == 64);
  CHECK(game.plan.methods == std::vector<Method>{kSnis});
  CHECK(game.plan.replicates == 7);
  const Game more = game_from_json(Json::parse(R"({"preset": "two_nets", "samples": 5, "weighting": "power"})"));
  CHECK(more.plan.samples() == 5);
  CHECK(more.plan.methods[0] == weighted(Weighting::power));
  CHECK(more.plan.methods[1] == weighted(Weighting::balance));
}

TEST_CASE("samples keep the proportions of their proposals", "[importance]") {
  Plan plan{{{0, 1, false, 3}, {0, 1, false, 1}}, {Method{}}, false, 1};
  for (const Index samples : {2, 3, 4, 7, 100, 4096}) {
    set_samples(plan, samples);
    CHECK(plan.samples() == samples);
    CHECK(plan.proposals[1].count >= 1);
  }
  CHECK(plan.proposals[0].count > 2 * plan.proposals[1].count);
  plan.antithetic = true;
  set_samples(plan, 17);
  CHECK(plan.samples() == 16);
  for (const Proposal& q : plan.proposals) CHECK(q.count % 2 == 0);
}

TEST_CASE("a number of samples that the proposals cannot have is refused, not changed", "[importance]") {
  CHECK_THAT(refusal(R"({"preset": "two_nets", "samples": 1})"),
             Contains("problem.samples is 1, but 2 proposals need at least 2: a sample each"));
  CHECK_THAT(refusal(R"({"preset": "shifted", "antithetic": true, "samples": 3})"),
             Contains("problem.samples is 3, but mirrored samples come in pairs: take an even number"));
  CHECK_THAT(refusal(R"({"preset": "two_nets", "antithetic": true, "samples": 2})"),
             Contains("2 proposals need at least 4: a pair of mirrored samples each"));
  CHECK_NOTHROW(game_of(R"({"preset": "two_nets", "antithetic": true, "samples": 4})"));
  CHECK_NOTHROW(game_of(R"({"preset": "two_nets", "samples": 2})"));
  for (const char* text : {R"({"preset": "two_nets", "samples": 7})", R"({"preset": "shifted", "samples": 1})"})
    CHECK(game_from_json(Json::parse(text)).plan.samples() == Json::parse(text)["samples"]);
}

TEST_CASE("words that change nothing are refused where people write them", "[importance]") {
  const std::pair<const char*, const char*> idle[] = {
      {R"({"preset": "shifted", "beta": 2})", "problem.beta means nothing without a control variate"},
      {R"({"preset": "shifted", "beta_mode": "estimated"})", "problem.beta_mode means nothing without a control"},
      {R"({"preset": "shifted", "estimator": "snis", "beta": 0})", "problem.beta means nothing without a control"},
      {R"({"preset": "free_luck", "control": "none", "beta": 1})", "problem.beta means nothing without a control"},
      {R"({"preset": "free_luck", "beta_mode": "best", "beta": 1})",
       "problem.beta means nothing where beta_mode is best"},
      {R"({"preset": "shifted", "compare": [{"beta": 1}]})", "problem.compare[0].beta means nothing"},
      {R"({"preset": "shifted", "weighting": "power"})", "problem.weighting means nothing with one proposal"},
      {R"({"preset": "shifted", "compare": [{"weighting": "constant"}]})",
       "problem.compare[0].weighting means nothing"}};
  for (const auto& [text, said] : idle) {
    CHECK_THAT(refusal(text, IdleWords::refused), Contains(said));
    CHECK_NOTHROW(game_of(text));  // a session may keep β for a control variate that comes back
  }
  for (const char* text :
       {R"({"preset": "free_luck", "beta": 1.65})", R"({"preset": "free_luck", "beta_mode": "estimated"})",
        R"({"preset": "shifted", "control": "w", "beta": 1, "beta_mode": "fixed"})",
        R"({"preset": "free_luck", "control": "none"})", R"({"preset": "shifted", "weighting": "optimal"})",
        R"({"preset": "two_nets", "proposals": [{"mean": 0, "sd": 1}]})"}) {
    CHECK_NOTHROW(game_of(text, IdleWords::refused));
    const Game game = game_from_json(Json::parse(text), "problem", IdleWords::refused);
    CHECK(game_from_json(to_json(game), "problem", IdleWords::refused) == game);
  }
  const Method kept = controlled(Control::none, BetaMode::estimated, 1.5);
  CHECK(without_idle_words(kept, 1) == Method{});
  CHECK(without_idle_words(controlled(Control::x, BetaMode::best, 1.5), 1) == controlled(Control::x, BetaMode::best));
  CHECK(without_idle_words(controlled(Control::x, BetaMode::fixed, 1.5), 1).beta == 1.5);
  CHECK(without_idle_words(weighted(Weighting::power), 1) == Method{});
  CHECK(without_idle_words(weighted(Weighting::power), 2) == weighted(Weighting::power));
  const Game session = by(preset("shifted"), kept);
  CHECK(game_from_json(to_json(session)) == session);
}

TEST_CASE("where the estimator in front becomes one beside it, that one becomes what it was", "[importance]") {
  Plan plan = preset("ratio").plan;
  REQUIRE(plan.methods == std::vector<Method>{Method{}, kSnis});
  plan.methods[0] = kSnis;
  keep_apart(plan, Method{});
  CHECK(plan.methods == std::vector<Method>{kSnis, Method{}});
  plan.methods = {weighted(Weighting::power), Method{}};  // with one proposal the same
  keep_apart(plan, kSnis);
  CHECK(plan.methods == std::vector<Method>{weighted(Weighting::power), kSnis});
  const Method one = controlled(Control::x, BetaMode::fixed, 1), half = controlled(Control::x, BetaMode::fixed, 0.5);
  plan.methods = {one, one};  // a slider passes by
  keep_apart(plan, half);
  CHECK(plan.methods == std::vector<Method>{one, one});
}

TEST_CASE("an estimator is called by its rule, its weights and where its β comes from", "[importance]") {
  CHECK(Method{}.text(1) == "IS");
  CHECK(kSnis.text(1) == "SNIS");
  CHECK(kSnis.text(2) == "SNIS, balance");
  CHECK(weighted(Weighting::constant).text(1) == "IS");  // one proposal has nothing to share
  CHECK(weighted(Weighting::constant).text(2) == "IS, constant");
  CHECK(weighted(Weighting::optimal).text(1) == "IS, optimal");
  CHECK(weighted(Weighting::optimal_estimated).text(2) == "IS, optimal estimated");
  CHECK(controlled(Control::x, BetaMode::fixed, 1.65).text(1) == "IS, x with β = 1.65");
  CHECK(controlled(Control::x2, BetaMode::best).text(1) == "IS, x² with best β");
  CHECK(controlled(Control::w, BetaMode::estimated).text(2) == "IS, balance, w with estimated β");
}

TEST_CASE("what is wrong in a game is said in one sentence with its place", "[importance]") {
  const auto of_shifted = [](const std::string& rest) { return refusal(R"({"preset": "shifted", )" + rest + "}"); };
  CHECK_THAT(refusal("[]"), Contains("problem must be an object"));
  CHECK_THAT(refusal("{}"), Contains("problem has no \"target\", which it needs"));
  CHECK_THAT(refusal(R"({"preset": "shiftet"})"), Contains("did you mean shifted?"));
  CHECK_THAT(of_shifted(R"("sampels": 3)"), Contains("problem has no \"sampels\" (did you mean samples?)"));
  CHECK_THAT(of_shifted(R"("samples": 5000)"), Contains("a whole number from 1 to 4096"));
  CHECK_THAT(of_shifted(R"("samples": "x")"), Contains("samples"));
  CHECK_THAT(of_shifted(R"("replicates": 0)"), Contains("a whole number from 1 to 20000"));
  CHECK_THAT(of_shifted(R"("estimator": "mis")"), Contains("one of is, snis"));
  CHECK_THAT(of_shifted(R"("proposals": [])"), Contains("there are 0 proposals"));
  CHECK_THAT(of_shifted(R"("proposals": [{"mean": 0, "sd": 0.01, "count": 4}])"),
             Contains("proposals[0].sd is 0.01, but must be a number from 0.05 to 100"));
  CHECK_THAT(of_shifted(R"("proposals": [{"mean": 0, "sd": 1, "count": 3.5}])"),
             Contains("a whole number of at least 1"));
  CHECK_THAT(of_shifted(R"("proposals": [{"mean": 0, "sd": 1, "count": 0}])"),
             Contains("proposals[0].count is 0, but must be at least 1"));
  CHECK_THAT(of_shifted(R"("proposals": [{"mean": 1e9, "sd": 1, "count": 3}])"), Contains("proposals[0].mean"));
  CHECK_THAT(of_shifted(R"("proposals": [{"mean": "a", "sd": 1}])"), Contains("must be a number"));
  CHECK_THAT(of_shifted(R"("proposals": [{"sd": 1}])"), Contains("problem.proposals[0] has no \"mean\""));
  CHECK_THAT(of_shifted(R"("proposals": [{"target": true, "sd": 1}])"), Contains("is the target"));
  CHECK_THAT(of_shifted(R"("antithetic": true, "proposals": [{"mean": 0, "sd": 1, "count": 3}])"),
             Contains("mirrored samples come in pairs"));
  CHECK_THAT(refusal(R"({"preset": "three_hills", "antithetic": true})"), Contains("no middle to mirror"));
  CHECK_THAT(of_shifted(R"("target": {"mixture": [{"weight": -1, "mean": 0, "sd": 1}]})"),
             Contains("target.mixture[0].weight is -1"));
  CHECK_THAT(of_shifted(R"("target": {"mixture": [{"weight": 0, "mean": 0, "sd": 1}]})"),
             Contains("all weights of target.mixture are 0"));
  CHECK_THAT(of_shifted(R"("target": {"mixture": []})"), Contains("target has 0 bumps"));
  CHECK_THAT(of_shifted(R"("target": {"drawn": [1, 2]})"), Contains("has 2 heights, but must have 512"));
  CHECK_THAT(of_shifted(R"("target": {})"), Contains("one of mixture, drawn and given"));
  CHECK_THAT(of_shifted(R"("integrand": "y")"), Contains("one of 1, x, x2, x3, exp, above, cos, drawn, given"));
  CHECK_THAT(of_shifted(R"("integrand": "given")"), Contains("needs its numbers"));
  CHECK_THAT(of_shifted(R"("integrand": {"kind": "x", "at": 3})"), Contains("means nothing for \"x\""));
  CHECK_THAT(of_shifted(R"("integrand": "exp", "target": {"mixture": [{"mean": 0, "sd": 50}]})"),
             Contains("exp is not finite on this target"));
  CHECK_THAT(of_shifted(R"("estimator": "snis", "control": "x")"), Contains("control is for plain importance"));
  CHECK_THAT(of_shifted(R"("weighting": "optimal", "antithetic": true)"), Contains("independent samples"));
  CHECK_THAT(of_shifted(R"("compare": [{}, {}, {}])"), Contains("there are 4 estimators"));
  CHECK_THAT(of_shifted(R"("compare": [{"samples": 3}])"), Contains("problem.compare[0] has no \"samples\""));
  Game zeros = normal_by(0, 1, 4);
  zeros.problem.target = {{}, false, std::vector<double>(kDrawnPoints, 0)};
  CHECK_THROWS_WITH(check(zeros), Contains("target.drawn is 0 everywhere"));
  zeros.problem.target.drawn[3] = NAN;
  CHECK_THROWS_WITH(check(zeros), Contains("target.drawn[3]"));
}
