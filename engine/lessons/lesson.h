// A lesson as data: steps that show something, ask something, and claim something that the engine can be asked for.
// assets/manual/lessons.md says how one is written; lesson_reader.h reads it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/options.h"
#include "importance/problem.h"
#include "lessons/expression.h"
#include "studies/json_source.h"
#include "synthetic/synthetic.h"

namespace omega::lessons {

using studies::Json;

/// "rfa", "rfa b" ..., as a card is called; `variant` counts the cards of one method.
std::string card_label(const std::string& method, int variant);
/// The label that a name in an expression stands for: "rfa b" for "rfa_b".
std::string label_of_name(const std::string& name);

/// One estimator on the screen.
struct LessonCard {
  std::string method;
  int variant = 0;  // 0, 1, 2 ... among cards of one method
  Options::Given options;
  std::vector<double> means;  // of proposals that are given by hand, C×D, scaled
  bool visible = true;

  std::string label() const { return card_label(method, variant); }
  std::string name() const;  // in an expression
};

/// What a step opens with: everything its lesson has set so far. What the lesson does not set is as in a new document;
/// of a lesson that sets chance alone only `chance_preset` and `chance` are read, and Explore stays as it is.
struct LessonState {
  std::string preset = "three_clusters";
  Options::Given preset_options;
  std::uint32_t preset_seed = kDefaultDataSeed;
  std::uint32_t seed = 7, draw = 0;
  Index output_draws = 32;
  std::vector<LessonCard> cards;
  std::map<std::string, int> selection;    // "query", "key" ... that are locked
  Json view = Json::object();              // how things are shown, by the names of a session's document
  std::string chance_preset;               // where the game of chance began
  std::optional<importance::Game> chance;  // of the playground; none where none was set

  const LessonCard* card(const std::string& name) const;
};

constexpr std::size_t kMostAnswers = 6;  // of one question

struct Answer {
  std::string text, say;
  bool right = false;
};

/// A question: with answers to choose from, or a number to guess.
struct Ask {
  std::string question, say;
  std::vector<Answer> answers;
  std::optional<Expression> value, within;  // of a number: right where |guess − value| ≤ within
};

/// One call of the engine that a claim rests on. Its noise and its data come from the seeds of the claim.
struct ClaimRun {
  enum class Command { compare, estimate, chance, study };
  std::string name;
  Command command = Command::compare;
  std::string preset;  // of compare and estimate: a sequence; of chance: a game
  Options::Given preset_options;
  std::string method;
  Options::Given options;
  std::vector<Index> budget;  // compare: one value, or a list; none: the options say all
  Index draws = 64;           // compare; 0: only what is known without measuring
  Arrays given;               // parameters of the method by name
  Json set;                   // chance: what differs from the preset
  std::string study, size;    // study: its name and size
};

struct Claim {
  enum class Statistic { median, count, all, max, min, ratio };
  std::string id;
  std::vector<ClaimRun> runs;
  std::optional<Expression> value;
  Index over = 20;  // seeds
  Statistic statistic = Statistic::median;
  double low = 0, high = 0;
  double false_alarm = 0;
  int line = 0;
};

struct Step {
  std::string title;
  std::string prose, note;  // of Markdown; the note is for the speaker
  int line = 0;
  LessonState state;
  bool sets = false;  // whether it changes the state
  std::vector<std::string> show, light, hide;
  std::string task;
  std::optional<Expression> when;
  int when_line = 0;
  std::optional<Ask> ask;
  std::vector<Claim> claims;
  double minutes = 0;  // 0: not said
  bool self_study = false;
};

struct Lesson {
  std::string file, title, name, goal, language = "en";
  double minutes = 0;
  std::vector<std::string> needs;
  std::vector<int> needs_lines;  // where each of them stands; none in a lesson that is no file yet
  LessonState start;
  std::vector<Step> steps;

  /// By which others call it: 7 of 07-one-cloud.md, 0 of a file that has none.
  int number() const;
  /// "7. One cloud for every query".
  std::string numbered_title() const;
};

}  // namespace omega::lessons
