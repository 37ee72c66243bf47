#include "math/categorical.h"

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

}  // namespace omega
