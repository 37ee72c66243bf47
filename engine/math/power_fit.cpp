#include "math/power_fit.h"

#include <cmath>
#include <limits>

namespace omega {

double PowerFit::at(double x) const { return std::exp(log_factor + slope * std::log(x)); }

PowerFit fit_power(const std::vector<FitPoint>& points) {
  const auto count = static_cast<double>(points.size());
  double x = 0, y = 0;
  for (const FitPoint& p : points) {
    x += std::log(p.x) / count;
    y += std::log(p.y) / count;
  }
  double xy = 0, xx = 0, yy = 0;
  for (const FitPoint& p : points) {
    const double dx = std::log(p.x) - x, dy = std::log(p.y) - y;
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  PowerFit fit;
  fit.slope = xy / xx;
  fit.log_factor = y - fit.slope * x;
  const double scatter = std::fmax(0.0, yy - fit.slope * xy);
  fit.slope_error =
      points.size() < 3 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(scatter / (count - 2) / xx);
  return fit;
}

}  // namespace omega
