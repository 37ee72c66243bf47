// `omega bench train`: how long a training step takes.
#pragma once

#include <string>
#include <vector>

#include "bench/harness.h"
#include "bench/peak_cache.h"
#include "settings.h"

namespace omega::command {

struct TrainBench {
  std::vector<std::string> cases;  // "softmax", "gmm-rks"
  Index length = 200, batch = 400;
  std::vector<int> threads;
  TimingPlan timing;
};

void bench_train(const TrainBench& what, PeakCache& peaks, const Settings& settings);

}  // namespace omega::command
