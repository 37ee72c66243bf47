// The estimator that CONTRIBUTING.md adds as an example: it compiles as it stands there, and is what it says.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/estimator.h"
#include "estimators/small_problem.h"

namespace omega {
Estimator linear_exp_estimator();
}

using namespace omega;
using namespace omega::test;

TEST_CASE("the example of the manual computes its equation", "[unit]") {
  const auto sequence = random_sequence(5, 7, 3, 2);
  const Estimator example = linear_exp_estimator();
  const EstimatorInfo& info = example.info;
  const Options options(info.name, info.options);
  const Problem problem{sequence->sizes, options, {}};
  const double root = std::pow(3.0, -0.25);
  Arrays none;
  const std::vector<ArraySpec> arrays = info.arrays(problem);
  RunState state{*sequence, options, none, arrays, {}, root * root, {}, {}};
  for (const OutputSpec& output : info.outputs(problem))
    state.outputs.emplace(output.name, Array(Dtype::f64, output.shape));
  const auto view = [](const Array& array) {
    return View<const double>(array.data<double>(), array.shape()[0], array.shape()[1]);
  };
  const View<const double> q = view(sequence->q), k = view(sequence->k), v = view(sequence->v);
  const Progress progress;
  example.compute_f64(Call<double>(state, 0, q, k, v, progress));
  for (Index n = 0; n < 5; ++n)
    for (Index d = 0; d < 2; ++d) {
      double numerator = 0, denominator = 0;
      for (Index m = 0; m < 7; ++m) {
        double product = 0;
        for (Index i = 0; i < 3; ++i) product += std::exp(root * q(n, i)) * std::exp(root * k(m, i));
        numerator += product * v(m, d);
        denominator += product;
      }
      CHECK(state.outputs.at("y").at(static_cast<std::size_t>(2 * n + d)) ==
            Approx(numerator / denominator).epsilon(1e-12));
    }
  CHECK(info.cost(problem).flops > 0);
  CHECK(info.traits(options).deterministic);
  CHECK_FALSE(info.not_causal.empty());  // asked for by causal_test.cpp, which runs over the registry
}
