#include "manual.h"

#include <algorithm>

#include "table.h"

namespace omega::command {

namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kHelpColumn = 30;

std::string spaces(std::size_t count) { return std::string(count, ' '); }
std::string heading(const std::string& title) { return "\n" + title + "\n"; }
std::string line(const std::string& text) { return spaces(kIndent) + text + "\n"; }

/// A term and what it means, side by side where the term is short enough.
std::string entry(const std::string& term, const std::string& meaning) {
  const std::string text = wrapped(meaning, kHelpColumn);
  if (kIndent + display_width(term) + 2 > kHelpColumn) return line(term) + text;
  return spaces(kIndent) + padded(term, kHelpColumn - kIndent) +
         (text.size() > kHelpColumn ? text.substr(kHelpColumn) : "\n");
}

/// `instead`: options that stand for those of the same name.
std::string options_of(const Arguments& arguments, const Arguments* instead = nullptr) {
  const auto name = [](const Arguments::Entry& option) { return option.term.substr(0, option.term.find(' ')); };
  std::string text;
  for (const Arguments::Entry& option : arguments.entries()) {
    const auto same = [&](const Arguments::Entry& other) { return name(other) == name(option); };
    if (instead && std::any_of(instead->entries().begin(), instead->entries().end(), same)) continue;
    text += entry(option.term, option.help);
  }
  return text;
}

std::string exit_codes() {
  return heading("EXIT CODES") + entry("0", "All went well.") +
         entry("1", "The run failed, or the output cannot be written; nothing half-written is left.") +
         entry("2", "Bad usage or bad input: one sentence on standard error says what and what would be right.") +
         entry("130, 143",
               "Stopped by Ctrl+C (SIGINT) or SIGTERM: train and study keep what was done, "
               "the others write no output.");
}

std::string see_also() { return heading("SEE ALSO") + line("omega --help, omega list, omega describe METHOD"); }

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out = spaces(indent);
  std::size_t column = indent;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    const std::size_t length = display_width(word);
    if (column > indent && column + 1 + length > width) {
      out += "\n" + spaces(indent);
      column = indent;
    }
    if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += length;
    start = end + 1;
  }
  return out + "\n";
}

std::string manual_page(const Subcommand& subcommand, const Arguments& own, const Arguments& common) {
  const Manual& manual = subcommand.manual;
  std::string page = "NAME\n" + line("omega " + subcommand.name + " - " + subcommand.purpose) + heading("SYNOPSIS");
  for (const std::string& synopsis : manual.synopsis) page += line("omega " + synopsis);
  page += heading("DESCRIPTION");
  for (const std::string& paragraph : manual.description)
    page += (&paragraph == &manual.description.front() ? "" : "\n") + wrapped(paragraph, kIndent);
  page += heading("OPTIONS") + options_of(own);
  page += heading("OPTIONS OF EVERY SUBCOMMAND") + options_of(common, &own);
  page += heading("EXAMPLES");
  for (const auto& [command, meaning] : manual.examples) page += line(command) + wrapped(meaning, 2 * kIndent);
  page += exit_codes();
  if (!manual.files.empty()) page += heading("FILES");
  for (const auto& [name, meaning] : manual.files) page += entry(name, meaning);
  return page + see_also();
}

std::string manual_page(const Arguments& common) {
  std::string page =
      "NAME\n" + line("omega - attention estimated by random projections, from a shell") + heading("SYNOPSIS") +
      line("omega SUBCOMMAND [OPTION ...]") + line("omega SUBCOMMAND --help") + heading("DESCRIPTION") +
      wrapped(
          "Computes softmax attention and its randomised and linear estimators on your own arrays, "
          "describes every one of them, and compares them: error, bias, variance, effective sample size, "
          "time and memory. Every number can be had again from the same files, options and seed, on any "
          "number of threads.",
          kIndent);
  page += heading("SUBCOMMANDS");
  for (const Subcommand& subcommand : subcommands()) page += entry(subcommand.name, subcommand.purpose);
  page += heading("OPTIONS") + options_of(common);
  page += heading("EXAMPLES") + line("omega list") + wrapped("All methods, one line each.", 2 * kIndent) +
          line("omega describe lara") +
          wrapped("What one method is, its equations, options, noise and cost.", 2 * kIndent) +
          line("omega estimate --method lara --input seq.npz --opt landmarks=64 --output out.npz") +
          wrapped("One estimate, with everything the method can tell about itself.", 2 * kIndent);
  return page + exit_codes();
}

}  // namespace omega::command
