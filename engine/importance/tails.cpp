#include "importance/tails.h"

#include <cmath>
#include <optional>

namespace omega::importance {

namespace {

/// log density ≈ −t²·square + t·linear for t = side·x far out.
struct Tail {
  double square = 0, linear = 0;
};

/// Of one Gaussian.
Tail tail_of(double mean, double sd, double side) { return {0.5 / (sd * sd), side * mean / (sd * sd)}; }

/// The widest Gaussian wins; of equally wide ones, the one furthest out.
void outdo(std::optional<Tail>& tail, const Tail& other) {
  if (!tail || other.square < tail->square || (other.square == tail->square && other.linear > tail->linear))
    tail = other;
}

Tail tail_of_target(const Functions& functions, double side) {
  std::optional<Tail> tail;
  for (const Bump& bump : functions.bumps())
    if (bump.weight > 0) outdo(tail, tail_of(bump.mean, bump.sd, side));
  return tail.value_or(Tail{});
}

bool exceeds(const Tail& squared, const Tail& divisor, double growth) {
  const double square = 2 * squared.square - divisor.square, linear = 2 * squared.linear + growth - divisor.linear;
  const double rounding = 1e-12 * divisor.square;
  if (std::abs(square) > rounding) return square < 0;
  return linear >= -1e-12 * (1 + std::abs(divisor.linear));
}

/// Whether what is squared is 0 far out on that side.
bool vanishes(const Problem& problem, Squared what, double truth, double side) {
  const Integrand& f = problem.integrand;
  if (what == Squared::weight) return false;
  const bool integrand_does = f.kind == Integrand::Kind::drawn || (f.kind == Integrand::Kind::above && side < 0);
  if (what == Squared::integrand) return integrand_does;
  return problem.is_constant() || (integrand_does && truth == 0);
}

}  // namespace

bool diverges(const Functions& functions, Weighting weighting, Squared what, double truth) {
  if (functions.bumps().empty()) return false;  // a drawn target ends
  const Problem& problem = functions.game().problem;
  for (const double side : {-1.0, 1.0}) {
    if (vanishes(problem, what, truth, side)) continue;
    const double growth = what != Squared::weight && problem.integrand.kind == Integrand::Kind::exp && side > 0 ? 2 : 0;
    const Tail target = tail_of_target(functions, side);
    std::optional<Tail> all;
    bool one_exceeds = false;
    for (const Proposal& q : functions.game().plan.proposals) {
      const Tail own = q.is_target ? target : tail_of(q.mean, q.sd, side);
      one_exceeds = one_exceeds || exceeds(target, own, growth);
      outdo(all, own);
    }
    if (weighting == Weighting::constant ? one_exceeds : exceeds(target, all.value_or(Tail{}), growth)) return true;
  }
  return false;
}

}  // namespace omega::importance
