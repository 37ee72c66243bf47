// kernel: what kernel and what spectral density the frequencies of a method make, as curves: κ over the distance of a
// pair, and the density of ω along the first axis, both against their closed form where there is one (not for
// generative).
#include "diagnostics/kernel_curves.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kMean = 1.5;

/// μ = ±mean along the first axis, where the method has it and the input gives none.
void give_components(Request& request, double mean) {
  if (request.method != "gmm" || request.given.count("mu") != 0) return;
  const Index components = request.options.integer("components"), D = request.sequence->sizes.D;
  std::vector<double> mu(static_cast<std::size_t>(components * D), 0.0);
  for (Index c = 0; c < components; ++c) mu[static_cast<std::size_t>(c * D)] = c % 2 == 0 ? mean : -mean;
  request.given["mu"] = Array::from(mu, {components, D});
}

Json numbers(const std::vector<double>& values, std::size_t count) {
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(i < values.size() ? finite(values[i]) : Json());
  return list;
}

MeasuredRow measure_kernel(const MeasureJob& job) {
  Request request = job.inputs.request(job.point, job.seed);
  give_components(request, job.point.parameters.value("mu", kMean));
  KernelQuestion asked;
  asked.threads = job.threads;
  const KernelCurves curves = kernel_curves(request, asked, job.part(0, 1));
  const std::size_t count = curves.distance.size();
  MeasuredRow row;
  row.values = {{"distance", numbers(curves.distance, count)}, {"kappa", numbers(curves.kappa, count)},
                {"kappa_law", numbers(curves.law, count)},     {"omega", numbers(curves.omega, count)},
                {"density", numbers(curves.density, count)},   {"density_law", numbers(curves.density_law, count)}};
  return row;
}

}  // namespace

Measure kernel_measure() {
  return {.name = "kernel",
          .summary = "The kernel over distance and the spectral density of a method's frequencies.",
          .parameters = {"mu"},
          .values = {"distance", "kappa", "kappa_law", "omega", "density", "density_law"},
          .of_theory = {"kappa_law", "density_law"},
          .check = [](const StudyPoint& point) { point.parameters.value("mu", kMean); },
          .seconds = [](const StudyPoint&, int) { return 0.01; },
          .run = measure_kernel};
}

}  // namespace omega::studies
