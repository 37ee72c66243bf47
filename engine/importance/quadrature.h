// Integrals of several functions over the whole line at once, to ten digits, or not at all: panels of 16 Gauss points
// between edges that know where the functions change, halved until nothing moves, and more of them further out as long
// as something is found there.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/progress.h"

namespace omega::importance {

struct Edges {
  std::vector<double> kept;  // jumps and kinks: an edge stands there
  std::vector<double> soft;  // where functions change; what stands closer than `least` to another is left out
  double least = 0;
  /// mean ± sd times 0, ½, 1, … 12.
  void around(double mean, double sd);
};

/// Adds to `out` what the functions are at x.
using Integrands = std::function<void(double x, double* out)>;

/// One number for each function; nothing where it did not settle or is no double.
std::vector<std::optional<double>> integrate(const Edges& edges, std::size_t functions, const Integrands& at,
                                             const Progress& progress = {});

}  // namespace omega::importance
