// The methods that the CUDA backend computes: one function for each, named like its estimator. What each can do is declared where
// it is made, below its code in methods/.
#pragma once

#include <functional>
#include <vector>

#include "core/cuda_method.h"
#include "core/call.h"

namespace omega::cuda {

CudaMethod softmax_method();
CudaMethod rfa_method();
CudaMethod is_method();
CudaMethod ra_method();
CudaMethod mis_method();
CudaMethod lara_method();
CudaMethod eva_method();
CudaMethod local_method();
CudaMethod scatterbrain_method();
CudaMethod nystrom_method();
CudaMethod linformer_method();
CudaMethod linear_elu_method();

/// gmm and generative: whoever makes the frequencies makes them for one head on the CPU; they are few.
CudaMethod frequencies_method(std::function<Matrix<float>(const Call<float>&)> frequencies);

/// FastFood's factors of one head: blocks × P each; `scales` carries 1/(σ√P).
struct FastFoodFactors {
  Matrix<float> signs, gains, scales;
  std::vector<std::int32_t> permutation;
};
CudaMethod fastfood_method(std::function<FastFoodFactors(const Call<float>&)> factors);

}  // namespace omega::cuda
