// The floor of an estimate on this machine: the time below which no program can compute its equations.
#pragma once

#include <string>

#include "bench/peaks.h"
#include "core/info.h"

namespace omega {

/// Milliseconds that each part of a cost takes at its peak. Parts overlap at best, so the longest is the floor.
struct Floor {
  double flops_ms = 0, exps_ms = 0, sincos_ms = 0, bytes_ms = 0;

  double ms() const;
  /// "flops", "exps", "sincos" or "bytes": the longest.
  std::string limit() const;
};

/// `cost` is that of all heads together; its bytes are also the working set they are moved in.
Floor floor_of(const Cost& cost, const Peaks& peaks);

}  // namespace omega
