// The names that conditions may use while a step has a state, and the values of those that the state itself gives.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

/// What is measured of a card, as "rfa.mse".
const std::vector<std::string>& measured_names();
/// Whether it is measured over draws: bias2 and variance.
bool is_of_draws(const std::string& measured);

constexpr Index kMostOutputDraws = 1024;

/// Of the conditions of a step, and of the answers to its question.
Vocabulary condition_vocabulary(const LessonState& state);

/// The option that a name stands for; null where it stands for something else.
const OptionSpec* option_called(const LessonState& state, const std::string& name);

/// Of the sequence of a state; none where its options are refused.
std::optional<Index> dims_of(const LessonState& state);

/// "rfa.samples" in two; the second is empty where there is no dot.
std::pair<std::string, std::string> halves(const std::string& name);
/// The words that an option can be; none where it is a number.
std::vector<std::string> words_of(const OptionSpec& spec);

/// What a state says by itself: options, sequence, selection, the game of chance. The rest is unknown.
class StateNames : public Names {
 public:
  explicit StateNames(const LessonState& state) : state_(state) {}
  Value value(const std::string& name) const override;

 private:
  const LessonState& state_;
};

/// A checked option as a value: numbers stay numbers, words and switches are words, what is automatic is unknown.
Value value_of(const OptionValue& option);

}  // namespace omega::lessons
