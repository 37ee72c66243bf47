// What `omega bench` found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "bench/cases.h"
#include "bench/harness.h"
#include "bench/peaks.h"
#include "json_text.h"
#include "progress_meter.h"

namespace omega::command {

struct BenchRow {
  BenchCase what;
  Index n = 0, heads = 0, dim = 0;
  int threads = 1;
  Timing timing;
  Cost cost;         // of all heads
  Floor floor = {};  // of the CPU's

  double ratio() const { return timing.median_ms / floor.ms(); }
};

/// How the time of one case on one number of threads grows with the length.
struct Growth {
  std::string name;
  int threads = 1;
  Index shortest = 0, longest = 0;
  double exponent = 0;
};
/// For every case and number of threads that was timed at more than one length.
std::vector<Growth> growths(const std::vector<BenchRow>& rows);

struct BenchReport {
  PeakOwner machine;
  std::vector<Peaks> peaks;  // those in use
  std::vector<BenchRow> rows;
  std::vector<std::string> notes;
};

std::string bench_text(const BenchReport& report);
Json bench_json(const BenchReport& report);

/// The peaks alone.
std::string peaks_text(const BenchReport& report);
Json peaks_json(const BenchReport& report);

/// The plan, which lets the meter name the point and the call under way: one call may take minutes and tell nothing.
TimingPlan named_on(ProgressMeter& meter, TimingPlan plan, const std::string& point);

std::string cases_text();
Json cases_json();

}  // namespace omega::command
