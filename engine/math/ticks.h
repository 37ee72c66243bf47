// Where the ticks of an axis stand, for every axis that is drawn.
#pragma once

#include <vector>

namespace omega {

/// Round numbers step·i (1, 2 or 5 times a power of ten) within [min, max], about `wanted` of them.
struct LinearTicks {
  double step = 1;
  std::vector<double> values;
};
double round_step(double span, int wanted);
LinearTicks linear_ticks(double min, double max, int wanted);

/// Powers of ten within [min, max], thinned to about `wanted`; 1, 2, 5 steps where the range is short,
/// and linear ones where fewer than two of those are in it.
std::vector<double> log_ticks(double min, double max, int wanted);

}  // namespace omega
