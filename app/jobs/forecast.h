// Forecast: how long a picture takes and how much memory, told before it is computed: from the costs that estimators
// state, at the speeds that were measured here.
#pragma once

#include <limits>
#include <map>
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

/// What runs take beside their forecasts. The first run of a kind also pays for memory that nobody has touched and for
/// threads that sleep: sometimes hundreds of times what it takes by itself.
class UsualTimes {
 public:
  /// Whether a run should be repeated, which costs little: it was very short, or short and the first of its method, or
  /// bearable and much longer than the last one in proportion, or than any machine would take.
  bool isDoubtful(const std::string& method, double milliseconds, double forecastMs) const;
  void learn(const std::string& method, double milliseconds, double forecastMs);

 private:
  std::map<std::string, double> m_factors;  // by method: the last time over its forecast
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
