// Estimator: a description and one pure function of (inputs, options, noise), for float and for double.
#pragma once

#include <functional>
#include <utility>

#include "core/call.h"
#include "core/info.h"

namespace omega {

struct Estimator {
  EstimatorInfo info;
  std::function<void(const Call<float>&)> compute_f32;
  std::function<void(const Call<double>&)> compute_f64;
};

/// `compute` is a generic callable: [](const auto& call) { ... }.
template <class Compute>
Estimator make_estimator(EstimatorInfo info, Compute compute) {
  return {std::move(info), compute, compute};
}

}  // namespace omega
