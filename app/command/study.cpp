// omega study: claims of the papers as experiments: list them, run them in parts or whole, join the parts, draw them.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "actions.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "input.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/input_file.h"
#include "json_text.h"
#include "output_file.h"
#include "progress_meter.h"
#include "shard_words.h"
#include "studies/assets.h"
#include "studies/row_files.h"
#include "studies/sweep.h"
#include "study_text.h"
#include "table.h"

namespace omega::command {

namespace {

using namespace studies;

constexpr std::uint64_t kLargestDefinition = std::uint64_t{16} << 20;

struct StudyWords {
  std::string action, size = "small", output, preset, file;
  ReadingWords reading;
  std::vector<std::string> names;
  std::optional<std::string> shard;
  bool resume = false;
};

std::string only_name(const StudyWords& words, const std::string& what) {
  if (words.names.size() == 1) return words.names.front();
  throw Error::input("study " + words.action + " needs one " + what + "; `omega study --help` has examples");
}

/// The sequence that --preset or --input puts in place of those of the study.
StudyInput chosen_input(const StudyWords& words) {
  check_one_input(words.file, words.preset);
  check_reading(words.reading, words.file);
  StudyInput input{"", words.file, words.reading.given()};
  if (words.preset.empty()) return input;
  const PresetChoice choice = parse_preset("--preset", words.preset);
  if (choice.says_seed)
    throw Error::input("a study numbers its sequences by its own seeds; leave seed out of --preset " + words.preset);
  input.preset = choice.name;
  input.options = choice.given;  // a default is no choice of one layer or head
  return input;
}

/// Options of the command that would let a file be read are named where it is the command that names the file.
template <class Make>
auto reading_input(const StudyWords& words, const Make& make) {
  return words.file.empty() ? make() : naming_nonfinite_options(make);
}

StudyDefinition chosen_study(const StudyWords& words, Precision precision) {
  const std::string name = only_name(words, "NAME or FILE");
  const auto read = [&](const std::string& file, const std::string& text) {
    return reading_input(words, [&] { return read_study(file, text, words.size, chosen_input(words), precision); });
  };
  for (const StudyAsset& asset : study_assets())
    if (asset.name == name) return read(name + ".json", std::string(asset.text));
  if (std::error_code none; std::filesystem::exists(name, none))
    return read(omega::quoted(name), InputFile::open(name).all(kLargestDefinition, "a study"));
  throw Error::input(omega::quoted(name) + " is neither the name of a study (" + join(study_names(), ", ") +
                     ") nor a file that can be read" + closest_hint(name, study_names()));
}

void list_studies(const StudyWords&, const Settings& settings) { show(settings, studies_text, studies_json); }

void describe_study(const StudyWords& words, const Settings& settings) {
  const StudyDefinition study = chosen_study(words, settings.precision);
  const double seconds = estimated_seconds(study, {}, settings.threads);
  show(
      settings, [&] { return study_text(study, seconds); }, [&] { return study_json(study, seconds); });
}

void show_summary(const StudyFolder& folder, const Settings& settings) {
  const StudySummary summary = summarise(folder.study, folder.rows);
  sum_up(
      settings, [&] { return summary_text(folder.study, summary, folder.repeated); },
      [&] { return to_json(folder.study, summary); });
}

/// Fails where no row could be measured. Of a shard that says nothing else, it says how many could not.
void judge(const std::vector<Json>& rows, bool is_silent_shard) {
  const auto failed = std::count_if(rows.begin(), rows.end(), has_failed);
  if (failed == 0) return;
  const Json& first = *std::find_if(rows.begin(), rows.end(), has_failed);
  const std::string input = first.value("input", ""),  // with the head, where each is asked
      why = "; the first says: " + (input.empty() ? "" : input + ": ") + first.at("problem").get<std::string>();
  if (failed == std::ssize(rows)) throw Error::failure("no row could be measured" + why);
  if (is_silent_shard)
    std::cerr << for_terminal("omega: " + count_text(failed, "row") + " of " + std::to_string(rows.size()) +
                              " could not be measured" + why + "\n");
}

void run_study(const StudyWords& words, const Settings& settings) {
  if (settings.backend == Backend::cuda)
    throw Error::input(
        "--backend cuda: studies compute on the CPU, so that their rows depend on no card; `omega bench --backend "
        "cuda` times a card");
  StudyDefinition study = chosen_study(words, settings.precision);
  const studies::Shard shard = shard_of_words(words.shard);
  reading_input(words, [&] { look_at_files(study); });
  require(!words.output.empty(), "study run", "--output DIR");
  check_output(words.output);
  prepare_folder(words.output, study);
  RowWriter rows(rows_file(words.output, shard), study, shard);
  if (!rows.found().empty() && !words.resume) {
    rows.abandon();
    throw Error::input(omega::quoted(words.output) + " has " + count_text(std::ssize(rows.found()), "row") +
                       " of this study already; give --resume to go on with them, or another folder");
  }
  if (!settings.quiet && !settings.json)
    std::cout << for_terminal(plan_text(study, shard, rows.found(), settings.threads)) << std::flush;
  ProgressMeter meter("study " + omega::shown(study.name), settings.quiet);
  SweepWatch watch;
  watch.stop = meter.part(0, 1).stop();
  watch.state = [&](const SweepState& state) { meter.show(state.fraction, state.seconds_left); };
  try {
    run_sweep(study, shard, settings.threads, rows, watch);
  } catch (const Cancelled&) {
    meter.clear();
    throw Stopped("stopped; the rows that were done are in " + omega::quoted(words.output) +
                  ", and --resume goes on from there");
  }
  meter.clear();
  StudyFolder folder = open_study({words.output});
  folder.study.said = study.said;  // rows of an earlier version do not tell it
  show_summary(folder, settings);
  std::erase_if(folder.rows, [&](const Json& row) { return !shard.contains(row_number(study, row)); });
  judge(folder.rows, settings.quiet && shard.n > 1);
}

std::vector<std::filesystem::path> folders_of(const StudyWords& words) {
  if (words.names.empty())
    throw Error::input("study " + words.action + " needs the DIR of a study; `omega study --help` has examples");
  return {words.names.begin(), words.names.end()};
}

void merge(const StudyWords& words, const Settings& settings) {
  const auto folders = folders_of(words);
  show_summary(merge_studies(folders, words.output.empty() ? folders.front() : std::filesystem::path(words.output)),
               settings);
}

void plot(const StudyWords& words, const Settings& settings) {
  check_output(words.output);
  for (const auto& folder : folders_of(words))
    check_output(words.output, definition_file(folder).string(), "the study's definition");
  const StudyFolder folder = open_study(folders_of(words));
  const StudySummary summary = summarise(folder.study, folder.rows);
  if (!words.output.empty()) write_file(words.output, plot_text(words.output, folder.study, summary));
  show_summary(folder, settings);
}

const std::vector<Action<StudyWords>> kStudyActions = {
    {"list", list_studies}, {"describe", describe_study}, {"run", run_study}, {"merge", merge}, {"plot", plot}};

Manual manual_of_study() {
  Manual manual;
  manual.synopsis = {
      "study list [--json]", "study describe NAME|FILE [--size SIZE] [--input FILE | --preset PRESET] [--json]",
      "study run NAME|FILE --output DIR [--size SIZE] [--input FILE | --preset PRESET] [--shard K/N] [--resume] "
      "[--json]",
      "study merge DIR... [--output DIR] [--json]", "study plot DIR... [--output FILE] [--json]"};
  manual.description = {
      "A study asks one question of a grid of requests and seeds. Each row of its grid is measured once and written to "
      "DIR at once, as one line of JSON; so a study that was stopped or killed loses at most the row it was at, and "
      "--resume goes on from there. The number of rows and about how long they take are said before the first; "
      "`describe` says both without measuring.",
      "With --precision f64 estimates are in double precision, and the rows are another study's than those in single. "
      "A row that could not be measured says why; --resume tries it again.",
      "--shard K/N measures every N-th row, into a file of its own. Shards may share a folder or have one each, on one "
      "machine or many; `merge` joins them, each row once, however they overlap, and doing it again changes nothing. "
      "--resume measures nothing that any file of DIR holds already. Shards that run at once disturb each other's "
      "times: leave a study whose figure shows times whole (`list` and `describe` say so), or give each shard a "
      "machine "
      "of its own.",
      "`plot` draws a figure (.svg), or writes what is drawn (.json) and the curves as a table (.csv), from however "
      "many rows there are, and says what was found. "
      "The numbers of the papers stand in it under their own name, with hollow marks."};
  manual.examples = {{"omega study run bridge --output bridge", "One study, at a size that ends in seconds."},
                     {"omega study plot bridge --output bridge.svg", "Its figure, and what it found."},
                     {"omega study run growth --size toy --shard 3/16 --resume --output growth",
                      "A sixteenth of one; in a job array the number is `$SLURM_ARRAY_TASK_ID`."},
                     {"parallel omega study run growth --quiet --shard {}/4 --output growth ::: 1 2 3 4",
                      "Four shards at once with GNU parallel."},
                     {"omega study merge growth", "All shards in one file."},
                     {"omega study run bias --size toy --input seq.npz --output mine",
                      "The same question about a sequence of your own."},
                     {"omega study run heads --preset minilm:layer=3 --output layer3",
                      "Every head of one layer; without the layer, of all layers."}};
  manual.files = {{"DIR/study.json", "The definition, as it was given."},
                  {"DIR/rows.jsonl",
                   "The rows, one JSON object a line, after a line that says which study they belong to; "
                   "rows-K-of-N.jsonl those of one shard."}};
  return manual;
}

}  // namespace

Subcommand study_command() {
  return {"study", "claims of the papers as experiments, resumable and in shards", manual_of_study(),
          [](Arguments& arguments) {
            const auto words = std::make_shared<StudyWords>();
            arguments.positional(words->action, "ACTION", "What to do: " + either_of(names_of(kStudyActions)) + ".");
            arguments.positionals(words->names, "STUDY",
                                  "For describe and run a name that `omega study list` shows, or a file; for merge and "
                                  "plot folders of results.");
            arguments.option(
                words->size, "--size", "toy|small|paper",
                "How large: toy ends at once, small within minutes, paper has the papers' sizes. Default small.");
            arguments.option(words->output, "--output", "PATH",
                             "run, merge: the folder of the rows. plot: the file to draw into, .svg, .json or .csv.");
            arguments.option(
                words->file, "--input", "FILE",
                "describe, run: a sequence of your own in place of those of the study, as `omega estimate` takes it.");
            arguments.option(words->preset, "--preset", "PRESET",
                             "describe, run: a synthetic sequence in place of those of the study.");
            add_reading_options(arguments, words->reading, std::string(kFirstLayer) + ", for heads all");
            arguments.option(words->shard, "--shard", "K/N", "run: only part K of N.");
            arguments.flag(words->resume, "--resume", "run: go on with the rows that are there.");
            return [words](const Settings& settings) { run_action("study", kStudyActions, *words, settings); };
          }};
}

}  // namespace omega::command
