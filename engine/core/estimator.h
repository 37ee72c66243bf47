// Estimator: a description and one pure function of (inputs, options, noise), for float and for double; and the same
// for the CUDA backend where that can do it.
#pragma once

#include <functional>
#include <utility>

#include "core/call.h"
#include "core/cuda_method.h"
#include "core/info.h"

namespace omega {

struct Estimator {
  EstimatorInfo info;
  std::function<void(const Call<float>&)> compute_f32;
  std::function<void(const Call<double>&)> compute_f64;
  CudaMethod cuda = {};
};

/// `compute` is a generic callable: [](const auto& call) { ... }.
template <class Compute>
Estimator make_estimator(EstimatorInfo info, Compute compute, CudaMethod cuda = {}) {
  return {std::move(info), compute, compute, std::move(cuda)};
}

}  // namespace omega
