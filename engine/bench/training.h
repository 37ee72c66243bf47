// How long a training step takes: forward, backward and AdamW of one batch; and how many of them it takes to learn.
#pragma once

#include <string>

#include "bench/harness.h"
#include "train/settings.h"

namespace omega {

/// Steps of a fresh run on a few made-up examples; `threads` 0: all. workspace_bytes is all that the run holds
/// where it is computed, on the host or on the device.
Timing time_training(const Options& options, Backend backend, int threads, const TimingPlan& plan,
                     const Progress& progress);

/// Three times the forward pass: 4 projections and the feed-forward part of each layer, and the attention of each head
/// as the engine's estimator counts it. Bytes are left out: a layer's rows can stay in cache.
Cost training_cost(const train::TrainPlan& plan);

/// About how long one step takes, and all steps of a run with their validations and the last measure; told beforehand.
double step_seconds(const train::TrainPlan& plan, int threads);
double training_seconds(const train::TrainPlan& plan, int threads);

/// Options of a run of which single steps are timed: few examples, no validation, fresh noise at every step.
Options::Given timed_run(Index length, Index batch);

/// Trains on the CPU until a validation reaches `accuracy`, or to the last step.
struct Learned {
  std::optional<Index> step;  // of that validation
  double best_accuracy = 0, seconds = 0;
};
Learned learn_until(const Options& options, double accuracy, int threads, const Progress& progress);

/// The features of a head in every case, whatever its attention: cases that are compared are to cost alike.
constexpr Index kTrainingFeatures = 64;

/// The options of a case such as "softmax" or "gmm-rks" at the paper's sizes, with this length and batch and so many
/// features.
Options training_case(const std::string& name, Index length, Index batch);

}  // namespace omega
