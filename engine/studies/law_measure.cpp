// law: the variance of φ(x)·φ(y) over draws of its m frequencies, against its closed form, for one pair x, y.
//
// x and y have a given length of their sum and of their difference, at right angles: x = (s + d)/2, y = (s − d)/2. Laws
// are those of engine/diagnostics/kernel_variance.h: the four feature maps of RFA, and Theorem 3 for gmm-RKS with ±μ,
// gmm-PRF with one component and with ±μ, in the corrected form and as printed.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/named.h"
#include "core/philox.h"
#include "diagnostics/kernel_variance.h"
#include "kernel_learning/features.h"
#include "math/dot.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

using Vector = std::vector<double>;
constexpr Index kDim = 4;

/// Everything a law is about: the pair, and for learned kernels μ and S = `spread`·I.
struct Pair {
  Vector x, y, mu;
  Matrix<double> S;
  Index m = 1;

  Component component() const { return {mu, S.view()}; }
};

struct Law {
  std::string name;
  double (*variance)(const Pair&);
  double (*printed)(const Pair&);  // null where the paper's form is the same
  double (*product)(const Pair&, View<const double> normals, const Vector& uniforms);  // φ(x)·φ(y) for m frequencies
};

// φ(x)·φ(y) of RFA's feature maps, as in engine/estimators/rfa.cpp.
template <class Term>
double mean_of_terms(const Pair& p, View<const double> normals, Term term) {
  double sum = 0;
  for (Index s = 0; s < p.m; ++s) {
    const Vector omega(normals.row(s), normals.row(s) + normals.cols);
    sum += term(dot(omega, p.x), dot(omega, p.y), s);
  }
  return sum / static_cast<double>(p.m);
}
double half_norms(const Pair& p) { return (dot(p.x, p.x) + dot(p.y, p.y)) / 2; }

double positive(const Pair& p, View<const double> normals, const Vector&) {
  return mean_of_terms(p, normals, [&](double a, double b, Index) { return std::exp(a + b - half_norms(p)); });
}
double hyperbolic(const Pair& p, View<const double> normals, const Vector&) {
  return mean_of_terms(p, normals,
                       [&](double a, double b, Index) { return std::cosh(a + b) * std::exp(-half_norms(p)); });
}
double trig(const Pair& p, View<const double> normals, const Vector&) {
  return mean_of_terms(p, normals,
                       [&](double a, double b, Index) { return std::cos(a - b) * std::exp(half_norms(p)); });
}
double cosine(const Pair& p, View<const double> normals, const Vector& uniforms) {
  return mean_of_terms(p, normals, [&](double a, double b, Index s) {
    const double shift = 2 * std::numbers::pi * uniforms[static_cast<std::size_t>(s)];
    return 2 * std::cos(a + shift) * std::cos(b + shift) * std::exp(half_norms(p));
  });
}

/// Frequencies S ε + μ, and the same with −μ where `signs` has two.
double gmm_product(const Pair& p, View<const double> normals, FeatureMap map, const std::vector<double>& signs) {
  Matrix<double> omega(p.m * static_cast<Index>(signs.size()), kDim);
  for (std::size_t c = 0; c < signs.size(); ++c)
    for (Index i = 0; i < p.m; ++i)
      for (Index d = 0; d < kDim; ++d)
        omega(static_cast<Index>(c) * p.m + i, d) =
            p.S(d, d) * normals(i, d) + signs[c] * p.mu[static_cast<std::size_t>(d)];
  return feature_product(map, omega, p.x, p.y);
}

template <RandomFeatures features>
double rfa_law(const Pair& p) {
  return rfa_kernel_variance(features, p.x, p.y, p.m);
}

const std::vector<Law>& laws() {
  static const std::vector<Law> all = {
      {"positive", rfa_law<RandomFeatures::positive>, nullptr, positive},
      {"hyperbolic", rfa_law<RandomFeatures::hyperbolic>, nullptr, hyperbolic},
      {"trig", rfa_law<RandomFeatures::trig>, nullptr, trig},
      {"cosine", rfa_law<RandomFeatures::cosine>, nullptr, cosine},
      {"gmm-rks", [](const Pair& p) { return rks_variance_of_pair(p.component(), p.x, p.y, p.m); },
       [](const Pair& p) { return rks_variance_of_pair_as_printed(p.component(), p.x, p.y, p.m); },
       [](const Pair& p, View<const double> normals, const Vector&) {
         return gmm_product(p, normals, FeatureMap::rks, {1, -1});
       }},
      {"gmm-prf", [](const Pair& p) { return prf_variance(p.component(), p.x, p.y, p.m); },
       [](const Pair& p) { return prf_variance_as_printed(p.component(), p.x, p.y, p.m); },
       [](const Pair& p, View<const double> normals, const Vector&) {
         return gmm_product(p, normals, FeatureMap::prf, {1});
       }},
      {"gmm-prf-pair", [](const Pair& p) { return prf_variance_of_pair(p.component(), p.x, p.y, p.m); }, nullptr,
       [](const Pair& p, View<const double> normals, const Vector&) {
         return gmm_product(p, normals, FeatureMap::prf, {1, -1});
       }},
  };
  return all;
}

const Law& find_law(const std::string& name) { return find_named(laws(), name, "law", "there are"); }

Pair pair_of(const Json& parameters) {
  const double sum = parameters.value("sum", 1.0), difference = parameters.value("difference", 1.0);
  const double mean = parameters.value("mu", 0.5), spread = parameters.value("spread", 0.7);
  Pair pair{{sum / 2, difference / 2, 0, 0},
            {sum / 2, -difference / 2, 0, 0},
            {mean, mean, 0, 0},
            Matrix<double>(kDim, kDim, 0.0),
            parameters.value("m", Index{8})};
  for (Index d = 0; d < kDim; ++d) pair.S(d, d) = spread;
  return pair;
}

/// Moments up to the fourth, in two passes over the stored draws: the standard error of a variance needs the fourth.
void add_variance(Json& values, const Vector& draws) {
  const auto n = static_cast<double>(draws.size());
  double mean = 0, second = 0, fourth = 0;
  for (const double x : draws) mean += x / n;
  for (const double x : draws) {
    const double square = (x - mean) * (x - mean);
    second += square / (n - 1);
    fourth += square * square / n;
  }
  values["mean"] = mean;
  values["variance"] = second;
  values["variance_error"] = std::sqrt(std::max(0.0, (fourth - second * second * (n - 3) / (n - 1)) / n));
}

MeasuredRow measure_law(const MeasureJob& job) {
  const Json& given = job.point.parameters;
  const Law& law = find_law(given.at("law").get<std::string>());
  const Pair pair = pair_of(given);
  const auto seed = static_cast<std::uint32_t>(job.seed);
  Matrix<double> normals(pair.m, kDim);
  Vector uniforms(static_cast<std::size_t>(pair.m)), draws;
  const Progress progress = job.part(0, 1);
  for (Index draw = 0; draw < job.point.draws; ++draw) {
    progress.check();
    for (Index s = 0; s < pair.m; ++s)
      draw_normals({seed, static_cast<std::uint32_t>(draw), 0, static_cast<std::uint32_t>(s), 0}, normals.row(s), kDim);
    for (Index s = 0; s < pair.m; ++s)
      draw_uniforms({seed, static_cast<std::uint32_t>(draw), 1, static_cast<std::uint32_t>(s), 0},
                    &uniforms[static_cast<std::size_t>(s)], 1);
    draws.push_back(law.product(pair, normals, uniforms));
  }
  MeasuredRow row;
  add_variance(row.values, draws);
  row.values["law"] = law.variance(pair);
  if (law.printed) row.values["printed"] = law.printed(pair);
  return row;
}

}  // namespace

Measure law_measure() {
  Measure measure;
  measure.follows_precision = false;
  measure.name = "law";
  measure.summary = "The variance of a pair's random-feature product over draws, against its closed form.";
  measure.values = {"mean", "variance", "variance_error", "law", "printed"};
  measure.of_theory = {"law", "printed"};
  measure.parameters = {"law", "sum", "difference", "m", "mu", "spread"};
  measure.needs_method = false;
  measure.seconds = [](const StudyPoint& point, int) { return 3e-6 * static_cast<double>(point.draws); };
  measure.check = [](const StudyPoint& point) {
    find_law(point.parameters.at("law").get<std::string>());
    pair_of(point.parameters);
  };
  measure.run = measure_law;
  return measure;
}

}  // namespace omega::studies
