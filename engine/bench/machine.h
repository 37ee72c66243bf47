// What a measurement must say about the machine it was made on.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace omega {

/// As the system names the processor; empty where it does not.
std::string processor_name();

/// How many CPUs everything but this process kept busy since construction. A measurement beside others is worth less.
class OthersMeter {
 public:
  OthersMeter();
  /// Nothing where the system does not tell.
  std::optional<double> cpus() const;

 private:
  std::chrono::steady_clock::time_point start_;
  std::optional<double> all_;
  double own_;
};

}  // namespace omega
