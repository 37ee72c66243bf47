// What a subcommand with several actions does, and which words each of them reads: those of its lines in the synopsis.
#pragma once

#include <string>
#include <vector>

#include "core/named.h"
#include "settings.h"

namespace omega::command {

template <class Words>
struct Action {
  std::string name;
  void (*run)(const Words& words, const Settings& settings);
};

/// Throws where something was given that `action`, as in "study list", has no use for: it would be passed over.
void refuse_passed_over(const std::string& action, const Settings& settings);

/// "list, describe or run".
std::string either_of(const std::vector<std::string>& names);

[[noreturn]] void refuse_action(const std::string& subcommand, const std::string& action,
                                const std::vector<std::string>& actions);

template <class Words>
void run_action(const std::string& subcommand, const std::vector<Action<Words>>& actions, const Words& words,
                const Settings& settings) {
  for (const Action<Words>& action : actions) {
    if (action.name != words.action) continue;
    refuse_passed_over(subcommand + " " + action.name, settings);
    return action.run(words, settings);
  }
  refuse_action(subcommand, words.action, names_of(actions));
}

}  // namespace omega::command
