// time: how long one estimate takes and how much memory it needs at its peak, alone on the machine; step: the same of a
// step of training.
//
// Lengths come smallest first, so that each is predicted from those before: a point that would run beyond its cap, or
// out of memory, is refused before it starts and stays a gap.
#include <algorithm>
#include <cmath>

#include "bench/training.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "studies/measure.h"
#include "studies/panels.h"

namespace omega::studies {

namespace {

constexpr double kShareOfMemory = 0.6;  // of what is free
constexpr double kDefaultCap = 10, kDefaultSeconds = 0.3;

double parameter(const StudyPoint& point, const std::string& name, double otherwise) {
  return point.parameters.value(name, otherwise);
}

/// What a shorter sequence needed, by the same series.
struct Shorter {
  double n = 0, ms = 0, bytes = 0;
};

std::vector<Shorter> shorter_ones(const MeasureJob& job, Index n) {
  std::vector<Shorter> found;
  for (const Json& row : job.before) {
    if (row.value("block", "") != job.point.block || row.value("series", "") != job.point.series ||
        row.value("seed", Index{0}) != job.seed)
      continue;
    const Json length = measured(row, "n"), ms = measured(row, "ms"), bytes = measured(row, "peak_bytes");
    if (length.is_number() && ms.is_number() && length.get<double>() < static_cast<double>(n))
      found.push_back({length.get<double>(), ms.get<double>(), bytes.get<double>()});
  }
  std::sort(found.begin(), found.end(), [](const Shorter& a, const Shorter& b) { return a.n < b.n; });
  return found;
}

/// As it grew between the two longest so far, but no faster than the method's own order: times beside others are
/// uneven.
double predicted(const MeasureJob& job, const std::vector<Shorter>& shorter, double n, double Shorter::*what) {
  const Shorter& last = shorter.back();
  const StudyMethod& asked = job.point.what;
  const double order = find_estimator(asked.method).info.traits(asked.all_options()).linear ? 1.3 : 2.1;
  double power = order;
  if (shorter.size() > 1) {
    const Shorter& before = shorter[shorter.size() - 2];
    power = std::clamp(std::log(last.*what / (before.*what)) / std::log(last.n / before.n), 0.0, order);
  }
  return last.*what * std::pow(n / last.n, power);
}

void refuse_too_much(const MeasureJob& job, Index n) {
  const std::vector<Shorter> shorter = shorter_ones(job, n);
  if (shorter.empty()) return;
  const double seconds = 1e-3 * predicted(job, shorter, static_cast<double>(n), &Shorter::ms),
               cap = parameter(job.point, "cap", kDefaultCap);
  if (seconds > cap)
    throw Error::failure("N = " + std::to_string(n) + " would take about " +
                         std::to_string(std::lround(std::ceil(seconds))) + " s a call, beyond the cap of " +
                         number_text(cap) + " s");
  const double bytes = predicted(job, shorter, static_cast<double>(n), &Shorter::bytes),
               free = static_cast<double>(memory::available_bytes());
  if (bytes > kShareOfMemory * free)
    throw Error::failure("N = " + std::to_string(n) + " would need about " +
                         std::to_string(std::lround(bytes / (1 << 20))) + " MiB of the " +
                         std::to_string(std::lround(free / (1 << 20))) + " MiB that are free");
}

TimingPlan timing_plan(const StudyPoint& point) {
  TimingPlan plan;
  plan.seconds = parameter(point, "seconds", kDefaultSeconds);
  plan.least = 5;
  return plan;
}

MeasuredRow row_of(const Timing& timing, Index n, std::size_t bytes) {
  MeasuredRow row;
  row.values["n"] = n;
  row.machine = {{"ms", timing.median_ms},
                 {"ms_low", timing.p10_ms},
                 {"ms_high", timing.p90_ms},
                 {"ms_min", timing.min_ms},
                 {"cpu_ms", timing.cpu_ms},
                 {"repeats", timing.repeats},
                 {"peak_bytes", bytes},
                 {"peak_mib", static_cast<double>(bytes) / (1 << 20)},
                 {"workspace_bytes", timing.workspace_bytes}};
  if (timing.others_cpus) row.machine["others_cpus"] = *timing.others_cpus;
  return row;
}

MeasuredRow measure_time(const MeasureJob& job) {
  const Sizes sizes = job.inputs.sizes(job.point.input, job.seed);
  refuse_too_much(job, sizes.N);
  Request request = job.inputs.request(job.point, job.seed);
  request.want = {"y"};
  Progress progress = job.part(0, 1);
  const Timing timing = time_estimate(request, job.threads, timing_plan(job.point), progress);
  const Sequence& s = *request.sequence;
  const std::size_t tokens = s.q.bytes() + s.k.bytes() + s.v.bytes() +
                             static_cast<std::size_t>(sizes.heads * sizes.N * sizes.Dv) * sizeof(float);
  return row_of(timing, sizes.N, timing.workspace_bytes + tokens);
}

/// A model of the sequence's length whose heads compute the point's method.
Options trained_options(const StudyPoint& point, const Sizes& sizes) {
  Options::Given given = timed_run(sizes.N, point.parameters.value("batch", Index{1}));
  const std::string width = std::to_string(sizes.heads * sizes.D);
  given.insert(given.end(), {{"layers", std::to_string(point.parameters.value("layers", Index{1}))},
                             {"heads", std::to_string(sizes.heads)},
                             {"d_model", width},
                             {"d_ff", width}});
  for (const auto& own : train::trained_as(point.what.method, point.what.options)) given.push_back(own);
  return train::make_train_options("", given);
}

MeasuredRow measure_step(const MeasureJob& job) {
  const Sizes sizes = job.inputs.sizes(job.point.input, job.seed);
  refuse_too_much(job, sizes.N);
  const Progress progress = job.part(0, 1);
  const Timing timing =
      time_training(trained_options(job.point, sizes), Backend::cpu, job.threads, timing_plan(job.point), progress);
  return row_of(timing, sizes.N, timing.workspace_bytes);
}

/// What both share; `once`: about how long one call takes.
Measure timed_measure(std::function<double(const StudyPoint&, int threads)> once) {
  Measure measure;
  measure.parameters = {"cap", "seconds"};
  measure.values = {"n",       "ms",         "ms_low",   "ms_high",         "ms_min",     "cpu_ms",
                    "repeats", "peak_bytes", "peak_mib", "workspace_bytes", "others_cpus"};
  measure.of_machine = {measure.values.begin() + 1, measure.values.end()};  // all but n
  measure.times = {"ms", "ms_low", "ms_high", "ms_min", "cpu_ms"};
  measure.band = {"ms_low", "ms_high", "80 % of the calls"};
  measure.exclusive = true;
  measure.smallest_first = true;
  measure.seconds = [of_call = std::move(once)](const StudyPoint& point, int threads) {
    const double seconds = of_call(point, threads);
    return seconds > parameter(point, "cap", kDefaultCap)
               ? 0
               : std::max(parameter(point, "seconds", kDefaultSeconds), 5 * seconds) + 2 * seconds;
  };
  measure.check = [](const StudyPoint& point) {
    for (const std::string name : {"cap", "seconds"}) parameter(point, name, 0);
  };
  return measure;
}

}  // namespace

Measure time_measure() {
  Measure measure = timed_measure(estimate_seconds);
  measure.name = "time";
  measure.summary =
      "Median time of one estimate, its spread, and peak memory with q, k, v and y; alone on the machine, shortest "
      "sequences first.";
  measure.run = measure_time;
  return measure;
}

Measure step_measure() {
  Measure measure = timed_measure([](const StudyPoint& point, int threads) {
    return step_seconds(train::plan_of(trained_options(point, sizes_of(point.input))), threads);
  });
  measure.name = "step";
  measure.follows_precision = false;
  measure.summary =
      "Median time of one step of training, forward, backward and AdamW, of a transformer whose heads compute the "
      "method, and its peak memory; alone on the machine, shortest sequences first.";
  measure.parameters.insert(measure.parameters.end(), {"layers", "batch"});
  measure.check = [checked = measure.check](const StudyPoint& point) {
    checked(point);
    train::plan_of(trained_options(point, sizes_of(point.input)));
  };
  measure.run = measure_step;
  return measure;
}

}  // namespace omega::studies
