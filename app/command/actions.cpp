#include "actions.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "core/error.h"
#include "core/text.h"
#include "io/read_options.h"

namespace omega::command {

namespace {

/// A line of a synopsis, as in "study run NAME|FILE --output DIR [--resume]".
struct Reading {
  std::string action;                // "study run"; of "bench --list" both, of "bench [--case A,B]" only the first
  std::vector<std::string> options;  // with their dashes
  bool reads_names = false;
};

Reading reading_of(const std::string& line) {
  std::istringstream words(line);
  Reading reading;
  words >> reading.action;
  bool is_second = true, is_value = false;  // a value stands behind an option
  for (std::string word; words >> word; is_second = false) {
    const std::size_t dashes = word.find("--");
    if (is_second && (dashes == 0 || std::islower(static_cast<unsigned char>(word.front()))))
      reading.action += " " + word;
    else if (dashes == std::string::npos && !is_value && word != "|")
      reading.reads_names = true;
    if (dashes != std::string::npos)
      reading.options.push_back(word.substr(dashes, word.find_first_of("]|)", dashes) - dashes));
    if (dashes != std::string::npos && reading.options.back() == "--input")  // and how it is read
      for (const ReadOptionSpec& spec : read_option_specs()) reading.options.push_back("--" + spec.name);
    is_value = dashes != std::string::npos && word.back() != ']' && word.back() != ')';
  }
  return reading;
}

std::vector<Reading> readings_of(const std::vector<std::string>& synopsis) {
  std::vector<Reading> all;
  for (const std::string& line : synopsis) all.push_back(reading_of(line));
  return all;
}

/// ", an option of study run": where the option means something.
std::string owners_of(const std::string& option, const std::vector<Reading>& all) {
  std::vector<std::string> owners;
  for (const Reading& other : all)
    if (is_among(other.options, option)) owners.push_back(other.action);
  return owners.empty() ? "" : ", an option of " + join(owners, ", ");
}

}  // namespace

void refuse_passed_over(const std::string& action, const Settings& settings) {
  const std::vector<Reading> all = readings_of(settings.synopsis);
  const auto own = std::find_if(all.begin(), all.end(), [&](const Reading& one) { return one.action == action; });
  OMEGA_ASSERT(own != all.end());
  if (settings.json && !is_among(own->options, "--json"))
    throw Error::input(action + " has no use for --json; leave it out");
  for (const auto& [name, value] : settings.given) {
    const bool is_option = name.starts_with("--");
    const bool names_action = (name == "ACTION" || name == "WHAT") && action.ends_with(" " + value);
    const bool is_read = is_option ? is_among(own->options, name) : own->reads_names || names_action;
    if (!is_read)
      throw Error::input(action + " has no use for " + (is_option ? name + owners_of(name, all) : quoted(value)) +
                         "; leave it out");
  }
}

std::string either_of(const std::vector<std::string>& names) {
  return join({names.begin(), names.end() - 1}, ", ") + " or " + names.back();
}

void refuse_action(const std::string& subcommand, const std::string& action, const std::vector<std::string>& actions) {
  require(!action.empty(), subcommand, "ACTION: " + either_of(actions));
  throw Error::input(subcommand + " cannot " + quoted(action) + closest_hint(action, actions) + "; it can " +
                     either_of(actions));
}

}  // namespace omega::command
