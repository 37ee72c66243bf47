#include "manual.h"

#include "core/text.h"

namespace omega::command {

namespace {

std::string name_of(const Arguments::Entry& option) { return option.term.substr(0, option.term.find(' ')); }

void add_options(Page::Section& section, const Arguments& arguments, const std::vector<std::string>& but_for = {}) {
  for (const Arguments::Entry& option : arguments.entries())
    if (!is_among(but_for, name_of(option))) section.entry(option.term, option.help);
}

void add_exit_codes(Page& page) {
  Page::Section& codes = page.section("EXIT CODES");
  codes.entry("0", "All went well.");
  codes.entry("1", "The run failed, or the output cannot be written; nothing half-written is left.");
  codes.entry("2", "Bad usage or bad input: one sentence on standard error says what and what would be right.");
  codes.entry("129, 130, 143",
              "Stopped by the end of the terminal (SIGHUP), Ctrl+C (SIGINT) or SIGTERM: train and study keep what was "
              "done, the others write no output.");
}

}  // namespace

Page manual_page(const Subcommand& subcommand, const Arguments& own, const Arguments& common) {
  const Manual& manual = subcommand.manual;
  Page page{"omega " + subcommand.name, subcommand.purpose, {}, {"omega", "omegascope"}};
  Page::Section& synopsis = page.section("SYNOPSIS");
  for (const std::string& line : manual.synopsis) synopsis.line("omega " + line);
  Page::Section& description = page.section("DESCRIPTION");
  for (const std::string& paragraph : manual.description) description.paragraph(paragraph);
  if (!own.entries().empty()) add_options(page.section("OPTIONS"), own);
  std::vector<std::string> left_out;  // what it has an option of its own for, or refuses
  for (const Arguments::Entry& option : own.entries()) left_out.push_back(name_of(option));
  if (!manual.has_json) left_out.emplace_back("--json");
  add_options(page.section("OPTIONS OF EVERY SUBCOMMAND"), common, left_out);
  Page::Section& examples = page.section("EXAMPLES");
  for (const auto& [command, meaning] : manual.examples) examples.example(command, meaning);
  add_exit_codes(page);
  if (!manual.files.empty()) {
    Page::Section& files = page.section("FILES");
    for (const auto& [name, meaning] : manual.files) files.entry(name, meaning);
  }
  page.section("SEE ALSO").line("omega --help, omega list, omega describe METHOD");
  return page;
}

Page manual_page(const Arguments& common) {
  Page page{"omega", "attention estimated by random projections, from a shell", {}, {"omegascope"}};
  Page::Section& synopsis = page.section("SYNOPSIS");
  synopsis.line("omega SUBCOMMAND [OPTION ...]");
  synopsis.line("omega SUBCOMMAND --help");
  page.section("DESCRIPTION")
      .paragraph(
          "Computes softmax attention and its randomised and linear estimators on your own arrays, describes every one "
          "of them, and compares them: error, bias, variance, effective sample size, time and memory. Every number but "
          "time and memory can be had again from the same files, options and seed, on any number of threads.");
  Page::Section& all = page.section("SUBCOMMANDS");
  for (const Subcommand& subcommand : subcommands()) {
    all.entry(subcommand.name, subcommand.purpose);
    page.related.push_back("omega " + subcommand.name);
  }
  add_options(page.section("OPTIONS"), common);
  Page::Section& examples = page.section("EXAMPLES");
  examples.example("omega list", "All methods, one line each.");
  examples.example("omega describe lara", "What one method is, its equations, options, noise and cost.");
  examples.example("omega estimate --method lara --input seq.npz --opt landmarks=64 --output out.npz",
                   "One estimate, with everything the method can tell about itself.");
  add_exit_codes(page);
  return page;
}

}  // namespace omega::command
