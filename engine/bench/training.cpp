#include "bench/training.h"

#include <algorithm>
#include <chrono>

#include "bench/forecast.h"
#include "bench/machine.h"
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
    const auto once = [&](Progress&) {
      progress.check();
      const auto start = std::chrono::steady_clock::now();
      trainer.advance();
      return 1e3 * seconds_since(start);
    };
    timing = time_repeatedly(once, plan, progress);
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

double step_seconds(const train::TrainPlan& plan, int threads) {
  constexpr double kMoreThanAnEstimate = 8;  // 8 to 13 measured: a batch makes large products
  return ordinary_seconds((1 / kMoreThanAnEstimate) * training_cost(plan), threads);
}

double training_seconds(const train::TrainPlan& plan, int threads) {
  const train::TrainingSettings& training = plan.training;
  const Index passes = 3 * training.steps * training.batch +  // of an example forwards; a step takes three
                       (training.steps / training.validate_every + 1) * training.validation_examples +
                       (plan.model.has_noise() ? train::kVariancePasses * train::kVarianceExamples : 0);
  return static_cast<double>(passes) / static_cast<double>(3 * training.batch) * step_seconds(plan, threads);
}

Options::Given timed_run(Index length, Index batch) {
  return {{"length", std::to_string(length)},
          {"batch", std::to_string(batch)},
          {"examples", std::to_string(std::max<Index>(90, 2 * batch))},
          {"validation_examples", "9"},
          {"validate_every", "1000000"},
          {"redraw", "1"}};
}

Learned learn_until(const Options& options, double accuracy, int threads, const Progress& progress) {
  Learned learned;
  with_threads(threads, [&] {
    const Progress stop(progress.stop());
    train::Trainer trainer(options, stop, Backend::cpu);
    const auto steps = static_cast<double>(trainer.plan().training.steps);
    while (!learned.step && !trainer.finished()) {
      trainer.advance(stop);
      const train::TrainState state = trainer.state();
      progress.report(static_cast<double>(state.step) / steps);
      learned.best_accuracy = state.best_accuracy;
      learned.seconds = state.seconds;
      if (state.best_accuracy >= accuracy) learned.step = state.step;
    }
  });
  return learned;
}

Options training_case(const std::string& name, Index length, Index batch) {
  Options::Given given = timed_run(length, batch);
  for (const auto& one : train::given_of_title(name)) given.push_back(one);
  return train::make_train_options_of("paper", given, kTrainingFeatures);
}

}  // namespace omega
