// The inner product of two vectors.
#pragma once

#include <numeric>
#include <span>

namespace omega {

inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace omega
