// omega chance: the games of the lessons and one's own.
#include <sys/stat.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "command/calls.h"
#include "importance/game_json.h"
#include "importance/numbers.h"
#include "importance/presets.h"

using namespace omega;
using namespace omega::test;

TEST_CASE("chance plays every preset, with the engine's numbers", "[command]") {
  for (const importance::Preset& preset : importance::presets()) {
    INFO(preset.name);
    const Json json = json_of({"chance", "--preset", preset.name, "--seed", "5", "--draw", "2"});
    const importance::Laws laws = importance::laws(preset.game);
    const auto numbers = importance::importance_numbers(importance::play(preset.game, laws, 5, 2), laws);
    for (const auto& [name, values] : numbers) {
      const Json said = json["numbers"][name].is_array() ? json["numbers"][name] : Json::array({json["numbers"][name]});
      REQUIRE(said.size() == values.size());
      for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) CHECK(said[i].get<double>() == values[i]);
    }
    CHECK(json["samples"]["x"].size() == static_cast<std::size_t>(preset.game.plan.samples()));
    CHECK(output_of({"chance", "--preset", preset.name}).find("the truth is ") != std::string::npos);
  }
}

TEST_CASE("a problem that chance prints is the one it played, from words or a file, on any threads", "[command]") {
  const Folder folder;
  const Json first = json_of({"chance", "--preset", "two_nets", "--samples", "24", "--replicates", "30"});
  CHECK(first["samples"]["x"].size() == 24);
  CHECK(first["numbers"]["estimates"].size() == 30);
  const std::string problem = first["problem"].dump();
  CHECK(json_of({"chance", "--problem", problem, "--threads", "1"}) == first);
  std::ofstream(folder.file("game.json")) << problem;
  CHECK(json_of({"chance", "--problem", folder.file("game.json")}) == first);
  CHECK(json_of({"chance", "--problem", problem, "--draw", "1"})["samples"]["x"] != first["samples"]["x"]);
}

TEST_CASE("an infinite law is a word, and its sample value is marked", "[command]") {
  const std::string narrow = R"({"preset": "width", "proposals": [{"mean": 0, "sd": 0.5}]})";
  const Json json = json_of({"chance", "--problem", narrow});
  CHECK(json["numbers"]["variance_law"] == "infinity");
  const std::string text = output_of({"chance", "--problem", narrow});
  CHECK(text.find("∞") != std::string::npos);
  CHECK(text.find("In brackets: the variance has no limit") != std::string::npos);
  // Of the bias, its error and the variance, as in the panel; the ratio of the same samples is bounded by them.
  const std::string both =
      R"({"preset": "width", "proposals": [{"mean": 0, "sd": 0.5}], "compare": [{"estimator": "snis"}]})";
  const std::string rows = output_of({"chance", "--problem", both});
  const std::string plain = rows.substr(rows.find("\nIS "), rows.find("\nSNIS ") - rows.find("\nIS ")),
                    ratio = rows.substr(rows.find("\nSNIS "), rows.find("\n\nIn") - rows.find("\nSNIS "));
  CHECK(std::count(plain.begin(), plain.end(), '(') == 3);
  CHECK(std::count(ratio.begin(), ratio.end(), '(') == 0);
  CHECK(ratio.find("unknown") != std::string::npos);
  const std::string wide = output_of({"chance", "--preset", "width"});
  CHECK(wide.find("In brackets") == std::string::npos);
  CHECK(wide.find('(') == std::string::npos);
}

TEST_CASE("what replicates say of a variance of which they missed most stands in brackets", "[command]") {
  const std::string text = output_of({"chance", "--preset", "two_nets"});
  const std::size_t constant = text.find("\nIS, constant"), balance = text.find("\nIS, balance"),
                    end = text.find("\n\nIn");
  REQUIRE(constant < balance);
  REQUIRE(balance < end);
  const std::string missed = text.substr(constant, balance - constant), met = text.substr(balance, end - balance);
  CHECK(std::count(missed.begin(), missed.end(), '(') == 3);
  CHECK(std::count(met.begin(), met.end(), '(') == 0);
  CHECK(text.find("In brackets: ") != std::string::npos);
}

TEST_CASE("laws for large S are marked", "[command]") {
  const std::string text = output_of({"chance", "--preset", "ratio"});
  const std::size_t is = text.find("\nIS "), snis = text.find("\nSNIS ");
  REQUIRE(is < snis);
  CHECK(text.substr(is, snis - is).find("≈") == std::string::npos);
  CHECK(text.substr(snis).find("≈ 0.34") != std::string::npos);
  CHECK(text.find("≈ A law for large S") != std::string::npos);
  CHECK(json_of({"chance", "--preset", "ratio"})["laws_for_large_samples"] == Json::array({false, true}));
  CHECK(output_of({"chance", "--preset", "shifted"}).find("≈") == std::string::npos);
  // Where the law of the ratio is not known there is nothing to mark.
  CHECK(output_of({"chance", "--preset", "missing_bump"}).find("≈") == std::string::npos);
}

TEST_CASE("replicates without an interval are counted", "[command]") {
  const std::string far = R"({"target": {"mixture": [{"mean": 0, "sd": 0.05}]}, "integrand": "x", "estimator": "snis",
                              "proposals": [{"mean": 1, "sd": 0.3, "count": 8}]})";
  const Json json = json_of({"chance", "--problem", far});
  CHECK(json["numbers"]["standard_error"].is_null());
  const int without = json["without_interval"][0].get<int>();
  CHECK(without > 0);
  CHECK(without < 200);
  const std::string text = output_of({"chance", "--problem", far});
  CHECK(text.find(std::to_string(without) + " of 200 replicates of SNIS have no interval") != std::string::npos);
  CHECK(output_of({"chance", "--preset", "shifted"}).find("no interval") == std::string::npos);
}

TEST_CASE("chance lists its games with what they show", "[command]") {
  const std::string text = output_of({"chance", "--list"});
  const Json json = json_of({"chance", "--list"});
  REQUIRE(json["presets"].size() == importance::presets().size());
  for (std::size_t i = 0; i < importance::presets().size(); ++i) {
    const importance::Preset& preset = importance::presets()[i];
    CHECK(text.find(preset.name + "\n") != std::string::npos);
    CHECK(json["presets"][i]["shows"] == preset.shows);
    CHECK(importance::game_from_json(json["presets"][i]["problem"]) == preset.game);
  }
}

TEST_CASE("bad games are refused in one sentence", "[command]") {
  const std::vector<std::pair<Words, std::string>> calls = {
      {{"chance"}, "--preset GAME"},
      {{"chance", "--preset", "shiftet"}, "did you mean shifted?"},
      {{"chance", "--preset", "shifted", "--problem", "{}"}, "two games"},
      {{"chance", "--preset", "shifted", "--samples", "0"}, "--samples"},
      {{"chance", "--preset", "two_nets", "--samples", "1"}, "--samples is 1, but 2 proposals need at least 2"},
      {{"chance", "--problem", R"({"preset": "shifted", "antithetic": true})", "--samples", "3"},
       "--samples is 3, but mirrored samples come in pairs"},
      {{"chance", "--problem", R"({"preset": "shifted", "beta": 2})"}, "problem.beta means nothing without a control"},
      {{"chance", "--list", "--preset", "nonsense"}, "chance --list has no use for --preset"},
      {{"chance", "--list", "--problem", "{}"}, "chance --list has no use for --problem"},
      {{"chance", "--list", "--samples", "4"}, "chance --list has no use for --samples"},
      {{"chance", "--list", "--replicates", "4"}, "chance --list has no use for --replicates"},
      {{"chance", "--list", "--seed", "0"}, "chance --list has no use for --seed"},
      {{"chance", "--list", "--draw", "0"}, "chance --list has no use for --draw"},
      {{"chance", "--preset", "shifted", "--replicates", "20001"}, "--replicates"},
      {{"chance", "--preset", "shifted", "--seed", "-1"}, "--seed"},
      {{"chance", "--problem", "{\"preset\": "}, "--problem, line 1, column"},
      {{"chance", "--problem", "nowhere.json"}, "neither JSON"},
      {{"chance", "--problem", R"({"preset": "shifted", "preset": "width"})"}, "second time"},
      {{"chance", "--problem", R"({"preset": "shifted", "color": 1})"}, "has no \"color\""},
      {{"chance", "--problem", R"({"preset": "shifted", "proposals": [{"mean": 0, "sd": 0}]})"},
       "proposals[0].sd is 0"},
  };
  for (const auto& [words, culprit] : calls) {
    const Outcome outcome = call(words);
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find(culprit) != std::string::npos);
  }
}

TEST_CASE("a problem is no folder, pipe or device", "[command]") {
  const Folder folder;
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  for (const auto& [name, culprit] :
       {std::pair{folder.file("pipe"), "is a pipe"}, std::pair{std::string("/dev/zero"), "is a device"},
        std::pair{std::string("."), "is a folder"}}) {
    const Outcome outcome = call({"chance", "--problem", name});
    INFO(outcome.err);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.is_one_line());
    CHECK(outcome.err.find(std::string(culprit) + "; a regular file was expected") != std::string::npos);
  }
}
