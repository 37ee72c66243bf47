#include "comparison.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.h"
#include "estimators/registry.h"

namespace omega::command {

namespace {

// Effective sample sizes vary little from draw to draw; a few draws are enough, and the timed runs stay free of them.
constexpr Index kDrawsForEss = 8;

/// Exact attention in double precision, once for each scale and mask that the methods use.
class Truths {
 public:
  Truths(std::shared_ptr<const Sequence> sequence, int threads) : sequence_(std::move(sequence)), threads_(threads) {}

  const Array& of(const Request& request, Progress& progress) {
    const bool causal = request.options.has("causal") && request.options.flag("causal");
    const auto key = std::make_pair(scale_of(request), causal);
    const auto known = truths_.find(key);
    if (known != truths_.end()) return known->second;
    Request exact = make_request(sequence_, "softmax", {{"causal", causal ? "true" : "false"}});
    exact.options.set("softmax", find_estimator("softmax").info.options, "scale", key.first);
    exact.precision = Precision::f64;
    exact.want = {"y"};
    return truths_.emplace(key, run(exact, {&progress, threads_}).at("y")).first->second;
  }

 private:
  std::shared_ptr<const Sequence> sequence_;
  int threads_;
  std::map<std::pair<double, bool>, Array> truths_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Noise that a file brings would make all draws alike; comparing draws its own. Parameters stay.
void drop_noise(Request& request, const EstimatorInfo& info) {
  for (const ArraySpec& spec : info.arrays({request.sequence->sizes, request.options, request.given}))
    if (spec.source != Source::parameter && spec.source != Source::required) request.given.erase(spec.name);
}

const OutputSpec* find_output(const std::vector<OutputSpec>& outputs, const std::string& name) {
  const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const OutputSpec& o) { return o.name == name; });
  return found == outputs.end() ? nullptr : &*found;
}

class RowMaker {
 public:
  RowMaker(const ComparedMethod& method, const ComparisonPlan& plan, Truths& truths, const std::function<Progress(Index)>& part)
      : info_(find_estimator(method.name).info), plan_(plan), truths_(truths), part_(part) {
    row_.method = method;
    row_.deterministic = info_.traits(method.request.options).deterministic;
  }

  ComparisonRow make() {
    try {
      Request& request = row_.method.request;
      info_.check(problem());
      drop_noise(request, info_);
      row_.cost = info_.cost(problem());
      row_.cost = static_cast<double>(request.sequence->sizes.heads) * row_.cost;
      measure();
      measure_ess();
    } catch (const Error& error) {
      row_.problem = error.what();
    }
    return row_;
  }

 private:
  Problem problem() const {
    const Request& request = row_.method.request;
    return {request.sequence->sizes, request.options, request.given};
  }
  Result run_draw(Index draw, const std::string& output) const {
    Request request = row_.method.request;
    request.stream.draw = static_cast<std::uint32_t>(draw);
    request.want = {output};
    Progress progress = part_(draw);
    return run(request, {&progress, plan_.threads});
  }

  void measure() {
    Progress first = part_(0);
    BiasVariance spread(truths_.of(row_.method.request, first));
    std::vector<double> times;
    for (Index draw = 0; draw < (row_.deterministic ? 1 : plan_.draws); ++draw) {
      const Result result = run_draw(draw, "y");
      spread.add(draw, result.at("y"));
      times.push_back(result.stats.milliseconds);
      row_.peak_bytes = std::max(row_.peak_bytes, result.stats.peak_bytes);
      row_.clamped += result.stats.clamped;
      row_.nonpositive += result.stats.nonpositive;
    }
    row_.error = spread.summary();
    row_.median_ms = median(times);
  }

  void measure_ess() {
    const std::vector<OutputSpec> outputs = info_.outputs(problem());
    if (!find_output(outputs, "ess")) return;
    double sum = 0;
    std::size_t count = 0;
    for (Index draw = 0; draw < (row_.deterministic ? 1 : std::min(plan_.draws, kDrawsForEss)); ++draw) {
      const Result result = run_draw(draw, "ess");
      const Array& ess = result.at("ess");
      for (std::size_t i = 0; i < ess.count(); ++i) sum += ess.at(i);
      count += ess.count();
    }
    row_.ess = sum / static_cast<double>(count);
    if (const OutputSpec* weights = find_output(outputs, "log_weights")) row_.ess_share = *row_.ess / static_cast<double>(weights->shape.back());
  }

  const EstimatorInfo& info_;
  const ComparisonPlan& plan_;
  Truths& truths_;
  const std::function<Progress(Index)>& part_;
  ComparisonRow row_;
};

}  // namespace

std::vector<ComparisonRow> compare(const ComparisonPlan& plan, ProgressMeter& meter) {
  Truths truths(plan.methods.front().request.sequence, plan.threads);
  std::vector<ComparisonRow> rows;
  const auto methods = static_cast<double>(plan.methods.size()), draws = static_cast<double>(plan.draws);
  for (const ComparedMethod& method : plan.methods) {
    const auto done = static_cast<double>(rows.size());
    const std::function<Progress(Index)> part = [&](Index draw) {
      const auto d = static_cast<double>(draw);
      return meter.part((done + d / draws) / methods, (done + (d + 1) / draws) / methods);
    };
    rows.push_back(RowMaker(method, plan, truths, part).make());
  }
  const bool any = std::any_of(rows.begin(), rows.end(), [](const ComparisonRow& row) { return row.problem.empty(); });
  if (!any) throw Error::input(rows.front().method.name + ": " + rows.front().problem);
  return rows;
}

}  // namespace omega::command
