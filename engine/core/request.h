// Request: everything an estimate depends on, as a value.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "core/philox.h"
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

}  // namespace omega
