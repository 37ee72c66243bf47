// Result: everything a request gave, never changed afterwards.
#pragma once

#include <cstdint>
#include <string>

#include "core/array.h"

namespace omega {

struct Stats {
  double milliseconds = 0;     // of y and everything wanted beside it; on a device its own time, without copies
  std::size_t peak_bytes = 0;  // scratch, scaled inputs and outputs at their highest
  std::int64_t clamped = 0;
  std::int64_t nonpositive = 0;
  std::string backend;  // "cpu" or "cuda"
  std::string why;      // why this backend
};

struct Result {
  Arrays outputs;  // by name; counters as int64 scalars
  Stats stats;

  const Array& at(const std::string& name) const;
  bool has(const std::string& name) const { return outputs.count(name) != 0; }
};

}  // namespace omega
