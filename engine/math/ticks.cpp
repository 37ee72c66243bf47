#include "math/ticks.h"

#include <algorithm>
#include <cmath>

namespace omega {

double round_step(double span, int wanted) {
  const double raw = span / std::max(1, wanted);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

LinearTicks linear_ticks(double min, double max, int wanted) {
  LinearTicks ticks;
  if (!(max > min) || !std::isfinite(max - min)) return ticks;
  ticks.step = round_step(max - min, wanted);
  const double slack = 1e-9 * (max - min);
  for (double i = std::ceil((min - slack) / ticks.step); i * ticks.step <= max + slack; ++i)
    ticks.values.push_back(i == 0 ? 0.0 : i * ticks.step);
  // One number alone says nothing of the scale.
  return ticks.values.size() < 2 && wanted < 5 ? linear_ticks(min, max, wanted + 1) : ticks;
}

std::vector<double> log_ticks(double min, double max, int wanted) {
  std::vector<double> ticks;
  if (!(min > 0) || !(max > min) || !std::isfinite(max)) return ticks;
  const double first = std::floor(std::log10(min) + 1e-9), last = std::ceil(std::log10(max) - 1e-9);
  const bool within = last - first <= std::max(2, wanted / 2);
  const double every = std::max(1.0, std::ceil((last - first) / std::max(1, wanted)));
  for (double e = first; e <= last; ++e) {
    if (std::fmod(e - first, every) != 0) continue;
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, e);
      if (factor > 1 && !within) break;
      if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) ticks.push_back(value);
    }
  }
  // Within one decade there may be no such number, or one.
  return ticks.size() < 2 && max < 10 * min ? linear_ticks(min, max, wanted).values : ticks;
}

}  // namespace omega
