// The options of one subcommand, as it declares them: where each word goes, its name and its line in the manual.
// CLI11, which splits the command line, is known to arguments.cpp and command_line.cpp only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/options.h"

namespace CLI {
class App;
}

namespace omega::command {

/// What stands for the value of such an option in help: "WORD", "true|false", "N", or of a free text "PATH".
std::string metavar_of(const OptionSpec& spec);

class Arguments {
 public:
  struct Entry {
    std::string term;  // "--seed N"
    std::string help;
  };

  explicit Arguments(CLI::App& app) : app_(app) {}

  // Values stay text; whoever reads them says what is wrong with them. What they go into must outlive the parsing.
  void positional(std::string& into, const std::string& name, const std::string& help);
  void positionals(std::vector<std::string>& into, const std::string& name, const std::string& help);
  void option(std::string& into, const std::string& name, const std::string& metavar, const std::string& help);
  void option(std::optional<std::string>& into, const std::string& name, const std::string& metavar,
              const std::string& help);
  void repeated(std::vector<std::string>& into, const std::string& name, const std::string& metavar,
                const std::string& help);
  void flag(bool& into, const std::string& name, const std::string& help);
  /// An option that the parser has by itself, for the manual.
  void mention(const std::string& term, const std::string& help) { entries_.push_back({term, help}); }

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  CLI::App& app_;
  std::vector<Entry> entries_;
};

}  // namespace omega::command
