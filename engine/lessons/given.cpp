#include "lessons/given.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"

namespace omega::lessons {

/// "digest of what is right:language:digest of the words".
std::string question_key(const Ask& ask, const std::string& language) {
  const auto text_of = [](const std::optional<Expression>& number) { return number ? number->text() : std::string(); };
  std::string right = text_of(ask.value) + "\n" + text_of(ask.within), words = ask.question;
  for (const Answer& answer : ask.answers) {
    right += answer.right ? "\nright" : "\nwrong";
    words += "\n" + answer.text;
  }
  return digest(right) + ":" + language + ":" + digest(words);
}

bool is_same_question(const std::string& key, const std::string& other) {
  const auto right_of = [](const std::string& one) { return one.substr(0, one.find(':')); };
  const auto language_of = [](const std::string& one) { return one.substr(0, one.rfind(':')); };
  return key == other || (right_of(key) == right_of(other) && language_of(key) != language_of(other));
}

bool is_answer_to(const Ask& ask, const std::string& language, const Given& given) {
  const bool is_one =
      ask.value ? given.number.has_value() : given.choice >= 0 && given.choice < static_cast<int>(ask.answers.size());
  return is_one && (given.question.empty() || is_same_question(given.question, question_key(ask, language)));
}

GivenAnswers answers_to(const Lesson& lesson, const GivenAnswers& kept) {
  struct Way {
    bool is_in_its_place, has_its_words;
  };
  GivenAnswers found, left = kept;
  // Two steps may ask the same; in other languages a question has other words, and only its place tells it.
  for (const Way way : {Way{true, true}, Way{false, true}, Way{true, false}})
    for (int step = 0; step < std::ssize(lesson.steps); ++step) {
      const std::optional<Ask>& ask = lesson.steps[static_cast<std::size_t>(step)].ask;
      if (!ask || found.contains(step)) continue;
      const std::string key = question_key(*ask, lesson.language);
      const auto answer = std::find_if(left.begin(), left.end(), [&](const auto& one) {
        return (!way.is_in_its_place || one.first == step) && (!way.has_its_words || one.second.question == key) &&
               is_answer_to(*ask, lesson.language, one.second);
      });
      if (answer == left.end()) continue;
      found.emplace(step, answer->second);
      left.erase(answer);
    }
  return found;
}

void keep_answer(const Lesson& lesson, int step, const Given& given, GivenAnswers& kept) {
  if (answers_to(lesson, kept).contains(step)) return;
  const auto [own, is_free] = kept.emplace(step, given);
  if (is_free) return;
  const Given other = std::exchange(own->second, given);
  if (!other.question.empty())
    kept.emplace(std::max(static_cast<int>(lesson.steps.size()), kept.rbegin()->first + 1), other);
}

}  // namespace omega::lessons
