#include "action_words.h"

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/text.h"

namespace omega::command {

namespace {

struct ActionWords {
  std::string action;
  std::vector<std::string> words;  // as help names them; those of every subcommand mean something everywhere ..
  bool has_json = true;            // .. but --json where all that is said goes to a file or a window
};

const std::vector<ActionWords>& all_actions() {
  static const std::vector<ActionWords> table = {
      {"synth --list", {"--list"}},
      {"chance --list", {"--list"}},
      {"train --list", {"--list"}},
      {"train report", {"WHAT", "--output"}},
      {"bench --list", {"--list", "--threads"}},
      {"bench --peaks", {"--peaks", "--threads"}},
      {"bench train", {"WHAT", "--case", "--n", "--batch", "--threads", "--ms"}},
      {"bench", {"--case", "--n", "--heads", "--dim", "--threads", "--opt", "--ms", "--seed", "--peaks"}},
      {"study list", {"ACTION"}},
      {"study describe", {"ACTION", "STUDY", "--size", "--input", "--preset"}},
      {"study run", {"ACTION", "STUDY", "--size", "--input", "--preset", "--output", "--shard", "--resume"}},
      {"study merge", {"ACTION", "STUDY", "--output"}},
      {"study plot", {"ACTION", "STUDY", "--output"}},
      {"lesson list", {"ACTION", "--folder"}},
      {"lesson show", {"ACTION", "FILE"}},
      {"lesson check", {"ACTION", "FILE", "--folder", "--fresh", "--no-claims"}},
      {"lesson handout", {"ACTION", "FILE", "--folder", "--output", "--key", "--answers"}, false},
      {"lesson exam", {"ACTION", "--seed", "--output", "--key", "--answers"}},
      {"lesson play", {"ACTION", "FILE", "--folder", "--keys", "--screenshots", "--geometry", "--dark"}, false},
      {"render",
       {"SESSION", "--state", "--panel", "--figure", "--output", "--size", "--dpi", "--array", "--dark"},
       false},
  };
  return table;
}

/// ", an option of study run": where the option means something.
std::string owners_of(const std::string& option, const std::string& action) {
  const std::string subcommand = action.substr(0, action.find(' '));
  std::vector<std::string> owners;
  for (const ActionWords& other : all_actions())
    if (other.action.starts_with(subcommand) && is_among(other.words, option)) owners.push_back(other.action);
  return owners.empty() ? "" : ", an option of " + join(owners, ", ");
}

}  // namespace

void refuse_passed_over(const std::string& action, const Settings& settings) {
  const auto& all = all_actions();
  const auto own = std::find_if(all.begin(), all.end(), [&](const ActionWords& one) { return one.action == action; });
  if (own == all.end()) return;  // no action of that name: whoever asks says so
  if (settings.json && !own->has_json) throw Error::input(action + " has no use for --json; leave it out");
  for (const auto& [name, value] : settings.given)
    if (!is_among(own->words, name))
      throw Error::input(action + " has no use for " +
                         (name.starts_with("--") ? name + owners_of(name, action) : omega::quoted(value)) +
                         "; leave it out");
}

}  // namespace omega::command
