// omega synth PRESET: a synthetic sequence into an .npz file.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "actions.h"
#include "commands.h"
#include "core/named.h"
#include "io/npz.h"
#include "io/writers.h"
#include "json_text.h"
#include "manual.h"
#include "output_file.h"
#include "progress_meter.h"
#include "provenance.h"
#include "sample.h"
#include "synthetic/synthetic.h"

namespace omega::command {

namespace {

struct SynthWords {
  std::string preset, output, seed = std::to_string(kDefaultDataSeed);
  bool list = false;
  std::map<std::string, std::optional<std::string>> options;  // by name: those of every preset
};

Json list_json() {
  Json presets = Json::array();
  for (const Synthetic& preset : synthetics()) {
    Json entry{{"name", preset.name}, {"summary", preset.summary}, {"definition", preset.definition}};
    entry["options"] = Json::array();
    for (const OptionSpec& spec : preset.options) entry["options"].push_back(to_json(spec));
    presets.push_back(std::move(entry));
  }
  Json files = Json::array();
  for (const SampleHelp& sample : samples())
    files.push_back({{"name", sample.name}, {"summary", sample.summary}, {"options", sample.options()}});
  return {{"presets", presets}, {"samples", files}};
}

std::string list_text() {
  std::string text;
  for (const Synthetic& preset : synthetics()) {
    std::vector<std::string> options;
    for (const OptionSpec& spec : preset.options)
      options.push_back("--" + spec.name + " " + to_string(spec.default_value, spec.automatic));
    text += preset.name + "\n" + wrapped(preset.summary, 4) + wrapped(join(options, "  "), 4);
  }
  for (const SampleHelp& sample : samples())
    text += sample.name + "\n" + wrapped(sample.summary, 4) + wrapped(sample.options(), 4);
  return text;
}

void list_presets(const Settings& settings) {
  refuse_passed_over("synth --list", settings);
  std::cout << (settings.json ? json_text(list_json()) : list_text());
}

const Synthetic& known_preset(const std::string& name) {
  std::vector<std::string> names = names_of(synthetics());
  for (const SampleHelp& sample : samples()) names.push_back(sample.name);
  if (!is_among(names, name))
    throw Error::input("there is no preset " + omega::quoted(name) + closest_hint(name, names) + "; there are " +
                       join(names, ", "));
  return find_synthetic(name);
}

void make(const SynthWords& words, const Settings& settings) {
  require(!words.preset.empty(), "synth", "PRESET, or --list to see them");
  check_output(words.output);
  if (is_sample(words.preset)) {
    require(!words.output.empty(), "synth", "--output FILE");
    return write_sample(words.preset, words.options, seed_number("--seed", words.seed), words.output, settings);
  }
  const Synthetic& preset = known_preset(words.preset);
  require(!words.output.empty(), "synth", "--output FILE");
  check_ending(words.output, {".npz"}, "an archive of arrays");
  Options::Given given;
  for (const auto& [name, text] : words.options)
    if (text) given.emplace_back(name, *text);
  const Options options(preset.name, preset.options, given);
  const std::uint32_t seed = seed_number("--seed", words.seed);

  ProgressMeter meter(preset.name, settings.quiet);
  const Progress progress = meter.part(0, 1);
  const auto sequence = make_synthetic(preset, options, seed, progress);
  meter.clear();
  progress.check();
  ProgressMeter writing("writing", settings.quiet);
  write_npz(words.output, {{"Q", sequence->q}, {"K", sequence->k}, {"V", sequence->v}},
            provenance_of_preset(preset.name, options, seed), Lasts::kept, {}, writing.part(0, 1));
  writing.clear();
  const auto shape = [](const Array& array) { return to_string(array.shape()); };
  if (settings.json)
    std::cout << json_text({{"output", words.output},
                            {"preset", preset.name},
                            {"options", to_json(options)},
                            {"seed", seed},
                            {"Q", sequence->q.shape()},
                            {"K", sequence->k.shape()},
                            {"V", sequence->v.shape()}});
  else if (!settings.quiet)
    std::cout << shown(words.output) << ": " << sequence->title << "; Q (" << shape(sequence->q) << "), K ("
              << shape(sequence->k) << "), V (" << shape(sequence->v) << ")\n";
}

Manual manual_of_synth() {
  Manual manual;
  manual.synopsis = {"synth PRESET [--n N] [--dim D] [--heads H] [--seed N] [OPTION ...] --output FILE",
                     "synth --list [--json]"};
  manual.description = {
      "Makes queries, keys and values in which one thing about attention can be seen, as float32 members Q, K and V: "
      "tokens x dim, or heads x tokens x dim for more than one head. The same preset, options and seed give the same "
      "file everywhere; more heads append, and so do more tokens wherever the definition does not divide by N."};
  for (const Synthetic& preset : synthetics()) manual.description.push_back(preset.name + ": " + preset.summary);
  for (const SampleHelp& sample : samples()) manual.description.push_back(sample.name + ": " + sample.summary);
  manual.examples = {{"omega synth image --output picture.png && omega compare --input picture.png",
                      "Attention between the patches of a picture."},
                     {"omega synth text --output text.txt && omega compare --input text.txt --methods softmax,rfa",
                      "Attention between the words of a text."},
                     {"omega synth clusters --n 1024 --dim 64 --heads 3 --seed 7 --output seq.npz",
                      "Three heads of 1024 tokens in clusters."},
                     {"omega synth --list", "All presets with their options and defaults."}};
  return manual;
}

/// One flag for every option name; which presets know it is part of its help.
void add_preset_options(Arguments& arguments, SynthWords& words) {
  std::map<std::string, std::vector<std::string>> owners;
  std::map<std::string, const OptionSpec*> specs;
  for (const Synthetic& preset : synthetics())
    for (const OptionSpec& spec : preset.options) {
      owners[spec.name].push_back(preset.name);
      specs.emplace(spec.name, &spec);
    }
  for (const auto& [name, spec] : specs) {
    std::string of = owners[name].size() == synthetics().size()
                         ? "all presets but " + join(names_of(samples()), " and ")
                         : join(owners[name], ", ");
    if (name == "n")
      for (const SampleHelp& sample : samples()) of += "; " + sample.name + ": " + sample.counts;
    arguments.option(words.options[name], "--" + name, metavar_of(*spec), spec->help + " (" + of + ")");
  }
}

}  // namespace

Subcommand synth_command() {
  return {"synth", "synthetic sequences to try things on", manual_of_synth(), [](Arguments& arguments) {
            const auto words = std::make_shared<SynthWords>();
            arguments.positional(words->preset, "PRESET", "One of the names that `omega synth --list` shows.");
            add_preset_options(arguments, *words);
            arguments.option(words->seed, "--seed", "N", "Seed of the sequence, 32 bits. Default 7.");
            arguments.option(words->output, "--output", "FILE",
                             "The .npz file to write; a .png or text file for `image` and `text`.");
            arguments.flag(words->list, "--list", "List the presets with their options and defaults.");
            return [words](const Settings& settings) { words->list ? list_presets(settings) : make(*words, settings); };
          }};
}

}  // namespace omega::command
