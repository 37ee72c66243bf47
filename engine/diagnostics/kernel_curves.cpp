#include "diagnostics/kernel_curves.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

#include "core/error.h"
#include "core/philox.h"
#include "diagnostics/draws.h"
#include "diagnostics/kernel_law.h"
#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "math/order_statistics.h"
#include "sampling/spread.h"

namespace omega {

namespace {

/// The frequencies of one draw along the axis; of rfa what each counts for (none: 1), and how far they spread there.
struct Frequencies {
  std::vector<double> along, ratios;
  double deviation = 1;
};

/// What of a request decides its kernel.
struct Kernel {
  bool is_rfa = false, has_variance = true;
  RandomFeatures features = RandomFeatures::positive;  // of rfa
  FeatureMap map = FeatureMap::rks;                    // of the others
  Index frequencies = 1;                               // m
  std::vector<Bell> bells;                             // empty: no closed form
  Matrix<double> means, rows;                          // of the bells

  Kernel(const Request& request, Index axis)
      : is_rfa(request.method == "rfa"), has_variance(request.method != "fastfood"), bells(bells_of(request, axis)) {
    const Options& options = request.options;
    frequencies = static_cast<Index>(options.integer(is_rfa ? "samples" : "frequencies"));
    if (is_rfa) {
      features = options.choice<RandomFeatures>("features");
      has_variance = options.word("draw") == "iid" && has_unit_variance(options);
      return;
    }
    map = options.choice<FeatureMap>("features");
    if (bells.empty()) return;
    const auto count = static_cast<Index>(bells.size()), width = static_cast<Index>(bells.front().row.size());
    means = Matrix<double>(count, 1);
    rows = Matrix<double>(count, width);
    for (Index c = 0; c < count; ++c) {
      means(c, 0) = bells[static_cast<std::size_t>(c)].mean;
      std::copy_n(bells[static_cast<std::size_t>(c)].row.data(), width, rows.row(c));
    }
  }

  bool has_law() const { return !bells.empty(); }
  SpectralMixture mixture() const { return {means, rows}; }

  double law(double q, double k) const {
    if (is_rfa) return std::exp(q * k);
    return map == FeatureMap::rks ? rks_kernel(mixture(), {&q, 1}, {&k, 1}) : prf_kernel(mixture(), {&q, 1}, {&k, 1});
  }

  std::optional<double> variance(double q, double k) const {
    if (!has_law() || !has_variance) return std::nullopt;
    if (is_rfa) return rfa_kernel_variance(features, {&q, 1}, {&k, 1}, frequencies);
    return map == FeatureMap::rks ? rks_variance(mixture(), {&q, 1}, {&k, 1}, frequencies)
                                  : prf_variance(mixture(), {&q, 1}, {&k, 1}, frequencies);
  }

  /// φ(q)·φ(k) for the frequencies' coordinates along the axis; `phases`: of cosine features.
  double estimate(const Frequencies& drawn, const std::vector<double>& phases, double q, double k) const {
    const std::vector<double>& omega = drawn.along;
    if (!is_rfa) return feature_product(map, {omega.data(), static_cast<Index>(omega.size()), 1}, {&q, 1}, {&k, 1});
    double sum = 0;
    for (std::size_t s = 0; s < omega.size(); ++s)
      sum += (drawn.ratios.empty() ? 1 : drawn.ratios[s]) *
             product(features, omega[s] * q, omega[s] * k, phases.empty() ? 0 : phases[s], q, k);
    return sum / static_cast<double>(omega.size());
  }

 private:
  /// What one ω of rfa says of a pair, from its products with q and k.
  static double product(RandomFeatures features, double at_q, double at_k, double phase, double q, double k) {
    const double half_norms = (q * q + k * k) / 2;
    switch (features) {
      case RandomFeatures::positive: return std::exp(at_q + at_k - half_norms);
      case RandomFeatures::hyperbolic: return std::cosh(at_q + at_k) * std::exp(-half_norms);
      case RandomFeatures::trig: return std::cos(at_q - at_k) * std::exp(half_norms);
      case RandomFeatures::cosine: return 2 * std::cos(at_q + phase) * std::cos(at_k + phase) * std::exp(half_norms);
      case RandomFeatures::hybrid: {  // on a line the signs alone tell the angle
        const double share = angle_share({&q, 1}, {&k, 1});
        return share * product(RandomFeatures::positive, at_q, at_k, phase, q, k) +
               (1 - share) * product(RandomFeatures::trig, at_q, at_k, phase, q, k);
      }
    }
    return 0;
  }
};

double gaussian(double x, double mean, double deviation) {
  return std::exp(-0.5 * (x - mean) * (x - mean) / (deviation * deviation)) /
         (deviation * std::sqrt(2 * std::numbers::pi));
}

/// Silverman's width for a kernel estimate of a density: it follows the scale of the data, and neither far points nor
/// two humps stretch it much.
double smoothing_width(std::vector<double> data) {
  const auto n = static_cast<double>(data.size());
  const double mean = std::accumulate(data.begin(), data.end(), 0.0) / n;
  double squares = 0;
  for (const double x : data) squares += (x - mean) * (x - mean);
  const double deviation = std::sqrt(squares / std::max(1.0, n - 1));
  std::sort(data.begin(), data.end());
  const double middle = (quantile(data, 0.75) - quantile(data, 0.25)) / 1.349;
  return 0.9 * (middle > 0 ? std::min(deviation, middle) : deviation) * std::pow(n, -0.2);
}

/// The density of frequencies that are numbered group by group, each smoothed by its own width: humps far apart are not
/// blurred.
class SmoothedDensity {
 public:
  SmoothedDensity(const std::vector<double>& omega, std::size_t groups)
      : omega_(omega), each_(omega.size() / std::max<std::size_t>(groups, 1)) {
    for (std::size_t first = 0; first < omega.size(); first += each_)
      widths_.push_back(smoothing_width({omega.begin() + static_cast<std::ptrdiff_t>(first),
                                         omega.begin() + static_cast<std::ptrdiff_t>(first + each_)}));
  }
  /// The farthest point that is worth seeing.
  double reach() const {
    double farthest = 0;
    for (std::size_t f = 0; f < omega_.size(); ++f)
      farthest = std::max(farthest, std::abs(omega_[f]) + 3 * widths_[f / each_]);
    return farthest;
  }
  /// At x, seen in cells of the width `cell`: what is narrower would fall between them.
  double at(double x, double cell) const {
    double sum = 0;
    for (std::size_t f = 0; f < omega_.size(); ++f) sum += gaussian(x, omega_[f], std::max(widths_[f / each_], cell));
    return sum / static_cast<double>(omega_.size());
  }

 private:
  const std::vector<double>& omega_;
  std::size_t each_;
  std::vector<double> widths_;
};

/// How far from 0 the density is drawn: where the law is known, it does not move from draw to draw.
double widest_of(const Kernel& kernel, const SmoothedDensity& density) {
  double widest = 0;
  for (const Bell& bell : kernel.bells)
    widest = std::max({widest, 4 * bell.deviation(), std::abs(bell.mean) + 3 * bell.deviation()});
  if (!kernel.has_law()) widest = density.reach();
  return widest > 0 ? widest : 1;
}

Matrix<double> rows_of(const Array& array) { return array.rows<double>(0, array.shape()[array.shape().size() - 2]); }

Frequencies frequencies_along(const Request& request, Index axis, int threads, Progress& progress) {
  const Result result = run(request, {&progress, threads});
  const Matrix<double> omega = rows_of(result.at("omega"));
  Frequencies drawn;
  for (Index f = 0; f < omega.rows(); ++f) drawn.along.push_back(omega(f, axis));
  if (!result.has("proposal_covariance")) return drawn;
  const Matrix<double> covariance = rows_of(result.at("proposal_covariance"));
  for (const double log_ratio : log_ratios(omega, covariance)) drawn.ratios.push_back(std::exp(log_ratio));
  drawn.deviation = std::sqrt(covariance(axis, axis));
  return drawn;
}

/// The phases 2πu that cosine features have in a draw: as given, or those of the engine's own streams.
std::vector<double> phases_of(const Kernel& kernel, const Request& request) {
  if (!kernel.is_rfa || kernel.features != RandomFeatures::cosine) return {};
  const Stream& stream = request.stream;
  std::vector<double> phases(static_cast<std::size_t>(kernel.frequencies));
  draw_uniforms({stream.seed, stream.draw, 16 * stream.first_head + 1, 0, 0}, phases.data(),
                static_cast<Index>(phases.size()));
  for (std::size_t s = 0; s < phases.size(); ++s) phases[s] = given_number(request, "u", s, phases[s]);
  for (double& phase : phases) phase *= 2 * std::numbers::pi;
  return phases;
}

void add_laws(KernelCurves& curves, const Kernel& kernel, double q, double k) {
  if (!kernel.has_law()) return;
  curves.law.push_back(kernel.law(q, k));
  if (const std::optional<double> variance = kernel.variance(q, k))
    curves.deviation_law.push_back(std::sqrt(std::max(0.0, *variance)));
}

void add_densities(KernelCurves& curves, const Kernel& kernel, const Frequencies& drawn, const KernelQuestion& asked) {
  const SmoothedDensity smoothed(drawn.along, kernel.bells.size());
  const double widest = asked.widest > 0 ? asked.widest : widest_of(kernel, smoothed),
               cell = 2 * widest / static_cast<double>(asked.steps);
  // Where a component has no width there is no density, only a spike.
  const bool has_density = kernel.has_law() && std::all_of(kernel.bells.begin(), kernel.bells.end(),
                                                           [](const Bell& bell) { return bell.deviation() > 0; });
  for (Index i = 0; i <= asked.steps; ++i) {
    const double x = widest * (2 * static_cast<double>(i) / static_cast<double>(asked.steps) - 1);
    curves.omega.push_back(x);
    curves.density.push_back(smoothed.at(x, cell));
    if (!has_density) continue;
    double sum = 0;
    for (const Bell& bell : kernel.bells) sum += gaussian(x, bell.mean, bell.deviation());
    curves.density_law.push_back(sum / static_cast<double>(kernel.bells.size()));
  }
}

}  // namespace

bool has_kernel(const std::string& method) {
  return method == "rfa" || method == "gmm" || method == "fastfood" || method == "generative";
}

bool has_learned_kernel(const std::string& method) { return has_kernel(method) && method != "rfa"; }

KernelCurves kernel_curves(Request request, const KernelQuestion& asked, const Progress& progress) {
  OMEGA_ASSERT(has_kernel(request.method));
  request.want = {"omega"};
  if (request.method == "rfa" && !has_unit_variance(request.options)) request.want->insert("proposal_covariance");
  request.precision = Precision::f64;
  Progress watched(progress.stop());
  const Frequencies omega =
      frequencies_along(request, asked.axis, asked.threads, watched);  // first: it checks what is given
  Kernel kernel(request, asked.axis);
  if (kernel.is_rfa) kernel.bells = {{0, {omega.deviation}}};
  const std::vector<double> phases = phases_of(kernel, request);
  KernelCurves curves;
  if (request.method == "gmm")
    for (const Bell& bell : kernel.bells) curves.centres.push_back(bell.mean);
  const auto pair = [&](std::size_t i) {
    const double distance = curves.distance[i];
    return std::pair((asked.sum + distance) / 2, (asked.sum - distance) / 2);
  };
  for (Index i = 0; i <= asked.steps; ++i) {
    curves.distance.push_back(asked.farthest * static_cast<double>(i) / static_cast<double>(asked.steps));
    const auto [q, k] = pair(static_cast<std::size_t>(i));
    curves.kappa.push_back(kernel.estimate(omega, phases, q, k));
    add_laws(curves, kernel, q, k);
  }
  add_densities(curves, kernel, omega, asked);
  if (asked.draws < 2) return curves;
  const auto draws = static_cast<double>(asked.draws);
  std::vector<double> squares(curves.distance.size(), 0.0);  // about this draw's estimate: less cancels
  curves.mean.assign(curves.distance.size(), 0.0);
  const std::uint32_t first = request.stream.draw;
  drop_noise(request);
  for (Index draw = 0; draw < asked.draws; ++draw) {
    progress.check();
    request.stream.draw = first + static_cast<std::uint32_t>(draw);
    const Frequencies fresh = frequencies_along(request, asked.axis, asked.threads, watched);
    const std::vector<double> shifts = phases_of(kernel, request);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const auto [q, k] = pair(i);
      const double off = kernel.estimate(fresh, shifts, q, k) - curves.kappa[i];
      curves.mean[i] += off / draws;
      squares[i] += off * off;
    }
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    curves.deviation.push_back(
        std::sqrt(std::max(0.0, (squares[i] - draws * curves.mean[i] * curves.mean[i]) / (draws - 1))));
    curves.mean[i] += curves.kappa[i];
  }
  return curves;
}

}  // namespace omega
