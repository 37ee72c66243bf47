#include "bench/training.h"

#include <algorithm>
#include <chrono>

#include "core/error.h"
#include "core/memory.h"
#include "cpu/parallel.h"
#include "estimators/registry.h"
#include "train/trainer.h"

namespace omega {

Timing time_training(const Options& options, Backend backend, int threads, const TimingPlan& plan,
                     const Progress& progress) {
  Timing timing;
  with_threads(threads, [&] {
    const memory::Peak peak;
    train::Trainer trainer(options, Progress(progress.stop()), backend);
    const auto once = [&] {
      progress.check();
      const auto start = std::chrono::steady_clock::now();
      trainer.advance();
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    };
    const double first = once();
    timing = time_repeatedly(once, first, plan, progress);
    const train::Trainer::Place place = trainer.place();
    timing.workspace_bytes = place.backend == "cuda" ? place.device_bytes : peak.bytes();
  });
  return timing;
}

Cost training_cost(const train::TrainPlan& plan) {
  const train::ModelSettings& model = plan.model;
  const train::EstimatorOf head = train::estimator_of(model);
  const EstimatorInfo& info = find_estimator(head.method).info;
  const Options options(head.method, info.options, head.options);
  const Sizes sizes{{}, 1, model.length, model.length, model.head_width(), model.head_width()};
  const Arrays none;
  const auto width = static_cast<double>(model.width), hidden = static_cast<double>(model.hidden),
             length = static_cast<double>(model.length);
  Cost layer = static_cast<double>(model.heads) * info.cost({sizes, options, none});
  layer.flops += length * (8 * width * width + 4 * width * hidden);
  layer.bytes = 0;
  return 3.0 * static_cast<double>(plan.training.batch * model.layers) * layer;
}

Options training_case(const std::string& name, Index length, Index batch) {
  const std::size_t dash = name.find('-');
  Options::Given given = {{"attention", name.substr(0, dash)},
                          {"length", std::to_string(length)},
                          {"batch", std::to_string(batch)},
                          {"examples", std::to_string(std::max<Index>(90, 2 * batch))},
                          {"validation_examples", "9"},
                          {"validate_every", "1000000"},
                          {"redraw", "1"}};
  if (dash != std::string::npos) given.emplace_back("features", name.substr(dash + 1));
  return train::make_train_options_of("paper", given, kTrainingFeatures);
}

}  // namespace omega
