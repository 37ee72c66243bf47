#include "math/order_statistics.h"

#include <algorithm>
#include <cmath>

namespace omega {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double beyond = place - static_cast<double>(below);
  const bool is_endless = std::isinf(sorted[below]) && std::isfinite(sorted[above]);
  if (beyond == 0 || sorted[below] == sorted[above] || is_endless) return sorted[below];  // ∞ − ∞ is no number
  return sorted[below] + beyond * (sorted[above] - sorted[below]);
}

}  // namespace omega
