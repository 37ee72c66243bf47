#include "bench/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace omega {

namespace {

/// Seconds of CPU that the whole machine has spent, stolen ones included: the first line of /proc/stat has user, nice,
/// system, idle, iowait, irq, softirq and steal.
std::optional<double> busy_seconds() {
  std::ifstream stat("/proc/stat");
  std::string name;
  stat >> name;
  std::array<double, 8> ticks{};
  for (double& t : ticks) stat >> t;
  if (!stat) return std::nullopt;
  double busy = 0;
  for (std::size_t i = 0; i < ticks.size(); ++i)
    if (i != 3 && i != 4) busy += ticks[i];
  return busy / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double own_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) {
      const std::size_t start = line.find_first_not_of(" \t:", line.find(':'));
      return start == std::string::npos ? "" : line.substr(start);
    }
  return "";
}

OthersMeter::OthersMeter() : start_(std::chrono::steady_clock::now()), all_(busy_seconds()), own_(own_seconds()) {}

std::optional<double> OthersMeter::cpus() const {
  const std::optional<double> all = busy_seconds();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
  if (!all || !all_ || wall.count() <= 0) return std::nullopt;
  return std::max(0.0, (*all - *all_ - (own_seconds() - own_)) / wall.count());
}

}  // namespace omega
