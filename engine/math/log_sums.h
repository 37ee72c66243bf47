// Logarithms of sums of exponentials, which themselves may be too large or too small for a number, and of what a unit
// Gaussian is divided by.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "core/matrix.h"

namespace omega {

/// log Σ e^x; −∞ where all are.
inline double log_sum(std::span<const double> terms) {
  const double highest = *std::max_element(terms.begin(), terms.end());
  if (std::isinf(highest)) return highest;
  double sum = 0;
  for (const double x : terms) sum += std::exp(x - highest);
  return highest + std::log(sum);
}

/// log(e^a + e^b).
template <class T>
T log_add(T a, T b) {
  const T high = std::max(a, b);
  return std::isinf(high) ? high : high + std::log1p(std::exp(-std::abs(a - b)));
}

/// ½ D log 2π.
inline double log_unit_normaliser(Index dims) {
  return 0.5 * static_cast<double>(dims) * std::log(2 * std::numbers::pi);
}

}  // namespace omega
