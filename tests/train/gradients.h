// Gradients by central differences, and the bar that hand-derived ones are held to.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "core/matrix.h"

namespace omega::test {

constexpr double kGradientTolerance = 1e-6;

/// (f(x − 2h) − 8 f(x − h) + 8 f(x + h) − f(x + 2h))/12h in each coordinate: its error falls with h⁴.
inline std::vector<double> differences(const std::function<double()>& f, double* x, std::size_t count,
                                       double h = 1e-3) {
  std::vector<double> gradient(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double at = x[i];
    const auto value = [&](double step) {
      x[i] = at + step * h;
      return f();
    };
    gradient[i] = (value(-2) - 8 * value(-1) + 8 * value(1) - value(2)) / (12 * h);
    x[i] = at;
  }
  return gradient;
}

/// ‖g − ĝ‖/‖ĝ‖, or ‖g‖ where ĝ is 0.
inline double gradient_error(const double* got, const std::vector<double>& expected) {
  double apart = 0, norm = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    apart += (got[i] - expected[i]) * (got[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  return norm > 0 ? std::sqrt(apart / norm) : std::sqrt(apart);
}

/// Whether the bar notices when the found gradient has the wrong sign: a tensor without influence would pass anything.
inline bool notices_sign(const double* got, const std::vector<double>& expected) {
  std::vector<double> flipped(got, got + expected.size());
  for (double& g : flipped) g = -g;
  return gradient_error(flipped.data(), expected) > kGradientTolerance;
}

}  // namespace omega::test
