#include "importance/quadrature.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace omega::importance {

namespace {

constexpr int kPoints = 16;
constexpr int kMostHalvings = 6;
constexpr int kMostSteps = 60;      // outwards, each twice as long as the last
constexpr double kSettled = 1e-11;  // relative to the integral of what is positive
constexpr double kNothing = 1e-14;  // of an outer panel

struct Rule {
  std::array<double, kPoints> x, weight;
};

/// Gauss–Legendre on [−1, 1], by Newton's method on the Legendre polynomial.
const Rule& gauss() {
  static const Rule rule = [] {
    Rule made;
    for (int i = 0; i < kPoints; ++i) {
      double x = std::cos(std::numbers::pi * (i + 0.75) / (kPoints + 0.5)), slope = 0;
      for (int step = 0; step < 50; ++step) {
        double before = 1, value = x;
        for (int n = 2; n <= kPoints; ++n)
          before = std::exchange(value, ((2 * n - 1) * x * value - (n - 1) * before) / n);
        slope = kPoints * (x * value - before) / (x * x - 1);
        x -= value / slope;
      }
      made.x[static_cast<std::size_t>(i)] = x;
      made.weight[static_cast<std::size_t>(i)] = 2 / ((1 - x * x) * slope * slope);
    }
    return made;
  }();
  return rule;
}

struct Sums {
  std::vector<double> signed_sum, positive_sum;
  explicit Sums(std::size_t functions) : signed_sum(functions), positive_sum(functions) {}
  void add(const Sums& other) {
    for (std::size_t i = 0; i < signed_sum.size(); ++i) {
      signed_sum[i] += other.signed_sum[i];
      positive_sum[i] += other.positive_sum[i];
    }
  }
  bool is_nothing_beside(const Sums& all) const {
    for (std::size_t i = 0; i < signed_sum.size(); ++i)
      if (!(positive_sum[i] <= kNothing * all.positive_sum[i])) return false;
    return true;
  }
};

Sums panel(double low, double high, int pieces, std::size_t functions, const Integrands& at, const Progress& progress) {
  Sums sums(functions);
  std::vector<double> values(functions);
  const double half = (high - low) / pieces / 2;
  for (int piece = 0; piece < pieces; ++piece) {
    progress.check();
    const double middle = low + (2 * piece + 1) * half;
    for (std::size_t i = 0; i < kPoints; ++i) {
      std::fill(values.begin(), values.end(), 0.0);
      at(middle + half * gauss().x[i], values.data());
      for (std::size_t f = 0; f < functions; ++f) {
        sums.signed_sum[f] += half * gauss().weight[i] * values[f];
        sums.positive_sum[f] += half * gauss().weight[i] * std::abs(values[f]);
      }
    }
  }
  return sums;
}

std::vector<double> sorted_edges(const Edges& edges) {
  std::vector<double> all = edges.kept;
  std::sort(all.begin(), all.end());
  std::vector<double> soft = edges.soft;
  std::sort(soft.begin(), soft.end());
  double last = -std::numeric_limits<double>::infinity();
  const std::vector<double> kept = all;
  for (const double x : soft) {
    const auto next = std::lower_bound(kept.begin(), kept.end(), x);
    const bool is_close = x - last < edges.least || (next != kept.end() && *next - x < edges.least) ||
                          (next != kept.begin() && x - *std::prev(next) < edges.least);
    if (is_close) continue;
    all.push_back(last = x);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// A panel further out on one side, and another, as long as there is something; each twice as long.
void reach_out(double from, double step, int pieces, const Integrands& at, const Progress& progress, Sums& sums) {
  for (int i = 0; i < kMostSteps; ++i) {
    const Sums outer =
        panel(std::min(from, from + step), std::max(from, from + step), pieces, sums.signed_sum.size(), at, progress);
    const bool is_end = outer.is_nothing_beside(sums);
    sums.add(outer);
    if (is_end) return;
    from += step;
    step *= 2;
  }
  sums.signed_sum.assign(sums.signed_sum.size(), std::numeric_limits<double>::quiet_NaN());
}

Sums whole(const std::vector<double>& edges, int pieces, std::size_t functions, const Integrands& at,
           const Progress& progress) {
  Sums sums(functions);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i)
    sums.add(panel(edges[i], edges[i + 1], pieces, functions, at, progress));
  const double step = (edges.back() - edges.front()) / 4;
  reach_out(edges.back(), step, 4 * pieces, at, progress, sums);
  reach_out(edges.front(), -step, 4 * pieces, at, progress, sums);
  return sums;
}

}  // namespace

void Edges::around(double mean, double sd) {
  if (!std::isfinite(mean) || !std::isfinite(sd)) return;
  for (const double times : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0})
    for (const double side : {-1.0, 1.0})
      if (times > 0 || side > 0) soft.push_back(mean + side * times * sd);
}

std::vector<std::optional<double>> integrate(const Edges& edges, std::size_t functions, const Integrands& at,
                                             const Progress& progress) {
  const std::vector<double> panels = sorted_edges(edges);
  std::vector<std::optional<double>> found(functions);
  Sums before = whole(panels, 1, functions, at, progress);
  for (int halving = 1; halving <= kMostHalvings; ++halving) {
    const Sums now = whole(panels, 1 << halving, functions, at, progress);
    bool all_settled = true;
    for (std::size_t f = 0; f < functions; ++f) {
      const double change = std::abs(now.signed_sum[f] - before.signed_sum[f]);
      found[f].reset();
      if (change <= kSettled * now.positive_sum[f] && std::isfinite(now.positive_sum[f]))
        found[f] = now.signed_sum[f];
      else
        all_settled = false;
    }
    if (all_settled) break;
    before = now;
  }
  return found;
}

}  // namespace omega::importance
