#include "diagnostics/kernel_variance.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "math/dot.h"

namespace omega {

namespace {

double log_cosh(double x) { return std::abs(x) + std::log1p(std::exp(-2 * std::abs(x))) - std::numbers::ln2; }

double square(double x) { return x * x; }

/// e^a − e^b, exact also where they are close.
double difference_of_exponentials(double a, double b) {
  return a < b ? std::exp(b) * std::expm1(a - b) : std::exp(a) * -std::expm1(b - a);
}

double over(double value, Index m) { return value / static_cast<double>(m); }

/// (exp(e + 2s) − exp(e + s))/m
double exponential_variance(double e, double s, Index m) {
  return over(difference_of_exponentials(e + 2 * s, e + s), m);
}

/// What the components make of k + sign·q: b_c = S_cᵀ(k + sign·q), one a row, and θ_c = μ_c·(k + sign·q).
struct Turned {
  Matrix<double> b;
  std::vector<double> theta;

  Turned(const SpectralMixture& mixture, Point q, Point k, double sign)
      : b(mixture.means.rows, mixture.factors.cols, 0.0) {
    for (Index c = 0; c < b.rows(); ++c) {
      theta.push_back(dot(mixture.means.row_span(c), k) + sign * dot(mixture.means.row_span(c), q));
      for (Index d = 0; d < mixture.means.cols; ++d)
        for (Index j = 0; j < b.cols(); ++j)
          b(c, j) += mixture.factors(c * mixture.means.cols + d, j) *
                     (k[static_cast<std::size_t>(d)] + sign * q[static_cast<std::size_t>(d)]);
    }
  }
  Turned(const Component& c, Point q, Point k, double sign)
      : Turned(SpectralMixture{{c.mu.data(), 1, std::ssize(c.mu)}, c.S}, q, k, sign) {}
  double product(Index c, Index e) const { return dot(b.view().row_span(c), b.view().row_span(e)); }
  double mean_square(Index c, Index e) const { return 0.5 * (product(c, c) + product(e, e)); }
};

/// Σ over pairs of components / (m C²)
template <class Covariance>
double over_pairs(const Turned& turned, Index m, Covariance covariance) {
  const Index C = turned.b.rows();
  double sum = 0;
  for (Index c = 0; c < C; ++c)
    for (Index e = 0; e < C; ++e)
      sum += covariance(c, e, turned.theta[static_cast<std::size_t>(c)], turned.theta[static_cast<std::size_t>(e)]);
  return over(over(over(sum, C), C), m);
}

}  // namespace

double rks_kernel(const SpectralMixture& mixture, Point q, Point k) {
  const Turned turned(mixture, q, k, -1);
  double sum = 0;
  for (Index c = 0; c < turned.b.rows(); ++c)
    sum += std::exp(-0.5 * turned.product(c, c)) * std::cos(turned.theta[static_cast<std::size_t>(c)]);
  return over(sum, turned.b.rows());
}

double prf_kernel(const SpectralMixture& mixture, Point q, Point k) {
  const Turned turned(mixture, q, k, 1);
  const double norms = dot(q, q) + dot(k, k);
  double sum = 0;
  for (Index c = 0; c < turned.b.rows(); ++c)
    sum += std::exp(turned.theta[static_cast<std::size_t>(c)] + 0.5 * turned.product(c, c) - norms);
  return over(sum, turned.b.rows());
}

double rks_variance(const SpectralMixture& mixture, Point q, Point k, Index m) {
  const Turned turned(mixture, q, k, -1);
  return over_pairs(turned, m, [&](Index c, Index e, double at, double other) {
    const double dot = turned.product(c, e), low = -turned.mean_square(c, e);
    return 0.5 * (std::cos(at - other) * difference_of_exponentials(low + dot, low) +
                  std::cos(at + other) * difference_of_exponentials(low - dot, low));
  });
}

double prf_variance(const SpectralMixture& mixture, Point q, Point k, Index m) {
  const Turned turned(mixture, q, k, 1);
  const double norms = dot(q, q) + dot(k, k);
  return over_pairs(turned, m, [&](Index c, Index e, double at, double other) {
    const double base = at + other - 2 * norms + turned.mean_square(c, e);
    return difference_of_exponentials(base + turned.product(c, e), base);
  });
}

double rks_variance_of_pair(const Component& c, Point q, Point k, Index m) {
  const Turned turned(c, q, k, -1);
  return over(0.5 * square(std::cos(turned.theta[0]) * std::expm1(-turned.product(0, 0))), m);
}

double rks_variance_of_pair_as_printed(const Component& c, Point q, Point k, Index m) {
  return 4 * rks_variance_of_pair(c, q, k, m);
}

double prf_variance(const Component& c, Point q, Point k, Index m) {
  const Turned turned(c, q, k, 1);
  return exponential_variance(2 * (turned.theta[0] - dot(q, q) - dot(k, k)), turned.product(0, 0), m);
}

double prf_variance_of_pair(const Component& c, Point q, Point k, Index m) {
  const Turned turned(c, q, k, 1);
  return exponential_variance(2 * (log_cosh(turned.theta[0]) - dot(q, q) - dot(k, k)), turned.product(0, 0), m);
}

double prf_variance_as_printed(const Component& c, Point q, Point k, Index m) {
  const Turned turned(c, q, k, 1);
  return exponential_variance(2 * (turned.theta[0] - dot(q, q) - dot(k, k)), std::sqrt(turned.product(0, 0)), m);
}

double angle_share(Point x, Point y) {
  const double of_x = std::sqrt(dot(x, x)), of_y = std::sqrt(dot(y, y));
  if (of_x == 0 || of_y == 0) return 0.5;
  double apart = 0, together = 0;
  for (std::size_t d = 0; d < x.size(); ++d) {
    apart += square(x[d] / of_x - y[d] / of_y);
    together += square(x[d] / of_x + y[d] / of_y);
  }
  return 2 * std::atan2(std::sqrt(apart), std::sqrt(together)) / std::numbers::pi;
}

double rfa_kernel_variance(RandomFeatures features, Point x, Point y, Index m) {
  const double inner = dot(x, y), norms = dot(x, x) + dot(y, y);
  const double z2 = norms + 2 * inner, delta2 = norms - 2 * inner;  // ‖x + y‖², ‖x − y‖²
  const double positive = difference_of_exponentials(z2 + 2 * inner, 2 * inner),
               trig = 0.5 * std::exp(norms) * square(std::expm1(-delta2));
  switch (features) {
    case RandomFeatures::positive: return over(positive, m);
    case RandomFeatures::hyperbolic: return over(0.5 * positive * -std::expm1(-z2), m);
    case RandomFeatures::trig: return over(trig, m);
    case RandomFeatures::cosine:
      return over(std::exp(norms) * (1 + 0.5 * std::exp(-2 * delta2) - std::exp(-delta2)), m);
    case RandomFeatures::hybrid: {
      const double share = angle_share(x, y), covariance = std::exp(2 * inner) * (std::cos(dot(x, x) - dot(y, y)) - 1);
      return over(square(share) * positive + square(1 - share) * trig + 2 * share * (1 - share) * covariance, m);
    }
  }
  return 0;
}

}  // namespace omega
