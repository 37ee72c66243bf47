#include "arguments.h"

#include <CLI/CLI.hpp>

namespace omega::command {

std::string metavar_of(const OptionSpec& spec) {
  if (spec.kind == OptionKind::flag) return "true|false";
  if (spec.kind != OptionKind::choice) return "N";
  return spec.words.empty() ? "PATH" : "WORD";
}

void Arguments::positional(std::string& into, const std::string& name, const std::string& help) {
  app_.add_option(name, into);
  mention(name, help);
}

void Arguments::positionals(std::vector<std::string>& into, const std::string& name, const std::string& help) {
  app_.add_option(name, into);
  mention(name, help);
}

void Arguments::option(std::string& into, const std::string& name, const std::string& metavar,
                       const std::string& help) {
  app_.add_option(name, into);
  mention(name + " " + metavar, help);
}

void Arguments::option(std::optional<std::string>& into, const std::string& name, const std::string& metavar,
                       const std::string& help) {
  app_.add_option_function<std::string>(name, [&into](const std::string& text) { into = text; });
  mention(name + " " + metavar, help);
}

void Arguments::repeated(std::vector<std::string>& into, const std::string& name, const std::string& metavar,
                         const std::string& help) {
  app_.add_option(name, into)->allow_extra_args(false);
  mention(name + " " + metavar, help);
}

void Arguments::flag(bool& into, const std::string& name, const std::string& help) {
  app_.add_flag(name, into)->disable_flag_override();
  mention(name, help);
}

}  // namespace omega::command
