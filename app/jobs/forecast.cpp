#include "jobs/forecast.h"

#include <algorithm>

#include "bench/forecast.h"

namespace omegascope {

namespace {
constexpr double kTellsMs = 20;
constexpr double kMostFactor = 20;
constexpr double kVeryShortMs = 1, kShortMs = 60, kBearableMs = 300, kMuchLonger = 3;
}  // namespace

bool UsualTimes::isDoubtful(const std::string& method, double milliseconds, double forecastMs) const {
  const auto usual = m_factors.find(method);
  const bool isFirst = usual == m_factors.end();
  const double most = (isFirst ? kMostFactor : kMuchLonger * usual->second) * forecastMs;
  if (milliseconds >= kShortMs) return milliseconds < kBearableMs && milliseconds > most;
  return milliseconds < kVeryShortMs || isFirst || milliseconds > most;
}

void UsualTimes::learn(const std::string& method, double milliseconds, double forecastMs) {
  m_factors[method] = milliseconds / forecastMs;
}

void Speed::learn(const omega::Cost& cost, double milliseconds) {
  if (milliseconds < kTellsMs) return;
  m_factor = std::clamp(milliseconds / 1e3 / omega::ordinary_seconds(cost, 0), 1 / kMostFactor, kMostFactor);
}

double Speed::seconds(const omega::Cost& cost) const { return m_factor * omega::ordinary_seconds(cost, 0); }

}  // namespace omegascope
