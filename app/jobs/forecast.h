// Forecast: how long a picture takes and how much memory, told before it is computed: from the costs that estimators
// state, at the speeds that were measured here.
#pragma once

#include <limits>
#include <string>

#include "core/info.h"

namespace omegascope {

struct Forecast {
  double seconds = 0, bytes = 0;
  std::string longest;   // the estimator that takes most of it
  double available = 0;  // bytes, of memory

  /// Whether it is worth telling before it begins.
  bool isLong() const { return seconds > 3 || isTooMuch(); }
  bool isTooMuch() const { return bytes > 0.5 * available; }
};

/// How much may be computed without asking.
struct Allowance {
  static constexpr double kSeconds = 60;
  double seconds = std::numeric_limits<double>::infinity();
  bool muchMemory = true;

  bool covers(const Forecast& forecast) const {
    return forecast.seconds <= seconds && (muchMemory || !forecast.isTooMuch());
  }
};

class Speed {
 public:
  /// Runs that are too short to tell are left out.
  void learn(const omega::Cost& cost, double milliseconds);
  double seconds(const omega::Cost& cost) const;

 private:
  double m_factor = 1;  // the time that it takes here over that of an ordinary core
};

}  // namespace omegascope
