// omega lesson: the lessons there are, whether a lesson file is sound and its claims are true, lessons on paper, and
// lessons played.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "actions.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "desktop_app.h"
#include "json_text.h"
#include "lesson_paper.h"
#include "lessons/assets.h"
#include "lessons/claims.h"
#include "lessons/lesson_reader.h"
#include "lessons/opening.h"
#include "lessons/shelf.h"
#include "progress_meter.h"
#include "table.h"

namespace omega::command {

namespace {

using namespace lessons;

constexpr std::int64_t kMostRounds = 1000000;

struct LessonWords {
  std::string action, fresh = "0";
  std::vector<std::string> files;
  PaperWords paper;
  bool no_claims = false, dark = false;
  std::optional<std::string> keys, screenshots, geometry;
  const std::string& folder() const { return paper.folder; }
};

std::ptrdiff_t claim_count(const Lesson& lesson) {
  std::ptrdiff_t count = 0;
  for (const Step& step : lesson.steps) count += std::ssize(step.claims);
  return count;
}

Json lesson_json(const ShelvedLesson& one) {
  const Lesson& lesson = one.lesson;
  Json json{{"name", lesson.name}, {"title", lesson.title},     {"goal", lesson.goal},
            {"file", lesson.file}, {"minutes", lesson.minutes}, {"needs", lesson.needs}};
  json["language"] = lesson.language;
  json["steps"] = lesson.steps.size();
  json["claims"] = claim_count(lesson);
  json["own"] = !one.path.empty();
  return json;
}

void list_lessons(const LessonWords& words, const Settings& settings) {
  const Shelf shelf = read_shelf(words.folder());
  if (settings.json) {
    Json all{{"lessons", Json::array()}, {"problems", shelf.problems}, {"said", shelf.said}};
    for (const ShelvedLesson& one : shelf.lessons) all["lessons"].push_back(lesson_json(one));
    std::cout << json_text(all);
    return;
  }
  Table table({{"lesson"}, {"minutes", kRight}, {"steps", kRight}, {"claims", kRight}, {"title"}});
  for (const auto& [lesson, path] : shelf.lessons)
    table.add({lesson.name, number_text(lesson.minutes), std::to_string(lesson.steps.size()),
               std::to_string(claim_count(lesson)), lesson.numbered_title()});
  std::cout << for_terminal(table.text());
  for (const std::string& sentence : shelf.said) std::cout << "# " << sentence << "\n";
  for (const std::string& sentence : shelf.problems) std::cout << "# left out: " << sentence << "\n";
}

const std::string& only_name(const LessonWords& words) {
  require(words.files.size() == 1, "lesson " + words.action, "the NAME of one lesson");
  return words.files.front();
}

/// A lesson as it is written, to begin one's own with.
void show_lesson(const LessonWords& words, const Settings& settings) {
  const Shelf shelf = read_shelf();
  const ShelvedLesson& found = find_lesson(shelf, only_name(words));
  for (const LessonAsset& asset : lesson_assets()) {
    if (asset.file != found.lesson.file) continue;
    Json json = lesson_json(found);
    json["text"] = asset.text;
    std::cout << (settings.json ? json_text(json) : std::string(asset.text));
  }
}

/// What is wrong with several files is all said.
class Problems {
 public:
  template <class Action>
  void tried(Action action) {
    try {
      action();
    } catch (const Error& problem) {
      if (problem.kind() != Error::Kind::input) throw;
      add(problem.what());
    }
  }
  void add(const std::string& sentence) { sentences_.push_back(sentence); }
  void refuse() const {
    if (sentences_.size() == 1) throw Error::input(sentences_.front());
    if (!sentences_.empty()) throw Error::input(std::to_string(sentences_.size()) + " things are wrong: " + numbered());
  }

 private:
  /// A sentence may have parts of its own.
  std::string numbered() const {
    std::vector<std::string> all;
    for (const std::string& sentence : sentences_)
      all.push_back("(" + std::to_string(all.size() + 1) + ") " + sentence);
    return join(all, " ");
  }

  std::vector<std::string> sentences_;
};

/// The lessons that were named, by file or by name, or else all of the program and of the folder; all are sound.
std::vector<Lesson> sound_lessons(const LessonWords& words) {
  Problems problems;
  std::vector<Lesson> lessons;
  for (const std::string& file : words.files)
    problems.tried([&] {
      Lesson lesson = lesson_called(file, words.folder()).lesson;
      check_openings(lesson);
      lessons.push_back(std::move(lesson));
    });
  const Shelf shelf = read_shelf(words.folder());
  if (words.files.empty()) {
    for (const std::string& problem : shelf.problems) problems.add(problem);
    for (const auto& [lesson, path] : shelf.lessons) problems.tried([&lesson = lesson] { check_openings(lesson); });
  }
  problems.refuse();
  std::vector<Lesson> all = lessons;
  for (const auto& [lesson, path] : shelf.lessons)
    if (std::none_of(lessons.begin(), lessons.end(),
                     [&name = lesson.name](const Lesson& one) { return one.name == name; }))
      all.push_back(lesson);
  if (words.files.empty()) return all;
  check_needs(all);  // what they need is beside them, or the program's
  return lessons;
}

struct CheckedClaim {
  const Lesson* lesson;
  const Claim* claim;
  ClaimOutcome outcome;
};

std::vector<CheckedClaim> check_claims(const std::vector<Lesson>& lessons, Index round, const Settings& settings) {
  std::vector<CheckedClaim> all;
  for (const Lesson& lesson : lessons)
    for (const Step& step : lesson.steps)
      for (const Claim& claim : step.claims) all.push_back({&lesson, &claim, {}});
  ProgressMeter meter("lesson check", settings.quiet);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].outcome = check_claim(*all[i].claim, round, settings.threads, meter.one(i, all.size()));
  meter.clear();
  return all;
}

Json claim_json(const CheckedClaim& one) {
  Json json{{"lesson", one.lesson->name}, {"id", one.claim->id}, {"holds", one.outcome.holds}};
  json["statistic"] = one.outcome.problem.empty() ? Json(one.outcome.statistic) : Json();
  json["in"] = {one.claim->low, one.claim->high};
  json["values"] = one.outcome.values;
  if (!one.outcome.problem.empty()) json["problem"] = one.outcome.problem;
  return json;
}

void show(const std::vector<Lesson>& lessons, const std::vector<CheckedClaim>& claims, const Settings& settings) {
  if (settings.json) {
    Json all{{"lessons", Json::array()}, {"claims", Json::array()}};
    for (const Lesson& lesson : lessons) all["lessons"].push_back(lesson_json({lesson, lesson.file}));
    for (const CheckedClaim& one : claims) all["claims"].push_back(claim_json(one));
    std::cout << json_text(all);
    return;
  }
  if (settings.quiet) return;
  for (const Lesson& lesson : lessons)
    std::cout << lesson.file << ": " << count_text(std::ssize(lesson.steps), "step") << ", "
              << count_text(claim_count(lesson), "claim") << "\n";
  std::size_t widest = 0;
  for (const CheckedClaim& one : claims) widest = std::max(widest, one.claim->id.size());
  for (const CheckedClaim& one : claims)
    std::cout << "  " << padded(one.claim->id, widest + 2) << claim_text(*one.claim, one.outcome) << "\n";
}

void check_lessons(const LessonWords& words, const Settings& settings) {
  const std::int64_t round = whole_number("--fresh", words.fresh, 0, kMostRounds);
  const std::vector<Lesson> lessons = sound_lessons(words);
  std::vector<CheckedClaim> claims;
  if (!words.no_claims) claims = check_claims(lessons, round, settings);
  show(lessons, claims, settings);
  std::vector<std::string> broken;
  for (const CheckedClaim& one : claims)
    if (!one.outcome.holds)
      broken.push_back(one.lesson->file + ":" + std::to_string(one.claim->line) + ": " + one.lesson->name + " " +
                       one.claim->id + ": " + claim_text(*one.claim, one.outcome));
  if (!broken.empty())
    throw Error::failure(std::to_string(broken.size()) + " of " + count_text(std::ssize(claims), "claim") +
                         (broken.size() == 1 ? " does" : " do") + " not hold: " + join(broken, "; "));
}

/// The app plays it: in its window or, with --keys, by itself.
void play_lesson(const LessonWords& words, const Settings& settings) {
  if (words.screenshots && !words.keys)
    throw Error::input("--screenshots takes a picture of each step that --keys comes to; give --keys too");
  const auto [lesson, path] = lesson_called(only_name(words), words.folder());
  std::vector<std::string> line = {"--lesson=" + (path.empty() ? lesson.name : path.string()) + ":1"};
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) line.push_back(std::string(option) + "=" + *value);
  };
  add("--keys", words.keys);
  add("--screenshots", words.screenshots);
  add("--geometry", words.geometry);
  if (words.dark) line.emplace_back("--dark");
  run_app("lesson play", std::move(line), settings);
}

void handout(const LessonWords& words, const Settings& settings) {
  PaperWords paper = words.paper;
  paper.name = only_name(words);
  write_handout(paper, settings);
}

void exam(const LessonWords& words, const Settings& settings) { write_exam(words.paper, settings); }

const std::vector<Action<LessonWords>> kLessonActions = {{"list", list_lessons},   {"show", show_lesson},
                                                         {"check", check_lessons}, {"handout", handout},
                                                         {"exam", exam},           {"play", play_lesson}};

void choose(const LessonWords& words, const Settings& settings) {
  if (std::error_code none; !words.folder().empty() && !std::filesystem::is_directory(words.folder(), none))
    throw Error::input("there is no folder " + omega::quoted(words.folder()) +
                       "; --folder names one with lessons of your own, *.md");
  run_action("lesson", kLessonActions, words, settings);
}

Manual manual_of_lesson() {
  Manual manual;
  manual.synopsis = {"lesson list [--folder DIR] [--json]",
                     "lesson show NAME [--json]",
                     "lesson check [NAME...] [--folder DIR] [--fresh R] [--no-claims] [--json]",
                     "lesson handout NAME [--folder DIR] [--output FILE] [--key FILE] [--answers]",
                     "lesson exam [--seed N] [--output FILE] [--key FILE] [--answers] [--json]",
                     "lesson play NAME [--folder DIR] [--keys KEYS] [--screenshots DIR] [--geometry WxH] [--dark]"};
  manual.description = {
      "A lesson is a Markdown file: steps that show something in the app, ask something, and claim something that the "
      "engine can be asked for. assets/manual/lessons.md says how one is written.",
      "`check` reads each lesson that is named, or every one of the program, and says what is wrong with file and "
      "line. Where "
      "all are sound it asks the engine for every claim, with 20 seeds where the claim says no other number, and fails "
      "where a value "
      "lies outside its interval. The seeds are the same each time, so that nothing is left to chance; --fresh R takes "
      "others.",
      "`handout` puts a lesson on paper: its texts, pictures, questions with boxes, and room to write; the answers are "
      "in its key. `exam` makes ten questions with numbers of their own for each seed; every answer is computed, and "
      "the key has the lines that give it again. A file that ends in .pdf is painted by the desktop app, in greys; one "
      "that ends in .md or .txt is text. Without --output and --key the text is printed.",
      "`play` opens a lesson in the desktop app. With --keys the app plays it by itself and says what it shows: keys "
      "are named as in its menus (PageDown, B, Shift+Tab), with *N behind one it is pressed N times; `wrong` gives "
      "each wrong answer in turn, `right` the right one, `skip` opens the next step whatever is left to do. Where "
      "the lesson is not at its end after the last key, all are pressed again if a step was left since; else that is "
      "an error."};
  manual.examples = {{"omega lesson list", "What there is."},
                     {"omega lesson check", "All lessons of the program."},
                     {"omega lesson show one-cloud > my.md", "A lesson as it is written, to begin your own with."},
                     {"omega lesson check my.md --no-claims", "Only whether a file is sound."},
                     {"omega lesson check my.md --fresh 1", "Its claims, on seeds that nobody has looked at."},
                     {"omega lesson handout one-cloud --output handout.pdf --key key.pdf", "For a class, and for you."},
                     {"omega lesson exam --seed 3 --output exam.md --key key.md", "Ten questions as text."},
                     {"omega lesson play one-cloud --keys \"wrong right skip\"",
                      "A lesson from its beginning to its end, with each answer."}};
  return manual;
}

}  // namespace

Subcommand lesson_command() {
  return {"lesson", "lessons of the app: what there is, whether they are true, and on paper", manual_of_lesson(),
          [](Arguments& arguments) {
            const auto words = std::make_shared<LessonWords>();
            arguments.positional(words->action, "ACTION", "What to do: " + either_of(names_of(kLessonActions)) + ".");
            arguments.positionals(words->files, "FILE",
                                  "A lesson's name or, but for show, its file; check: any number, and without any the "
                                  "lessons of the program.");
            arguments.option(words->paper.folder, "--folder", "DIR",
                             "Lessons of your own, *.md; one of the same name takes the place of the program's.");
            arguments.option(words->fresh, "--fresh", "R",
                             "check: round R of seeds; 20 seeds a round. Default 0, the round of the tests.");
            arguments.flag(words->no_claims, "--no-claims", "check: read the files only.");
            arguments.option(words->paper.seed, "--seed", "N", "exam: seed of its questions, 32 bits. Default 0.");
            arguments.option(words->paper.output, "--output", "FILE", "handout, exam: where to; .pdf, .md or .txt.");
            arguments.option(words->paper.key, "--key", "FILE", "handout, exam: where the answers go.");
            arguments.flag(words->paper.answers, "--answers", "handout, exam: the key too, on a page at the end.");
            arguments.option(words->keys, "--keys", "KEYS", "play: what is pressed, separated by blanks.");
            arguments.option(words->screenshots, "--screenshots", "DIR",
                             "play with --keys: a picture of the window for each step, as it opens.");
            arguments.option(words->geometry, "--geometry", "WxH", "play: size of the window, as in 1280x800.");
            arguments.flag(words->dark, "--dark", "play: dark colours.");
            return [words](const Settings& settings) { choose(*words, settings); };
          }};
}

}  // namespace omega::command
