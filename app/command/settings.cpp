#include "settings.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "cuda/device.h"

namespace omega::command {

namespace {

/// The position of `text` among `words`.
std::size_t one_of(const std::string& option, const std::string& text, const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) throw bad_value(option, text, "one of " + join(words, ", "));
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

std::string for_terminal(const std::string& text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = std::max<std::size_t>(character_at(text, at).length, 1);
    const std::string one = text.substr(at, bytes);
    safe += one == "\n" || one == "\t" ? one : shown(one);
    at += bytes;
  }
  return safe;
}

void show(const Settings& settings, const std::function<std::string()>& text, const std::function<Json()>& json) {
  if (settings.answer != nullptr)
    *settings.answer = {for_terminal(text()), json_text(json())};
  else
    std::cout << (settings.json ? json_text(json()) : for_terminal(text()));
}

void sum_up(const Settings& settings, const std::function<std::string()>& text, const std::function<Json()>& json) {
  if (settings.answer != nullptr || settings.json || !settings.quiet) show(settings, text, json);
}

void require(bool is_given, const std::string& subcommand, const std::string& option_and_value) {
  if (!is_given)
    throw Error::input(subcommand + " needs " + option_and_value + "; `omega " + subcommand + " --help` has examples");
}

std::string precision_name(Precision precision) { return precision == Precision::f32 ? "f32" : "f64"; }

}  // namespace omega::command
