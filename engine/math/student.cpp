#include "math/student.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace omega {

namespace {

constexpr Index kMostFreedom = 1000;  // beyond, the distribution is the normal one to three digits

/// P(|T| ≤ √freedom·tan angle): the finite series of cosines that the density integrates to.
double within_angle(double angle, Index freedom) {
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const bool is_odd = freedom % 2 == 1;
  double term = is_odd ? cosine : 1, sum = freedom == 1 ? 0 : term;
  for (Index i = is_odd ? 3 : 2; i < freedom; i += 2) {
    term *= cosine * cosine * static_cast<double>(i - 1) / static_cast<double>(i);
    sum += term;
  }
  return is_odd ? (angle + sine * sum) * 2 / std::numbers::pi : sine * sum;
}

}  // namespace

double student_bound(double level, Index freedom) {
  freedom = std::min(freedom, kMostFreedom);
  double low = 0, high = std::numbers::pi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (within_angle(middle, freedom) < level ? low : high) = middle;
  }
  return std::sqrt(static_cast<double>(freedom)) * std::tan(low);
}

/// The squared distance is exponential, the squared standard error χ² with f degrees of freedom: their ratio is beyond
/// b² with probability (1 + b²/f)^(−f/2).
double student_bound_in_plane(double level, Index freedom) {
  const auto f = static_cast<double>(freedom);
  return std::sqrt(f * std::expm1(-2 / f * std::log1p(-level)));
}

}  // namespace omega
