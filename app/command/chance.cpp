// omega chance: importance sampling on a line, a game of the lessons or one of your own.
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "actions.h"
#include "commands.h"
#include "comparison_text.h"
#include "core/error.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "importance/game_json.h"
#include "importance/numbers.h"
#include "importance/presets.h"
#include "io/input_file.h"
#include "json_text.h"
#include "lessons/chance.h"
#include "manual.h"
#include "progress_meter.h"
#include "studies/json_source.h"
#include "table.h"

namespace omega::command {

namespace {

using importance::Game;
using importance::Law;

constexpr std::uint64_t kLargestProblem = std::uint64_t{16} << 20;

struct ChanceWords {
  std::optional<std::string> preset, problem, samples, replicates, seed, draw;
  bool list = false;
};

struct Asked {
  Game game;
  std::string title;
  std::uint32_t seed = 0, draw = 0;
};

/// The JSON itself, or what is in the file of that name.
Game read_problem(const std::string& text) {
  const auto game_of = [](const studies::JsonSource& source) {
    return importance::game_from_json(source.root(), "problem", importance::IdleWords::refused);
  };
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string::npos && text[start] == '{') return game_of(studies::JsonSource("--problem", text, ""));
  if (std::error_code none; std::filesystem::exists(text, none)) {
    const std::string problem = InputFile::open(text).all(kLargestProblem, "a problem");
    return game_of(studies::JsonSource(omega::quoted(text), problem, ""));
  }
  throw Error::input("--problem is " + omega::quoted(text) +
                     ", which is neither JSON, { ... }, nor a file that can be read");
}

Asked asked_for(const ChanceWords& words) {
  if (words.preset && words.problem)
    throw Error::input("--preset and --problem are two games; give one of them (a problem may name its preset)");
  require(words.preset || words.problem, "chance", "--preset GAME or --problem JSON, or --list to see the presets");
  Asked asked;
  asked.game = words.preset ? importance::find_preset(*words.preset).game : read_problem(*words.problem);
  asked.title = words.preset.value_or("a problem of your own");
  if (words.samples)
    importance::set_all_samples(asked.game.plan, whole_number("--samples", *words.samples, 1, importance::kMostSamples),
                                "--samples");
  if (words.replicates)
    asked.game.plan.replicates = whole_number("--replicates", *words.replicates, 1, importance::kMostReplicates);
  asked.seed = seed_number("--seed", words.seed.value_or("0"));
  asked.draw = seed_number("--draw", words.draw.value_or("0"));
  return asked;
}

/// null where it is not known. JSON has no number for infinity, so that is written as a word.
Json number_json(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
  return value;
}

Json json_of(const Asked& asked, const importance::Outcome& outcome, const importance::Laws& laws) {
  Json json{{"problem", importance::to_json(asked.game)}, {"seed", asked.seed}, {"draw", asked.draw}};
  json["estimators"] = Json::array();
  for (const auto& method : asked.game.plan.methods)
    json["estimators"].push_back(method.text(asked.game.plan.proposals.size()));
  for (const importance::MethodLaw& law : laws.methods) json["laws_for_large_samples"].push_back(law.for_large_samples);
  for (const importance::MethodOutcome& method : outcome.methods)
    json["without_interval"].push_back(method.without_interval);
  json["evaluations"] = outcome.evaluations;
  for (const auto& [name, values] : importance::importance_numbers(outcome, laws)) {
    Json list = Json::array();
    for (const double value : values) list.push_back(number_json(value));
    json["numbers"][name] = lessons::is_chance_list(name) ? list : list[0];
  }
  Json& samples = json["samples"] = Json::object();
  for (const char* name : {"proposal", "x", "f", "p", "q"}) samples[name] = Json::array();
  for (const importance::Dart& dart : outcome.darts) {
    samples["proposal"].push_back(dart.proposal);
    samples["x"].push_back(dart.x);
    samples["f"].push_back(number_json(dart.f));
    samples["p"].push_back(dart.p);
    samples["q"].push_back(dart.q);
  }
  for (std::size_t m = 0; m < outcome.methods.size(); ++m)
    samples[m == 0 ? "weight" : "weight_" + std::to_string(m + 1)] = outcome.methods[m].weights;
  return json;
}

std::string cell(double value) {
  if (std::isnan(value)) return "unknown";
  if (std::isinf(value)) return "∞";
  return short_number(value);
}
std::string cell(const Law& law, double factor = 1) { return law ? cell(factor * *law) : "unknown"; }

/// A law that is a limit for many samples is marked.
std::string cell(const Law& law, double factor, bool for_large_samples) {
  return (for_large_samples && law && std::isfinite(*law) ? "≈ " : "") + cell(law, factor);
}

std::string variance_cell(const importance::MethodLaw& law, double samples) {
  return law.is_too_large ? "> 1e308" : cell(law.variance, samples, law.for_large_samples);
}

std::string in_brackets(const std::string& text, bool is_meaningless) {
  return is_meaningless ? "(" + text + ")" : text;
}

std::string heading_of(const Asked& asked, const Law& truth) {
  return asked.title + ": " + count_text(asked.game.plan.samples(), "sample") + " of " +
         count_text(std::ssize(asked.game.plan.proposals), "proposal") + ", " +
         count_text(asked.game.plan.replicates, "replicate") + ", seed " + std::to_string(asked.seed) + ", draw " +
         std::to_string(asked.draw) + "; the truth is " + cell(truth) + "\n\n";
}

/// What the marks of the table mean, as far as there are some.
std::string notes_of(const Asked& asked, const importance::Outcome& outcome, const importance::Laws& laws) {
  bool any_limit = false, any_beyond = false;
  for (std::size_t m = 0; m < laws.methods.size(); ++m) {
    const importance::MethodLaw& law = laws.methods[m];
    any_limit = any_limit || (law.for_large_samples && (law.variance || law.bias));
    any_beyond = any_beyond || importance::is_beyond_replicates(law, outcome.methods[m]);
  }
  std::string notes;
  if (any_limit) notes += wrapped("≈ A law for large S: with few samples an estimate may do otherwise.", 0);
  if (any_beyond)
    notes += wrapped(
        "In brackets: the variance has no limit, or is more than four times what the replicates show, since they did "
        "not meet what makes most of it. What they say of it and of the bias is chance.",
        0);
  for (std::size_t m = 0; m < outcome.methods.size(); ++m) {
    if (const Index undefined = outcome.methods[m].undefined; undefined > 0)
      notes += wrapped(std::to_string(undefined) + " of " + count_text(asked.game.plan.replicates, "replicate") +
                           " of " + asked.game.plan.methods[m].text(asked.game.plan.proposals.size()) +
                           " have no estimate, and nothing is said of all of them.",
                       0);
    if (const Index without = outcome.methods[m].without_interval;
        without > 0 && std::isfinite(outcome.methods[m].coverage))
      notes += wrapped(std::to_string(without) + " of " + count_text(asked.game.plan.replicates, "replicate") + " of " +
                           asked.game.plan.methods[m].text(asked.game.plan.proposals.size()) +
                           " have no interval, as their error is unknown; in the coverage they count as misses.",
                       0);
  }
  return notes.empty() ? notes : "\n" + notes;
}

/// A sample value means nothing where the law says that it has no limit, or that replicates missed most of it.
std::string text_of(const Asked& asked, const importance::Outcome& outcome, const importance::Laws& laws) {
  const double samples = static_cast<double>(asked.game.plan.samples());
  Table table({"estimator"}, {"estimate", "± 2 se", "ESS", "law", "largest share", "bias", "± se", "law", "variance·S",
                              "law", "coverage"});
  for (std::size_t m = 0; m < outcome.methods.size(); ++m) {
    const importance::MethodOutcome& method = outcome.methods[m];
    const importance::MethodLaw& law = laws.methods[m];
    const bool is_beyond = importance::is_beyond_replicates(law, method);
    table.add({asked.game.plan.methods[m].text(asked.game.plan.proposals.size()), cell(method.estimate),
               cell(2 * method.standard_error), cell(method.ess), cell(law.ess), cell(method.max_share),
               in_brackets(cell(method.bias), is_beyond), in_brackets(cell(method.bias_error), is_beyond),
               cell(law.bias, 1, law.for_large_samples), in_brackets(cell(method.variance * samples), is_beyond),
               variance_cell(law, samples), cell(method.coverage)});
  }
  return heading_of(asked, laws.truth) + table.text() + notes_of(asked, outcome, laws);
}

void play_and_show(const ChanceWords& words, const Settings& settings) {
  const Asked asked = asked_for(words);
  importance::check(asked.game);
  importance::Laws laws;
  importance::Outcome outcome;
  ProgressMeter meter(asked.title, settings.quiet);
  const Progress progress = meter.part(0, 1);
  with_threads(settings.threads, [&] {
    laws = importance::laws(asked.game, progress);
    outcome = importance::play(asked.game, laws, asked.seed, asked.draw, progress);
  });
  meter.clear();
  std::cout << (settings.json ? json_text(json_of(asked, outcome, laws)) : text_of(asked, outcome, laws));
}

void list_games(const Settings& settings) {
  refuse_passed_over("chance --list", settings);
  Json all = Json::array();
  std::string text;
  for (const importance::Preset& preset : importance::presets()) {
    all.push_back({{"name", preset.name},
                   {"title", preset.title},
                   {"shows", preset.shows},
                   {"problem", importance::to_json(preset.game)}});
    text += preset.name + "\n" + wrapped(preset.shows, 4);
  }
  std::cout << (settings.json ? json_text({{"presets", all}}) : text);
}

Manual manual_of_chance() {
  Manual manual;
  manual.synopsis = {"chance --preset GAME [--samples S] [--replicates R] [--seed N] [--draw N] [--json]",
                     "chance --problem JSON [...]", "chance --list [--json]"};
  manual.description = {
      "Importance sampling on a line, as the panel Chance shows it: a target density p, an integrand f, and proposals "
      "whose samples are weighted by p/q. Says the estimate of the mean of f under p, its effective sample size, and "
      "what replicates with fresh noise say of its bias, variance and the coverage of its ± 2 standard errors, beside "
      "what theory says. Laws hold for every S, but those after ≈ for large S alone: of snis, of an estimated β and of "
      "optimal_estimated. A law may be infinite (∞) or unknown.",
      "A problem is JSON: {\"target\": {\"mixture\": [{\"weight\": 1, \"mean\": 0, \"sd\": 1}]}, \"integrand\": \"x\", "
      "\"proposals\": [{\"mean\": 1, \"sd\": 1, \"count\": 64}], \"estimator\": \"snis\"}, or \"preset\" with what is "
      "to differ from it. A target is a mixture, \"drawn\" (512 heights from -10 to 10), or \"given\" (weights, means, "
      "sd); an integrand is 1, x, x2, x3, exp, {\"kind\": \"above\", \"at\": 3}, {\"kind\": \"cos\", \"k\": 2}, drawn "
      "or given; a proposal is a Gaussian or {\"target\": true}. Further words: samples, replicates, antithetic, "
      "weighting (balance, constant, power, optimal, optimal_estimated), control (x, x2, w) with beta_mode (fixed, "
      "best, estimated) and beta, and compare, a list of further estimators over the same samples."};
  manual.examples = {
      {"omega chance --list", "The games of the lessons, and what each shows, or what to move for it."},
      {"omega chance --preset missing_bump", "An effective sample size of 64 out of 64, and a wrong answer."},
      {"omega chance --problem '{\"preset\": \"shifted\", \"proposals\": [{\"mean\": 3, \"sd\": 1}]}' "
       "--samples 1000 --json",
       "A proposal three widths off, with all numbers."}};
  return manual;
}

}  // namespace

Subcommand chance_command() {
  return {"chance", "importance sampling on a line", manual_of_chance(), [](Arguments& arguments) {
            const auto words = std::make_shared<ChanceWords>();
            arguments.option(words->preset, "--preset", "GAME", "One of the games that `omega chance --list` shows.");
            arguments.option(words->problem, "--problem", "JSON",
                             "A problem as JSON, or the name of a file that holds it.");
            arguments.option(
                words->samples, "--samples", "S",
                "Samples of one run, all proposals together, from 1 to 4096: at least one for each proposal, and "
                "an even number where they are mirrored. Default: those of the game.");
            arguments.option(words->replicates, "--replicates", "R",
                             "Runs with fresh noise, from 1 to 20000. Default: those of the game, 200.");
            arguments.option(words->seed, "--seed", "N", "Seed of the noise, 32 bits. Default 0.");
            arguments.option(words->draw, "--draw", "N", "Which draw of that seed, 32 bits. Default 0.");
            arguments.flag(words->list, "--list", "List the games with what they show.");
            return [words](const Settings& settings) {
              words->list ? list_games(settings) : play_and_show(*words, settings);
            };
          }};
}

}  // namespace omega::command
