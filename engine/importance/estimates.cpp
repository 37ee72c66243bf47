#include "importance/estimates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/philox.h"
#include "importance/small_solve.h"

namespace omega::importance {

namespace {

// Below these shares of what was summed, numbers are rounding: weights by their logarithms are good to 1e-13.
constexpr double kRounding = 1e-12;

/// Whether f is a multiple of g wherever p is: then y − βc is 0 whatever falls. For snis g = 1.
bool is_multiple(const Problem& problem, Control control) {
  const Integrand& f = problem.integrand;
  if (control == Control::x) return f.kind == Integrand::Kind::x;
  if (control == Control::x2) return f.kind == Integrand::Kind::x2;
  return problem.is_constant();
}

/// Sums of two columns in one stratum.
struct Stratum {
  double n = 0, y = 0, c = 0, yy = 0, yc = 0, cc = 0;
  void add(double y_value, double c_value) {
    n += 1;
    y += y_value;
    c += c_value;
  }
  void add_about(double y_value, double c_value) {  // the means are known
    yy += (y_value - y / n) * (y_value - y / n);
    yc += (y_value - y / n) * (c_value - c / n);
    cc += (c_value - c / n) * (c_value - c / n);
  }
};

template <class Units>
std::vector<Stratum> strata_of(const Functions& functions, const Units& units) {
  std::vector<Stratum> strata(static_cast<std::size_t>(functions.proposals()));
  for (const auto& unit : units) strata[static_cast<std::size_t>(unit.proposal)].add(unit.y, unit.c);
  for (const auto& unit : units) strata[static_cast<std::size_t>(unit.proposal)].add_about(unit.y, unit.c);
  return strata;
}

}  // namespace

std::vector<Turn> falling_order(const Plan& plan) {
  std::vector<std::pair<double, Turn>> order;
  for (Index c = 0; c < static_cast<Index>(plan.proposals.size()); ++c) {
    const Index count = plan.proposals[static_cast<std::size_t>(c)].count;
    for (Index s = 0; s < count; ++s) {
      const double first = static_cast<double>(plan.antithetic ? s - s % 2 : s);
      order.push_back({(first + 0.5) / static_cast<double>(count), {s, c}});
    }
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Turn> turns;
  turns.reserve(order.size());
  for (const auto& [when, turn] : order) turns.push_back(turn);
  return turns;
}

std::vector<Sample> draw_samples(const Functions& functions, const std::vector<Turn>& order, std::uint32_t seed,
                                 std::uint32_t draw, Index replicate) {
  const Plan& plan = functions.game().plan;
  const auto row = static_cast<std::uint32_t>(replicate);
  const bool from_target =
      std::any_of(plan.proposals.begin(), plan.proposals.end(), [](const Proposal& q) { return q.is_target; });
  std::vector<Sample> samples;
  samples.reserve(static_cast<std::size_t>(plan.samples()));
  double eps[kMostProposals] = {}, u[kMostProposals] = {};
  for (const auto& [s, c] : order) {
    if (plan.antithetic && s % 2 == 1) {
      samples.push_back({c, functions.place(functions.mirrored(c, samples.back().at.x))});
      continue;
    }
    const auto sample = static_cast<std::uint32_t>(plan.antithetic ? s / 2 : s);
    draw_normals({seed, draw, 0, row, sample}, eps, c + 1);
    if (from_target) draw_uniforms({seed, draw, 1, row, sample}, u, c + 1);
    samples.push_back({c, functions.place(functions.sample(c, eps[c], u[c]))});
  }
  return samples;
}

Estimating::Estimating(const Functions& functions, std::size_t method, const Laws& theory,
                       const std::vector<Sample>& samples)
    : f_(functions),
      method_(functions.game().plan.methods[method]),
      law_(theory.methods[method]),
      control_mean_(theory.control_means[method]),
      samples_(samples) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Sample& sample : samples) {
    relative_.push_back(f_.log_weight(method_.weighting, sample.at, sample.proposal));
    largest = std::max(largest, relative_.back());
  }
  for (double& weight : relative_) {
    weights_.push_back(std::exp(weight));
    weight = std::isinf(largest) ? 0 : std::exp(weight - largest);
  }
}

std::vector<double> Estimating::shares() const {
  std::vector<double> all;
  all.reserve(samples_.size());
  for (const Sample& sample : samples_)
    all.push_back(std::exp(f_.log_share(method_.weighting, sample.at, sample.proposal)));
  return all;
}

double Estimating::ess() const {
  double sum = 0, squares = 0;
  for (const double w : relative_) {
    sum += w;
    squares += w * w;
  }
  return squares > 0 ? sum * sum / squares : kUnknown;
}

double Estimating::max_share() const {
  const double sum = std::accumulate(relative_.begin(), relative_.end(), 0.0);
  return sum > 0 ? *std::max_element(relative_.begin(), relative_.end()) / sum : kUnknown;
}

std::vector<Estimating::Unit> Estimating::units(std::size_t samples) const {
  const std::size_t size = f_.game().plan.antithetic ? 2 : 1;
  const std::vector<double>& weights = method_.rule == Rule::snis ? relative_ : weights_;
  std::vector<Unit> all;
  all.reserve(samples / size);
  for (std::size_t i = 0; i + size <= samples; i += size) {
    Unit unit{samples_[i].proposal};
    for (std::size_t j = i; j < i + size; ++j) {
      const double share = weights[j] / static_cast<double>(size);
      const bool is_nothing = weights[j] == 0;  // f may be anything where p is 0
      const double y = is_nothing ? 0 : share * samples_[j].at.f.number();
      const double c =
          method_.rule == Rule::snis ? share : share * Functions::control(method_.control, samples_[j].at.x);
      unit.y += y;
      unit.c += c;
      unit.y_size += std::abs(y);
      unit.c_size += std::abs(c);
    }
    all.push_back(unit);
  }
  return all;
}

/// Σ n_c Cov_c/Σ n_c Var_c within the strata; nothing where the control does not vary.
std::optional<double> Estimating::estimated_beta(std::span<const Unit> units) const {
  double both = 0, control = 0, size = 0;
  for (const Stratum& stratum : strata_of(f_, units)) {
    both += stratum.yc;
    control += stratum.cc;
  }
  for (const Unit& unit : units) size += unit.c_size * unit.c_size;
  return control > kRounding * kRounding * size ? std::optional(both / control) : std::nullopt;
}

/// √Σ_c (n_c/S)² Var_c(y − slope·c)/n_c; of fewer than two units of a proposal nothing is known. Coefficients that were
/// fitted to the same units take degrees of freedom from the Σ(n_c − 1) within the strata.
double Estimating::error_of(std::span<const Unit> units, double slope, double fitted) const {
  std::vector<Unit> left;
  left.reserve(units.size());
  double largest = 0;
  for (const Unit& unit : units) {
    left.push_back({unit.proposal, unit.y - slope * unit.c, unit.y_size + std::abs(slope) * unit.c_size});
    largest = std::max(largest, left.back().c);
  }
  // Squares of 1e-162 would be 0; a power of two changes no digit.
  const double scale = std::isfinite(largest) && largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
  for (Unit& unit : left) unit.y /= scale, unit.c /= scale;
  const double all = static_cast<double>(units.size());
  double variance = 0, size = 0, freedom = 0;
  for (const Stratum& stratum : strata_of(f_, left)) {
    if (stratum.n < 2) return kUnknown;
    variance += stratum.n / (all * all) * stratum.yy / (stratum.n - 1);
    size += stratum.n / (all * all) * (stratum.cc + stratum.c * stratum.c / stratum.n) / (stratum.n - 1);
    freedom += stratum.n - 1;
  }
  if (freedom <= fitted) return kUnknown;
  if (variance <= kRounding * kRounding * size) return 0;
  return scale * std::sqrt(variance * freedom / (freedom - fitted));
}

/// Whether a factor of c that is made of the units is made of a single one, among others that weigh nothing: what it
/// leaves of that one is 0 by construction, and says nothing of the error.
bool Estimating::one_decides(std::span<const Unit> units) const {
  if (units.size() < 2 || is_multiple(f_.game().problem, method_.control)) return false;
  double sum = 0, largest = 0;
  for (const Unit& unit : units) {
    sum += unit.c_size;
    largest = std::max(largest, unit.c_size);
  }
  return largest > 0 && largest >= (1 - kRounding) * sum;
}

Estimate Estimating::after(std::size_t samples) const {
  if (method_.is_optimal()) return optimal_after(samples);
  const std::vector<Unit> all = units(samples);
  if (all.empty()) return {kUnknown, kUnknown, 0, 0};
  return method_.rule == Rule::snis ? ratio_after(all) : controlled_after(all);
}

/// Σ y/Σ c with c = w. Its factor R = y/c is no fitted slope: what it leaves sums to 0, as of a mean.
Estimate Estimating::ratio_after(std::span<const Unit> units) const {
  double y = 0, c = 0, size = 0;
  for (const Unit& unit : units) {
    y += unit.y;
    c += unit.c;
    size += unit.y_size;
  }
  if (!(c > 0)) return {kUnknown, kUnknown, 0, 0};
  const double mean_weight = c / static_cast<double>(units.size());
  return {y / c, one_decides(units) ? kUnknown : error_of(units, y / c, 0) / mean_weight, 0, size / c};
}

Estimate Estimating::controlled_after(std::span<const Unit> units) const {
  double y = 0, c = 0, y_size = 0, c_size = 0;
  for (const Unit& unit : units) {
    y += unit.y;
    c += unit.c;
    y_size += unit.y_size;
    c_size += unit.c_size;
  }
  const double count = static_cast<double>(units.size());
  std::optional<double> fitted;
  if (method_.control != Control::none && method_.beta_mode == BetaMode::estimated) fitted = estimated_beta(units);
  Estimate estimate;
  if (method_.control != Control::none)
    estimate.beta = method_.beta_mode == BetaMode::fixed  ? method_.beta
                    : method_.beta_mode == BetaMode::best ? law_.beta.value_or(kUnknown)
                                                          : fitted.value_or(0);
  estimate.value = y / count;
  estimate.size = y_size / count;
  if (estimate.beta != 0) {
    const double mean = control_mean_.value_or(kUnknown);
    estimate.value -= estimate.beta * (c / count - mean);
    estimate.size += std::abs(estimate.beta) * (c_size / count + std::abs(mean));
  }
  estimate.standard_error = fitted && one_decides(units) ? kUnknown : error_of(units, estimate.beta, fitted ? 1 : 0);
  return estimate;
}

/// Σ_k a_k + (1/S)Σ S(h − Σ_k a_k q_k)/Σ n q.
Estimate Estimating::optimal_after(std::size_t samples) const {
  const auto count = static_cast<std::size_t>(f_.proposals());
  std::vector<double> a = law_.optimal, matrix(count * count), right(count);
  std::vector<double> q(samples * count), h(samples);  // over Σ n q
  for (std::size_t i = 0; i < samples; ++i) {
    const DensitiesAt& at = samples_[i].at;
    const double log_total = f_.log_total(at);
    for (std::size_t c = 0; c < count; ++c) q[i * count + c] = std::exp(at.log_q[c] - log_total);
    h[i] = std::isinf(at.log_p) ? 0 : at.f.factor * std::exp(at.log_p + at.f.log_scale - log_total);
    for (std::size_t c = 0; c < count; ++c) {
      right[c] += h[i] * q[i * count + c];
      for (std::size_t d = 0; d < count; ++d) matrix[c * count + d] += q[i * count + c] * q[i * count + d];
    }
  }
  if (method_.weighting == Weighting::optimal_estimated) a = solve_symmetric(matrix, right);
  if (samples == 0 || a.empty()) return {kUnknown, kUnknown, 0, 0};
  std::vector<Unit> units;
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    double left = h[i], terms = std::abs(h[i]);
    for (std::size_t c = 0; c < count; ++c) {
      left -= a[c] * q[i * count + c];
      terms += std::abs(a[c] * q[i * count + c]);
    }
    units.push_back({samples_[i].proposal, f_.samples() * left, 0, f_.samples() * terms, 0});
    sum += units.back().y;
    size += units.back().y_size;
  }
  // Σ n_k q_k/Σ n q = 1: of the C coefficients one stands for the constant, which strata take away anyway. The others
  // cost at most a degree of freedom each.
  const bool is_fitted = method_.weighting == Weighting::optimal_estimated;
  Estimate estimate;
  for (const double one : a) {
    estimate.value += one;
    estimate.size += std::abs(one);
  }
  estimate.value += sum / static_cast<double>(samples);
  estimate.size += size / static_cast<double>(samples);
  estimate.standard_error = error_of(units, 0, is_fitted ? static_cast<double>(count - 1) : 0);
  return estimate;
}

}  // namespace omega::importance
