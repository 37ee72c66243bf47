#include "core/words.h"

#include <algorithm>

#include "core/text.h"

namespace omega {

Error bad_value(const std::string& option, const std::string& text, const std::string& allowed) {
  return Error::input(option + " is " + omega::quoted(text) + ", but must be " + allowed);
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t minimum,
                          std::int64_t maximum) {
  const auto value = number_in<std::int64_t>(text);
  if (!value || *value < minimum || *value > maximum)
    throw bad_value(option, text, "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum));
  return *value;
}

std::uint32_t seed_number(const std::string& option, const std::string& text) {
  return static_cast<std::uint32_t>(whole_number(option, text, 0, UINT32_MAX));
}

std::vector<std::string> comma_list(const std::string& option, const std::string& text, const std::string& allowed) {
  std::vector<std::string> words;
  for (const std::string& word : split(text, ",")) {
    if (word.empty()) throw bad_value(option, text, allowed);
    if (is_among(words, word))
      throw Error::input(option + " has " + omega::quoted(word) + " twice; leave one of them out");
    words.push_back(word);
  }
  return words;
}

std::size_t place_of(const std::string& option, const std::string& word, const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw Error::input(option + " is " + omega::quoted(word) + closest_hint(word, words) + ", but must be one of " +
                       join(words, ", "));
  return static_cast<std::size_t>(found - words.begin());
}

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw bad_value(option, text, "NAME=VALUE; `omega describe METHOD` lists the names");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace omega
