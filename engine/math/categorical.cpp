#include "math/categorical.h"

#include <algorithm>
#include <cmath>

namespace omega {

Index categorical(const double* probabilities, Index count, double u) {
  double total = 0;
  for (Index m = 0; m < count; ++m) total += probabilities[m];
  double running = 0;
  Index last_possible = 0;
  for (Index m = 0; m < count; ++m) {
    running += probabilities[m] / total;
    if (running > u) return m;
    if (probabilities[m] > 0) last_possible = m;
  }
  return last_possible;
}

Index categorical_from_logits(double* logits, Index count, double u) {
  const double highest = *std::max_element(logits, logits + count);
  std::transform(logits, logits + count, logits, [=](double x) { return std::exp(x - highest); });
  return categorical(logits, count, u);
}

}  // namespace omega
