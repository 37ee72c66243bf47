// Request: everything an estimate depends on, as a value. Result: everything it gave, never changed afterwards.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/call.h"
#include "core/sequence.h"

namespace omega {

enum class Precision { f32, f64 };
enum class Backend { automatic, cpu, cuda };

struct Request {
  std::shared_ptr<const Sequence> sequence;
  std::string method;
  Options options;
  Arrays given;  // noise and parameters by name; members the method does not know are ignored
  Stream stream;
  Precision precision = Precision::f32;
  Backend backend = Backend::automatic;
  std::optional<std::set<std::string>> want;  // nothing: every output of the method

  bool operator==(const Request& other) const;
};

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
