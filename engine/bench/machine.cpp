#include "bench/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace omega {

namespace {

constexpr double kShortest = 0.05;  // seconds: the system counts in ticks, mostly hundredths

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

double process_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
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

OthersMeter::OthersMeter() : start_(std::chrono::steady_clock::now()), all_(busy_seconds()), own_(process_seconds()) {}

double OthersMeter::own_seconds() const { return process_seconds() - own_; }

std::optional<double> OthersMeter::cpus() const {
  const std::optional<double> all = busy_seconds();
  const double wall = seconds_since(start_);
  if (!all || !all_ || wall < kShortest) return std::nullopt;
  return std::max(0.0, (*all - *all_ - own_seconds()) / wall);
}

OnOneCpu::OnOneCpu(int index) {
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;  // more CPUs than the set has room for: then not
  int place = index % CPU_COUNT(&before_);
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &before_) || place-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    moved_ = sched_setaffinity(0, sizeof one, &one) == 0;
    return;
  }
}

OnOneCpu::~OnOneCpu() {
  if (moved_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace omega
