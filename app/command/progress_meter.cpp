#include "progress_meter.h"

#include <unistd.h>

#include <cstdio>

#include "interrupt.h"

namespace omega::command {

namespace {

using namespace std::chrono_literals;
constexpr auto kBeforeShown = 1s;
constexpr auto kBetweenLines = 100ms;

}  // namespace

ProgressMeter::ProgressMeter(std::string what, bool quiet)
    : what_(std::move(what)), on_terminal_(!quiet && isatty(STDERR_FILENO) == 1) {}

Progress ProgressMeter::part(double first, double last) {
  if (!on_terminal_) return Progress(interruption());
  return Progress(interruption(), [this, first, last](double fraction) { show(first + fraction * (last - first)); });
}

Progress ProgressMeter::one(std::size_t done, std::size_t all) {
  const auto each = 1 / static_cast<double>(all), first = each * static_cast<double>(done);
  return part(first, first + each);
}

void ProgressMeter::show(double fraction) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if (fraction > 0)
    show(fraction, elapsed * (1 - fraction) / fraction);
  else
    show(0, std::nullopt);  // nobody knows yet
}

void ProgressMeter::show(double fraction, std::optional<double> seconds_left) {
  fraction_ = fraction;
  seconds_left_ = seconds_left;
  const auto now = Clock::now();
  if (!on_terminal_ || now - start_ < kBeforeShown || (shown_ && now - latest_ < kBetweenLines)) return;
  draw();
}

void ProgressMeter::name(std::string what) {
  what_ = std::move(what);
  if (on_terminal_) draw();
}

void ProgressMeter::draw() {
  std::fprintf(stderr, "\r\033[K%s %3.0f %%", what_.c_str(), 100 * fraction_);
  if (seconds_left_) std::fprintf(stderr, ", %.0f s left", *seconds_left_);
  std::fflush(stderr);
  shown_ = true;
  latest_ = Clock::now();
}

void ProgressMeter::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace omega::command
