#include "jobs/forecast.h"

#include <algorithm>

#include "bench/forecast.h"

namespace omegascope {

namespace {
constexpr double kTellsMs = 20;
constexpr double kMostFactor = 20;
}  // namespace

void Speed::learn(const omega::Cost& cost, double milliseconds) {
  if (milliseconds < kTellsMs) return;
  m_factor = std::clamp(milliseconds / 1e3 / omega::ordinary_seconds(cost, 0), 1 / kMostFactor, kMostFactor);
}

double Speed::seconds(const omega::Cost& cost) const { return m_factor * omega::ordinary_seconds(cost, 0); }

}  // namespace omegascope
