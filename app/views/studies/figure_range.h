// What an axis of a study's figure must show: the range of its values with some room, by its scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace omegascope {

class FigureRange {
 public:
  FigureRange(bool isLog, bool isSymmetric) : m_isLog(isLog), m_isSymmetric(isSymmetric) {}

  /// What is not finite, or has no logarithm on such an axis, has no place on it.
  void add(double value) {
    if (!std::isfinite(value) || (m_isLog && value <= 0)) return;
    m_low = std::min(m_low, value);
    m_high = std::max(m_high, value);
  }
  double low() const { return end(-1); }
  double high() const { return end(1); }

 private:
  static constexpr double kRoom = 0.06;  // of the length, at either end

  double end(int side) const {
    if (!(m_low <= m_high)) return m_isLog ? (side < 0 ? 0.1 : 1) : side < 0 ? 0 : 1;  // nothing yet
    if (m_isLog) {
      const double length = std::max(std::log10(m_high / m_low), 0.1);
      return (side < 0 ? m_low : m_high) * std::pow(10, side * kRoom * length);
    }
    double low = m_low, high = m_high;
    if (m_isSymmetric) low = -(high = std::max(std::abs(low), std::abs(high)));
    const double length = high > low ? high - low : std::max(1e-12, std::abs(high));
    return (side < 0 ? low : high) + side * kRoom * length;
  }

  bool m_isLog, m_isSymmetric;
  double m_low = std::numeric_limits<double>::infinity(), m_high = -std::numeric_limits<double>::infinity();
};

}  // namespace omegascope
