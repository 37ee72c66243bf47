#include "settings.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "core/text.h"
#include "cuda/device.h"

namespace omega::command {

namespace {

Error bad_value(const std::string& option, const std::string& text, const std::string& allowed) {
  return Error::input(option + " is " + omega::quoted(text) + ", but must be " + allowed);
}

/// The position of `text` among `words`.
std::size_t one_of(const std::string& option, const std::string& text, const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) throw bad_value(option, text, "one of " + join(words, ", ") + closest_hint(text, words));
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace

Settings SettingWords::checked() const {
  Settings settings;
  settings.threads = static_cast<int>(whole_number("--threads", threads, 0, kMostThreads));
  settings.precision = static_cast<Precision>(one_of("--precision", precision, {"f32", "f64"}));
  settings.backend = static_cast<Backend>(one_of("--backend", backend, {"auto", "cpu", "cuda"}));
  if (settings.backend == Backend::cuda && !cuda::Device::get().available())
    throw Error::input("--backend cuda: there is no CUDA device: " + cuda::Device::get().why() + "; use auto or cpu");
  settings.json = json;
  settings.quiet = quiet;
  return settings;
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t minimum,
                          std::int64_t maximum) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size() || value < minimum || value > maximum)
    throw bad_value(option, text, "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum));
  return value;
}

std::uint32_t seed_number(const std::string& option, const std::string& text) {
  return static_cast<std::uint32_t>(whole_number(option, text, 0, UINT32_MAX));
}

std::vector<std::string> comma_list(const std::string& option, const std::string& text, const std::string& allowed) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, end - start);
    if (word.empty()) throw bad_value(option, text, "names with commas between them, " + allowed);
    if (std::find(words.begin(), words.end(), word) != words.end())
      throw Error::input(option + " names " + omega::quoted(word) + " twice; name it once");
    words.push_back(word);
    start = end + 1;
  }
  return words;
}

std::pair<std::string, std::string> assignment(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw bad_value(option, text, "NAME=VALUE; `omega describe METHOD` lists the names");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void require(bool is_given, const std::string& subcommand, const std::string& option_and_value) {
  if (!is_given)
    throw Error::input(subcommand + " needs " + option_and_value + "; `omega " + subcommand + " --help` has examples");
}

std::string precision_name(Precision precision) { return precision == Precision::f32 ? "f32" : "f64"; }

}  // namespace omega::command
