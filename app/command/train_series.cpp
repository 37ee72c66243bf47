#include "train_series.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>

#include "bench/training.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "core/words.h"
#include "cpu/parallel.h"
#include "interrupt.h"
#include "json_text.h"
#include "output_file.h"
#include "progress_meter.h"
#include "shard_words.h"
#include "table.h"
#include "train/checkpoint.h"

namespace omega::command {

namespace {

using namespace omega::train;

constexpr std::int64_t kMostSeeds = 1000;

Series series_of(const SeriesWords& words, const std::string& preset, const Options::Given& given) {
  Series series;
  series.tasks = words.tasks ? comma_list("--tasks", *words.tasks) : task_names();
  series.attentions = words.attentions ? comma_list("--attentions", *words.attentions) : usual_attentions();
  if (words.seeds) series.seeds = whole_number("--seeds", *words.seeds, 1, kMostSeeds);
  series.preset = preset.empty() ? "quick" : preset;
  for (const auto& [name, text] : given)
    if (is_in_titles(name) || name == "seed")
      throw Error::input("train all has --attentions and --seeds in place of " + flag_of(name));
  series.given = given;
  return series;
}

std::unique_ptr<Trainer> trainer_of(const SeriesRun& run, Standing state, const std::filesystem::path& folder,
                                    const Settings& settings) {
  ProgressMeter meter(run.name, settings.quiet);
  auto trainer = state == Standing::begun ? Trainer::resume(folder / run.name, meter.part(0, 1), settings.backend)
                                          : std::make_unique<Trainer>(run.options, meter.part(0, 1), settings.backend);
  meter.clear();
  return trainer;
}

/// Reads the data of one's own for each task once before the first run: what is wrong with them is said at once, not
/// after hours.
void check_data(const std::vector<SeriesRun>& runs, const std::vector<Standing>& states,
                const std::filesystem::path& folder, const Settings& settings) {
  std::vector<std::string> tasks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& task = runs[i].options.word("task");
    const bool reads = is_among(find_task(task).shares, "data") && !runs[i].options.word("data").empty();
    if (states[i] == Standing::complete || !reads || is_among(tasks, task)) continue;
    tasks.push_back(task);
    trainer_of(runs[i], states[i], folder, settings);
  }
}

void train_one(const SeriesRun& run, Standing state, const std::filesystem::path& folder, const Settings& settings) {
  const RunFolder own(folder / run.name);
  const auto trainer = trainer_of(run, state, folder, settings);
  TrainControl control;
  const StopNotice notice(kStopping, settings.quiet);
  trainer->run(control, &own, interruption());
  if (!trainer->complete())
    throw Stopped("stopped within " + run.name + ", which is kept in " + omega::quoted(folder.string()) +
                  "; the same command goes on from there");
}

void show(const SeriesRun& run, std::size_t number, std::size_t count, const std::filesystem::path& folder,
          const Settings& settings) {
  const SavedRun saved = read_run(folder / run.name);
  const ValidationRecord& last = saved.record.validations.back();
  if (settings.json)
    std::cout << Json{{"run", run.name}, {"accuracy", last.accuracy}, {"seconds", last.seconds}}.dump() << std::endl;
  else if (!settings.quiet)
    std::cout << padded(std::to_string(number) + "/" + std::to_string(count), 8) << padded(run.name, 32) << "accuracy "
              << fixed(100 * last.accuracy, 1) << " %, chance " << fixed(100 * saved.record.chance, 1) << " %, "
              << fixed(last.seconds, 0) << " s" << std::endl;
}

}  // namespace

std::string flag_of(const std::string& option) {
  std::string flag = "--" + option;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string with_flags(const std::string& sentence) {
  static const std::regex option("option (\\w+) of train\\b|\\b(" + join(names_of(train_options()), "|") + ")=");
  std::string words;
  auto from = sentence.cbegin();
  for (std::sregex_iterator found(from, sentence.cend(), option), none; found != none; ++found) {
    const bool has_value = (*found)[2].matched;
    words.append(from, (*found)[0].first).append(flag_of((*found)[has_value ? 2 : 1])).append(has_value ? "=" : "");
    from = (*found)[0].second;
  }
  return words.append(from, sentence.cend());
}

std::string first_of(const SeriesWords& words) {
  if (words.tasks) return "--tasks";
  if (words.attentions) return "--attentions";
  if (words.seeds) return "--seeds";
  return words.shard ? "--shard" : "";
}

void check_options_read(const std::vector<Options>& runs, const Options::Given& given) {
  const std::vector<OptionSpec> specs = train_options();
  for (const auto& [name, text] : given) {
    const OptionSpec* spec = option_named(specs, name);
    if (spec == nullptr ||
        std::any_of(runs.begin(), runs.end(), [&](const Options& run) { return run.shows(specs, *spec); }))
      continue;
    std::vector<std::string> chosen;
    for (const Options& run : runs)
      if (const std::string word = to_string(run.value(spec->shown_when_option)); !is_among(chosen, word))
        chosen.push_back(word);
    throw Error::input(flag_of(name) + " is an option of " + join(spec->shown_when_values, ", ") + " alone, and " +
                       join(chosen, ", ") + " would ignore it; leave it out");
  }
}

void train_series(const SeriesWords& words, const std::string& preset, const Options::Given& given,
                  const std::string& output, const Settings& settings) {
  require(!output.empty(), "train all", "--output FOLDER");
  check_output(output);
  if (holds_run(output))
    throw Error::input(omega::quoted(output) + " holds a run, which would hide those in folders below it; give " +
                       "another --output");
  const studies::Shard shard = shard_of_words(words.shard);
  const std::vector<SeriesRun> all = naming_flags([&] { return runs_of(series_of(words, preset, given)); });
  std::vector<Options> options;
  for (const SeriesRun& run : all) options.push_back(run.options);
  check_options_read(options, given);
  const std::vector<SeriesRun> own = shard_of(all, shard.k, shard.n);
  std::vector<Standing> states;  // before anything is trained: whether all of them can be gone on with
  double seconds = 0;
  int left = 0;
  for (const SeriesRun& run : own) {
    states.push_back(state_of(run, output));
    if (states.back() == Standing::complete) continue;
    seconds += training_seconds(plan_of(run.options), settings.threads);
    ++left;
  }
  if (!settings.json && !settings.quiet && left > 0)
    std::cout << left << " of " << count_text(std::ssize(own), "run") << " to train, roughly " << duration_text(seconds)
              << " here where no CUDA device takes the steps" << std::endl;
  with_threads(settings.threads, [&] {
    check_data(own, states, output, settings);
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (states[i] != Standing::complete) train_one(own[i], states[i], output, settings);
      show(own[i], i + 1, own.size(), output, settings);
    }
  });
}

}  // namespace omega::command
