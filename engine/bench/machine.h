// What a measurement must say about the machine it was made on.
#pragma once

#include <sched.h>

#include <chrono>
#include <optional>
#include <string>

namespace omega {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// As the system names the processor; empty where it does not.
std::string processor_name();

constexpr double kQuietCpus = 0.1;  // CPUs that others may use before a time counts as disturbed

/// How many CPUs everything but this process kept busy since construction. A measurement beside others is worth less.
class OthersMeter {
 public:
  OthersMeter();
  /// The processor time of this process since construction, of all its threads.
  double own_seconds() const;
  /// Nothing where the system does not tell, or too little time has passed.
  std::optional<double> cpus() const;

 private:
  std::chrono::steady_clock::time_point start_;
  std::optional<double> all_;
  double own_;
};

/// Keeps the calling thread on one CPU, the `index`-th of those it may use, until the end of its life. Threads that
/// measure together must not share a CPU because others are busy.
class OnOneCpu {
 public:
  explicit OnOneCpu(int index);
  OnOneCpu(const OnOneCpu&) = delete;
  ~OnOneCpu();

 private:
  cpu_set_t before_;
  bool moved_ = false;
};

}  // namespace omega
