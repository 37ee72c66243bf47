#include "importance/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "importance/functions.h"

namespace omega::importance {

namespace {

constexpr double kReach = 3.5;  // standard deviations

}  // namespace

Interval interval_of(const Game& game) {
  Interval all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  const auto include = [&](double mean, double sd) {
    all.low = std::min(all.low, mean - kReach * sd);
    all.high = std::max(all.high, mean + kReach * sd);
  };
  double heaviest = 0;
  for (const Bump& bump : game.problem.target.bumps) heaviest = std::max(heaviest, bump.weight);
  for (const Bump& bump : game.problem.target.bumps)
    if (bump.weight >= 1e-4 * heaviest) include(bump.mean, bump.sd);
  if (!game.problem.target.drawn.empty()) include(0, kDrawnReach / kReach);
  for (const Proposal& q : game.plan.proposals)
    if (!q.is_target) include(q.mean, q.sd);
  return all;
}

Curves curves(const Game& game, Interval interval, Index points) {
  const Functions functions(game);
  const auto proposals = static_cast<std::size_t>(functions.proposals());
  Curves all;
  all.proposals.resize(proposals);
  all.shares.resize(proposals);
  const double log_samples = std::log(functions.samples());
  for (Index i = 0; i < points; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(points - 1);
    const DensitiesAt at = functions.place(std::lerp(interval.low, interval.high, part));
    all.x.push_back(at.x);
    all.target.push_back(std::exp(at.log_p));
    all.integrand.push_back(at.f.number());
    all.weight.push_back(std::isinf(at.log_p) ? 0 : std::exp(at.log_p + log_samples - functions.log_total(at)));
    for (std::size_t c = 0; c < proposals; ++c) {
      all.proposals[c].push_back(std::exp(at.log_q[c]));
      all.shares[c].push_back(
          std::exp(functions.log_share(game.plan.methods.front().weighting, at, static_cast<Index>(c))));
    }
  }
  return all;
}

std::vector<double> target_by_hand(const Game& game) {
  return curves(game, {-kDrawnReach, kDrawnReach}, kDrawnPoints).target;
}

std::vector<double> integrand_by_hand(const Game& game) {
  return curves(game, {-kDrawnReach, kDrawnReach}, kDrawnPoints).integrand;
}

}  // namespace omega::importance
