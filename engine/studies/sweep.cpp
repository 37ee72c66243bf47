#include "studies/sweep.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "core/out_of_memory.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

/// Where a row stands in the grid.
struct Cell {
  const StudyPoint* point;
  Index seed;
};

/// All rows of a shard in the order in which they are measured: one seed after another, so that there is a whole
/// picture early.
std::vector<Cell> cells_of(const StudyDefinition& study, const Shard& shard) {
  std::vector<Cell> cells;
  Index row = 0;
  for (Index seed = 0; seed < study.seeds; ++seed)
    for (const StudyPoint& point : study.points)
      if (shard.contains(row++)) cells.push_back({&point, seed});
  const auto length = [](const Cell& cell) {
    return find_measure(cell.point->measure)->smallest_first ? sizes_of(cell.point->input).N : 0;
  };
  std::stable_sort(cells.begin(), cells.end(), [&](const Cell& a, const Cell& b) { return length(a) < length(b); });
  return cells;
}

double seconds_of(const Cell& cell, int threads) {
  return find_measure(cell.point->measure)->seconds(*cell.point, threads);
}

Json row_json(const Cell& cell, const MeasuredRow& measured) {
  Json row = asked_of(*cell.point, cell.seed);
  row["values"] = measured.values;
  if (!measured.machine.empty()) row["machine"] = measured.machine;
  return row;
}

Json problem_json(const Cell& cell, const std::string& problem) {
  Json row = asked_of(*cell.point, cell.seed);
  row["problem"] = problem;
  return row;
}

std::set<std::pair<Index, Index>> keys_of(const std::vector<Json>& rows) {
  std::set<std::pair<Index, Index>> keys;
  for (const Json& row : rows) keys.emplace(row.at("point").get<Index>(), row.at("seed").get<Index>());
  return keys;
}

class Sweep {
 public:
  Sweep(const StudyDefinition& study, const Shard& shard, int threads, RowWriter& rows, const SweepWatch& watch)
      : cells_(cells_of(study, shard)),
        threads_(threads),
        rows_(rows),
        watch_(watch),
        inputs_(threads, study.precision, study.digests),
        before_(rows.found()),
        done_(keys_of(before_)) {
    for (const Cell& cell : cells_) seconds_.push_back(seconds_of(cell, threads));
    total_ = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
    state_.rows = cells_.size();
  }

  void run() {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const Cell& cell = cells_[i];
      const double weight = seconds_[i];
      if (!done_.contains({cell.point->index, cell.seed})) measure(cell, weight);
      behind_ += weight;
      ++state_.done;
      tell(0);
    }
  }

 private:
  void measure(const Cell& cell, double weight) {
    wait();
    state_.now = cell.point->series + (cell.point->input.text().empty() ? "" : ", " + cell.point->input.text());
    tell(0);
    const std::function<Progress(double, double)> part = [&, weight](double first, double last) {
      wait();
      return Progress(watch_.stop, [=, this](double fraction) { tell(weight * (first + fraction * (last - first))); });
    };
    const Json row = measured_row(cell, part);
    rows_.add(row);
    before_.push_back(row);
    measured_ += weight;
    watch_.row(row);
  }

  Json measured_row(const Cell& cell, const std::function<Progress(double, double)>& part) {
    try {
      const MeasureJob job{*cell.point, cell.seed, threads_, inputs_, part, before_};
      return row_json(cell, with_memory_for("", [&] { return find_measure(cell.point->measure)->run(job); }));
    } catch (const ChangedFile&) {
      throw;
    } catch (const Error& error) {
      return problem_json(cell, error.what());
    }
  }

  /// Waiting is no part of the speed.
  void wait() {
    if (watch_.pause != nullptr && watch_.pause->is_set()) {
      const auto before = Clock::now();
      watch_.pause->wait(watch_.stop);
      start_ += Clock::now() - before;
    }
    if (watch_.stop.stop_requested()) throw Cancelled();
  }

  void tell(double of_this_row) {
    // It never goes back: a row may report its progress in several parts.
    reached_ = std::max(reached_, behind_ + of_this_row);
    if (total_ > 0) state_.fraction = std::clamp(reached_ / total_, 0.0, 1.0);
    const double here = measured_ + reached_ - behind_;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    state_.seconds_left.reset();
    if (here > 0) state_.seconds_left = elapsed / here * std::max(0.0, total_ - reached_);
    watch_.state(state_);
  }

  using Clock = std::chrono::steady_clock;

  std::vector<Cell> cells_;
  std::vector<double> seconds_;  // of each, as estimated beforehand: a file may be gone by its turn
  int threads_;
  RowWriter& rows_;
  const SweepWatch& watch_;
  SharedInputs inputs_;
  std::vector<Json> before_;
  std::set<std::pair<Index, Index>> done_;
  SweepState state_;
  // In seconds as estimated beforehand: of all rows, of those behind us, of those measured by this call; and how far
  // this one has come.
  double total_ = 0, behind_ = 0, measured_ = 0, reached_ = 0;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

void Pause::set(bool paused) {
  {
    const std::scoped_lock lock(mutex_);
    paused_ = paused;
  }
  changed_.notify_all();
}

bool Pause::is_set() const {
  const std::scoped_lock lock(mutex_);
  return paused_;
}

void Pause::wait(const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [&] { return !paused_; });
}

void run_sweep(const StudyDefinition& study, const Shard& shard, int threads, RowWriter& rows,
               const SweepWatch& watch) {
  Sweep(study, shard, threads, rows, watch).run();
}

double estimated_seconds(const StudyDefinition& study, const Shard& shard, int threads, const std::vector<Json>& done) {
  const std::set<std::pair<Index, Index>> there = keys_of(done);
  double seconds = 0;
  for (const Cell& cell : cells_of(study, shard))
    if (!there.contains({cell.point->index, cell.seed})) seconds += seconds_of(cell, threads);
  return seconds;
}

}  // namespace omega::studies
