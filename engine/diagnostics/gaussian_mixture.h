// Mixtures of unit-covariance Gaussians in ω-space: what every target p_n and every proposal q_c is.
//
//   p_n(ω) = Σ_m π_nm N(ω; q_n + k_m, I)      q_c(ω) = N(ω; μ_c, I), or a mixture of its own
#pragma once

#include <span>
#include <vector>

#include "core/array.h"

namespace omega {

struct GaussianMixture {
  Matrix<double> means;             // one row a component
  std::vector<double> log_weights;  // their exponentials sum to 1

  Index dims() const { return means.cols(); }
  Index components() const { return means.rows(); }
};

/// From relative weights (none negative, not all 0; they need not sum to 1) and means.
GaussianMixture make_mixture(std::span<const double> weights, View<const double> means);

/// p_n of a scaled query, over scaled keys.
GaussianMixture target_mixture(std::span<const double> query, View<const double> keys);

/// For one head's keys, scaled by `factor` block by block, where a mixture of so many means would be too much to keep:
/// the logits of a scaled query, log π_nm of the first `seen` keys from them, ‖ω − q_n − k_m‖², and log p_n at one ω.
std::vector<double> target_logits(std::span<const double> query, const Array& keys, double factor);
std::vector<double> target_log_weights(std::span<const double> query, const Array& keys, double factor, Index seen);
std::vector<double> squared_offsets(std::span<const double> query, const Array& keys, double factor,
                                    std::span<const double> omega);
double log_target(std::span<const double> query, const std::vector<double>& logits, const Array& keys, double factor,
                  std::span<const double> omega);

}  // namespace omega
