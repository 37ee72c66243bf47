#include "importance/laws.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "importance/functions.h"
#include "importance/quadrature.h"
#include "importance/small_solve.h"
#include "importance/tails.h"

namespace omega::importance {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kLostDigits = 1e-13;     // what is left of a difference of equal numbers
constexpr double kSettledDigits = 1e-11;  // of an integral

/// E of x, x², x³, e^x, 1{x > t} or cos(kx) under one Gaussian.
double mean_under(const Integrand& f, const Bump& bump) {
  const double m = bump.mean, v = bump.sd * bump.sd;
  switch (f.kind) {
    case Integrand::Kind::x: return m;
    case Integrand::Kind::x2: return m * m + v;
    case Integrand::Kind::x3: return m * m * m + 3 * m * v;
    case Integrand::Kind::exp: return std::exp(m + v / 2);
    case Integrand::Kind::above: return 0.5 * std::erfc((f.at - m) / (bump.sd * std::numbers::sqrt2));
    case Integrand::Kind::cos: return std::cos(f.k * m) * std::exp(-f.k * f.k * v / 2);
    default: return 1;
  }
}

/// Of pairs also a(2μ_c − x) is integrated, whose kinks and bumps are elsewhere.
void add_mirrored(Edges& edges, const Functions& functions, const std::vector<Bump>& bumps) {
  const std::vector<double> kept = edges.kept;
  for (Index c = 0; c < functions.proposals(); ++c) {
    for (const double x : kept) edges.kept.push_back(functions.mirrored(c, x));
    for (const Bump& bump : bumps) edges.around(functions.mirrored(c, bump.mean), bump.sd);
  }
}

/// One edge list for all integrals of a game: where p, q, what is between them and the kinks of drawn curves are.
Edges edges_of(const Functions& functions) {
  Edges edges;
  const Game& game = functions.game();
  const Integrand& f = game.problem.integrand;
  std::vector<Bump> bumps = functions.bumps();
  std::sort(bumps.begin(), bumps.end(),
            [](const Bump& a, const Bump& b) { return std::pair(a.sd, a.mean) < std::pair(b.sd, b.mean); });
  const auto is_near = [](const Bump& a, const Bump& b) { return a.sd == b.sd && b.mean - a.mean < 0.5 * a.sd; };
  std::vector<Bump> apart;  // of many that overlap a few are enough
  for (const Bump& bump : bumps)
    if (apart.empty() || !is_near(apart.back(), bump)) apart.push_back(bump);
  const double shift = f.kind == Integrand::Kind::exp ? 1 : 0;
  edges.least = kMostSd;
  for (const Bump& bump : apart) {
    edges.around(bump.mean, bump.sd);
    if (shift > 0) edges.around(bump.mean + bump.sd * bump.sd, bump.sd);
    edges.least = std::min(edges.least, bump.sd);
  }
  for (const Proposal& q : game.plan.proposals) {
    if (q.is_target) continue;
    edges.around(q.mean, q.sd);
    edges.least = std::min(edges.least, q.sd);
    for (const Bump& bump : apart) {  // p²/q of two Gaussians is another one
      const double rest = 2 * q.sd * q.sd - bump.sd * bump.sd;
      if (rest <= 1e-9 * bump.sd * bump.sd) continue;
      const double variance = bump.sd * bump.sd * q.sd * q.sd / rest;
      const double mean = (2 * bump.mean * q.sd * q.sd - q.mean * bump.sd * bump.sd) / rest;
      edges.around(mean + 2 * shift * variance, std::sqrt(variance));
    }
  }
  edges.least *= 0.1;
  if (f.kind == Integrand::Kind::above) edges.kept.push_back(f.at);
  if (!functions.drawn_target().empty() || !functions.drawn_integrand().empty())
    for (Index i = 0; i < kDrawnPoints; ++i) edges.kept.push_back(functions.drawn_target().knot(i));
  if (game.plan.antithetic) add_mirrored(edges, functions, apart);
  return edges;
}

/// E_p of the integrand of another problem over the same target.
Law expectation(const Functions& functions, const Integrand& f, const Progress& progress) {
  if (f.kind == Integrand::Kind::one) return 1;
  if (functions.bumps().empty() || f.kind == Integrand::Kind::drawn) {
    Game game = functions.game();
    game.problem.integrand = f;
    const Functions own(game);
    const auto at_place = [&](double x, double* out) {
      const DensitiesAt at = own.place(x);
      if (!std::isinf(at.log_p)) out[0] = at.f.factor * std::exp(at.log_p + at.f.log_scale);
    };
    return integrate(edges_of(own), 1, at_place, progress)[0];
  }
  double sum = 0;
  for (std::size_t m = 0; m < functions.bumps().size(); ++m) {
    const Bump& bump = functions.bumps()[m];
    sum += bump.weight * (f.kind == Integrand::Kind::given ? f.values[m] : mean_under(f, bump));
  }
  return sum;
}

Law control_mean(const Functions& functions, Control control, const Progress& progress) {
  const Integrand::Kind kind = control == Control::x    ? Integrand::Kind::x
                               : control == Control::x2 ? Integrand::Kind::x2
                                                        : Integrand::Kind::one;
  return expectation(functions, {kind}, progress);
}

// --- Moments under each stratum --------------------------------------------------------------------------------------

enum Moment { kA, kC, kAA, kAC, kCC, kWW, kMirrorAA, kMirrorAC, kMirrorCC, kMoments };

/// a√q and c√q at one place, under stratum c: their products are the integrands of second moments, 0/0 nowhere.
struct Halves {
  double a = 0, c = 0, w = 0, root_q = 0;
};

class Strata {
 public:
  /// What diverges is left out: it would keep all else from settling.
  Strata(const Functions& functions, const Method& method, double truth, bool a_diverges, bool w_diverges,
         const Progress& progress)
      : f_(functions),
        method_(method),
        truth_(method.rule == Rule::snis ? truth : 0),
        a_is_zero_(method.rule == Rule::snis && functions.game().problem.is_constant()),
        a_diverges_(a_diverges),
        w_diverges_(w_diverges) {
    const auto strata = static_cast<std::size_t>(f_.proposals());
    const auto at = [&](double x, double* out) { fill(x, out); };
    moments_ = integrate(edges_of(f_), strata * kMoments, at, progress);
  }

  /// Σ_c (n_c/S²) of the covariance of two; nothing where a part is not known.
  Law covariance(Moment product, Moment left, Moment right, Moment mirrored) const {
    double sum = 0;
    for (Index c = 0; c < f_.proposals(); ++c) {
      const Law own = of(c, product), l = of(c, left), r = of(c, right), pair = of(c, mirrored);
      if (!own || !l || !r || !pair) return std::nullopt;
      double part = *own - *l * *r;
      if (f_.game().plan.antithetic) part += *pair - *l * *r;
      const double size = product == kAC ? std::sqrt(of(c, kAA).value_or(0) * of(c, kCC).value_or(0)) : std::abs(*own);
      if (std::abs(part) <= kLostDigits * size) part = 0;
      sum += static_cast<double>(f_.count(c)) * part;
    }
    return sum / (f_.samples() * f_.samples());
  }

  /// Whether the square of a is somewhere more than a double holds.
  bool overflows() const { return overflows_; }

  /// E of w² or a² over all samples.
  Law mean_of(Moment square) const {
    double sum = 0;
    for (Index c = 0; c < f_.proposals(); ++c) {
      const Law own = of(c, square);
      if (!own) return std::nullopt;
      sum += static_cast<double>(f_.count(c)) / f_.samples() * *own;
    }
    return sum;
  }

 private:
  Law of(Index c, Moment moment) const { return moments_[static_cast<std::size_t>(c * kMoments + moment)]; }

  Halves halves(const DensitiesAt& at, Index c) const {
    if (std::isinf(at.log_p)) return {};
    Halves h;
    const double log_q = at.log_q[c], log_w = f_.log_weight(method_.weighting, at, c) + 0.5 * log_q;
    h.w = std::exp(log_w);
    h.a = at.f.factor * std::exp(log_w + at.f.log_scale) - truth_ * h.w;
    h.c = method_.rule == Rule::snis ? h.w : h.w * Functions::control(method_.control, at.x);
    h.root_q = std::exp(0.5 * log_q);
    if (a_diverges_ || a_is_zero_) h.a = 0;
    if (w_diverges_) h.c = h.w = 0;
    return h;
  }

  void fill(double x, double* out) {
    const DensitiesAt at = f_.place(x);
    for (Index c = 0; c < f_.proposals(); ++c, out += kMoments) {
      const Halves h = halves(at, c);
      out[kA] = h.a * h.root_q;
      out[kC] = h.c * h.root_q;
      out[kAA] = h.a * h.a;
      overflows_ = overflows_ || std::isinf(out[kAA]);
      out[kAC] = h.a * h.c;
      out[kCC] = h.c * h.c;
      out[kWW] = h.w * h.w;
      if (!f_.game().plan.antithetic) continue;
      const Halves mirror = halves(f_.place(f_.mirrored(c, x)), c);
      out[kMirrorAA] = h.a * mirror.a;
      out[kMirrorAC] = 0.5 * (h.a * mirror.c + h.c * mirror.a);
      out[kMirrorCC] = h.c * mirror.c;
    }
  }

  const Functions& f_;
  const Method& method_;
  double truth_;
  bool a_is_zero_, a_diverges_, w_diverges_, overflows_ = false;
  std::vector<Law> moments_;
};

// --- Laws of a method ------------------------------------------------------------------------------------------------

void weigh_control(const Method& method, MethodLaw& law) {
  if (method.control == Control::none || !law.aa) {
    law.variance = law.aa;
    return;
  }
  const bool is_idle = law.cc && *law.cc == 0;  // as x of mirrored pairs: any β gives the same
  if (is_idle) law.beta = 0;
  if (law.ac && law.cc && std::isfinite(*law.cc) && *law.cc > 0) law.beta = *law.ac / *law.cc;
  if (method.beta_mode == BetaMode::fixed)
    law.variance = variance_at(law, method.beta);
  else if (law.beta)
    law.variance = variance_at(law, *law.beta);
  if (method.beta_mode != BetaMode::estimated || is_idle) return;
  law.bias.reset();  // of order 1/S
  law.for_large_samples = true;
}

/// log |w h| and the sign of h at one place of stratum c, where h is the integrand or the control.
std::pair<double, double> logarithm_at(const Functions& functions, const Method& method, bool of_control, Index c,
                                       double x) {
  const DensitiesAt at = functions.place(x);
  const Value h = of_control ? Value{Functions::control(method.control, x)} : at.f;
  if (std::isinf(at.log_p) || h.factor == 0) return {-kInfinite, 0};
  return {functions.log_weight(method.weighting, at, c) + h.log_scale + std::log(std::abs(h.factor)),
          std::copysign(1.0, h.factor)};
}

/// Whether h may have opposite signs far out on both sides.
bool changes_sign(const Functions& functions, const Method& method, bool of_control) {
  if (of_control) return method.control == Control::x;
  const Integrand::Kind kind = functions.game().problem.integrand.kind;
  return kind == Integrand::Kind::x || kind == Integrand::Kind::x3 || kind == Integrand::Kind::cos ||
         kind == Integrand::Kind::given;
}

/// Whether w h is odd about the only proposal: h is x or x³, and p is even about 0, where that proposal stands.
bool is_odd(const Functions& functions, bool of_control) {
  const Integrand::Kind kind = functions.game().problem.integrand.kind;
  if (!of_control && kind != Integrand::Kind::x && kind != Integrand::Kind::x3) return false;
  if (functions.proposals() != 1 || functions.mirrored(0, 0) != 0) return false;
  const std::vector<Bump>& bumps = functions.bumps();
  return std::all_of(bumps.begin(), bumps.end(), [&](const Bump& bump) {
    return std::any_of(bumps.begin(), bumps.end(), [&](const Bump& other) {
      return other.mean == -bump.mean && other.sd == bump.sd && other.weight == bump.weight;
    });
  });
}

/// The variance where the square of w h alone diverges: of mirrored pairs the sum may be 0 everywhere, or only far out,
/// where nothing is known then.
Law variance_without_limit(const Functions& functions, const Method& method, bool of_control) {
  if (!functions.game().plan.antithetic || !changes_sign(functions, method, of_control)) return kInfinite;
  if (is_odd(functions, of_control)) return 0;
  constexpr int kPlaces = 32;
  constexpr double kAlike = 1e-9;
  for (Index c = 0; c < functions.proposals(); ++c) {
    const double middle = functions.mirrored(c, 0) / 2;
    double reach = 1;
    for (const Bump& bump : functions.bumps()) reach = std::max(reach, std::abs(bump.mean - middle) + 12 * bump.sd);
    for (int i = 1; i <= kPlaces; ++i) {
      const double t = reach * (0.5 + 0.5 * i / kPlaces);
      const auto [right, right_sign] = logarithm_at(functions, method, of_control, c, middle + t);
      const auto [left, left_sign] = logarithm_at(functions, method, of_control, c, middle - t);
      if (right_sign + left_sign != 0 || !(right == left || std::abs(right - left) <= kAlike)) return kInfinite;
    }
  }
  return std::nullopt;
}

MethodLaw stratified_law(const Functions& functions, const Method& method, double truth, const Progress& progress) {
  MethodLaw law;
  const bool normalised = method.rule == Rule::snis;
  const bool a_diverges =
      diverges(functions, method.weighting, normalised ? Squared::deviation : Squared::integrand, truth);
  const bool w_diverges = diverges(functions, method.weighting, Squared::weight, truth);
  const Strata strata(functions, method, truth, a_diverges, w_diverges, progress);
  const Law square = w_diverges ? Law(kInfinite) : strata.mean_of(kWW);
  if (square) law.ess = functions.samples() / *square;
  if (!a_diverges) law.rounding = kSettledDigits * strata.mean_of(kAA).value_or(0) / functions.samples();
  law.aa = !a_diverges  ? strata.covariance(kAA, kA, kA, kMirrorAA)
           : normalised ? Law(kInfinite)
                        : variance_without_limit(functions, method, false);
  if (normalised || method.control != Control::none) {
    law.cc = !w_diverges  ? strata.covariance(kCC, kC, kC, kMirrorCC)
             : normalised ? Law(kInfinite)
                          : variance_without_limit(functions, method, true);
    if (!normalised && law.aa && *law.aa == 0)
      law.ac = 0;
    else if (!w_diverges && !a_diverges)
      law.ac = strata.covariance(kAC, kA, kC, kMirrorAC);
  }
  if (normalised && functions.game().problem.is_constant()) {  // a mean of equal numbers
    law.variance = law.bias = 0;
    return law;
  }
  if (normalised) {
    law.for_large_samples = true;
    // A ratio stays within what f takes: its expansion says something only while Σw/S is about 1.
    if (a_diverges || !law.ess || *law.ess < 1) return law;
    law.variance = law.aa;
    if (law.ac) law.bias = -*law.ac;
    return law;
  }
  law.bias = 0;
  law.is_too_large = !law.aa && strata.overflows() && method.control == Control::none;
  weigh_control(method, law);
  return law;
}

MethodLaw optimal_law(const Functions& functions, const Method& method, const Progress& progress) {
  const auto count = static_cast<std::size_t>(functions.proposals());
  const std::size_t b = 1, a = b + count;
  const bool endless = diverges(functions, Weighting::balance, Squared::integrand, 0);
  const auto at_place = [&](double x, double* out) {
    const DensitiesAt at = functions.place(x);
    const double log_total = functions.log_total(at);
    if (std::isinf(log_total)) return;
    double q[kMostProposals] = {};
    for (std::size_t c = 0; c < count; ++c) q[c] = std::exp(at.log_q[c] - 0.5 * log_total);
    const double h = std::isinf(at.log_p) ? 0 : at.f.factor * std::exp(at.log_p + at.f.log_scale - 0.5 * log_total);
    out[0] = endless ? 0 : h * h;
    for (std::size_t i = 0; i < count; ++i) {
      out[b + i] = h * q[i];
      for (std::size_t j = 0; j < count; ++j) out[a + i * count + j] = q[i] * q[j];
    }
  };
  const auto found = integrate(edges_of(functions), a + count * count, at_place, progress);
  MethodLaw law;
  law.bias = method.weighting == Weighting::optimal ? Law(0) : std::nullopt;
  law.for_large_samples = method.weighting == Weighting::optimal_estimated;
  Method balance;
  law.ess = stratified_law(functions, balance, 0, progress).ess;
  if (endless) law.variance = kInfinite;
  if (std::any_of(found.begin(), found.end(), [](const Law& one) { return !one; })) return law;
  std::vector<double> matrix, right;
  for (std::size_t i = 0; i < count; ++i) right.push_back(*found[b + i]);
  for (std::size_t i = a; i < found.size(); ++i) matrix.push_back(*found[i]);
  law.optimal = solve_symmetric(matrix, right);
  if (endless) return law;
  const double variance = *found[0] - std::inner_product(right.begin(), right.end(), law.optimal.begin(), 0.0);
  law.variance = variance <= kLostDigits * *found[0] ? 0 : variance;
  law.rounding = kSettledDigits * *found[0];
  return law;
}

}  // namespace

Law variance_at(const MethodLaw& law, double beta) {
  if (!law.aa) return std::nullopt;
  if (beta == 0) return law.aa;
  if (!law.cc) return std::nullopt;
  if (std::isinf(*law.aa) && std::isinf(*law.cc)) return std::nullopt;  // one may take the other away
  if (std::isinf(*law.aa) || std::isinf(*law.cc)) return kInfinite;
  if (!law.ac) return std::nullopt;
  const double variance = *law.aa - 2 * beta * *law.ac + beta * beta * *law.cc;
  return variance <= kLostDigits * *law.aa ? 0 : variance;
}

Law deviation_after(const MethodLaw& law, Index first, Index samples) {
  if (!law.variance) return std::nullopt;
  return std::sqrt(*law.variance * static_cast<double>(samples) / static_cast<double>(first));
}

Laws laws(const Game& game, const Progress& progress) {
  check(game);
  const Functions functions(game);
  Laws all;
  all.truth = expectation(functions, game.problem.integrand, progress);
  for (const Method& method : game.plan.methods) {
    all.control_means.push_back(control_mean(functions, method.control, progress));
    if (method.is_optimal())
      all.methods.push_back(optimal_law(functions, method, progress));
    else if (method.rule == Rule::is || all.truth)
      all.methods.push_back(stratified_law(functions, method, all.truth.value_or(0), progress));
    else
      all.methods.emplace_back();
  }
  for (const Proposal& proposal : game.plan.proposals) {
    Game alone = game;
    alone.plan.proposals = {proposal};
    alone.plan.proposals[0].count = game.plan.samples();
    all.own_variance.push_back(stratified_law(Functions(alone), {}, 0, progress).variance);
  }
  return all;
}

}  // namespace omega::importance
