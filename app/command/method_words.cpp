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
                         join(methods, ", "));
  }
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
  arguments.option(words.budget, "--budget", "B", "The value of every method's own budget option.");
  arguments.repeated(words.options, "--opt", "[METHOD.]NAME=VALUE",
                     "An option of one method, or of every method that has it; may be repeated.");
}

std::vector<std::pair<std::string, Options::Given>> methods_of(const MethodWords& words) {
  const std::vector<std::string> methods = comma_list("--methods", words.methods);
  for (const std::string& method : methods) find_estimator(method);
  std::vector<GivenOption> options;
  for (const std::string& text : words.options) {
    const GivenOption option = parse_option(text);
    if (std::any_of(options.begin(), options.end(), [&](const GivenOption& other) { return other.is_like(option); }))
      throw Error::input("--opt sets " + omega::quoted(text.substr(0, text.find('='))) + " twice; set it once");
    options.push_back(option);
  }
  check_reach(options, methods);
  std::vector<std::pair<std::string, Options::Given>> all;
  for (const std::string& method : methods) all.emplace_back(method, given_for(method, words, options));
  return all;
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
