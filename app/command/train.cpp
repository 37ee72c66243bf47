// omega train: train a task with any attention; report what runs have recorded.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "actions.h"
#include "bench/training.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "interrupt.h"
#include "json_text.h"
#include "output_file.h"
#include "progress_meter.h"
#include "table.h"
#include "train/checkpoint.h"
#include "train_report.h"
#include "train_series.h"

namespace omega::command {

namespace {

using namespace omega::train;

struct TrainWords {
  std::vector<std::string> what;  // a task, or report and its runs
  std::string preset, output;
  std::map<std::string, std::optional<std::string>> options;
  SeriesWords series;
  bool resume = false, list = false;
};

/// What was given as flags.
Options::Given flags(const TrainWords& words) {
  Options::Given all;
  for (const auto& [name, text] : words.options)
    if (text) all.emplace_back(name, *text);
  return all;
}

/// With the task, which is no flag.
Options::Given given(const TrainWords& words) {
  Options::Given all = flags(words);
  all.emplace_back("task", words.what.front());
  return all;
}

/// What would be read by nothing is refused: a series' words without a series ..
void check_no_series(const TrainWords& words) {
  if (const std::string word = first_of(words.series); !word.empty())
    throw Error::input(word + " is for train all, not for train " + words.what.front() + "; " +
                       (word == "--attentions" ? "give --attention, or train all"
                        : word == "--seeds"    ? "give --seed, or train all"
                                               : "leave it out, or train all"));
}

/// .. and further words where one says it all.
void check_one_word(const TrainWords& words) {
  if (words.what.size() > 1)
    throw Error::input("train " + words.what[0] + " has no use for " + omega::quoted(words.what[1]) +
                       (words.what[0] == "all" ? "; it takes tasks by --tasks" : "; options begin with --"));
}

/// Before anything is read or drawn: a folder or options that will not do are refused at once.
void check_words(const TrainWords& words) {
  check_no_series(words);
  check_one_word(words);
  if (words.resume) return require_run(words.output);
  if (holds_run(words.output))
    throw Error::input(omega::quoted(words.output) +
                       " holds a run already; go on with --resume, or give another --output");
  check_output(words.output);
  if (holds_runs_below(words.output))
    throw Error::input(omega::quoted(words.output) +
                       " holds the folders of other runs, which a run in it would hide; give another --output");
  const Options options = make_train_options(words.preset, given(words));
  plan_of(options);
  check_options_read({options}, flags(words));
}

/// The run to go on with; only what may change while running can be given along.
std::unique_ptr<Trainer> resumed(const TrainWords& words, Backend backend, const Progress& progress) {
  for (const auto& [name, text] : given(words))
    if (name != "task" && name != "rate" && name != "redraw" && name != "data")
      throw Error::input(
          "--resume goes on with the run's own options; of them only --rate and --redraw can be changed, and --data "
          "where the same data lie elsewhere now, not " +
          flag_of(name));
  if (!words.preset.empty()) throw Error::input("--resume goes on with the run's own options; leave out --preset");
  const std::optional<std::string>& data = words.options.at("data");
  auto trainer = Trainer::resume(words.output, progress, backend, data.value_or(""));
  const std::string& task = trainer->plan().task->name;
  if (task != words.what.front())
    throw Error::input(omega::quoted(words.output) + " holds a run of " + task + ", not of " + words.what.front() +
                       "; go on with `omega train " + task + " --resume`");
  const Options changed = naming_flags([&] { return make_train_options("", flags(words)); });
  Options::Given idle = flags(words);
  std::erase_if(idle, [](const auto& one) { return one.first == "data"; });  // where they lie is kept at once
  if (trainer->finished() && !idle.empty())
    throw Error::input(omega::quoted(words.output) + " has taken all of its steps, so " + flag_of(idle.front().first) +
                       " would change nothing; leave it out");
  if (words.options.at("rate")) trainer->set_rate(changed.real("rate"));
  if (words.options.at("redraw")) trainer->set_redraw(changed.integer("redraw"));
  return trainer;
}

/// What a stop leaves behind.
std::string stopped_sentence(const Trainer& trainer, const std::string& folder) {
  const Index step = trainer.state().step, steps = trainer.plan().training.steps;
  if (trainer.finished())
    return "stopped after the last of " + std::to_string(steps) + " steps, which is kept in " + omega::quoted(folder) +
           ", but before it was measured how much the outputs vary with the noise; --resume measures that";
  return "stopped after step " + std::to_string(step) + " of " + std::to_string(steps) + ", which is kept in " +
         omega::quoted(folder) + "; --resume goes on from there";
}

/// How many steps are left and about how long they take, told before the first.
std::string steps_sentence(const Trainer& trainer, int threads) {
  TrainPlan rest = trainer.plan();
  rest.training.steps -= trainer.state().step;
  return count_text(rest.training.steps, "step") + " to take, roughly " +
         duration_text(training_seconds(rest, threads)) + " here";
}

/// How data of one's own were understood, on a line of its own: so that labels taken for texts are seen at once.
std::string data_sentence(const TaskData& data) {
  constexpr std::size_t kMost = 8;  // names of classes
  if (data.is_made_up()) return {};
  std::vector<std::string> names;
  for (const std::string& name : data.class_names) names.push_back(omega::quoted(name));
  if (names.size() > kMost) {
    names.resize(kMost);
    names.push_back("...");
  }
  return "\n" + (data.read_as.empty() ? "" : data.read_as + "; ") + std::to_string(data.class_names.size()) +
         " classes: " + join(names, ", ");
}

/// One line for each validation: JSON, or for people.
void show(const ValidationRecord& validation, Index steps, const Settings& settings) {
  if (settings.json)
    std::cout << to_json(validation).dump() << std::endl;
  else if (!settings.quiet)
    std::cout << padded("step " + std::to_string(validation.step) + "/" + std::to_string(steps), 20)
              << "validation loss " << fixed(validation.loss, 4) << "  accuracy " << fixed(100 * validation.accuracy, 1)
              << " %  " << fixed(validation.steps_per_second, 1) << " steps/s" << std::endl;
}

void show_last(const Trainer& trainer, const Settings& settings) {
  const std::vector<ValidationRecord> all = trainer.snapshot().record.validations;
  if (!all.empty()) show(all.back(), trainer.plan().training.steps, settings);
}

void train_task(const TrainWords& words, const Settings& settings) {
  if (settings.precision != Precision::f32)
    throw Error::input("training runs in single precision; leave --precision at f32");
  require(!words.output.empty(), "train", "--output FOLDER");
  naming_flags([&] { check_words(words); });
  const RunFolder folder(words.output);
  stop_when_nobody_reads();  // `| head` ends the run, not what it has learned
  with_threads(settings.threads, [&] {
    ProgressMeter meter("examples", settings.quiet);
    const auto trainer = words.resume ? resumed(words, settings.backend, meter.part(0, 1))
                                      : std::make_unique<Trainer>(make_train_options(words.preset, given(words)),
                                                                  meter.part(0, 1), settings.backend);
    meter.clear();
    if (words.resume && words.options.at("data")) trainer->save(folder);
    trainer->take_place();
    const Index steps = trainer->plan().training.steps;
    if (!settings.json && !settings.quiet)
      std::cout << trainer->plan().task->name << ", " << title_of(trainer->plan().model) << ", "
                << trainer->model().table().count() << " parameters, " << trainer->split().training.size()
                << " examples to train, " << trainer->split().validation.size() << " to validate, chance "
                << fixed(100 * trainer->data().chance(), 1) << " %, on " << trainer->place().backend << " ("
                << trainer->place().why << ")" << data_sentence(trainer->data()) << std::endl;
    if (trainer->finished()) show_last(*trainer, settings);  // no step is left that would say it
    if (trainer->complete()) return;
    if (!settings.json && !settings.quiet && trainer->place().backend == "cpu")
      std::cout << steps_sentence(*trainer, settings.threads) << std::endl;
    TrainControl control;
    const StopNotice notice(kStopping, settings.quiet);
    trainer->run(control, &folder, interruption(),
                 [&](const ValidationRecord& validation) { show(validation, steps, settings); });
    if (!trainer->complete()) throw Stopped(stopped_sentence(*trainer, words.output));
  });
}

Json task_json(const Task& task) {
  Json presets = Json::array(), own = Json::array();
  for (const TrainPreset& preset : task.presets) {
    Json options;
    for (const auto& [name, text] : preset.options) options[name] = text;
    presets.push_back({{"name", preset.name}, {"summary", preset.summary}, {"options", options}});
  }
  for (const OptionSpec& spec : train_options())
    if (spec.shown_when_option == "task" &&
        std::count(spec.shown_when_values.begin(), spec.shown_when_values.end(), task.name) > 0)
      own.push_back(to_json(spec));
  return {{"name", task.name}, {"summary", task.summary}, {"options", own}, {"presets", presets}};
}

void list_tasks(const Settings& settings) {
  refuse_passed_over("train --list", settings);
  Json all = Json::array();
  Table known({"TASK", "WHAT IS LEARNED"}, {}), presets({"TASK", "PRESET", "WHAT IT IS"}, {});
  for (const Task& task : tasks()) {
    all.push_back(task_json(task));
    known.add({task.name, task.summary});
    for (const TrainPreset& preset : task.presets) presets.add({task.name, preset.name, preset.summary});
  }
  std::cout << (settings.json ? json_text({{"tasks", all}}) : known.text() + "\n" + presets.text());
}

void report(const TrainWords& words, const Settings& settings) {
  refuse_passed_over("train report", settings);
  report_runs({words.what.begin() + 1, words.what.end()}, words.output, settings);
}

void train_all(const TrainWords& words, const Settings& settings) {
  check_one_word(words);
  if (words.resume) throw Error::input("train all goes on by itself with what is in --output; leave out --resume");
  train_series(words.series, words.preset, flags(words), words.output, settings);
}

void choose(const TrainWords& words, const Settings& settings) {
  if (words.list) return list_tasks(settings);
  std::vector<std::string> known = task_names();
  const std::string what = words.what.empty() ? "" : words.what.front();
  if (is_among(known, what)) return train_task(words, settings);
  if (what == "report") return report(words, settings);
  if (what == "all") return train_all(words, settings);
  known.insert(known.end(), {"all", "report"});
  throw Error::input(what.empty() ? "train needs a word that says what: a task (" + join(task_names(), ", ") +
                                        "), all or report; `omega train --help` has examples"
                                  : "train knows no " + omega::quoted(what) + "; it has " + join(known, ", ") +
                                        closest_hint(what, known));
}

Manual manual_of_train() {
  Manual manual;
  manual.synopsis = {"train TASK [--preset NAME] [--attention NAME] [OPTION ...] --output FOLDER [--resume]",
                     "train all [--tasks LIST] [--attentions LIST] [--seeds N] [--preset NAME] [--shard K/N] --output "
                     "FOLDER",
                     "train report FOLDER ... [--output FOLDER] [--json]", "train --list [--json]"};
  manual.description = {
      "Trains a small transformer on a task with any attention; sequences shorter than --length are padded, and no "
      "attention sees the padding. Attentions of windows and segments cut pictures in two dimensions.",
      "The same options and seed give the same curve bit for bit, on any number of threads and with any interruptions; "
      "a CUDA device, or another kind of processor, takes the same steps but for rounding. Ctrl+C gives up the step "
      "under way, though not a validation, and writes a checkpoint; --resume goes on from it. A checkpoint is written "
      "beside and renamed, at least every --checkpoint-every steps and --checkpoint-seconds seconds, so that even a "
      "crash loses no more than that.",
      "--samples is the papers' M: how many draws of noise a head has. Each draw makes one frequency, with gmm one "
      "for each of --components; a frequency of rks or trig makes two features. With gmm --features rks --samples 64 "
      "--components 2, the paper's setting, a head has 128 frequencies and 256 features.",
      "With --json training writes an object on a line of its own for each validation, and train all for each run.",
      "While a run is trained, nobody else can write to its folder, on this computer or on one that shares the file "
      "system; a killed process blocks nobody.",
      "train all trains every one of some attentions on every one of some tasks with every one of some seeds, each in "
      "a folder of its own below --output. The same command goes on where it was stopped; --shard K/N takes every N-th "
      "run, so that several computers share the work and the folder.",
      "train report shows what runs have recorded: their best accuracy, the gradients at the classifier when "
      "validation first passed 20, 40, 60 and 80 % beside those of the paper, eigenvalues of learned covariances, and "
      "how much outputs vary with the noise. With --output it writes summary.csv, curves.csv, gradients.csv, "
      "eigenvalues.csv and curves.svg; the command in them is for a shell in the folder of the runs. Runs whose "
      "folders have the same name are named from the folder that holds them all. A copy of a run is no further seed: "
      "means leave it out."};
  for (const Task& task : tasks()) {
    std::string words = task.name + ": " + task.summary + " Presets:";
    for (const TrainPreset& preset : task.presets) words += " " + preset.name + " (" + preset.summary + ")";
    manual.description.push_back(words);
  }
  manual.examples = {
      {"omega train sparsity --preset quick --attention softmax --steps 50 --output run-softmax",
       "The first 50 steps; without --steps it learns within two minutes."},
      {"omega train sparsity --preset quick --attention gmm --features prf --sparsity 0.5 --steps 50 --output run-prf",
       "A learned kernel."},
      {"omega train listops --preset quick --attention lara --steps 50 --output run-listops",
       "Another task: nested operators of digits."},
      {"omega train sparsity --output run-prf --resume", "Goes on where it stopped."},
      {"omega train report run-softmax run-prf --output report", "Tables, and curves as CSV and SVG."}};
  manual.files = {{"run.json", "Options, state and everything recorded; names the files beside it."},
                  {"step-N.safetensors", "The parameters after step N and, until the last, AdamW's running means."},
                  {"best-N.safetensors", "The parameters of the best validation."},
                  {"run.lock", "While it is trained: by which process, on which computer."}};
  return manual;
}

}  // namespace

Subcommand train_command() {
  return {"train", "train tasks with any attention", manual_of_train(), [](Arguments& arguments) {
            const auto words = std::make_shared<TrainWords>();
            arguments.positionals(words->what, "WHAT",
                                  "A task, all, or report and the folders of runs; --list shows the tasks.");
            arguments.option(words->preset, "--preset", "NAME",
                             "Start from a preset's options; --list shows them. all: default quick.");
            for (const OptionSpec& spec : train_options()) {
              if (spec.name == "task") continue;
              const std::string otherwise = to_string(spec.default_value);
              const std::string words_of = spec.kind == OptionKind::choice && !spec.words.empty()
                                               ? " One of " + join(spec.words, ", ") + "."
                                               : "";
              const bool is_text = spec.kind == OptionKind::choice && spec.words.empty();
              arguments.option(words->options[spec.name], flag_of(spec.name), metavar_of(spec),
                               spec.help + words_of + (is_text ? "" : " Default " + otherwise + "."));
            }
            arguments.option(words->output, "--output", "FOLDER", "The folder of the run, or of the report.");
            arguments.option(words->series.tasks, "--tasks", "LIST", "all: tasks with commas between; default all.");
            arguments.option(words->series.attentions, "--attentions", "LIST",
                             "all: attentions with commas between, with their kind where there are several, as "
                             "gmm-prf, ra-biased, lara-learned-adapt or eva-samples49; default " +
                                 join(usual_attentions(), ",") + ".");
            arguments.option(words->series.seeds, "--seeds", "N", "all: seeds 0 to N-1. Default 1.");
            arguments.option(words->series.shard, "--shard", "K/N", "all: only part K of N.");
            arguments.flag(words->resume, "--resume",
                           "Go on with the run in --output; of its options --rate and --redraw may change, and --data "
                           "where the same data lie elsewhere now.");
            arguments.flag(words->list, "--list", "List the tasks and their presets.");
            return [words](const Settings& settings) { choose(*words, settings); };
          }};
}

}  // namespace omega::command
