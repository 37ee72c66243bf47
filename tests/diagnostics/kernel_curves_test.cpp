// Kernels as curves: the closed forms are the mean of the draws and their spread, for every method that has them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "core/error.h"
#include "diagnostics/kernel_curves.h"
#include "diagnostics/kernel_law.h"
#include "estimators/small_problem.h"
#include "support/worst.h"

using namespace omega;
using namespace omega::test;

namespace {

const auto sequence = random_sequence(6, 6, 3, 2);

/// A matrix S_c for each component, or its diagonal for prf: no two alike, none symmetric.
Array some_factors(Index components, bool is_full) {
  const Shape shape = is_full ? Shape{components, 3, 3} : Shape{components, 3};
  Array S = normals(shape, 21, 0.3);
  for (std::size_t i = 0; i < S.count(); i += is_full ? 4 : 1) S.data<double>()[i] += 0.5;
  return S;
}

Request request_of(const std::string& method, const Options::Given& options, double mean = 0, Index components = 2,
                   bool has_factors = false) {
  Request request = make_request(sequence, method, options);
  request.stream.seed = 11;
  if (has_factors) request.given["S"] = some_factors(components, request.options.word("features") == "rks");
  if (mean == 0) return request;
  std::vector<double> mu(static_cast<std::size_t>(components) * 3, 0.0);
  for (Index c = 0; c < components; ++c) mu[static_cast<std::size_t>(3 * c + 1)] = c % 2 == 0 ? mean : -mean;
  request.given["mu"] = Array::from(mu, {components, 3});
  return request;
}

KernelCurves curves_of(const Request& request, Index draws, double sum = 0.7) {
  KernelQuestion asked;
  asked.axis = 1;
  asked.sum = sum;
  asked.draws = draws;
  asked.farthest = 2;
  asked.widest = 0;
  asked.steps = 8;
  return kernel_curves(request, asked, Progress());
}

struct CurveCase {
  const char* method;
  Options::Given options;
  double mean = 0;
  Index components = 2;
  bool has_spread = true;  // a closed form of it
  bool has_factors = false;
};

const std::vector<CurveCase> cases = {
    {"rfa", {{"samples", "8"}}},
    {"rfa", {{"samples", "8"}, {"features", "hyperbolic"}}},
    {"rfa", {{"samples", "8"}, {"features", "trig"}}},
    {"rfa", {{"samples", "8"}, {"features", "cosine"}}},
    {"rfa", {{"samples", "8"}, {"features", "hybrid"}}},
    {"rfa", {{"samples", "8"}, {"features", "hybrid"}, {"angle", "signs"}}},
    {"rfa", {{"samples", "8"}, {"proposal_variance", "1.5"}}, 0, 2, false},
    {"rfa", {{"samples", "8"}, {"features", "trig"}, {"proposal_variance", "full"}}, 0, 2, false},
    {"gmm", {{"frequencies", "8"}}, 1.2},
    {"gmm", {{"frequencies", "8"}}},
    {"gmm", {{"frequencies", "8"}, {"features", "prf"}}, 0.4},
    {"gmm", {{"frequencies", "8"}, {"features", "prf"}, {"components", "1"}}, 0.4, 1},
    {"gmm", {{"frequencies", "8"}, {"components", "3"}}, 1.2, 3},
    {"gmm", {{"frequencies", "8"}}, 1.2, 2, true, true},
    {"gmm", {{"frequencies", "8"}, {"components", "3"}}, 0, 3, true, true},
    {"gmm", {{"frequencies", "8"}, {"features", "prf"}, {"components", "3"}}, 0.4, 3, true, true},
    {"fastfood", {{"frequencies", "8"}, {"sigma", "1.5"}}, 0, 2, false},
};

}  // namespace

TEST_CASE("the closed form of a kernel is the mean over draws, and that of its variance their spread",
          "[statistics][diagnostics]") {
  constexpr Index kDraws = 4000;
  for (const CurveCase& one : cases) {
    std::string options;
    for (const auto& [name, value] : one.options) options += " " + name + "=" + value;
    INFO(one.method << options << " mu " << one.mean);
    const KernelCurves curves =
        curves_of(request_of(one.method, one.options, one.mean, one.components, one.has_factors), kDraws);
    REQUIRE(curves.law.size() == 9);
    CHECK(curves.deviation_law.empty() != one.has_spread);
    for (std::size_t i = 0; i < 9; ++i) {
      INFO("distance " << curves.distance[i]);
      // 153 means: one beyond five standard errors in 11 000 runs. A constant has none but rounding.
      CHECK(std::abs(curves.mean[i] - curves.law[i]) <
            5 * curves.deviation[i] / std::sqrt(static_cast<double>(kDraws)) + 1e-12);
      if (one.has_spread) CHECK(curves.deviation[i] == Approx(curves.deviation_law[i]).epsilon(0.2).margin(1e-12));
    }
  }
}

TEST_CASE("the density of frequencies is a density, centred where the components are", "[diagnostics]") {
  KernelQuestion asked;
  asked.axis = 1;
  asked.widest = 7;
  asked.steps = 280;
  const KernelCurves curves = kernel_curves(request_of("gmm", {{"frequencies", "512"}}, 2.5), asked, Progress());
  CHECK(curves.centres == std::vector<double>{2.5, -2.5});
  double total = 0, law = 0, far = 0;
  for (std::size_t i = 0; i < curves.omega.size(); ++i) {
    total += curves.density[i] * 0.05;
    law += curves.density_law[i] * 0.05;
    far = worst_of(far, std::abs(curves.density[i] - curves.density_law[i]));
  }
  CHECK(total == Approx(1).epsilon(0.01));
  CHECK(law == Approx(1).epsilon(1e-3));
  CHECK(far < 0.05);
  CHECK(curves.mean.empty());
}

TEST_CASE("the equation is that of the closed form, and there is none without one", "[diagnostics]") {
  const auto equation = kernel_equation;
  for (const char* features : {"positive", "trig"})
    CHECK(equation(request_of("rfa", {{"features", features}})) == "κ(q, k) = exp(q·k)");
  const std::string rks = equation(request_of("gmm", {})), prf = equation(request_of("gmm", {{"features", "prf"}}));
  CHECK(rks.find("‖S_cᵀ(q − k)‖²) cos(μ_c·(q − k))") != std::string::npos);
  CHECK(prf.find("exp(μ_c·(q + k) + (1/2) ‖S_cᵀ(q + k)‖² − ‖q‖² − ‖k‖²)") != std::string::npos);
  CHECK(equation(request_of("fastfood", {})).find("‖q − k‖²/(2 σ²)") != std::string::npos);
  CHECK(equation(request_of("fastfood", {{"features", "prf"}})).find("‖q + k‖²/(2 σ²)") != std::string::npos);
  CHECK(equation(request_of("generative", {})).empty());
  Request learned = request_of("fastfood", {{"frequencies", "8"}});
  learned.given["S"] = Array::from(std::vector<double>(8, 0.05), {2, 4});
  CHECK(equation(learned).empty());
}

TEST_CASE("a density is smoothed at its own scale, and seen as far as it goes", "[diagnostics]") {
  for (const auto& [method, options, peak] : std::vector<std::tuple<std::string, Options::Given, double>>{
           {"fastfood", {{"sigma", "10"}, {"frequencies", "256"}}, 3.989},
           {"fastfood", {{"sigma", "0.1"}, {"frequencies", "256"}}, 0.03989},
           {"rfa", {{"samples", "256"}}, 0.3989},
           {"rfa", {{"samples", "256"}, {"proposal_variance", "4"}}, 0.1995}}) {
    INFO(method << " " << options[0].second);
    KernelQuestion asked;
    asked.axis = 1;
    asked.widest = 0;
    const KernelCurves curves = kernel_curves(request_of(method, options), asked, Progress());
    REQUIRE(curves.density_law.size() == curves.density.size());
    CHECK(*std::max_element(curves.density_law.begin(), curves.density_law.end()) == Approx(peak).epsilon(1e-3));
    CHECK(*std::max_element(curves.density.begin(), curves.density.end()) == Approx(peak).epsilon(0.25));
    double total = 0;
    for (const double density : curves.density) total += density * 2 * curves.omega.back() / 50;
    CHECK(total == Approx(1).epsilon(0.02));
  }
}

TEST_CASE("the law of a mixture follows its S, also where that has no width", "[diagnostics]") {
  Request narrow = request_of("gmm", {{"frequencies", "512"}, {"components", "1"}});
  narrow.given["S"] = Array::from(std::vector<double>{1, 0, 0, 0.06, 0, 0.08, 0, 0, 1}, {1, 3, 3});
  const KernelCurves curves = curves_of(narrow, 0);
  CHECK(curves.density_law[4] == Approx(3.989).epsilon(1e-3));  // of N(0, 0.1²), in the middle
  CHECK(curves.omega.back() == Approx(0.4));
  narrow.given["S"] = Array::from(std::vector<double>(9, 0.0), {1, 3, 3});
  const KernelCurves spike = curves_of(narrow, 3);
  CHECK(spike.density_law.empty());
  CHECK(spike.law.back() == Approx(1));
  for (const double density : spike.density) CHECK(std::isfinite(density));
}

TEST_CASE("learned arrays of FastFood have no law; its draws keep them, and take other noise than the given",
          "[diagnostics]") {
  const Request drawn = request_of("fastfood", {{"frequencies", "8"}});
  for (const char* name : {"S", "G", "B"}) {
    Request learned = drawn;
    learned.given[name] = Array::from(std::vector<double>(8, 0.05), {2, 4});
    const KernelCurves curves = curves_of(learned, 4);
    INFO(name);
    CHECK(curves.law.empty());
    CHECK(curves.density_law.empty());
    CHECK(curves.mean.size() == 9);
  }
  Request still = drawn;
  for (const char* name : {"S", "G", "B"})
    still.given[name] = Array::from(std::vector<double>{0.3, 0.6, 0.9, 1.2, 0.4, 0.5, 0.6, 0.7}, {2, 4});
  still.given["perm"] = Array::from(std::vector<double>{0, 1, 2, 3, 3, 2, 1, 0}, {2, 4});
  for (const double deviation : curves_of(still, 4).deviation) CHECK(deviation < 1e-12);
  Request noisy = request_of("gmm", {{"frequencies", "8"}});
  noisy.given["eps"] = normals({8, 3}, 5);
  CHECK(curves_of(noisy, 4).deviation.back() > 0.01);
}

TEST_CASE("without a closed form there is none, and of the orthogonal draw none of the spread", "[diagnostics]") {
  const KernelCurves generative = curves_of(request_of("generative", {{"frequencies", "16"}}), 4);
  CHECK(generative.law.empty());
  CHECK(generative.density_law.empty());
  CHECK(generative.mean.size() == 9);
  const KernelCurves orthogonal = curves_of(request_of("rfa", {{"samples", "6"}, {"draw", "orthogonal"}}), 4);
  CHECK(orthogonal.law.size() == 9);
  CHECK(orthogonal.deviation_law.empty());
}

TEST_CASE("the kernel of a draw is the one that its attention is made of", "[identity][diagnostics]") {
  // One query and two keys along an axis: their attention stands to one another as their products do.
  constexpr double kQuery = 0.9, kKeys[2] = {-0.4, 0.7};
  const auto tiny = Sequence::make(Array::from(std::vector<double>{0, kQuery}, {1, 2}),
                                   Array::from(std::vector<double>{0, kKeys[0], 0, kKeys[1]}, {2, 2}),
                                   Array::from(std::vector<double>{1, 2}, {2, 1}));
  for (const auto& [method, options] :
       std::vector<std::pair<std::string, Options::Given>>{{"rfa", {{"samples", "5"}}},
                                                           {"rfa", {{"samples", "5"}, {"features", "trig"}}},
                                                           {"rfa", {{"samples", "5"}, {"features", "cosine"}}},
                                                           {"gmm", {{"frequencies", "5"}}},
                                                           {"gmm", {{"frequencies", "5"}, {"features", "prf"}}},
                                                           {"fastfood", {{"frequencies", "5"}}}}) {
    Request request = make_request(tiny, method, options);
    request.options.set(method, {OptionSpec::scale()}, "scale", 1.0);
    request.precision = Precision::f64;
    request.stream = {3, 2, 1};
    INFO(method << (options.size() > 1 ? options[1].second : ""));
    double products[2];
    for (int i = 0; i < 2; ++i) {
      KernelQuestion asked;
      asked.axis = 1;
      asked.sum = kQuery + kKeys[i];
      asked.farthest = kQuery - kKeys[i];
      asked.steps = 1;
      products[i] = kernel_curves(request, asked, Progress()).kappa.back();
    }
    request.want = {{"attention"}};
    const Array map = run(request).at("attention");
    CHECK(map.at(0) / map.at(1) == Approx(products[0] / products[1]).epsilon(1e-10));
  }
}
