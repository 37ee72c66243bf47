#include "train/optimiser.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace omega::train {

double rate_after(const TrainingSettings& training, double rate, Index done) {
  if (done < training.warmup) return rate * static_cast<double>(done + 1) / static_cast<double>(training.warmup);
  const double left = static_cast<double>(training.steps - done) /
                      static_cast<double>(std::max<Index>(1, training.steps - training.warmup));
  switch (training.decay) {
    case Decay::cosine: return rate * 0.5 * (1 - std::cos(std::numbers::pi * std::clamp(left, 0.0, 1.0)));
    case Decay::linear: return rate * std::clamp(left, 0.0, 1.0);
    case Decay::none: break;
  }
  return rate;
}

double clip_norm(float* gradient, Index count, double limit) {
  double squares = 0;
  for (Index i = 0; i < count; ++i) squares += static_cast<double>(gradient[i]) * static_cast<double>(gradient[i]);
  const double norm = std::sqrt(squares);
  if (limit > 0 && norm > limit)
    for (Index i = 0; i < count; ++i) gradient[i] *= static_cast<float>(limit / norm);
  return norm;
}

AdamW::AdamW(const ParameterTable& table)
    : first_(static_cast<std::size_t>(table.count()), 0.0f), second_(static_cast<std::size_t>(table.count()), 0.0f) {}

void AdamW::apply(const ParameterTable& table, const TrainingSettings& training, double rate, const float* gradient,
                  float* parameters) {
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const auto beta1 = static_cast<float>(training.beta1), beta2 = static_cast<float>(training.beta2),
             epsilon = static_cast<float>(training.epsilon);
  const auto step = static_cast<float>(rate / (1 - std::pow(training.beta1, steps)));
  const auto correction = static_cast<float>(1 / std::sqrt(1 - std::pow(training.beta2, steps)));
  for (const Parameter& parameter : table.all()) {
    const float shrink = parameter.decays ? static_cast<float>(1 - rate * training.weight_decay) : 1.0f;
    for (Index i = parameter.offset; i < parameter.offset + parameter.count; ++i) {
      float& m = first_[static_cast<std::size_t>(i)];
      float& v = second_[static_cast<std::size_t>(i)];
      m = beta1 * m + (1 - beta1) * gradient[i];
      v = beta2 * v + (1 - beta2) * gradient[i] * gradient[i];
      parameters[i] = shrink * parameters[i] - step * m / (std::sqrt(v) * correction + epsilon);
    }
  }
}

}  // namespace omega::train
