// The methods that the CUDA backend computes: one function for each, named like its estimator. What each can do is
// declared where it is made, below its code in methods/.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/call.h"
#include "core/cuda_method.h"
#include "math/segments.h"

namespace omega::cuda {

CudaMethod softmax_method();
CudaMethod rfa_method();
CudaMethod is_method();
CudaMethod ra_method();
CudaMethod mis_method();
CudaMethod lara_method();

/// The groups of all keys, or of those that are not seen exactly: the CPU's estimator makes them.
using MakeGroups = std::function<std::vector<KeyGroup>(const Sizes& sizes, Index asked, const std::optional<Grid>& grid,
                                                       const std::optional<Range>& seen)>;
CudaMethod eva_method(MakeGroups groups);

CudaMethod local_method();
CudaMethod scatterbrain_method();
CudaMethod nystrom_method();
CudaMethod linformer_method();
CudaMethod linear_elu_method();

/// gmm and generative: the CPU makes the frequencies of one head; they are few.
CudaMethod frequencies_method(std::function<Matrix<float>(const Call<float>&)> frequencies);

/// FastFood's factors of one head: blocks × P each; `scales` carries 1/(σ√P).
struct FastFoodFactors {
  Matrix<float> signs, gains, scales;
  std::vector<std::int32_t> permutation;
};
CudaMethod fastfood_method(std::function<FastFoodFactors(const Call<float>&)> factors);

}  // namespace omega::cuda
