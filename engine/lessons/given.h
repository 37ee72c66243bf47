// What somebody answered to the questions of a lesson, and whether a question is still the one that was answered: files
// of lessons change.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lessons/lesson.h"

namespace omega::lessons {

/// What somebody answered first to the question of a step.
struct Given {
  struct Number {
    double given = 0, asked = 0;
    bool is_right = false;
    bool operator==(const Number&) const = default;
  };
  int choice = -1;               // counted from 0
  std::optional<Number> number;  // where one was asked for
  std::string question = {};     // its question_key(); empty: an earlier version of the program did not keep it
  bool operator==(const Given&) const = default;
};
/// By the step that asked when it was answered, counted from 0; behind the last step what is left of earlier questions.
using GivenAnswers = std::map<int, Given>;

/// Tells questions apart by what is right, and those of one language by their words too.
std::string question_key(const Ask& ask, const std::string& language);
bool is_same_question(const std::string& key, const std::string& other);
bool is_answer_to(const Ask& ask, const std::string& language, const Given& given);
/// Those to the questions that the lesson asks by now, by its steps: an answer goes with its question, wherever that
/// stood when it was given.
GivenAnswers answers_to(const Lesson& lesson, const GivenAnswers& kept);
/// Keeps the first answer to what a step asks, and those to other questions, which may come back.
void keep_answer(const Lesson& lesson, int step, const Given& given, GivenAnswers& kept);

}  // namespace omega::lessons
