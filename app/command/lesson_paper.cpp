#include "lesson_paper.h"

#include <filesystem>
#include <iostream>

#include "about/about.h"
#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "json_text.h"
#include "lessons/exam.h"
#include "lessons/shelf.h"
#include "manual.h"
#include "progress_meter.h"

namespace omega::command {

namespace {

using namespace lessons;

std::string program() { return std::string("omega ") + program_version(); }

void check_ending(const std::string& option, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending != ".md" && ending != ".txt")
    throw Error::input(option + " is " + omega::quoted(path) + ", but must end in .md or .txt");
}

/// A wrong name is said before anything is computed or written.
void check_endings(const PaperWords& words) {
  if (words.output) check_ending("--output", *words.output);
  if (words.key) check_ending("--key", *words.key);
}

/// With neither file the sheet is printed.
void write_paper(const PaperWords& words, const Sheet& sheet, const Sheet& key) {
  if (!words.output && !words.key) std::cout << sheet_text(sheet);
  if (words.output) write_file(*words.output, sheet_text(sheet));
  if (words.key) write_file(*words.key, sheet_text(key));
}

Sheet with_key(Sheet sheet, const Sheet& key, bool answers) {
  if (answers) sheet.append(key);
  return sheet;
}

}  // namespace

void write_handout(const PaperWords& words) {
  check_endings(words);
  const Lesson lesson = lesson_called(words.name, words.folder).lesson;
  const Sheet key = key_of(lesson, program());
  write_paper(words, with_key(handout_of(lesson, program()), key, words.answers), key);
}

void write_exam(const PaperWords& words, const Settings& settings) {
  const std::uint32_t seed = seed_number("--seed", words.seed);
  check_endings(words);
  ProgressMeter meter("lesson exam", settings.quiet);
  const Exam exam = make_exam(seed, settings.threads, [&](double from, double to) { return meter.part(from, to); });
  meter.clear();
  if (settings.json) {
    std::cout << json_text(to_json(exam));
    if (!words.output && !words.key) return;
  }
  const Sheet key = key_of(exam, program());
  write_paper(words, with_key(sheet_of(exam, program()), key, words.answers), key);
}

}  // namespace omega::command
