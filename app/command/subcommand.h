// A subcommand: what it is called, its page of the manual, its options, and what it does.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "settings.h"

namespace omega::command {

struct Manual {
  std::vector<std::string> synopsis;
  std::vector<std::string> description;                       // paragraphs
  std::vector<std::pair<std::string, std::string>> examples;  // command line, what it does
  std::vector<std::pair<std::string, std::string>> files;     // name, what it is
  bool has_json = true;                                       // whether any of it answers in JSON
};

struct Subcommand {
  using Action = std::function<void(const Settings&)>;  // throws Error where it fails

  std::string name;
  std::string purpose;  // one line
  Manual manual;
  /// Adds the options and returns what to do once they are read.
  std::function<Action(Arguments&)> prepare;
};

/// All of them, in the order in which help lists them.
const std::vector<Subcommand>& subcommands();

}  // namespace omega::command
