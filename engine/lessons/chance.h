// The game of chance of a lesson: what a state sets of it, what conditions may ask of it, and what a claim's run gives.
#pragma once

#include "importance/problem.h"
#include "lessons/lesson.h"

namespace omega::lessons {

/// A preset's name; an object with a preset and what differs; or an object that changes the game there is.
/// Throws Error::input with file and line.
void read_chance(const studies::JsonNode& node, LessonState& state);

/// The game of a run; throws Error::input.
importance::Game game_of(const ClaimRun& run);

/// An option of the game, as it stands after "chance."; null where that is none.
const OptionSpec* chance_option(const std::string& name);
/// The names after "chance." that conditions may use: what is set, and what a run of the game gives.
std::vector<std::string> chance_names();
std::string refuse_chance_name(const std::string& name);
std::vector<std::string> chance_words(const std::string& name);
/// What the game itself says; unknown for what only a run gives.
Value chance_value(const LessonState& state, const std::string& name);

/// What a run gives, of the first estimator; those of the second and third end in _2 and _3.
std::vector<std::string> chance_result_names(std::size_t methods);
/// Whether a result is a number for each replicate.
bool is_chance_list(const std::string& result);

}  // namespace omega::lessons
