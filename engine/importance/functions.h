// The functions of a game, made once from its description: densities by their logarithms, the integrand, the shares.
#pragma once

#include "importance/problem.h"

namespace omega::importance {

/// Heights at equal distances on [−10, 10], joined by straight lines; 0 beyond.
class DrawnCurve {
 public:
  DrawnCurve() = default;
  explicit DrawnCurve(std::vector<double> heights) : heights_(std::move(heights)) {}
  bool empty() const { return heights_.empty(); }
  double at(double x) const;
  double knot(Index i) const;
  double integral() const;  // by trapezoids, which is exact
  /// The x below which the share u of the integral lies.
  double quantile(double u) const;

 private:
  std::vector<double> heights_;
};

/// f(x) = factor·exp(log_scale): e^x far out is no double.
struct Value {
  double factor = 0, log_scale = 0;
  double number() const;
};

/// What a place is: the densities there.
struct DensitiesAt {
  double x = 0, log_p = 0;
  Value f;
  double log_q[kMostProposals] = {};
};

class Functions {
 public:
  explicit Functions(const Game& game);

  const Game& game() const { return game_; }
  Index proposals() const { return static_cast<Index>(game_.plan.proposals.size()); }
  Index count(Index c) const { return game_.plan.proposals[static_cast<std::size_t>(c)].count; }
  double samples() const { return samples_; }

  DensitiesAt place(double x) const;
  /// log Σ_c n_c q_c.
  double log_total(const DensitiesAt& at) const;
  /// log α_c of a weighting other than the optimal ones, whose shares are those of balance.
  double log_share(Weighting weighting, const DensitiesAt& at, Index c) const;
  /// log of w = S·α_c p/(n_c q_c).
  double log_weight(Weighting weighting, const DensitiesAt& at, Index c) const;
  /// g of a control variate: x, x² or, for w, 1.
  static double control(Control control, double x) {
    return control == Control::x ? x : control == Control::x2 ? x * x : 1;
  }

  /// A sample of proposal c from its noise: a standard normal, and a uniform that only q = p with several bumps uses.
  double sample(Index c, double normal, double uniform) const;
  double mirrored(Index c, double x) const;

  /// The target's bumps with weights that sum to 1; none where it is drawn.
  const std::vector<Bump>& bumps() const { return bumps_; }
  const DrawnCurve& drawn_target() const { return drawn_target_; }
  const DrawnCurve& drawn_integrand() const { return drawn_integrand_; }

 private:
  double log_target(double x, Value* given) const;
  Value integrand(double x) const;

  Game game_;
  double samples_ = 0;
  std::vector<Bump> bumps_;
  std::vector<double> log_front_, half_precision_;  // of each bump: log π/(s√2π), 1/2s²
  std::vector<double> proposal_front_, proposal_half_precision_, log_count_;
  DrawnCurve drawn_target_, drawn_integrand_;
};

}  // namespace omega::importance
