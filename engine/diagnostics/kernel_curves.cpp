#include "diagnostics/kernel_curves.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/error.h"
#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "math/philox.h"
#include "run/runner.h"

namespace omega {

namespace {

/// What of a request decides its kernel.
struct Kernel {
  bool is_rfa = false, is_iid = true;
  RandomFeatures features = RandomFeatures::positive;  // of rfa
  FeatureMap map = FeatureMap::rks;                    // of the others
  Index frequencies = 1;                               // m
  double spread = 1;                                   // S = spread · I
  std::vector<double> centres;                         // of gmm
  bool has_law = true;

  explicit Kernel(const Request& request, Index axis) : is_rfa(request.method == "rfa"), has_law(request.method != "generative") {
    const Options& options = request.options;
    if (is_rfa) {
      features = options.choice<RandomFeatures>("features");
      frequencies = static_cast<Index>(options.integer("samples"));
      is_iid = options.word("draw") == "iid";
      return;
    }
    map = options.choice<FeatureMap>("features");
    frequencies = static_cast<Index>(options.integer("frequencies"));
    if (request.method == "fastfood") spread = 1 / options.real("sigma");
    if (request.method != "gmm") return;
    const auto components = static_cast<std::size_t>(options.integer("components")), dims = static_cast<std::size_t>(request.sequence->sizes.D);
    const auto mu = request.given.find("mu");
    for (std::size_t c = 0; c < components; ++c) centres.push_back(mu == request.given.end() ? 0 : mu->second.at(c * dims + static_cast<std::size_t>(axis)));
    has_law = request.given.count("S") == 0;
  }

  /// The mixture along the axis: elsewhere q and k are 0.
  std::vector<double> means() const { return centres.empty() ? std::vector<double>{0} : centres; }

  double law(double q, double k) const {
    if (is_rfa) return std::exp(q * k);
    const std::vector<double> mu = means();
    const std::vector<double> factors(mu.size(), spread);
    const auto count = static_cast<Index>(mu.size());
    const SpectralMixture mixture{{mu.data(), count, 1}, {factors.data(), count, 1}};
    return map == FeatureMap::rks ? rks_kernel(mixture, {&q, 1}, {&k, 1}) : prf_kernel(mixture, {&q, 1}, {&k, 1});
  }

  std::optional<double> variance(double q, double k) const {
    if (is_rfa) return is_iid ? std::optional(rfa_kernel_variance(features, {&q, 1}, {&k, 1}, frequencies)) : std::nullopt;
    const bool is_pair = centres.size() == 2 && centres[0] == -centres[1];
    if (!has_law || !(is_pair || (centres.size() == 1 && map == FeatureMap::prf))) return std::nullopt;
    const Component component{{centres.data(), 1}, {&spread, 1, 1}};
    if (map == FeatureMap::rks) return rks_variance_of_pair(component, {&q, 1}, {&k, 1}, frequencies);
    return is_pair ? prf_variance_of_pair(component, {&q, 1}, {&k, 1}, frequencies) : prf_variance(component, {&q, 1}, {&k, 1}, frequencies);
  }

  /// φ(q)·φ(k) for the frequencies' coordinates along the axis; `phases`: of cosine features.
  double estimate(const std::vector<double>& omega, const std::vector<double>& phases, double q, double k) const {
    if (!is_rfa) return feature_product(map, {omega.data(), static_cast<Index>(omega.size()), 1}, {&q, 1}, {&k, 1});
    const double half_norms = (q * q + k * k) / 2;
    double sum = 0;
    for (std::size_t s = 0; s < omega.size(); ++s) {
      const double at_q = omega[s] * q, at_k = omega[s] * k;
      switch (features) {
        case RandomFeatures::positive: sum += std::exp(at_q + at_k - half_norms); break;
        case RandomFeatures::hyperbolic: sum += std::cosh(at_q + at_k) * std::exp(-half_norms); break;
        case RandomFeatures::trig: sum += std::cos(at_q - at_k) * std::exp(half_norms); break;
        case RandomFeatures::cosine: sum += 2 * std::cos(at_q + phases[s]) * std::cos(at_k + phases[s]) * std::exp(half_norms); break;
      }
    }
    return sum / static_cast<double>(omega.size());
  }
};

double gaussian(double x, double mean, double deviation) {
  return std::exp(-0.5 * (x - mean) * (x - mean) / (deviation * deviation)) / (deviation * std::sqrt(2 * std::numbers::pi));
}

/// A kernel estimate of the density, with the usual width σ n^(−1/5).
double smoothed_density(const std::vector<double>& omega, double x) {
  const auto n = static_cast<double>(omega.size());
  const double width = 0.6 * std::pow(n, -0.2);
  double sum = 0;
  for (const double at : omega) sum += gaussian(x, at, width);
  return sum / n;
}

/// The frequencies of one draw, along the axis.
std::vector<double> frequencies_along(const Request& request, Index axis, int threads, Progress& progress) {
  const Array omega = run(request, {&progress, threads}).at("omega");
  const Index rows = omega.shape()[omega.shape().size() - 2], dims = omega.shape().back();
  std::vector<double> along;
  for (Index f = 0; f < rows; ++f) along.push_back(omega.at(static_cast<std::size_t>(f * dims + axis)));
  return along;
}

/// The phases 2πu that cosine features have in a draw: those of the engine's own streams.
std::vector<double> phases_of(const Kernel& kernel, const Stream& stream) {
  if (!kernel.is_rfa || kernel.features != RandomFeatures::cosine) return {};
  std::vector<double> phases(static_cast<std::size_t>(kernel.frequencies));
  draw_uniforms({stream.seed, stream.draw, 16 * stream.first_head + 1, 0, 0}, phases.data(), static_cast<Index>(phases.size()));
  for (double& phase : phases) phase *= 2 * std::numbers::pi;
  return phases;
}

void add_laws(KernelCurves& curves, const Kernel& kernel, double q, double k) {
  if (!kernel.has_law) return;
  curves.law.push_back(kernel.law(q, k));
  if (const std::optional<double> variance = kernel.variance(q, k)) curves.deviation_law.push_back(std::sqrt(std::max(0.0, *variance)));
}

void add_density(KernelCurves& curves, const Kernel& kernel, const std::vector<double>& omega, double x) {
  curves.omega.push_back(x);
  curves.density.push_back(smoothed_density(omega, x));
  if (!kernel.has_law) return;
  const std::vector<double> means = kernel.means();
  double sum = 0;
  for (const double mean : means) sum += gaussian(x, mean, kernel.spread);
  curves.density_law.push_back(sum / static_cast<double>(means.size()));
}

}  // namespace

bool has_kernel(const std::string& method) { return method == "rfa" || method == "gmm" || method == "fastfood" || method == "generative"; }

KernelCurves kernel_curves(Request request, const KernelQuestion& asked, const Progress& progress) {
  OMEGA_ASSERT(has_kernel(request.method));
  request.want = {"omega"};
  request.precision = Precision::f64;
  Progress watched(progress.stop());
  const Kernel kernel(request, asked.axis);
  KernelCurves curves;
  curves.centres = kernel.centres;
  const std::vector<double> omega = frequencies_along(request, asked.axis, asked.threads, watched), phases = phases_of(kernel, request.stream);
  const auto steps = static_cast<double>(asked.steps);
  const auto pair = [&](std::size_t i) {
    const double distance = curves.distance[i];
    return std::pair((asked.sum + distance) / 2, (asked.sum - distance) / 2);
  };
  for (Index i = 0; i <= asked.steps; ++i) {
    const double at = static_cast<double>(i) / steps;
    curves.distance.push_back(asked.farthest * at);
    const auto [q, k] = pair(static_cast<std::size_t>(i));
    curves.kappa.push_back(kernel.estimate(omega, phases, q, k));
    add_laws(curves, kernel, q, k);
    add_density(curves, kernel, omega, asked.widest * (2 * at - 1));
  }
  if (asked.draws < 2) return curves;
  const auto draws = static_cast<double>(asked.draws);
  std::vector<double> squares(curves.distance.size(), 0.0);  // about this draw's estimate: less cancels
  curves.mean.assign(curves.distance.size(), 0.0);
  const std::uint32_t first = request.stream.draw;
  for (Index draw = 0; draw < asked.draws; ++draw) {
    progress.check();
    request.stream.draw = first + static_cast<std::uint32_t>(draw);
    const std::vector<double> fresh = frequencies_along(request, asked.axis, asked.threads, watched), shifts = phases_of(kernel, request.stream);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const auto [q, k] = pair(i);
      const double off = kernel.estimate(fresh, shifts, q, k) - curves.kappa[i];
      curves.mean[i] += off / draws;
      squares[i] += off * off;
    }
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    curves.deviation.push_back(std::sqrt(std::max(0.0, (squares[i] - draws * curves.mean[i] * curves.mean[i]) / (draws - 1))));
    curves.mean[i] += curves.kappa[i];
  }
  return curves;
}

}  // namespace omega
