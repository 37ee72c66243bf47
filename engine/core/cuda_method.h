// CudaMethod: what the CUDA backend computes of an estimator, declared beside its description and asked by whoever
// chooses a backend. An estimator without one stays on the CPU.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/info.h"

namespace omega {

namespace cuda {
class Run;
}

struct CudaMethod {
  std::vector<std::string> outputs;  // that it can fill, beside the counters; empty: none
  std::string stays;                 // what of it stays on the CPU, for people; empty: nothing
  bool causal = false;               // whether it has the causal form, where there is one
  /// What a block of threads holds in shared memory for so many dimensions, where that bounds them.
  std::uint64_t (*block_bytes)(std::int64_t dims) = [](std::int64_t) { return std::uint64_t{0}; };
  /// Why these options or arrays stay on the CPU; empty: they do not.
  std::function<std::string(const Problem&)> refuses = [](const Problem&) { return std::string(); };
  std::function<void(cuda::Run&)> compute;

  explicit operator bool() const { return !outputs.empty(); }
};

}  // namespace omega
