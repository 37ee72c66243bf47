// Marks: what a lesson can point at or cover on the screen: a panel, a part of one, and what a part is about.
//
//   weights   omega_space.target   omega_space.samples.rfa   attention.lara   workload.radius   estimators.rfa.samples
//
// The app shows panels by these names, and its tests hold them to this table.
#pragma once

#include <string>
#include <vector>

#include "lessons/lesson.h"

namespace omega::lessons {

struct PanelMarks {
  std::string panel;
  std::vector<std::string> parts;
  bool has_cards = false;  // whether panel.CARD is a mark
};

const std::vector<PanelMarks>& panel_marks();
std::vector<std::string> panel_names();
/// Whether a word is a part of a panel: where an option has the same name, the name means the part.
bool is_part(const std::string& panel, const std::string& word);

/// Every mark while a step has this state: those that refuse_mark takes.
std::vector<std::string> known_marks(const LessonState& state);

/// What is wrong with a mark while a step has this state, in one sentence; empty where nothing is.
std::string refuse_mark(const std::string& mark, const LessonState& state);
std::string refuse_panel(const std::string& panel);

/// What can be dragged, clicked, hovered, measured and opened, as the events of conditions name it.
std::string refuse_event(const std::string& event, const std::string& what);
std::vector<std::string> marks_of_event(const std::string& event);

}  // namespace omega::lessons
