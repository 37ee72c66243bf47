// A line of progress on standard error: only on a terminal, only for what takes more than a second.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/progress.h"

namespace omega::command {

class ProgressMeter {
 public:
  /// Stops on the signals of interrupt.h. `quiet`: stops, but shows nothing.
  ProgressMeter(std::string what, bool quiet);
  ProgressMeter(const ProgressMeter&) = delete;
  ~ProgressMeter() { clear(); }

  /// To hand to one run that stands for the fractions [first, last) of the whole.
  Progress part(double first, double last);
  /// Of `all` runs that take as long as each other, number `done`.
  Progress one(std::size_t done, std::size_t all);
  void show(double fraction);
  /// With the time left as whoever runs it knows it, or none.
  void show(double fraction, std::optional<double> seconds_left);
  /// What the line says first from now on: shown at once, since what begins may take minutes and tell nothing.
  void name(std::string what);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw();

  std::string what_;
  bool on_terminal_ = false;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point latest_ = start_;
  double fraction_ = 0;
  std::optional<double> seconds_left_;
};

}  // namespace omega::command
