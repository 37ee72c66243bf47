// What a training step costs, against counts made by hand; no test says how fast it is.
#include "bench/training.h"

#include <catch2/catch.hpp>

using namespace omega;

TEST_CASE("a training step is three forward passes of projections, feed-forward part and attention", "[unit][bench]") {
  const auto flops = [](const std::string& name) {
    return training_cost(train::plan_of(training_case(name, 200, 400))).flops;
  };
  // For each token and layer: 4 projections and 2 of the feed-forward part, 2·64² flops each, and 4 heads with D = 16:
  // softmax 4·200·16; rks two projections on 32 frequencies, sums of 64 features times 16 values and back; prf on 64.
  const double denominators = 0.02;  // the engine's counts have those of the quotient too
  const double tokens = 3.0 * 400 * 200 * 3, linear = 6 * 2 * 64 * 64;
  CHECK(flops("softmax") == Approx(tokens * (linear + 4 * 4 * 200 * 16)));
  CHECK(flops("gmm-rks") == Approx(tokens * (linear + 4 * (2 * 2 * 32 * 16 + 2 * 2 * 64 * 16))).epsilon(denominators));
  CHECK(flops("gmm-prf") == Approx(tokens * (linear + 4 * (2 * 2 * 64 * 16 + 2 * 2 * 64 * 16))).epsilon(denominators));
}

TEST_CASE("training steps are timed", "[unit][bench]") {
  TimingPlan plan;
  plan.seconds = 0;
  const Timing timing = time_training(training_case("gmm-rks", 24, 12), Backend::cpu, 1, plan, {});
  CHECK(timing.repeats == plan.least);
  CHECK(timing.min_ms > 0);
  CHECK(timing.min_ms <= timing.median_ms);
  CHECK(timing.workspace_bytes > 0);
}
