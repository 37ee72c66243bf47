// omega heads: every head of a model: its exact attention in numbers, and how far estimators are from it.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "about/about.h"
#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "heads/said.h"
#include "heads/table.h"
#include "input.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/reader.h"
#include "json_text.h"
#include "manual.h"
#include "method_words.h"
#include "output_file.h"
#include "progress_meter.h"
#include "studies/heads_figure.h"
#include "studies/svg.h"
#include "table.h"

namespace omega::command {

namespace {

constexpr std::int64_t kMostHeadDraws = 100000;
constexpr double kUsualTarget = 0.1;

struct HeadsWords {
  std::string file, preset, draws = "8", seed = "0", sort, target, output;
  ReadingWords reading;
  MethodWords what{"rfa,lara", {}, {}};
};

heads::Model model_of(const HeadsWords& words) {
  check_one_input(words.file, words.preset);
  check_reading(words.reading, words.file);
  if (!words.file.empty()) return heads::Model::of_file(words.file, words.reading.given());
  const PresetChoice choice = parse_preset("--preset", words.preset);
  return heads::Model::of_preset(choice.name, choice.given, choice.seed);
}

/// Its own options say so: the other methods are held against attention to all keys.
bool is_causal(const heads::Method& method) {
  return options_of(find_estimator(method.name).info, method.options).is_causal();
}

/// None where only exact attention is asked for.
std::vector<heads::Method> asked_methods(const MethodWords& words) {
  std::vector<heads::Method> methods;
  if (words.methods == "none") {
    if (words.budget || !words.options.empty())
      throw Error::input("--budget and --opt are of methods, but --methods is none; leave them out or name a method");
    return methods;
  }
  for (const auto& [name, given] : methods_of(words)) methods.push_back({name, given});
  return methods;
}

heads::Question question_of(const HeadsWords& words, const Settings& settings) {
  heads::Question question;
  question.methods = asked_methods(words.what);
  question.causal = std::any_of(question.methods.begin(), question.methods.end(), is_causal);
  question.draws = whole_number("--draws", words.draws, 1, kMostHeadDraws);
  question.seed = seed_number("--seed", words.seed);
  question.precision = settings.precision;
  question.backend = settings.backend;
  question.threads = settings.threads;
  if (words.target.empty()) return question;
  OptionSpec target = OptionSpec::real("--target", 1, 0, 1, "");
  target.minimum_excluded = true;
  question.target = std::get<double>(target.parse("heads", words.target));
  return question;
}

std::string command_of(const HeadsWords& words, const Settings& settings) {
  std::string text = "omega heads" + origin_words(origin_of(words.file, words.preset, words.reading)) +
                     method_text(words.what) + " --draws " + words.draws + " --seed " + words.seed;
  if (!words.target.empty()) text += " --target " + words.target;
  if (!words.sort.empty()) text += " --sort " + shell_word(words.sort);
  return text + " --precision " + precision_name(settings.precision);
}

/// What was measured, with all that is written of it.
struct Measured {
  std::string title, command;
  Origin origin;
  std::vector<std::string> how;  // it was read
  heads::Question question;
  std::vector<heads::Quantity> quantities;
  std::vector<heads::Head> all;
  std::vector<const heads::Head*> order;

  std::vector<std::string> said() const {
    return heads::said_of(all, question.methods, question.target > 0 ? question.target : kUsualTarget);
  }
};

/// A head's problem, or those of methods that could not run on it.
std::string problem_of(const heads::Head& head, const std::vector<heads::Method>& methods) {
  std::vector<std::string> problems;
  if (!head.problem.empty()) problems.push_back(head.problem);
  for (std::size_t m = 0; m < head.estimates.size(); ++m)
    if (!head.estimates[m].problem.empty()) problems.push_back(methods[m].text() + ": " + head.estimates[m].problem);
  return join(problems, "; ");
}

std::string number_of(const heads::Head& head) {
  return head.layer == heads::kNoLayer ? "" : std::to_string(head.layer);
}

/// A sentence for each head that has one.
std::vector<std::string> problems_of(const Measured& of) {
  std::vector<std::string> problems;
  for (const heads::Head* head : of.order)
    if (const std::string problem = problem_of(*head, of.question.methods); !problem.empty())
      problems.push_back(heads::name_of(*head) + ": " + problem);
  return problems;
}

constexpr const char* kZeroNonfinite = "--zero-nonfinite reads values that are not finite as 0";

/// Why none could be looked at, and what would help.
Error no_head(const Measured& of) {
  const heads::Head& first = of.all.front();
  const std::string help = first.is_nonfinite ? std::string("; ") + kZeroNonfinite : "";
  return with_file(Error::input(heads::name_of(first) + ": " + first.problem + help), of.origin);
}

std::string heads_text(const Measured& of) {
  std::vector<std::string> numbers{"layer", "head"};
  std::vector<const heads::Quantity*> shown;
  for (const heads::Quantity& quantity : of.quantities) {
    if (quantity.name.starts_with("mse ") || quantity.name.starts_with("ess ")) continue;
    shown.push_back(&quantity);
    numbers.push_back(quantity.title);
  }
  Table table({}, numbers);
  for (const heads::Head* head : of.order) {
    std::vector<std::string> cells{number_of(*head), std::to_string(head->head)};
    for (const heads::Quantity* quantity : shown) cells.push_back(heads::value_text(*quantity, *head));
    table.add(std::move(cells));
  }
  std::string text = said_text(of.how) + omega::shown(of.title) + ": " +
                     count_text(static_cast<long long>(of.all.size()), "head") + ", " +
                     count_text(of.question.draws, "draw") + " from seed " + std::to_string(of.question.seed) + "\n\n" +
                     table.text() + "\n";
  for (const std::string& problem : problems_of(of)) text += wrapped(problem, 0, kWidth);
  if (std::any_of(of.all.begin(), of.all.end(), [](const heads::Head& head) { return head.is_nonfinite; }))
    text += std::string(kZeroNonfinite) + "\n";
  for (const std::string& sentence : of.said()) text += wrapped(sentence, 0, kWidth);
  return text;
}

Json heads_json(const Measured& of) {
  Json json{{"model", of.title}, {"command", of.command}, {"version", program_version()}};
  json["input"] = origin_json(of.origin, of.how);
  json["draws"] = of.question.draws;
  json["seed"] = of.question.seed;
  json["methods"] = Json::array();
  for (const heads::Method& method : of.question.methods) json["methods"].push_back(method.name);
  json["heads"] = Json::array();
  for (const heads::Head* head : of.order) {
    Json row{{"layer", head->layer == heads::kNoLayer ? Json() : Json(head->layer)}, {"head", head->head}};
    for (const heads::Quantity& quantity : of.quantities) {
      const std::optional<double> value = quantity.value(*head);
      row[quantity.name] = value ? Json(*value) : Json();
    }
    const std::string problem = problem_of(*head, of.question.methods);
    row["problem"] = problem.empty() ? Json() : Json(problem);
    json["heads"].push_back(std::move(row));
  }
  json["said"] = of.said();
  return json;
}

std::string heads_csv(const Measured& of) {
  std::vector<std::string> names{"layer", "head"};
  for (const heads::Quantity& quantity : of.quantities) names.push_back(quantity.name);
  names.emplace_back("problem");
  std::string text = "# " + of.command + "\n" + said_text(of.how) + csv_line(names);
  for (const heads::Head* head : of.order) {
    std::vector<std::string> fields{number_of(*head), std::to_string(head->head)};
    for (const heads::Quantity& quantity : of.quantities) {
      const std::optional<double> value = quantity.value(*head);
      fields.push_back(value ? number_text(*value) : "");
    }
    fields.push_back(problem_of(*head, of.question.methods));
    text += csv_line(fields);
  }
  return text;
}

/// What is written into a file, by its ending.
using Writer = std::string (*)(const Measured&);
Writer writer_for(const std::string& output) {
  if (output.ends_with(".csv")) return heads_csv;
  if (output.ends_with(".json")) return [](const Measured& of) { return json_text(heads_json(of)); };
  if (output.ends_with(".svg"))
    return [](const Measured& of) {
      studies::Figure figure = studies::heads_figure(of.title, of.all, of.quantities);
      figure.missing = problems_of(of);
      return studies::svg_text(figure, of.command);
    };
  throw Error::input("--output is " + omega::quoted(output) + ", but must end in .csv, .json or .svg");
}

void measure_and_show(HeadsWords words, const Settings& settings) {
  if (words.file.empty() && words.preset.empty()) words.preset = "minilm";
  check_table_output(settings, "heads", words.output, words.file);
  const Writer writer = words.output.empty() ? nullptr : writer_for(words.output);
  Measured of;
  of.question = question_of(words, settings);
  of.quantities = heads::quantities(of.question.methods, of.question.target > 0);
  const heads::Quantity* by = words.sort.empty() ? nullptr : &heads::find_quantity(of.quantities, words.sort);
  const heads::Model model = model_of(words);
  of.title = model.title();
  of.command = command_of(words, settings);
  of.origin = origin_of(words.file, words.preset, words.reading);
  if (writer != nullptr) {
    const AtomicFile probe(words.output);
  }  // an unwritable output is reported before a long run
  ProgressMeter meter("heads", settings.quiet);
  const Progress whole = meter.part(0, 1);
  heads::Watch watch;
  watch.stop = whole.stop();
  watch.fraction = [&](double fraction) { meter.show(fraction); };
  watch.said = [&](const std::string& sentence) { of.how.push_back(sentence); };
  of.all = heads::measure_model(model, of.question, watch);
  meter.clear();
  const std::vector<heads::Method>& methods = of.question.methods;
  if (!methods.empty() && std::all_of(methods.begin(), methods.end(), is_causal))
    of.how = without_causal_advice(of.how);
  if (std::none_of(of.all.begin(), of.all.end(), [](const heads::Head& head) { return head.problem.empty(); }))
    throw no_head(of);
  if (by != nullptr)
    of.order = heads::sorted(of.all, *by);
  else
    for (const heads::Head& head : of.all) of.order.push_back(&head);
  if (writer != nullptr) write_file(words.output, writer(of));
  sum_up(
      settings, [&] { return heads_text(of); }, [&] { return heads_json(of); });
}

Manual manual_of_heads() {
  Manual manual;
  manual.synopsis = {
      "heads [--input FILE | --preset PRESET] [--methods A,B] [--budget B] [--draws R] [--target E] "
      "[--opt [METHOD.]NAME=VALUE ...] [--sort NAME] [--output FILE]"};
  manual.description = {
      "Looks at every head of every layer. Of exact attention it gives the entropy, how many keys share the attention "
      "of a query, the largest weight, how far away the attended keys are, and the mean of the squared norm of q + k; "
      "of each method the error, which is the root mean squared error over the root mean square of what exact "
      "attention gives. Then it says in words on how many heads each method comes near, which are easiest and "
      "hardest for it, and what goes along with its error. On a head the smallest error is clear if it is beyond "
      "Student's bound at 96 % for so many draws: of methods that are equal one head in about 25 gets a winner by "
      "chance. Where one of R draws makes more than R^(-1/4) of the scatter of an error it is not: others as large may "
      "not have come. What none of few draws gives a sign of nothing can see: of a method with a tail, such as is on "
      "long queries and keys, 8 draws may miss nearly all of the error.",
      "--target E also asks how many samples each method needs for an error of at most E: its budget option is "
      "doubled until the error is that small, up to 1024 (landmarks, groups and the like up to the number of keys). "
      "Each mean squared error is that of `omega compare --queries all` on that head with the same seed and draws. "
      "Where a method is causal, so are the numbers of exact attention. Of a head that cannot be looked at the table "
      "says why. With --methods none there is exact attention alone.",
      "With neither --input nor --preset it takes minilm, the heads of a real model."};
  manual.examples = {{"omega heads --methods rfa,lara --budget 32", "All 72 heads of the built-in model."},
                     {"omega heads --input seq.npz --sort entropy", "The heads of a file, most spread first."},
                     {"omega heads --preset minilm:layer=2 --target 0.2 --output heads.svg --quiet",
                      "How many samples each head of a layer needs, as a figure."}};
  manual.files = {{"FILE.csv, FILE.json", "The table with every digit; fields are empty where there is no number."},
                  {"FILE.svg", "A map of layers and heads for each number."}};
  return manual;
}

}  // namespace

Subcommand heads_command() {
  return {"heads", "every head of a model, and how far estimators are from it", manual_of_heads(),
          [](Arguments& arguments) {
            const auto words = std::make_shared<HeadsWords>();
            arguments.option(words->file, "--input", "FILE",
                             std::string("A file with the queries, keys and values of a model's layers, or of one "
                                         "sequence.") +
                                 kWithoutFolders);
            arguments.option(words->preset, "--preset", "PRESET",
                             "NAME or NAME:option=value,...; `omega synth --list` shows them. Default minilm.");
            add_reading_options(arguments, words->reading, "all");
            add_method_options(arguments, words->what);
            arguments.option(words->draws, "--draws", "R", "How many draws each error is a mean of. Default 8.");
            arguments.option(words->seed, "--seed", "N", "Seed of the noise, 32 bits. Default 0.");
            arguments.option(words->target, "--target", "E",
                             "Also ask how many samples an error of E needs, a share of 1 such as 0.1.");
            arguments.option(
                words->sort, "--sort", "NAME",
                "Largest first by entropy, keys, largest, distance, norm2, or \"error rfa\" and the like.");
            arguments.option(words->output, "--output", "FILE",
                             "Also write the table to this .csv or .json file, or a figure to this .svg file.");
            return [words](const Settings& settings) { measure_and_show(*words, settings); };
          }};
}

}  // namespace omega::command
