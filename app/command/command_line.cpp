#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "about/about.h"
#include "core/named.h"
#include "core/out_of_memory.h"
#include "core/text.h"
#include "cpu/vector_math.h"
#include "cuda/device_text.h"
#include "interrupt.h"
#include "json_text.h"
#include "manual.h"
#include "subcommand.h"

namespace omega::command {

namespace {

constexpr const char* kOnlyNames = "--";

struct Prepared {
  const Subcommand* subcommand;
  CLI::App* app;
  Arguments arguments;
  Subcommand::Action action;
};

struct Parser {
  CLI::App app{"", "omega"};
  Arguments common{app};
  SettingWords settings;
  bool as_man_page = false;
  std::vector<Prepared> prepared;
  std::vector<std::string> names;  // behind --, as which they were given
};

void add_common_options(Parser& parser) {
  Arguments& common = parser.common;
  SettingWords& words = parser.settings;
  common.mention("-h,--help", "Show this page.");
  common.flag(parser.as_man_page, "--man", "Write this page as a man page (roff) to standard output.");
  common.mention("--version", "Show version, commit, compiler, vector instructions in use and CUDA device.");
  common.option(words.threads, "--threads", "N",
                "At most this many threads, 0 for all; results do not depend on it. Default 0.");
  common.option(words.precision, "--precision", "f32|f64", "Arithmetic in single or double precision. Default f32.");
  common.option(words.backend, "--backend", "auto|cpu|cuda",
                "Where to compute; `omega devices` shows what there is. Default auto.");
  common.flag(words.json, "--json",
              "Write JSON to standard output instead of text; not of render, lesson handout and lesson play.");
  common.flag(words.quiet, "--quiet", "No progress and no summary.");
  common.mention(kOnlyNames, "Behind it no word is an option: `omega info -- -x.npz`.");
}

// CLI11 splits the words; what is wrong with them is said here, in this program's own sentences. So unknown words are
// let through, and values arrive as text.
void prepare(Parser& parser) {
  CLI::App& app = parser.app;
  app.set_help_flag("--help,-h");
  app.set_version_flag("--version", std::string());
  app.allow_extras();
  app.require_subcommand(0, 1);
  add_common_options(parser);
  for (const Subcommand& subcommand : subcommands()) {
    CLI::App* own = app.add_subcommand(subcommand.name);
    own->set_help_flag("--help,-h");
    own->allow_extras();
    own->fallthrough();
    Arguments arguments(*own);
    Subcommand::Action action = subcommand.prepare(arguments);
    parser.prepared.push_back({&subcommand, own, std::move(arguments), std::move(action)});
  }
}

const Prepared* chosen(const Parser& parser) {
  for (const Prepared& prepared : parser.prepared)
    if (prepared.app->parsed()) return &prepared;
  return nullptr;
}

Page page(const Parser& parser) {
  const Prepared* one = chosen(parser);
  return one ? manual_page(*one->subcommand, one->arguments, parser.common) : manual_page(parser.common);
}

std::vector<std::string> option_names(const Parser& parser) {
  std::vector<std::string> names{"--help", "--version"};
  const auto collect = [&](const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  };
  if (const Prepared* one = chosen(parser)) collect(*one->app);
  collect(parser.app);
  return names;
}

std::string help_of(const Prepared* one) { return "`omega " + (one ? one->subcommand->name + " " : "") + "--help`"; }

/// What CLI11 did not know: a subcommand, an option or a word too many. It leaves -- among them, too.
void refuse_unknown_words(const Parser& parser) {
  const Prepared* one = chosen(parser);
  std::vector<std::string> unknown = parser.app.remaining();
  if (one) {
    const std::vector<std::string> own = one->app->remaining();
    unknown.insert(unknown.end(), own.begin(), own.end());
  }
  std::erase(unknown, kOnlyNames);
  if (unknown.empty()) return;
  const std::string word = unknown.front(), name = word.substr(0, word.find('='));
  if (is_among(option_names(parser), name))
    throw Error::input(omega::quoted(name) + " is no option where it stands; it goes " +
                       (one ? "behind " + one->subcommand->name + " and " : "") + "before any --");
  if (word.size() > 1 && word.front() == '-' && !is_among(parser.names, word)) {
    std::error_code none;
    throw Error::input("there is no option " + omega::quoted(name) + closest_hint(name, option_names(parser)) + "; " +
                       (std::filesystem::exists(word, none) ? "the file of this name is " + shell_word("./" + word)
                                                            : help_of(one) + " lists them"));
  }
  if (one)
    throw Error::input(one->subcommand->name + " has no use for " + omega::quoted(word) + "; " + help_of(one) +
                       " says what it takes");
  const std::vector<std::string> names = names_of(subcommands());
  throw Error::input("there is no subcommand " + omega::quoted(word) + closest_hint(word, names) +
                     "; the subcommands are " + join(names, ", "));
}

/// What an unset variable of a shell leaves of a value: --preset "". It would mean the same as no option.
void refuse_empty_values(const Parser& parser) {
  const auto refuse = [&](const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
      if (is_among(option->results(), ""))
        throw Error::input(option->get_name() + " is an empty text; give it a value, or leave it out");
  };
  refuse(parser.app);
  if (const Prepared* one = chosen(parser)) refuse(*one->app);
}

std::vector<std::string> behind_mark(const std::vector<std::string>& words) {
  const auto mark = std::find(words.begin(), words.end(), kOnlyNames);
  return {mark == words.end() ? mark : mark + 1, words.end()};
}

/// And --preset=, behind which CLI11 would take the next option for the value.
void refuse_cut_options(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      throw Error::input(omega::quoted(word) + " has no value behind its =; write one there, or leave the option out");
}

/// The option that CLI11's message is about: the first of its words that is the name of one.
std::string culprit(const std::string& message) {
  const std::size_t start = message.find('-');
  return start == std::string::npos ? message : message.substr(start, message.find_first_of(" :=", start) - start);
}

Error rewritten(const CLI::ParseError& error, const Parser& parser) {
  const std::string message = error.what(), option = culprit(message);
  const std::string help = "; " + help_of(chosen(parser)) + " lists the options";
  if (message.find("flag override") != std::string::npos)  // "json was given a disallowed flag override"
    return Error::input("--" + message.substr(0, message.find(' ')) + " takes no value" + help);
  if (message.find("missing") != std::string::npos) return Error::input(option + " needs a value" + help);
  if (message.find("required but received") != std::string::npos ||
      message.find("Expected exactly") != std::string::npos)
    return Error::input(option + " is given more than once; give it once" + help);
  return Error::input(message + help);
}

/// What the subcommand was given beside the options of all, by the names that help has for them.
std::map<std::string, std::string> given_to(const Prepared& one) {
  std::map<std::string, std::string> given;
  for (const CLI::Option* option : one.app->get_options())
    if (!option->results().empty()) given[option->get_name()] = option->results().back();
  return given;
}

void write_out(const std::string& text) { std::cout << text; }

/// CLI11 asks for the version before it has told anybody of --json.
std::string version_of(const Parser& parser) {
  if (parser.app.get_option("--json")->count() == 0) return version_text("omega");
  return json_text({{"program", "omega"},
                    {"version", program_version()},
                    {"commit", program_commit()},
                    {"compiler", program_compiler()},
                    {"instructions", vector_target()},
                    {"cuda", cuda::device_text()}});
}

void run_chosen(const Parser& parser, Answer* answer = nullptr) {
  refuse_unknown_words(parser);
  if (parser.as_man_page) return write_out(roff_of(page(parser), program_version()));
  refuse_empty_values(parser);
  Settings settings = parser.settings.checked();
  settings.answer = answer;
  const Prepared* one = chosen(parser);
  if (!one)
    throw Error::input("a subcommand is missing; give one of " + join(names_of(subcommands()), ", ") + ", or --help");
  settings.synopsis = one->subcommand->manual.synopsis;
  settings.given = given_to(*one);
  one->action(settings);
}

void parse_and_run(int count, char** words) {
  const std::vector<std::string> all(words + std::min(count, 1), words + count);
  refuse_cut_options(all);
  Parser parser;
  parser.names = behind_mark(all);
  prepare(parser);
  try {
    parser.app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return write_out(text_of(page(parser)));
  } catch (const CLI::CallForVersion&) {
    return write_out(version_of(parser));
  } catch (const CLI::ParseError& error) {
    throw rewritten(error, parser);
  }
  run_chosen(parser);
}

/// The call as it was made; an error that names nothing more precise is about this.
std::string call_text(int count, char** words) {
  std::vector<std::string> call;
  for (int i = 1; i < count; ++i) call.push_back(shell_word(words[i]));
  return shown(join(call, " "));
}

/// One line on standard error.
int complain(std::string sentence, int exit_code) {
  std::replace_if(
      sentence.begin(), sentence.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  std::cerr << "omega: " << sentence << std::endl;
  return exit_code;
}

/// oneTBB's own threads start others, and what goes wrong there can be caught by nobody.
void end_where_threads_lack() {
  static const std::terminate_handler before = std::get_terminate();
  std::set_terminate([] {
    try {
      if (const std::exception_ptr problem = std::current_exception()) std::rethrow_exception(problem);
    } catch (const std::exception& error) {
      if (const auto lack = lack_of_threads(error)) std::_Exit(complain(lack->what(), lack->exit_code()));
    } catch (...) {  // nothing that says what it is
    }
    before();
    std::abort();
  });
}

}  // namespace

Answer answer_of(const std::vector<std::string>& words, const std::stop_token& stop) {
  stop_by(stop);
  refuse_cut_options(words);
  Parser parser;
  parser.names = behind_mark(words);
  prepare(parser);
  try {
    parser.app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    throw rewritten(error, parser);
  }
  Answer answer;
  parser.settings.quiet = true;
  run_chosen(parser, &answer);
  return answer;
}

Page page_of(const std::string& subcommand) {
  Parser parser;
  prepare(parser);
  parser.app.parse(std::vector<std::string>{subcommand});
  return page(parser);
}

std::optional<Error> lack_of_threads(const std::exception& problem) {
  const auto* system = dynamic_cast<const std::system_error*>(&problem);
  const bool is_lack = system != nullptr
                           ? system->code() == std::errc::resource_unavailable_try_again
                           : std::string(problem.what()).find("pthread_create has failed") != std::string::npos;
  if (!is_lack) return {};
  return Error::failure(
      "no more threads can be started; fewer --threads or a higher limit of processes (ulimit -u) would help");
}

int run_command_line(int count, char** words) {
  stop_on_signals();
  end_where_threads_lack();
  try {
    limit_vector_target(std::getenv(kVectorTargetVariable));
    parse_and_run(count, words);
    std::cout.flush();
    if (!std::cout) return complain("standard output cannot be written; what was to be shown is incomplete", 1);
    return 0;
  } catch (const Stopped& stopped) {
    return complain(stopped.what(), interruption_exit_code());
  } catch (const Cancelled&) {
    return complain("stopped before the end; no output was written", interruption_exit_code());
  } catch (const OutOfMemory& problem) {
    return complain(problem.of(call_text(count, words)).what(), problem.exit_code());
  } catch (const Error& error) {
    return complain(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return complain(OutOfMemory(call_text(count, words), OutOfMemory::kSentence).what(), 1);
  } catch (const std::exception& error) {
    if (const auto lack = lack_of_threads(error)) return complain(lack->what(), lack->exit_code());
    return complain(std::string("internal error: ") + error.what(), 1);
  }
}

}  // namespace omega::command
