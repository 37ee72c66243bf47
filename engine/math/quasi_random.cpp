#include "math/quasi_random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace omega {

namespace {

constexpr double kLeast = 0x1p-33;  // half of the smallest uniform above 0
constexpr int kMostSteps = 64;

double density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }

/// The x ≥ 0 with ½ erf(x/√2) = above, for what lies near the middle: Newton from 0 on a concave function never
/// oversteps.
double central_quantile(double above) {
  double x = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    const double step = (above - 0.5 * std::erf(x / std::numbers::sqrt2)) / density(x);
    x += step;
    if (!(step > 1e-16 * x)) break;
  }
  return x;
}

/// The x < 0 with Φ(x) = p for p below ¼: Newton on log Φ, which is concave too.
double tail_quantile(double p) {
  double x = -std::sqrt(-2 * std::log(p));  // Φ(x) ≤ p there
  for (int i = 0; i < kMostSteps; ++i) {
    const double below = 0.5 * std::erfc(-x / std::numbers::sqrt2), step = std::log(p / below) * below / density(x);
    x += step;
    if (!(step > -1e-16 * x)) break;
  }
  return x;
}

std::vector<std::uint64_t> first_primes(Index count) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t candidate = 2; static_cast<Index>(primes.size()) < count; ++candidate)
    if (std::none_of(primes.begin(), primes.end(), [&](std::uint64_t p) { return candidate % p == 0; }))
      primes.push_back(candidate);
  return primes;
}

}  // namespace

double standard_quantile(double p) {
  const double below = p < 0.5 ? p : 1 - p;  // exact
  const double x = below >= 0.25 ? central_quantile(0.5 - below) : -tail_quantile(below);
  return p < 0.5 ? -x : x;
}

double radical_inverse(std::uint64_t index, std::uint64_t base) {
  double mirrored = 0, whole = 1;
  for (; index > 0; index /= base) {
    mirrored = mirrored * static_cast<double>(base) + static_cast<double>(index % base);
    whole *= static_cast<double>(base);
  }
  return mirrored / whole;
}

void halton_normals(const double* shift, Index first, View<double> points) {
  const std::vector<std::uint64_t> primes = first_primes(points.cols);
  for (Index r = 0; r < points.rows; ++r)
    for (Index d = 0; d < points.cols; ++d) {
      const auto s = static_cast<std::uint64_t>(first + r);
      const double x = radical_inverse(s, primes[static_cast<std::size_t>(d)]) + shift[d];
      points(r, d) = standard_quantile(std::clamp(x - std::floor(x), kLeast, 1 - kLeast));
    }
}

}  // namespace omega
