// kernel: what kernel and what spectral density the frequencies of a method make, as curves: κ over the distance of a
// pair, and the density of ω along the first axis, both against their closed form where there is one (gmm, fastfood;
// RKS features).
#include <cmath>
#include <numbers>

#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kFarthest = 5, kWidest = 4;  // of the distances and of ω
constexpr int kSteps = 50;

/// μ = ±mean along the first axis and S = I, where the method has them.
void give_components(Request& request, double mean) {
  if (request.method != "gmm") return;
  const Index components = request.options.integer("components"), D = request.sequence->sizes.D;
  std::vector<double> mu(static_cast<std::size_t>(components * D), 0.0);
  for (Index c = 0; c < components; ++c) mu[static_cast<std::size_t>(c * D)] = c % 2 == 0 ? mean : -mean;
  request.given["mu"] = Array::from(mu, {components, D});
}

Matrix<double> frequencies_of(const Array& omega) {
  Matrix<double> rows(omega.shape()[0], omega.shape()[1]);
  omega.copy_to(rows.data(), 0, omega.count());
  return rows;
}

double gaussian(double x, double mean, double deviation) {
  return std::exp(-0.5 * (x - mean) * (x - mean) / (deviation * deviation)) /
         (deviation * std::sqrt(2 * std::numbers::pi));
}

/// A kernel estimate of the density of the first coordinates, with the usual width σ n^(−1/5).
double smoothed_density(const Matrix<double>& omega, double x) {
  const auto n = static_cast<double>(omega.rows());
  const double width = 0.6 * std::pow(n, -0.2);
  double sum = 0;
  for (Index i = 0; i < omega.rows(); ++i) sum += gaussian(x, omega(i, 0), width);
  return sum / n;
}

struct ClosedForm {
  double kappa, density;
};

/// At distance and ω along the first axis; not a number where there is none.
ClosedForm closed_form(const Request& request, double distance, double omega, double mean) {
  if (request.method == "gmm")
    return {std::exp(-distance * distance / 2) * std::cos(mean * distance),
            (gaussian(omega, mean, 1) + gaussian(omega, -mean, 1)) / 2};
  if (request.method != "fastfood") return {NAN, NAN};
  const double sigma = request.options.real("sigma");
  return {std::exp(-distance * distance / (2 * sigma * sigma)), gaussian(omega, 0, 1 / sigma)};
}

MeasuredRow measure_kernel(const MeasureJob& job) {
  Request request = job.inputs.request(job.point, job.seed);
  const double mean = job.point.parameters.value("mu", 1.5);
  give_components(request, mean);
  request.want = {"omega"};
  request.precision = Precision::f64;
  Progress progress = job.part(0, 1);
  const Matrix<double> omega = frequencies_of(run(request, {&progress, job.threads}).at("omega"));
  const auto D = static_cast<std::size_t>(omega.cols());
  Json lists = Json::object();
  for (int i = 0; i <= kSteps; ++i) {
    const double distance = kFarthest * i / kSteps, x = kWidest * (2.0 * i / kSteps - 1);
    std::vector<double> q(D, 0.0), k(D, 0.0);
    q[0] = distance / 2;
    k[0] = -distance / 2;
    const ClosedForm closed = closed_form(request, distance, x, mean);
    lists["distance"].push_back(distance);
    lists["kappa"].push_back(feature_product(FeatureMap::rks, omega, q, k));
    lists["kappa_law"].push_back(finite(closed.kappa));
    lists["omega"].push_back(x);
    lists["density"].push_back(smoothed_density(omega, x));
    lists["density_law"].push_back(finite(closed.density));
  }
  MeasuredRow row;
  row.values = lists;
  return row;
}

}  // namespace

Measure kernel_measure() {
  Measure measure;
  measure.name = "kernel";
  measure.summary = "The kernel over distance and the spectral density of a method's frequencies.";
  measure.parameters = {"mu"};
  measure.seconds = [](const StudyPoint&, int) { return 0.01; };
  measure.run = measure_kernel;
  return measure;
}

}  // namespace omega::studies
