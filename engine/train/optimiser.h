// AdamW (Loshchilov and Hutter 2019) with warm-up, decay and a bound on the gradient's norm.
//
//   m ← β1 m + (1 − β1) g,  v ← β2 v + (1 − β2) g²,  p ← p − η (m̂/(√v̂ + ε) + λ p),  m̂, v̂: m, v unbiased
#pragma once

#include "core/memory.h"
#include "train/parameters.h"
#include "train/settings.h"

namespace omega::train {

/// η of the step after `done` steps: `rate` with warm-up and decay.
double rate_after(const TrainingSettings& training, double rate, Index done);

/// Scales all of a gradient down where it is longer than `limit`, unless that is 0. Returns the norm that it had
/// before.
double clip_norm(float* gradient, Index count, double limit);

class AdamW {
 public:
  explicit AdamW(const ParameterTable& table);

  void apply(const ParameterTable& table, const TrainingSettings& training, double rate, const float* gradient,
             float* parameters);

  // For checkpoints.
  float* first() { return first_.data(); }
  float* second() { return second_.data(); }
  Index steps() const { return steps_; }
  void set_steps(Index steps) { steps_ = steps; }

 private:
  Buffer<float> first_, second_;
  Index steps_ = 0;
};

}  // namespace omega::train
