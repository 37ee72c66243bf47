// The optimiser by hand: rates of steps, gradients that are too long, and AdamW's first two steps.
#include "train/optimiser.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace omega;
using namespace omega::train;

TEST_CASE("the rate rises evenly over the warm-up, its first step included, and falls to 0 as its decay says",
          "[unit][train]") {
  TrainingSettings training;
  training.warmup = 4;
  training.steps = 12;
  const auto check_rates = [&](Decay decay, const std::vector<double>& expected) {
    training.decay = decay;
    std::vector<double> rates;
    for (const Index done : {0, 1, 3, 4, 6, 8, 11, 12}) rates.push_back(rate_after(training, 0.8, done));
    CHECK_THAT(rates, Catch::Approx(expected).margin(1e-12));
  };
  const double after_two = 0.4 * (1 + std::numbers::sqrt2 / 2), last = 0.4 * (1 - std::cos(std::numbers::pi / 8));
  check_rates(Decay::none, {0.2, 0.4, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8});
  check_rates(Decay::linear, {0.2, 0.4, 0.8, 0.8, 0.6, 0.4, 0.1, 0});
  check_rates(Decay::cosine, {0.2, 0.4, 0.8, 0.8, after_two, 0.4, last, 0});
  training.warmup = 0;
  CHECK(rate_after(training, 0.8, 0) == Approx(0.8));
  CHECK(rate_after(training, 0.8, 6) == Approx(0.4));
}

TEST_CASE("a gradient that is too long is as long as is allowed, and says how long it was", "[unit][train]") {
  for (const auto& [limit, first, second] :
       {std::array{1.0, 0.6, 0.8}, std::array{5.5, 3.0, 4.0}, std::array{0.0, 3.0, 4.0}}) {
    float gradient[] = {3, 4};
    CHECK(clip_norm(gradient, 2, limit) == Approx(5));
    CHECK(static_cast<double>(gradient[0]) == Approx(first));
    CHECK(static_cast<double>(gradient[1]) == Approx(second));
  }
}

TEST_CASE("two steps of AdamW are those of its equations", "[unit][train]") {
  ParameterTable table;
  table.add("matrix", {1, 1}, true);
  table.add("bias", {1}, false);
  TrainingSettings training;
  training.beta1 = 0.9;
  training.beta2 = 0.75;
  training.epsilon = 0.5;
  training.weight_decay = 0.1;
  AdamW optimiser(table);
  const double rates[] = {0.2, 0.3}, gradients[2][2] = {{2, -1}, {-3, 0.5}};
  double m[2] = {0, 0}, v[2] = {0, 0}, expected[2] = {1, -2};
  float parameters[] = {1, -2};
  for (int step = 0; step < 2; ++step) {
    const float gradient[] = {static_cast<float>(gradients[step][0]), static_cast<float>(gradients[step][1])};
    optimiser.apply(table, training, rates[step], gradient, parameters);
    for (int i = 0; i < 2; ++i) {
      const double g = gradients[step][i], decay = i == 0 ? 0.1 : 0;
      m[i] = 0.9 * m[i] + 0.1 * g;
      v[i] = 0.75 * v[i] + 0.25 * g * g;
      const double unbiased_m = m[i] / (1 - std::pow(0.9, step + 1)),
                   unbiased_v = v[i] / (1 - std::pow(0.75, step + 1));
      expected[i] -= rates[step] * (unbiased_m / (std::sqrt(unbiased_v) + 0.5) + decay * expected[i]);
      CHECK(static_cast<double>(parameters[i]) == Approx(expected[i]).epsilon(1e-6));
    }
  }
  CHECK(optimiser.steps() == 2);
}
