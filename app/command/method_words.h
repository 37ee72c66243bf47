// Which methods a subcommand runs and with what options, as its command line says it: --methods, --budget, --opt.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "core/info.h"
#include "core/options.h"

namespace omega::command {

struct MethodWords {
  std::string methods;
  std::optional<std::string> budget;
  std::vector<std::string> options;
};

void add_method_options(Arguments& arguments, MethodWords& words);

/// Each method with the budget, then the options for all, then those for it alone: later ones win. Throws where a word
/// reaches no method, or the budget meets an option for all that says the same otherwise.
std::vector<std::pair<std::string, Options::Given>> methods_of(const MethodWords& words);

/// The budget of all methods for which the words say none.
void set_usual_budget(MethodWords& words, const std::string& budget);

/// What differs from the defaults or is the budget, for tables: "landmarks=16 beta=2".
std::string set_text(const EstimatorInfo& info, const Options& options);

/// " --methods rfa,lara --budget 16": part of a command.
std::string method_text(const MethodWords& words);

}  // namespace omega::command
