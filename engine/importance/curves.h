// The functions of a game over an interval, for pictures.
#pragma once

#include <vector>

#include "importance/laws.h"
#include "importance/problem.h"

namespace omega::importance {

struct Curves {
  std::vector<double> x, target, integrand, weight;  // weight: p over the mean density of all samples, Σ n q/S
  std::vector<std::vector<double>> proposals;        // q_c
  std::vector<std::vector<double>> shares;           // α_c of the estimator in front
};

/// Where all densities of the game have all but a little of their mass.
struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};
Interval interval_of(const Game& game);
/// Target and integrand at the places where curves are drawn by hand.
std::vector<double> target_by_hand(const Game& game);
std::vector<double> integrand_by_hand(const Game& game);
Curves curves(const Game& game, Interval interval, Index points);

}  // namespace omega::importance
