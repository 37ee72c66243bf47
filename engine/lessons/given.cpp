#include "lessons/given.h"

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

}  // namespace omega::lessons
