#include "lessons/claim_runs.h"

#include <cmath>
#include <set>

#include "core/text.h"
#include "diagnostics/draws.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "importance/importance.h"
#include "importance/numbers.h"
#include "lessons/chance.h"
#include "lessons/claim_reader.h"
#include "run/request_facts.h"
#include "studies/measure.h"

namespace omega::lessons {

namespace {

using Words = std::vector<std::string>;

Request request_of(const ClaimRun& run, const Options::Given& options, Index seed) {
  const auto data = kDefaultDataSeed + static_cast<std::uint32_t>(seed);
  Request request = make_request(make_synthetic(run.preset, run.preset_options, data), run.method, options);
  request.given = run.given;
  request.stream.seed = static_cast<std::uint32_t>(seed);
  return request;
}

/// compare, at one budget.
std::map<std::string, Value> compared(const ClaimRun& run, const Options::Given& options, Index seed,
                                      const Progress& progress) {
  Request request = request_of(run, options, seed);
  check_fit(request);
  const Cost cost = cost_of(request);
  std::map<std::string, Value> out = {
      {"flops", Value::number(cost.flops)}, {"exps", Value::number(cost.exps)}, {"bytes", Value::number(cost.bytes)}};
  if (run.draws == 0) return out;
  drop_noise(request);
  Truths truths(request.sequence, 1);
  Progress watched(progress.stop());
  const DrawsSummary summary = measure_draws(
      request, {run.draws, 1, [&](Index, Index) { return Progress(progress.stop()); }}, truths.of(request, watched));
  const BiasVarianceSummary& e = summary.error;
  const std::pair<const char*, double> numbers[] = {{"mse", e.mse},
                                                    {"mse_error", e.mse_error},
                                                    {"bias2", summary.deterministic ? e.mse : e.bias2},
                                                    {"bias2_error", summary.deterministic ? 0 : e.bias2_error},
                                                    {"variance", summary.deterministic ? 0 : e.variance},
                                                    {"variance_error", summary.deterministic ? 0 : e.variance_error},
                                                    {"largest_share", e.largest_share},
                                                    {"clamped", static_cast<double>(summary.clamped)},
                                                    {"nonpositive", static_cast<double>(summary.nonpositive)},
                                                    {"peak_bytes", static_cast<double>(summary.peak_bytes)}};
  for (const auto& [name, number] : numbers) out.emplace(name, Value::number(number));
  if (summary.ess) out.emplace("ess", Value::number(*summary.ess));
  if (summary.ess_share) out.emplace("ess_share", Value::number(*summary.ess_share));
  out.emplace("draw_mse", Value::list(summary.mse));
  return out;
}

/// A list for each number where there is a list of budgets; draws of all budgets one after another.
std::map<std::string, Value> compared(const ClaimRun& run, Index seed, const Progress& progress) {
  if (run.budget.empty()) return compared(run, run.options, seed, progress);
  const std::string& name = find_estimator(run.method).info.budget;
  std::map<std::string, std::vector<double>> lists;
  for (const Index budget : run.budget) {
    Options::Given options = run.options;
    options.emplace_back(name, std::to_string(budget));
    lists["budget"].push_back(static_cast<double>(budget));
    for (const auto& [result, value] : compared(run, options, seed, progress))
      lists[result].insert(lists[result].end(), value.numbers.begin(), value.numbers.end());
  }
  std::map<std::string, Value> out;
  for (auto& [result, numbers] : lists)
    out.emplace(result, run.budget.size() == 1 && result != "draw_mse" ? Value::number(numbers.front())
                                                                       : Value::list(std::move(numbers)));
  return out;
}

Value scaled(const Array& array, double factor) {
  Value value = Value::array(array);
  for (double& number : value.numbers) number *= factor;
  return value;
}

/// The arrays of one estimate, and what they are held against. q and k are as the estimators see them, with √τ.
std::map<std::string, Value> estimated(const ClaimRun& run, const Words& wanted, Index seed, const Progress& progress) {
  Request request = request_of(run, run.options, seed);
  std::set<std::string> outputs = {"y"};
  for (const OutputSpec& output : outputs_of(request))
    if (is_among(wanted, output.name)) outputs.insert(output.name);
  request.want = outputs;
  Progress watched(progress.stop());
  const Result result = omega::run(request, {&watched, 1});
  std::map<std::string, Value> out;
  for (const auto& [name, array] : result.outputs) out.emplace(name, Value::array(array));
  Request exact = exact_request(request);
  if (is_among(wanted, "pi")) exact.want = {"y", "attention"};
  if (is_among(wanted, "truth") || is_among(wanted, "mse") || is_among(wanted, "pi")) {
    const Result truth = omega::run(exact, {&watched, 1});
    out.emplace("truth", Value::array(truth.at("y")));
    out.emplace("mse", Value::number(error_metrics(result.at("y"), truth.at("y")).mse));
    if (truth.has("attention")) out.emplace("pi", Value::array(truth.at("attention")));
  }
  const double root = std::sqrt(scale_of(request));
  if (is_among(wanted, "q")) out.emplace("q", scaled(request.sequence->q, root));
  if (is_among(wanted, "k")) out.emplace("k", scaled(request.sequence->k, root));
  if (is_among(wanted, "v")) out.emplace("v", scaled(request.sequence->v, 1));
  return out;
}

std::map<std::string, Value> played(const ClaimRun& run, Index seed, const Progress& progress) {
  const importance::Game game = game_of(run);
  const Progress watched(progress.stop());
  const importance::Laws laws = importance::laws(game, watched);
  const auto noise = static_cast<std::uint32_t>(seed);
  const importance::Outcome outcome = importance::play(game, laws, noise, 0, watched);
  std::map<std::string, Value> out;
  for (const auto& [name, numbers] : importance::importance_numbers(outcome, laws)) {
    out.emplace(name, is_chance_list(name) ? Value::list(numbers) : Value::number(numbers.front()));
  }
  return out;
}

/// One value for each point of the study that has it, in the order of its points.
std::map<std::string, Value> studied(const ClaimRun& run, Index seed, const Progress& progress) {
  std::map<std::string, std::vector<double>> lists;
  const studies::StudyDefinition study = study_of(run);
  studies::SharedInputs inputs(1, study.precision);
  const std::vector<Json> before;  // only measures of times look at earlier rows, and those are no claims
  const std::function<Progress(double, double)> part = [&](double, double) { return Progress(progress.stop()); };
  for (const studies::StudyPoint& point : study.points) {
    const studies::MeasuredRow row = studies::find_measure(point.measure)->run({point, seed, 1, inputs, part, before});
    for (const auto& item : row.values.items())
      if (item.value().is_number()) lists[item.key()].push_back(item.value().get<double>());
  }
  std::map<std::string, Value> out;
  for (auto& [name, numbers] : lists) out.emplace(name, Value::list(std::move(numbers)));
  return out;
}

}  // namespace

void add_run(const ClaimRun& run, const std::vector<std::string>& wanted, Index seed, const Progress& progress,
             RunValues& values) {
  std::map<std::string, Value> results;
  switch (run.command) {
    case ClaimRun::Command::compare: results = compared(run, seed, progress); break;
    case ClaimRun::Command::estimate: results = estimated(run, wanted, seed, progress); break;
    case ClaimRun::Command::chance: results = played(run, seed, progress); break;
    case ClaimRun::Command::study: results = studied(run, seed, progress); break;
  }
  for (auto& [name, value] : results) values.insert_or_assign(run.name + "." + name, std::move(value));
}

}  // namespace omega::lessons
