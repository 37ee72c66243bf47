#include "lesson_paper.h"

#include <deque>
#include <filesystem>
#include <iostream>

#include "about/about.h"
#include "core/error.h"
#include "core/text.h"
#include "desktop_app.h"
#include "io/atomic_file.h"
#include "json_text.h"
#include "lessons/exam.h"
#include "lessons/shelf.h"
#include "output_file.h"
#include "progress_meter.h"

namespace omega::command {

namespace {

using namespace lessons;

std::string program() { return std::string("omega ") + program_version(); }

/// Whether the app has to paint it.
bool is_pdf(const std::string& option, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".pdf") return true;
  if (ending != ".md" && ending != ".txt")
    throw Error::input(option + " is " + omega::quoted(path) + ", but must end in .pdf, .md or .txt");
  return false;
}

/// Wrong names of files are reported before anything is computed or written.
void check_files(const PaperWords& words) {
  for (const auto& [option, path] : {std::pair("--output", words.output), std::pair("--key", words.key)})
    if (path) is_pdf(option, *path);
  if (words.output && words.key && is_one_file(*words.output, *words.key))
    throw Error::input("--output and --key both name " + omega::quoted(*words.key) +
                       ", where one would take the place of the other; give two files, or --answers for both in one");
}

/// `what` tells the app which paper it is. With neither file the sheet is printed; of two there are both in the end, or
/// neither.
void write_paper(const PaperWords& words, const Settings& settings, const std::string& what, const Sheet& sheet,
                 const Sheet& key) {
  if (!words.output && !words.key) {
    std::cout << for_terminal(sheet_text(sheet));
    return;
  }
  std::vector<std::string> line = {what};
  std::deque<AtomicFile> texts;
  const auto write = [&](const std::string& option, const std::optional<std::string>& path, const Sheet& one) {
    if (!path) return;
    if (is_pdf(option, *path))
      line.push_back(option + "=" + *path);
    else
      texts.emplace_back(*path).write(sheet_text(one));
  };
  write("--output", words.output, sheet);
  write("--key", words.key, key);
  if (line.size() > 1) {
    if (words.answers) line.emplace_back("--answers");
    run_app("a PDF", std::move(line), settings);
  }
  for (AtomicFile& text : texts) text.commit();
}

Sheet with_key(Sheet sheet, const Sheet& key, bool answers) {
  if (answers) sheet.append(key);
  return sheet;
}

}  // namespace

void write_handout(const PaperWords& words, const Settings& settings) {
  check_files(words);
  const auto [lesson, path] = lesson_called(words.name, words.folder);
  for (const auto& written : {words.output, words.key})
    if (written) check_output(*written, path.string(), "the lesson");
  ProgressMeter meter("lesson handout", settings.quiet);
  const Sheet key = words.key || words.answers ? key_of(lesson, program(), meter.part(0, 1)) : Sheet();
  meter.clear();
  // A lesson of a folder is called by its file: the app need not know the folder.
  const std::string name = path.empty() ? lesson.name : path.string();
  write_paper(words, settings, "--handout=" + name, with_key(handout_of(lesson, program()), key, words.answers), key);
}

void write_exam(const PaperWords& words, const Settings& settings) {
  const std::uint32_t seed = seed_number("--seed", words.seed);
  check_files(words);
  ProgressMeter meter("lesson exam", settings.quiet);
  const Exam exam = make_exam(seed, settings.threads, [&](double from, double to) { return meter.part(from, to); });
  meter.clear();
  if (settings.json) {
    std::cout << json_text(to_json(exam));
    if (!words.output && !words.key) return;
  }
  const Sheet key = key_of(exam, program());
  write_paper(words, settings, "--exam=" + std::to_string(seed),
              with_key(sheet_of(exam, program()), key, words.answers), key);
}

}  // namespace omega::command
