// Progress: how a long call is watched and stopped. The caller keeps the stop source; the engine polls between tiles.
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "core/error.h"

namespace omega {

class Progress {
 public:
  /// `report` is called with a fraction in [0, 1], never from two threads at once.
  using Report = std::function<void(double)>;

  Progress() = default;
  explicit Progress(std::stop_token stop, Report report = {}) : stop_(std::move(stop)), report_(std::move(report)) {}

  /// Throws Cancelled once a stop was requested.
  void check() const {
    if (stop_.stop_requested()) throw Cancelled();
  }
  void report(double fraction) const {
    if (!report_) return;
    const std::scoped_lock lock(mutex_);
    report_(fraction);
  }
  const std::stop_token& stop() const { return stop_; }

 private:
  std::stop_token stop_;
  Report report_;
  mutable std::mutex mutex_;
};

}  // namespace omega
