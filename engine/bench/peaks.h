// Peaks: how fast this machine can multiply and add, take exponentials, take sines with cosines, and move memory, on a
// number of threads. Measured, never written down: a floor made of them holds for the machine it is shown on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/progress.h"

namespace omega {

/// The speed at which memory moves depends on how much of it there is: caches hold the smaller working sets.
struct Bandwidth {
  double working_set = 0;  // bytes, of all threads together
  double bytes = 0;        // per second
};

struct Peaks {
  int threads = 1;
  double flops = 0;  // per second, as all below; float32
  double exps = 0;
  double sincos = 0;                  // pairs
  std::vector<Bandwidth> bandwidths;  // by growing working set
  std::optional<double> others_cpus;  // what others kept busy meanwhile

  /// Between two measured sizes by the logarithm of the size; beyond them that of the nearest.
  double bandwidth_at(double working_set) const;
};

/// A few seconds for each number of threads, more on a busy machine. The best millisecond counts: a peak is a maximum.
Peaks measure_peaks(int threads, const Progress& progress);

/// What peaks belong to: another processor, instruction set or program has its own.
struct PeakOwner {
  std::string processor, instructions, version;
  bool operator==(const PeakOwner&) const = default;
};
PeakOwner this_machine(const std::string& version);

}  // namespace omega
