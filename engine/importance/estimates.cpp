#include "importance/estimates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/philox.h"
#include "importance/small_solve.h"

namespace omega::importance {

namespace {

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
    Unit unit{samples_[i].proposal, 0, 0};
    for (std::size_t j = i; j < i + size; ++j) {
      const double share = weights[j] / static_cast<double>(size);
      const bool is_nothing = weights[j] == 0;  // f may be anything where p is 0
      unit.y += is_nothing ? 0 : share * samples_[j].at.f.number();
      unit.c += method_.rule == Rule::snis ? share : share * Functions::control(method_.control, samples_[j].at.x);
    }
    all.push_back(unit);
  }
  return all;
}

/// Σ n_c Cov_c/Σ n_c Var_c within the strata.
double Estimating::estimated_beta(std::span<const Unit> units) const {
  double both = 0, control = 0;
  for (const Stratum& stratum : strata_of(f_, units)) {
    both += stratum.yc;
    control += stratum.cc;
  }
  return control > 0 ? both / control : 0;
}

/// √Σ_c (n_c/S)² Var_c(y − slope·c)/n_c in units of `scale`; of fewer than two units of a proposal nothing is known.
double Estimating::error_of(std::span<const Unit> units, double slope, double scale) const {
  const double all = static_cast<double>(units.size());
  double variance = 0, size = 0;
  for (const Stratum& stratum : strata_of(f_, units)) {
    if (stratum.n < 2) return kUnknown;
    variance +=
        stratum.n / (all * all) * (stratum.yy - 2 * slope * stratum.yc + slope * slope * stratum.cc) / (stratum.n - 1);
    size += stratum.n / (all * all) * (stratum.yy + stratum.y * stratum.y / stratum.n) / (stratum.n - 1);
  }
  return variance <= 1e-14 * size ? 0 : std::sqrt(variance) / scale;
}

Estimate Estimating::after(std::size_t samples) const {
  if (method_.is_optimal()) return optimal_after(samples);
  const std::vector<Unit> all = units(samples);
  if (all.empty()) return {kUnknown, kUnknown, 0};
  double y = 0, c = 0;
  for (const Unit& unit : all) {
    y += unit.y;
    c += unit.c;
  }
  const double count = static_cast<double>(all.size());
  if (method_.rule == Rule::snis) {
    if (!(c > 0)) return {kUnknown, kUnknown, 0};
    return {y / c, error_of(all, y / c, c / count), 0};
  }
  Estimate estimate;
  if (method_.control != Control::none)
    estimate.beta = method_.beta_mode == BetaMode::fixed  ? method_.beta
                    : method_.beta_mode == BetaMode::best ? law_.beta.value_or(kUnknown)
                                                          : estimated_beta(all);
  estimate.value = y / count;
  if (estimate.beta != 0) estimate.value -= estimate.beta * (c / count - control_mean_.value_or(kUnknown));
  estimate.standard_error = error_of(all, estimate.beta, 1);
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
  if (samples == 0 || a.empty()) return {kUnknown, kUnknown, 0};
  std::vector<Unit> units;
  double sum = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const double left =
        h[i] - std::inner_product(a.begin(), a.end(), q.begin() + static_cast<std::ptrdiff_t>(i * count), 0.0);
    units.push_back({samples_[i].proposal, f_.samples() * left, 0});
    sum += units.back().y;
  }
  return {std::accumulate(a.begin(), a.end(), 0.0) + sum / static_cast<double>(samples), error_of(units, 0, 1), 0};
}

}  // namespace omega::importance
