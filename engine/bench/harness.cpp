#include "bench/harness.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/machine.h"
#include "run/runner.h"

namespace omega {

namespace {

constexpr double kSlow = 2.5;  // seconds

}  // namespace

Timing time_estimate(const Request& request, int threads, const TimingPlan& plan, const Progress& progress) {
  const auto seconds_since = [](auto start) { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  Progress unreported(progress.stop());
  RunContext context;
  context.progress = &unreported;
  context.threads = threads;
  Result result = run(request, context);
  const std::size_t outputs = result.at("y").bytes();
  const double first = result.stats.milliseconds * 1e-3;
  Timing timing;
  timing.workspace_bytes = result.stats.peak_bytes > outputs ? result.stats.peak_bytes - outputs : 0;
  const auto once = [&] {
    context.into = &result.outputs;
    result = run(request, context);
    return result.stats.milliseconds;
  };
  if (first < kSlow) once();

  std::vector<double> times;
  const OthersMeter others;
  const auto start = std::chrono::steady_clock::now();
  const int least = first < kSlow ? plan.least : plan.least_if_slow;
  while (static_cast<int>(times.size()) < least || (seconds_since(start) < plan.seconds && static_cast<int>(times.size()) < plan.most)) {
    times.push_back(once());
    progress.report(std::min(1.0, std::min(static_cast<double>(times.size()) / least, seconds_since(start) / plan.seconds)));
  }
  timing.others_cpus = others.cpus();
  std::sort(times.begin(), times.end());
  timing.repeats = static_cast<int>(times.size());
  timing.min_ms = times.front();
  timing.median_ms = quantile(times, 0.5);
  timing.p10_ms = quantile(times, 0.1);
  timing.p90_ms = quantile(times, 0.9);
  return timing;
}

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double fitted_exponent(const std::vector<TimedLength>& points) {
  double x = 0, y = 0;
  for (const TimedLength& p : points) {
    x += std::log(p.n) / static_cast<double>(points.size());
    y += std::log(p.ms) / static_cast<double>(points.size());
  }
  double xy = 0, xx = 0;
  for (const TimedLength& p : points) {
    xy += (std::log(p.n) - x) * (std::log(p.ms) - y);
    xx += (std::log(p.n) - x) * (std::log(p.n) - x);
  }
  return xy / xx;
}

}  // namespace omega
