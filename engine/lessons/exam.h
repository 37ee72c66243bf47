// An exam: questions of ten kinds, with numbers of their own for each seed. Every answer is computed by the engine, and
// comes with the shell commands that give it again. A question whose answer is not clear, within three standard
// errors, is drawn anew.
#pragma once

#include "lessons/sheet.h"

namespace omega::lessons {

/// A shell command with --json, and where in its output the number stands: "/numbers/ess".
struct ExamSource {
  std::string command, pointer;
};

struct ExamPart {
  std::string question;
  std::vector<std::string> choices;  // none: to be written
  int lines = 2;                     // of room
  std::string answer, why;
  /// The number behind the answer, and where it comes from; from two sources, the first over the second.
  std::optional<double> value;
  std::vector<ExamSource> sources;
};

struct ExamItem {
  std::string name, title, text;  // of Markdown
  std::vector<std::vector<std::string>> table;
  std::vector<ExamPart> parts;
};

struct Exam {
  std::uint32_t seed = 0;
  std::vector<ExamItem> items;
};

/// The same on any number of threads.
Exam make_exam(std::uint32_t seed, int threads, const std::function<Progress(double, double)>& part);

Sheet sheet_of(const Exam& exam, const std::string& program);
Sheet key_of(const Exam& exam, const std::string& program);
Json to_json(const Exam& exam);

}  // namespace omega::lessons
