// omega bench: how long an estimate takes here, beside the time below which no program can compute it.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "about/about.h"
#include "actions.h"
#include "bench/peak_cache.h"
#include "bench_device.h"
#include "bench_text.h"
#include "bench_train.h"
#include "commands.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/text.h"
#include "cpu/parallel.h"
#include "cuda/device.h"
#include "estimators/registry.h"
#include "progress_meter.h"
#include "run/request_facts.h"

namespace omega::command {

namespace {

constexpr std::int64_t kMostTokens = 1 << 24, kMostHeads = 1024, kMostDim = 1 << 16, kMostMilliseconds = 600000;
constexpr std::int64_t kShortestTrained = 4, kLongestTrained = 2048, kMostExamples = 1 << 16;
constexpr int kCopiedMegabytes = 512, kProductSide = 8192;
constexpr const char* kTrainCases = "softmax,gmm-rks,gmm-prf";
constexpr const char* kExampleCases = "softmax,rfa64,lara64,eva-w64-c64,local64,nystrom16";

struct BenchWords {
  std::string what;  // empty, or train
  std::optional<std::string> cases, threads, n, batch, heads, dim, seed;
  std::string milliseconds = "500";
  std::vector<std::string> options;
  bool peaks = false, list = false;
};

struct BenchPlan {
  std::vector<BenchCase> cases;
  std::vector<Index> lengths;
  std::vector<int> threads;
  Index heads = 0, dim = 0;
  std::uint32_t seed = 0;
  TimingPlan timing;

  std::size_t points() const { return cases.size() * lengths.size() * threads.size(); }
};

template <class T>
std::vector<T> numbers(const std::string& option, const std::string& text, std::int64_t minimum, std::int64_t maximum) {
  std::vector<T> all;
  for (const std::string& word : comma_list(option, text, "whole numbers with commas between them, such as 1,2"))
    all.push_back(static_cast<T>(whole_number(option, word, minimum, maximum)));
  return all;
}

std::vector<int> thread_counts(const BenchWords& words, const Settings& settings) {
  std::vector<int> counts =
      words.threads ? numbers<int>("--threads", *words.threads, 0, kMostThreads) : std::vector<int>{settings.threads};
  for (int& count : counts)
    if (count == 0) count = hardware_threads();
  return counts;
}

/// 1, 2, 4 ... and all: what `--peaks` measures when no number of threads is given.
std::vector<int> doubling_threads() {
  std::vector<int> counts;
  for (int count = 1; count < hardware_threads(); count *= 2) counts.push_back(count);
  counts.push_back(hardware_threads());
  return counts;
}

/// Every --opt goes to the cases whose method has it, and must reach one.
std::vector<BenchCase> find_cases(const BenchWords& words) {
  std::vector<BenchCase> cases;
  std::vector<bool> reached(words.options.size(), false);
  for (const std::string& name : comma_list("--case", words.cases.value_or(kExampleCases))) {
    const auto& specs = find_estimator(find_case(name).method).info.options;
    Options::Given own;
    for (std::size_t i = 0; i < words.options.size(); ++i) {
      const auto option = assignment("--opt", words.options[i]);
      if (option_named(specs, option.first) == nullptr) continue;
      own.push_back(option);
      reached[i] = true;
    }
    cases.push_back(find_case(name, own));
  }
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (!reached[i])
      throw Error::input("--opt " + omega::quoted(words.options[i]) +
                         " is an option of none of the cases; `omega describe METHOD` lists a method's options");
  return cases;
}

/// Everything that can be wrong with a point, before the first is timed.
void check_point(const BenchCase& what, Index n, const BenchPlan& plan) {
  const EstimatorInfo& info = find_estimator(what.method).info;
  const Sizes sizes{{plan.heads}, plan.heads, n, n, plan.dim, plan.dim};
  const Options options(what.method, info.options, what.options);
  const Arrays none;
  const Problem problem{sizes, options, none};
  info.check(problem);
  info.cost(problem);
  const double needed = 16.0 * static_cast<double>(n) * static_cast<double>(plan.heads) * static_cast<double>(plan.dim);
  if (needed > 0.9 * static_cast<double>(memory::available_bytes()))
    throw Error::failure("q, k, v and y of " + std::to_string(n) + " tokens need " +
                         number_text(std::round(needed / (1 << 30))) +
                         " GiB, more than is free; use fewer tokens or heads");
}

BenchPlan make_plan(const BenchWords& words, const Settings& settings) {
  if (settings.precision != Precision::f32)
    throw Error::input("bench times single precision, whose peaks it knows; leave --precision at f32");
  BenchPlan plan;
  plan.cases = find_cases(words);
  plan.lengths = numbers<Index>("--n", words.n.value_or("1024"), 1, kMostTokens);
  plan.threads = thread_counts(words, settings);
  plan.heads = whole_number("--heads", words.heads.value_or("3"), 1, kMostHeads);
  plan.dim = whole_number("--dim", words.dim.value_or("64"), 1, kMostDim);
  plan.seed = seed_number("--seed", words.seed.value_or("0"));
  plan.timing.seconds = 1e-3 * static_cast<double>(whole_number("--ms", words.milliseconds, 0, kMostMilliseconds));
  for (const BenchCase& what : plan.cases)
    for (const Index n : plan.lengths) check_point(what, n, plan);
  return plan;
}

/// `done`: how many points of the plan were timed before, of `all`.
BenchRow time_point(const BenchCase& what, Index n, int threads, Backend backend, const BenchPlan& plan,
                    ProgressMeter& meter, std::size_t done, std::size_t all) {
  Request request = case_request(what, n, plan.heads, plan.dim, plan.seed);
  request.backend = backend;
  const std::string point =
      what.name + ", " + count_text(n, "token") + (threads > 0 ? ", " + count_text(threads, "thread") : "");
  const Timing timing = time_estimate(request, threads, named_on(meter, plan.timing, point), meter.one(done, all));
  return {what, n, plan.heads, plan.dim, threads, timing, cost_of(request)};
}

PeakCache open_peaks(bool quiet) {
  return {default_peak_file(), this_machine(program_version()), [quiet](int threads) {
            ProgressMeter meter("peaks", quiet);
            return measure_peaks(threads, meter.part(0, 1));
          }};
}

BenchReport report_of(PeakCache& cache, const std::vector<int>& threads) {
  BenchReport report;
  report.machine = cache.owner();
  for (const int count : threads) report.peaks.push_back(cache.of(count));
  report.notes = cache.notes();
  return report;
}

void show_peaks(const BenchWords& words, const Settings& settings) {
  const std::vector<int> threads =
      words.threads || settings.threads > 0 ? thread_counts(words, settings) : doubling_threads();
  PeakCache cache = open_peaks(settings.quiet);
  for (const int count : threads) cache.again(count);
  const BenchReport report = report_of(cache, threads);
  std::cout << (settings.json ? json_text(peaks_json(report)) : peaks_text(report));
}

/// On the device: its own time, and what that comes to by the cost of the equations. Times stay where the device has no
/// room to measure its rates, or its library does not start.
void bench_device(const BenchPlan& plan, const Settings& settings) {
  ProgressMeter meter("bench", settings.quiet);
  DeviceReport report;
  std::vector<BenchRow>& rows = report.rows;
  const std::size_t all = plan.cases.size() * plan.lengths.size();
  for (const BenchCase& what : plan.cases)
    for (const Index n : plan.lengths) {
      rows.push_back(time_point(what, n, settings.threads, Backend::cuda, plan, meter, rows.size(), all));
      if (rows.size() == 1) report.facts = cuda::Device::get().facts();
    }
  meter.clear();
  try {
    report.rates = cuda::measure_rates(kCopiedMegabytes, kProductSide);
  } catch (const cuda::Fault& fault) {
    report.why_no_rates = fault.what();
  }
  std::cout << (settings.json ? device_bench_json(report).dump() + "\n" : device_bench_text(report));
}

void bench(const BenchWords& words, const Settings& settings) {
  const BenchPlan plan = make_plan(words, settings);
  if (settings.backend == Backend::cuda) try {
      return bench_device(plan, settings);
    } catch (const cuda::Fault& fault) {
      throw Error::failure(fault.what());
    }
  PeakCache cache = open_peaks(settings.quiet);
  for (const int count : plan.threads) words.peaks ? cache.again(count) : cache.of(count);
  ProgressMeter meter("bench", settings.quiet);
  std::vector<BenchRow> rows;
  for (const int threads : plan.threads)
    for (const BenchCase& what : plan.cases)
      for (const Index n : plan.lengths) {
        rows.push_back(time_point(what, n, threads, Backend::cpu, plan, meter, rows.size(), plan.points()));
        rows.back().floor = floor_of(rows.back().cost, cache.of(threads));
      }
  meter.clear();
  BenchReport report = report_of(cache, plan.threads);
  report.rows = std::move(rows);
  // On one line: for programs that read line by line.
  std::cout << (settings.json ? bench_json(report).dump() + "\n" : bench_text(report));
}

void bench_steps(const BenchWords& words, const Settings& settings) {
  TrainBench what;
  what.cases = comma_list("--case", words.cases.value_or(kTrainCases));
  what.length = whole_number("--n", words.n.value_or("200"), kShortestTrained, kLongestTrained);
  what.batch = whole_number("--batch", words.batch.value_or("400"), 1, kMostExamples);
  what.threads = thread_counts(words, settings);
  what.timing.seconds = 1e-3 * static_cast<double>(whole_number("--ms", words.milliseconds, 0, kMostMilliseconds));
  PeakCache cache = open_peaks(settings.quiet);
  bench_train(what, cache, settings);
}

void choose(const BenchWords& words, const Settings& settings) {
  if (!words.what.empty() && words.what != "train")
    throw Error::input("bench knows no " + omega::quoted(words.what) + closest_hint(words.what, {"train"}) +
                       "; it has train, or nothing for the methods");
  const bool only_peaks = words.peaks && !words.cases;
  refuse_passed_over(words.what == "train" ? "bench train"
                     : words.list          ? "bench --list"
                     : only_peaks          ? "bench --peaks"
                                           : "bench",
                     settings);
  if (words.what == "train")
    bench_steps(words, settings);
  else if (words.list)
    std::cout << (settings.json ? json_text(cases_json()) : cases_text());
  else if (only_peaks)
    show_peaks(words, settings);
  else
    bench(words, settings);
}

Manual manual_of_bench() {
  Manual manual;
  manual.synopsis = {
      "bench [--case A,B] [--n N,N] [--heads H] [--dim D] [--threads T,T] [--opt NAME=VALUE ...] [--ms T] [--seed N] "
      "[--peaks] [--json]",
      "bench train [--case A,B] [--n N] [--batch N] [--threads T,T] [--ms T] [--json]",
      "bench --peaks [--threads T,T] [--json]", "bench --list [--json]"};
  manual.description = {
      "Times the attention core, y from q, k and v, on standard normals with every buffer in place: two calls to warm "
      "up, then as many as fit into --ms, at least 7 (one, and at least 3, where the first takes a second or longer). "
      "It "
      "shows the median, the fastest, the 10th and 90th percentile, and how many CPUs other programs used meanwhile; "
      "with any, the machine was not yours alone.",
      "Beside every time stands its floor: the longest of flops, exponentials, pairs of sine and cosine, and bytes of "
      "the estimate, each at the peak speed of this machine on as many threads. The counts come from the method's own "
      "description, the peaks are measured here: multiply-adds in registers with the vector instructions in use, "
      "exponentials and sines with cosines in cache, and three reads with one write by the size of what is moved. They "
      "are measured at first use, kept, and measured again by --peaks, or with another processor, instruction set or "
      "version.",
      "Normals that all queries share and the parameters of the cases of --list are given beforehand; whatever else is "
      "random, such as the noise of each query in ra and key_sampling, is drawn as part of the estimate. With several "
      "lengths it fits p of time ~ N^p.",
      "bench train times steps of training at the sizes of the KL-Transformer paper: forward, backward and AdamW of a "
      "batch, with new noise each step; cases are named "
      "attention or attention-features, such as gmm-rks. Its floor counts three forward passes.",
      "JSON of results is one line, and holds median_ms at its top where there is one result."};
  manual.examples = {
      {"omega bench --case lara64 --n 8192 --heads 3 --dim 64 --threads 2", "One point."},
      {"omega bench --case softmax,lara64 --n 1024,2048,4096 --threads 1,2",
       "Twelve points, and how the time grows with N."},
      {"omega bench --case lara --opt landmarks=32 --opt weighting=balance --n 4096", "Any method with any options."},
      {"omega bench train --case softmax,gmm-rks,gmm-prf --n 32 --batch 40 --threads 1", "Training steps."},
      {"omega bench --peaks", "What this machine can do, measured again."}};
  manual.files = {{"~/.cache/omegascope/peaks.json",
                   "The peaks, under $XDG_CACHE_HOME where that is set. It may be removed at any time."}};
  return manual;
}

}  // namespace

Subcommand bench_command() {
  return {"bench", "how fast the methods are here, beside this machine's limits", manual_of_bench(),
          [](Arguments& arguments) {
            const auto words = std::make_shared<BenchWords>();
            arguments.positional(words->what, "WHAT", "train for steps of training; nothing for the methods.");
            arguments.option(words->cases, "--case", "A,B",
                             std::string("Names that --list shows, or methods. Default ") + kExampleCases +
                                 "; for train " + kTrainCases + ".");
            arguments.option(
                words->n, "--n", "N,N",
                "Tokens, 1 to 16777216. Default 1024. For train one number of cells, 4 to 2048; default 200.");
            arguments.option(words->batch, "--batch", "N", "train: examples of one step, 1 to 65536. Default 400.");
            arguments.option(words->heads, "--heads", "H", "Heads, 1 to 1024. Default 3.");
            arguments.option(words->dim, "--dim", "D", "Dimensions of a head, 1 to 65536. Default 64.");
            arguments.option(
                words->threads, "--threads", "T,T",
                "One or several numbers of threads, 0 for all. Default 0; for --peaks 1, 2, 4 and so on to all.");
            arguments.repeated(words->options, "--opt", "NAME=VALUE",
                               "An option for every case whose method has it; may be repeated.");
            arguments.option(words->milliseconds, "--ms", "T",
                             "How long a point is repeated, 0 to 600000 milliseconds. Default 500.");
            arguments.option(words->seed, "--seed", "N", "Seed of the numbers, 32 bits. Default 0.");
            arguments.flag(words->peaks, "--peaks",
                           "Measure this machine's peaks again, and show them where no --case is given.");
            arguments.flag(words->list, "--list", "List the cases with their methods and options.");
            return [words](const Settings& settings) { choose(*words, settings); };
          }};
}

}  // namespace omega::command
