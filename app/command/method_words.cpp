#include "method_words.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "core/words.h"
#include "estimators/registry.h"

namespace omega::command {

namespace {

/// One --opt: for one method ("lara.beta=2"), or for every method that has the option ("scale=1").
struct GivenOption {
  std::string method, name, value;

  bool is_like(const GivenOption& other) const { return method == other.method && name == other.name; }
};

GivenOption parse_option(const std::string& words) {
  const auto [left, value] = assignment("--opt", words);
  const std::size_t dot = left.find('.');
  if (dot == 0)
    throw bad_value("--opt", words,
                    "METHOD.NAME=VALUE for one method, or NAME=VALUE for every method that has the option");
  return dot == std::string::npos ? GivenOption{"", left, value}
                                  : GivenOption{left.substr(0, dot), left.substr(dot + 1), value};
}

/// Whether an option that was given for all methods reaches this one. `causal` reaches every method, so that one
/// without it says why: left out, the method would answer another question than the causal ones beside it.
bool has_option(const std::string& method, const std::string& name) {
  const EstimatorInfo& info = find_estimator(method).info;
  return option_named(info.options, name) != nullptr || (name == "causal" && !info.not_causal.empty());
}

std::vector<std::string> options_of_all(const std::vector<std::string>& methods) {
  std::vector<std::string> all;
  for (const std::string& method : methods)
    for (const OptionSpec& spec : find_estimator(method).info.options) all.push_back(spec.name);
  return all;
}

/// Every --opt must reach a method.
void check_reach(const std::vector<GivenOption>& options, const std::vector<std::string>& methods) {
  for (const GivenOption& option : options) {
    if (!option.method.empty() && !is_among(methods, option.method))
      throw Error::input("--opt " + omega::quoted(option.method + "." + option.name) +
                         " is for a method that --methods does not name" + closest_hint(option.method, methods) +
                         "; it names " + join(methods, ", "));
    const auto knows = [&](const std::string& method) { return has_option(method, option.name); };
    if (option.method.empty() && std::none_of(methods.begin(), methods.end(), knows))
      throw Error::input("--opt " + omega::quoted(option.name) + " is an option of none of the methods " +
                         join(methods, ", ") + closest_hint(option.name, options_of_all(methods)));
  }
}

/// Why a budget would be ignored, where it would; else nothing.
std::string budget_problem(const std::vector<std::string>& methods, const std::vector<GivenOption>& options) {
  bool is_known = false, is_used = false;
  for (const std::string& method : methods) {
    const std::string& budget = find_estimator(method).info.budget;
    if (budget.empty()) continue;
    is_known = true;
    const auto says = [&](const GivenOption& option) { return option.is_like({method, budget, ""}); };
    is_used |= std::none_of(options.begin(), options.end(), says);
    if (std::any_of(options.begin(), options.end(), [&](const auto& one) { return one.is_like({"", budget, ""}); }))
      return "--budget and --opt " + budget + " both set " + budget + " of " + method +
             "; leave one of them out, or give --opt METHOD." + budget + "=VALUE to the methods that differ";
  }
  if (!is_known)
    return "--budget means nothing for " + join(methods, ", ") +
           "; leave it out, or add a method that has a budget, such as rfa";
  return is_used ? "" : "--budget is set anew by --opt for each of the methods; leave one of the two out";
}

/// Each --opt once.
std::vector<GivenOption> parsed_options(const MethodWords& words) {
  std::vector<GivenOption> options;
  for (const std::string& text : words.options) {
    const GivenOption option = parse_option(text);
    if (std::any_of(options.begin(), options.end(), [&](const GivenOption& other) { return other.is_like(option); }))
      throw Error::input("--opt sets " + omega::quoted(text.substr(0, text.find('='))) + " twice; set it once");
    options.push_back(option);
  }
  return options;
}

std::vector<std::string> known_methods(const MethodWords& words) {
  std::vector<std::string> methods = comma_list("--methods", words.methods);
  for (const std::string& method : methods) find_estimator(method);
  return methods;
}

/// The budget, then the options for all, then those for this method: later ones win.
Options::Given given_for(const std::string& method, const MethodWords& words, const std::vector<GivenOption>& options) {
  Options::Given given;
  const std::string& budget = find_estimator(method).info.budget;
  if (words.budget && !budget.empty()) given.emplace_back(budget, *words.budget);
  for (const bool own : {false, true})
    for (const GivenOption& option : options)
      if (option.method == (own ? method : "") && (own || has_option(method, option.name)))
        given.emplace_back(option.name, option.value);
  return given;
}

}  // namespace

void add_method_options(Arguments& arguments, MethodWords& words) {
  arguments.option(words.methods, "--methods", "A,B", "Names that `omega list` shows. Default " + words.methods + ".");
  arguments.option(words.budget, "--budget", "B",
                   "The value of every method's own budget option (default: each method's).");
  arguments.repeated(words.options, "--opt", "[METHOD.]NAME=VALUE",
                     "An option of one method, or of every method that has it; may be repeated.");
}

std::vector<std::pair<std::string, Options::Given>> methods_of(const MethodWords& words) {
  const std::vector<std::string> methods = known_methods(words);
  const std::vector<GivenOption> options = parsed_options(words);
  check_reach(options, methods);
  if (words.budget)
    if (const std::string problem = budget_problem(methods, options); !problem.empty()) throw Error::input(problem);
  std::vector<std::pair<std::string, Options::Given>> all;
  for (const std::string& method : methods) all.emplace_back(method, given_for(method, words, options));
  return all;
}

void set_usual_budget(MethodWords& words, const std::string& budget) {
  if (words.budget) return;
  const std::vector<std::string> methods = known_methods(words);
  const std::vector<GivenOption> options = parsed_options(words);
  if (budget_problem(methods, options).empty()) {
    words.budget = budget;
    return;
  }
  for (const std::string& method : methods) {
    const std::string& name = find_estimator(method).info.budget;
    const auto says = [&](const GivenOption& one) {
      return one.name == name && (one.method.empty() || one.method == method);
    };
    if (!name.empty() && std::none_of(options.begin(), options.end(), says))
      words.options.push_back(method + "." + name + "=" + budget);
  }
}

std::string set_text(const EstimatorInfo& info, const Options& options) {
  std::vector<std::string> set;
  for (const OptionSpec& spec : info.options)
    if (spec.name == info.budget || options.value(spec.name) != spec.default_value)
      set.push_back(spec.name + "=" + to_string(options.value(spec.name)));
  return join(set, " ");
}

std::string method_text(const MethodWords& words) {
  std::string text = " --methods " + shell_word(words.methods);
  if (words.budget) text += " --budget " + shell_word(*words.budget);
  for (const std::string& option : words.options) text += " --opt " + shell_word(option);
  return text;
}

}  // namespace omega::command
