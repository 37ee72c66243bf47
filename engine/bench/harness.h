// The harness: how long an estimate takes. A call or two to warm up, then as many as the plan asks for.
#pragma once

#include <functional>
#include <optional>

#include "bench/floor.h"
#include "core/progress.h"
#include "core/request.h"

namespace omega {

struct TimingPlan {
  double seconds = 0.5;  // how long to go on repeating
  // `most` only bounds memory: the shortest calls, some microseconds, must still fill `seconds`, or the meter of
  // others' CPUs has too little to go by.
  int least = 7, most = 100000;
  int least_if_slow = 3;  // where the first call takes `slow` seconds or longer
  double slow = 1;
  /// Told which call begins, from 1; 0: many short ones.
  std::function<void(int number)> begins = {};
};

struct Timing {
  double median_ms = 0, min_ms = 0, p10_ms = 0, p90_ms = 0;
  double cpu_ms = 0;  // processor time of one call, all threads together; other programs do not count
  int repeats = 0;
  std::size_t workspace_bytes = 0;    // beyond q, k, v and y
  std::optional<double> others_cpus;  // what others kept busy meanwhile
};

/// Calls as the plan says; `once` returns the milliseconds that count, and may tell how far it has come. Whether it is
/// slow the clock says: a device's own time, which leaves copies out, may be a tenth of what a call takes.
Timing time_repeatedly(const std::function<double(Progress&)>& once, const TimingPlan& plan, const Progress& progress);

/// Times y alone, into memory that is there already.
Timing time_estimate(const Request& request, int threads, const TimingPlan& plan, const Progress& progress);

}  // namespace omega
