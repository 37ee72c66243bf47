// The sweep: the one loop over the rows of a study. Rows come one after another and are kept as they come; a sweep can
// be stopped, paused, cut into shards and gone on with, and none of it changes a row.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "studies/row_files.h"

namespace omega::studies {

/// Held by whoever watches a sweep; the sweep waits between rows, and parts of a row, while it is set.
class Pause {
 public:
  void set(bool paused);
  bool is_set() const;
  /// Returns when the pause is over, or the stop was asked for.
  void wait(const std::stop_token& stop) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  bool paused_ = false;
};

struct SweepState {
  std::size_t done = 0, rows = 0;      // of this shard; `done` includes those found
  double fraction = 0;                 // of the work
  std::optional<double> seconds_left;  // by the speed so far
  std::string now;                     // "lara, smooth:n=196"
};

struct SweepWatch {
  std::stop_token stop;
  const Pause* pause = nullptr;
  std::function<void(const SweepState&)> state = [](const SweepState&) {};
  std::function<void(const Json&)> row = [](const Json&) {};
};

/// A row that could not be measured has `problem` in place of values; the sweep goes on.
/// Throws Cancelled when stopped; rows that are done are in the file.
void run_sweep(const StudyDefinition& study, const Shard& shard, int threads, RowWriter& rows, const SweepWatch& watch);

/// About how long all rows take here, told before the first is measured: by the arithmetic of each estimate at an
/// ordinary speed. `done`: rows that need not be measured.
double estimated_seconds(const StudyDefinition& study, const Shard& shard, int threads,
                         const std::vector<Json>& done = {});

}  // namespace omega::studies
