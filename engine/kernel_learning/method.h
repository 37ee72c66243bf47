// What gmm, fastfood and generative share: they differ only in where their frequencies come from.
#pragma once

#include <string>
#include <vector>

#include "core/estimator.h"
#include "kernel_learning/features.h"

namespace omega {

/// `features`, `frequencies` (m), then the method's own, then `causal` and `scale`.
std::vector<OptionSpec> kernel_options(const std::string& what_m_counts, std::vector<OptionSpec> own = {});

/// y, attention, omega (F×D) and nonpositive.
std::vector<OutputSpec> kernel_outputs(const Problem& problem, Index frequencies);

Traits kernel_traits(const Options& options);

/// `project_flops`: of all frequencies for one token.
Cost kernel_cost(const Problem& problem, Index frequencies, double project_flops);

/// All outputs, from the projection on the F frequencies.
template <class T>
void run_kernel_method(const Call<T>& call, Index frequencies, Projection<T> project);

/// The same, from the frequencies themselves.
template <class T>
void run_kernel_method(const Call<T>& call, const Matrix<T>& omega);

}  // namespace omega
