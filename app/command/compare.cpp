// omega compare: several methods on one sequence, over several draws, as a table.
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "comparison.h"
#include "comparison_text.h"
#include "core/error.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "input.h"
#include "io/atomic_file.h"
#include "method_words.h"
#include "output_file.h"
#include "run/pooled_map.h"

namespace omega::command {

namespace {

constexpr std::int64_t kMostDraws = 1000000, kMostQueries = std::int64_t{1} << 40;
constexpr const char* kExamplePreset = "three_clusters";
constexpr const char* kExampleBudget = "16";

struct CompareWords {
  InputWords input;
  MethodWords what{"softmax,rfa,ra,lara,eva", {}, {}};
  std::string draws = "64", queries, seed = "0", output;
};

/// How many queries of each head stand for all; 0: all.
Index queries_of(const std::string& word, const Sizes& sizes) {
  if (word.empty()) return queries_by_work(sizes);
  if (word == "all") return 0;
  const auto queries = number_in<Index>(word);
  if (!queries || *queries < kFewestQueries || *queries > kMostQueries)
    throw bad_value(
        "--queries", word,
        "all, or a whole number from " + std::to_string(kFewestQueries) + " to " + std::to_string(kMostQueries));
  return *queries < sizes.N ? *queries : 0;
}

std::vector<Request> requests_of(const ComparisonPlan& plan) {
  std::vector<Request> requests;
  for (const ComparedMethod& method : plan.methods) requests.push_back(method.request);
  return requests;
}

ComparisonPlan make_plan(const CompareWords& words, const Settings& settings, const Input& input) {
  ComparisonPlan plan;
  plan.draws = whole_number("--draws", words.draws, 1, kMostDraws);
  plan.threads = settings.threads;
  plan.queries = queries_of(words.queries, input.sequence->sizes);
  const auto methods = methods_of(words.what);
  std::vector<std::string> names;
  for (const auto& [method, given] : methods) names.push_back(method);
  refuse_words(input, names);
  for (const auto& [method, given] : methods) {
    Request request = make_request(input.sequence, method, given);
    request.given = given_of_file(request, input.given);
    request.stream.seed = seed_number("--seed", words.seed);
    request.precision = settings.precision;
    request.backend = settings.backend;
    const std::string set = set_text(find_estimator(method).info, request.options);
    plan.methods.push_back({method, set, std::move(request)});
  }
  refuse_unread(input, requests_of(plan), Noise::drawn_anew);
  return plan;
}

enum class Format { csv, json };

Format format_of(const std::string& output) {
  if (output.ends_with(".csv")) return Format::csv;
  if (output.ends_with(".json")) return Format::json;
  throw Error::input("--output is " + omega::quoted(output) + ", but must end in .csv or .json");
}

/// The command that makes the table again, but for where it is written.
std::string command_of(const CompareWords& words, const Settings& settings, const Input& input) {
  std::string text = "omega compare" + origin_words(input.origin) + method_text(words.what);
  if (!words.queries.empty()) text += " --queries " + words.queries;
  return text + " --draws " + words.draws + " --seed " + words.seed + " --precision " +
         precision_name(settings.precision);
}

void compare_and_show(CompareWords words, const Settings& settings) {
  check_table_output(settings, "compare", words.output, words.input.file);
  if (!words.output.empty()) format_of(words.output);
  if (!words.input.is_given()) {
    words.input.preset = kExamplePreset;
    set_usual_budget(words.what, kExampleBudget);
  }
  ProgressMeter loading(loading_word(words.input), settings.quiet);
  Input input = load_input(words.input, loading.part(0, 1));
  loading.clear();
  const ComparisonPlan plan = make_plan(words, settings, input);
  leave_out_causal_advice(input, requests_of(plan));
  if (!words.output.empty()) {
    const AtomicFile probe(words.output);
  }  // an unwritable output is reported before a long run

  ProgressMeter meter("compare", settings.quiet);
  const std::vector<ComparisonRow> rows = naming_file(input.origin, [&] { return compare(plan, meter); });
  meter.clear();
  const ComparisonHead head{input.sequence->title,
                            input.digest,
                            input.sequence->sizes,
                            plan.draws,
                            plan.queries,
                            plan.methods.front().request.stream.seed,
                            settings.precision,
                            command_of(words, settings, input),
                            input};
  if (!words.output.empty())
    write_file(words.output, format_of(words.output) == Format::csv ? comparison_csv(head, rows)
                                                                    : json_text(comparison_json(head, rows)));
  sum_up(
      settings, [&] { return said_text(input.said) + comparison_text(head, rows); },
      [&] { return comparison_json(head, rows); });
}

Manual manual_of_compare() {
  Manual manual;
  manual.synopsis = {
      "compare [--input FILE | --preset PRESET] [--methods A,B] [--budget B] [--draws R] [--queries Q] "
      "[--opt [METHOD.]NAME=VALUE ...] [--output FILE]"};
  manual.description = {
      "Runs every method R times with fresh noise and shows its mean squared error against softmax attention (computed "
      "in double precision with the same scale and mask), split into squared bias and variance with their standard "
      "errors (and a verdict on whether these draws show a bias, which takes 10 or more), the effective sample size as "
      "a share of the samples (a mean over the first 8 draws), the median time and peak memory of one estimate, and "
      "its arithmetic.",
      "--budget sets each method's own budget option, which `omega describe METHOD` names: samples for rfa, ra and is, "
      "landmarks for lara, mis and nystrom, groups for eva. Methods without noise run once. A method that does not fit "
      "the input stays in the table with the reason. Noise in the input file (eps, u) is left aside, for every draw "
      "has its own; whatever else it gives a method is used in all.",
      "--queries compares estimates with exact attention at some queries only, drawn with --seed: all of the longest, "
      "and two of each stretch of the others. The standard errors then include the choice of queries. Methods still "
      "estimate all queries, but those that can estimate some without the others and take time that grows with N "
      "times M, as ra and is, estimate only these, and their time and memory are not given.",
      "With neither --input nor --preset it compares on three_clusters with a budget of 16."};
  manual.examples = {{"omega compare --input seq.npz --methods softmax,rfa,ra,lara,eva --budget 64 --draws 64",
                      "Five methods at the same budget."},
                     {"omega compare --preset clusters:n=1024,dim=64 --methods rfa,lara --opt lara.proposals=mixture",
                      "On a built-in sequence, with an option for one method."},
                     {"omega compare --preset gaussian:n=32768,dim=64 --methods rfa,lara --queries 256 --draws 8",
                      "A long sequence, by 256 of its queries."},
                     {"omega compare --preset smooth --output table.csv --quiet", "Into a file and nowhere else."}};
  manual.files = {
      {"FILE.csv, FILE.json",
       "The table with every digit. CSV has one line for each method, empty fields where a number is not known. Both "
       "say how much hangs on little: largest_share is that of one draw in the variance, share_of_one_draw that of one "
       "draw in the scatter of the MSE, share_of_few_queries, with --queries, that of the four whose errors weigh "
       "most."}};
  return manual;
}

}  // namespace

Subcommand compare_command() {
  return {
      "compare", "error, bias, variance and cost of several methods", manual_of_compare(), [](Arguments& arguments) {
        const auto words = std::make_shared<CompareWords>();
        add_input_options(arguments, words->input);
        add_method_options(arguments, words->what);
        arguments.option(words->draws, "--draws", "R", "How many times each method runs, 1 to 1000000. Default 64.");
        arguments.option(words->queries, "--queries", "Q",
                         "How many queries of each head the errors are taken from, 16 or more, or `all`. Default: all, "
                         "or 256 where exact attention of all would take more than 2^35 multiplications.");
        arguments.option(words->seed, "--seed", "N",
                         "Seed of the noise, 32 bits; draws are numbered from 0. Default 0.");
        arguments.option(words->output, "--output", "FILE", "Also write the table to this .csv or .json file.");
        return [words](const Settings& settings) { compare_and_show(*words, settings); };
      }};
}

}  // namespace omega::command
