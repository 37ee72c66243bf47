#include "bench/harness.h"

#include <algorithm>
#include <chrono>

#include "bench/machine.h"
#include "math/order_statistics.h"
#include "run/runner.h"

namespace omega {

Timing time_repeatedly(const std::function<double()>& once, const TimingPlan& plan, const Progress& progress) {
  const auto first = std::chrono::steady_clock::now();
  once();
  const bool slow = seconds_since(first) >= plan.slow;
  if (!slow) once();
  std::vector<double> times;
  const OthersMeter others;
  const auto start = std::chrono::steady_clock::now();
  const int least = slow ? plan.least_if_slow : plan.least;
  while (static_cast<int>(times.size()) < least ||
         (seconds_since(start) < plan.seconds && static_cast<int>(times.size()) < plan.most)) {
    times.push_back(once());
    progress.report(
        std::min(1.0, std::min(static_cast<double>(times.size()) / least, seconds_since(start) / plan.seconds)));
  }
  Timing timing;
  timing.others_cpus = others.cpus();
  timing.cpu_ms = 1e3 * others.own_seconds() / static_cast<double>(times.size());
  std::sort(times.begin(), times.end());
  timing.repeats = static_cast<int>(times.size());
  timing.min_ms = times.front();
  timing.median_ms = quantile(times, 0.5);
  timing.p10_ms = quantile(times, 0.1);
  timing.p90_ms = quantile(times, 0.9);
  return timing;
}

Timing time_estimate(const Request& request, int threads, const TimingPlan& plan, const Progress& progress) {
  Progress unreported(progress.stop());
  RunContext context{&unreported, threads};
  Result result;
  std::size_t workspace = 0;
  const auto once = [&] {
    const bool has_outputs = !result.outputs.empty();
    context.into = &result.outputs;
    result = run(request, context);
    const std::size_t outputs = result.at("y").bytes(), peak = result.stats.peak_bytes;
    if (!has_outputs && peak > outputs) workspace = peak - outputs;
    return result.stats.milliseconds;
  };
  Timing timing = time_repeatedly(once, plan, progress);
  timing.workspace_bytes = workspace;
  return timing;
}

}  // namespace omega
