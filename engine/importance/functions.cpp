#include "importance/functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/categorical.h"
#include "math/log_sums.h"

namespace omega::importance {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
const double kLogRootTwoPi = log_unit_normaliser(1);

}  // namespace

double Value::number() const { return log_scale == 0 ? factor : factor * std::exp(log_scale); }

double DrawnCurve::knot(Index i) const {
  return kDrawnReach * (2 * static_cast<double>(i) / static_cast<double>(kDrawnPoints - 1) - 1);
}

double DrawnCurve::at(double x) const {
  const double where = (x / kDrawnReach + 1) / 2 * static_cast<double>(kDrawnPoints - 1);
  if (!(where >= 0 && where <= static_cast<double>(kDrawnPoints - 1))) return 0;
  const std::size_t left = std::min(static_cast<std::size_t>(where), static_cast<std::size_t>(kDrawnPoints - 2));
  return std::lerp(heights_[left], heights_[left + 1], where - static_cast<double>(left));
}

double DrawnCurve::integral() const {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < heights_.size(); ++i) sum += (heights_[i] + heights_[i + 1]) / 2;
  return sum * (knot(1) - knot(0));
}

double DrawnCurve::quantile(double u) const {
  const double width = knot(1) - knot(0);
  double left = u * integral() / width;
  for (std::size_t i = 0; i + 1 < heights_.size(); ++i) {
    const double a = heights_[i], b = heights_[i + 1], area = (a + b) / 2;
    if (left >= area && i + 2 < heights_.size()) {
      left -= area;
      continue;
    }
    // a t + (b − a) t²/2 = left, by the root that neither cancels nor divides by b − a.
    const double root = std::sqrt(std::max(0.0, a * a + 2 * (b - a) * left)),
                 t = a + root > 0 ? 2 * left / (a + root) : 0;
    return knot(static_cast<Index>(i)) + width * std::clamp(t, 0.0, 1.0);
  }
  return kDrawnReach;
}

Functions::Functions(const Game& game)
    : game_(game),
      samples_(static_cast<double>(game.plan.samples())),
      drawn_target_(game.problem.target.drawn),
      drawn_integrand_(game.problem.integrand.kind == Integrand::Kind::drawn ? game.problem.integrand.drawn
                                                                             : std::vector<double>{}) {
  if (drawn_target_.empty()) {
    bumps_ = game.problem.target.bumps;
    double total = 0;
    for (const Bump& bump : bumps_) total += bump.weight;
    for (Bump& bump : bumps_) {
      bump.weight /= total;
      log_front_.push_back(std::log(bump.weight) - std::log(bump.sd) - kLogRootTwoPi);
      half_precision_.push_back(0.5 / (bump.sd * bump.sd));
    }
  } else {
    const double integral = drawn_target_.integral();
    std::vector<double> heights = game.problem.target.drawn;
    for (double& height : heights) height /= integral;
    drawn_target_ = DrawnCurve(std::move(heights));
  }
  for (const Proposal& proposal : game.plan.proposals) {
    proposal_front_.push_back(-std::log(proposal.sd) - kLogRootTwoPi);
    proposal_half_precision_.push_back(0.5 / (proposal.sd * proposal.sd));
    log_count_.push_back(std::log(static_cast<double>(proposal.count)));
  }
}

double Functions::log_target(double x, Value* given) const {
  if (!drawn_target_.empty()) return std::log(drawn_target_.at(x));
  double few[kMostBumps] = {};
  std::vector<double> many(bumps_.size() > kMostBumps ? bumps_.size() : 0);
  double* terms = many.empty() ? few : many.data();
  for (std::size_t m = 0; m < bumps_.size(); ++m)
    terms[m] = log_front_[m] - half_precision_[m] * (x - bumps_[m].mean) * (x - bumps_[m].mean);
  const double log_p = log_sum({terms, bumps_.size()});
  if (given != nullptr)
    for (std::size_t m = 0; m < bumps_.size(); ++m)
      given->factor += std::exp(terms[m] - log_p) * game_.problem.integrand.values[m];
  return log_p;
}

Value Functions::integrand(double x) const {
  const Integrand& f = game_.problem.integrand;
  switch (f.kind) {
    case Integrand::Kind::one: return {1};
    case Integrand::Kind::x: return {x};
    case Integrand::Kind::x2: return {x * x};
    case Integrand::Kind::x3: return {x * x * x};
    case Integrand::Kind::exp: return {1, x};
    case Integrand::Kind::above: return {x > f.at ? 1.0 : 0.0};
    case Integrand::Kind::cos: return {std::cos(f.k * x)};
    case Integrand::Kind::drawn: return {drawn_integrand_.at(x)};
    case Integrand::Kind::given: break;
  }
  return {};
}

DensitiesAt Functions::place(double x) const {
  DensitiesAt at;
  at.x = x;
  at.f = integrand(x);
  at.log_p = log_target(x, game_.problem.integrand.kind == Integrand::Kind::given ? &at.f : nullptr);
  for (std::size_t c = 0; c < proposal_front_.size(); ++c) {
    const Proposal& q = game_.plan.proposals[c];
    at.log_q[c] =
        q.is_target ? at.log_p : proposal_front_[c] - proposal_half_precision_[c] * (x - q.mean) * (x - q.mean);
  }
  return at;
}

double Functions::log_total(const DensitiesAt& at) const {
  double terms[kMostProposals] = {};
  for (std::size_t c = 0; c < log_count_.size(); ++c) terms[c] = log_count_[c] + at.log_q[c];
  return log_sum({terms, log_count_.size()});
}

double Functions::log_share(Weighting weighting, const DensitiesAt& at, Index c) const {
  if (log_count_.size() == 1) return 0;
  if (weighting == Weighting::constant) return -std::log(static_cast<double>(log_count_.size()));
  const double order = weighting == Weighting::power ? 2 : 1;
  double terms[kMostProposals] = {};
  for (std::size_t d = 0; d < log_count_.size(); ++d) terms[d] = order * (log_count_[d] + at.log_q[d]);
  const double total = log_sum({terms, log_count_.size()});
  return std::isinf(total) ? kNever : terms[c] - total;
}

double Functions::log_weight(Weighting weighting, const DensitiesAt& at, Index c) const {
  if (log_count_.size() == 1) return at.log_p - at.log_q[0];
  const auto own = static_cast<std::size_t>(c);
  return std::log(samples_) + log_share(weighting, at, c) + at.log_p - log_count_[own] - at.log_q[own];
}

double Functions::sample(Index c, double normal, double uniform) const {
  const Proposal& proposal = game_.plan.proposals[static_cast<std::size_t>(c)];
  if (!proposal.is_target) return proposal.mean + proposal.sd * normal;
  if (!drawn_target_.empty()) return drawn_target_.quantile(uniform);
  std::vector<double> weights;
  weights.reserve(bumps_.size());
  for (const Bump& bump : bumps_) weights.push_back(bump.weight);
  const Bump& bump =
      bumps_[static_cast<std::size_t>(categorical(weights.data(), static_cast<Index>(weights.size()), uniform))];
  return bump.mean + bump.sd * normal;
}

double Functions::mirrored(Index c, double x) const {
  const Proposal& proposal = game_.plan.proposals[static_cast<std::size_t>(c)];
  return 2 * (proposal.is_target ? bumps_.front().mean : proposal.mean) - x;
}

}  // namespace omega::importance
