// Lessons on paper: handouts and exams, as PDF by the desktop app or as text.
#pragma once

#include <optional>
#include <string>

#include "settings.h"

namespace omega::command {

struct PaperWords {
  std::string name, folder;  // of a handout: which lesson
  std::string seed = "0";    // of an exam
  std::optional<std::string> output, key;
  bool answers = false;
};

void write_handout(const PaperWords& words, const Settings& settings);
void write_exam(const PaperWords& words, const Settings& settings);

}  // namespace omega::command
