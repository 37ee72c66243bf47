// How long a training step takes: forward, backward and AdamW of one batch.
#pragma once

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

/// What a head of a case has, whatever its attention: beside each other they are to cost alike.
constexpr Index kTrainingFeatures = 64;

/// The options of a case such as "softmax" or "gmm-rks" at the paper's sizes, with this length and batch and so many
/// features.
Options training_case(const std::string& name, Index length, Index batch);

}  // namespace omega
