#include "bench/harness.h"

#include <algorithm>
#include <chrono>

#include "bench/machine.h"
#include "math/order_statistics.h"
#include "run/runner.h"

namespace omega {

namespace {

/// How much of a point is done, by the clock: the first call, then as many as are asked for or as fit into their time.
class Course {
 public:
  Course(const TimingPlan& plan, const Progress& progress) : plan_(plan), progress_(progress) {}

  /// Within the first call, whose whole time is what it has taken so far by what is done of it.
  void tell_first(double done) const {
    if (done <= 0) return progress_.report(0);
    const double so_far = seconds_since(start_), whole = so_far / done;
    progress_.report(so_far / (whole + seconds_of_rest(whole, least_after(whole))));
  }
  void end_first(double seconds) {
    least_ = least_after(seconds);
    before_ = seconds / (seconds + seconds_of_rest(seconds, least_));
    start_ = Clock::now();
    tell(0);
  }
  void tell(double calls) const {
    const double rest = std::min({1.0, calls / least_, seconds_since(start_) / plan_.seconds});
    progress_.report(before_ + (1 - before_) * rest);
  }
  bool goes_on(std::size_t calls) const {
    const int done = static_cast<int>(calls);
    return done < least_ || (seconds_since(start_) < plan_.seconds && done < plan_.most);
  }

 private:
  using Clock = std::chrono::steady_clock;
  int least_after(double first) const { return first >= plan_.slow ? plan_.least_if_slow : plan_.least; }
  double seconds_of_rest(double call, int least) const { return std::max(plan_.seconds, least * call); }

  const TimingPlan& plan_;
  const Progress& progress_;
  Clock::time_point start_ = Clock::now();
  int least_ = 1;
  double before_ = 0;
};

void begin(const TimingPlan& plan, std::size_t number) {
  if (plan.begins) plan.begins(static_cast<int>(number));
}

}  // namespace

Timing time_repeatedly(const std::function<double(Progress&)>& once, const TimingPlan& plan, const Progress& progress) {
  Progress unwatched(progress.stop());
  Course course(plan, progress);
  Progress in_first(progress.stop(), [&](double done) { course.tell_first(done); });
  begin(plan, 1);
  course.tell_first(0);
  const auto first = std::chrono::steady_clock::now();
  once(in_first);
  const double seconds = seconds_since(first);
  const bool slow = seconds >= plan.slow;
  if (!slow) {
    begin(plan, 0);
    once(unwatched);
  }
  std::vector<double> times;
  const OthersMeter others;
  course.end_first(seconds);
  Progress inside(progress.stop(), [&](double done) { course.tell(static_cast<double>(times.size()) + done); });
  while (course.goes_on(times.size())) {
    if (slow) begin(plan, times.size() + 2);
    times.push_back(once(slow ? inside : unwatched));  // short calls are not held up by what they would tell
    course.tell(static_cast<double>(times.size()));
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
  RunContext context{nullptr, threads};
  Result result;
  std::size_t workspace = 0;
  const auto once = [&](Progress& inside) {
    context.progress = &inside;
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
