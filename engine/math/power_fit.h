// A power law through points: y ~ x^p is a straight line of slope p in log y over log x.
#pragma once

#include <vector>

namespace omega {

struct FitPoint {
  double x = 0, y = 0;
};

struct PowerFit {
  double slope = 0;
  double slope_error = 0;  // standard error by the scatter about the line; not a number below three points
  double log_factor = 0;   // y = exp(log_factor)·x^slope

  double at(double x) const;
};

/// Fits by least squares. Needs two different x; all x and y positive.
PowerFit fit_power(const std::vector<FitPoint>& points);

}  // namespace omega
