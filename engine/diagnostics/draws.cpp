#include "diagnostics/draws.h"

#include <algorithm>

#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "math/order_statistics.h"

namespace omega {

namespace {

// Effective sample sizes vary little from draw to draw; a few draws are enough, and the timed runs stay free of them.
constexpr Index kDrawsForEss = 8;

Result run_draw(const Request& request, const DrawsPlan& plan, Index draw, const std::string& output) {
  Request one = request;
  one.stream.draw = static_cast<std::uint32_t>(draw);
  one.want = {output};
  Progress progress = plan.watch(draw);
  return run(one, {&progress, plan.threads});
}

const OutputSpec* find_output(const std::vector<OutputSpec>& outputs, const std::string& name) {
  const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const OutputSpec& o) { return o.name == name; });
  return found == outputs.end() ? nullptr : &*found;
}

void measure_error(DrawsSummary& summary, const Request& request, const DrawsPlan& plan, Index draws,
                   const Array& truth) {
  BiasVariance spread(truth);
  std::vector<double> times;
  for (Index draw = 0; draw < draws; ++draw) {
    const Result result = run_draw(request, plan, draw, "y");
    spread.add(draw, result.at("y"));
    summary.mse.push_back(error_metrics(result.at("y"), truth).mse);
    times.push_back(result.stats.milliseconds);
    summary.peak_bytes = std::max(summary.peak_bytes, result.stats.peak_bytes);
    summary.clamped += result.stats.clamped;
    summary.nonpositive += result.stats.nonpositive;
  }
  summary.error = spread.summary();
  summary.median_ms = median(std::move(times));
}

void measure_ess(DrawsSummary& summary, const Request& request, const DrawsPlan& plan, Index draws) {
  const std::vector<OutputSpec> outputs =
      find_estimator(request.method).info.outputs({request.sequence->sizes, request.options, request.given});
  if (!find_output(outputs, "ess")) return;
  double sum = 0;
  std::size_t count = 0;
  for (Index draw = 0; draw < std::min(draws, kDrawsForEss); ++draw) {
    const Result result = run_draw(request, plan, draw, "ess");
    const Array& ess = result.at("ess");
    for (std::size_t i = 0; i < ess.count(); ++i) sum += ess.at(i);
    count += ess.count();
  }
  summary.ess = sum / static_cast<double>(count);
  if (const OutputSpec* weights = find_output(outputs, "log_weights"))
    summary.ess_share = *summary.ess / static_cast<double>(weights->shape.back());
}

}  // namespace

Request exact_request(const Request& request) {
  Request exact =
      make_request(request.sequence, "softmax", {{"causal", request.options.is_causal() ? "true" : "false"}});
  exact.options.set("softmax", find_estimator("softmax").info.options, "scale", scale_of(request));
  exact.precision = request.precision;
  exact.want = {"y"};
  return exact;
}

const Array& Truths::of(const Request& request, Progress& progress) {
  const auto key = std::make_pair(scale_of(request), request.options.is_causal());
  const auto known = truths_.find(key);
  if (known != truths_.end()) return known->second;
  Request exact = exact_request(request);
  exact.sequence = sequence_;
  exact.precision = Precision::f64;
  return truths_.emplace(key, run(exact, {&progress, threads_}).at("y")).first->second;
}

void drop_noise(Request& request) {
  const Arrays given = request.given;
  for (const ArraySpec& spec :
       find_estimator(request.method).info.arrays({request.sequence->sizes, request.options, given}))
    if (spec.source == Source::normal || spec.source == Source::uniform) request.given.erase(spec.name);
}

DrawsSummary measure_draws(const Request& request, const DrawsPlan& plan, const Array& truth) {
  DrawsSummary summary;
  const Traits traits = find_estimator(request.method).info.traits(request.options);
  summary.deterministic = traits.deterministic;
  const Index draws = summary.deterministic ? 1 : plan.draws;
  measure_error(summary, request, plan, draws, truth);
  summary.verdict = bias_verdict(summary.error, traits);
  measure_ess(summary, request, plan, draws);
  return summary;
}

}  // namespace omega
