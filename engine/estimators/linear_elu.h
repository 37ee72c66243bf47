// linear_elu: linear attention with the features φ(x) = elu(x) + 1 (Katharopoulos et al. 2020; specification, section
// 7).
//
//   φ(x) = max(x + 1, eˣ) for each coordinate,  y_n = φ(q_n)·Σ_m φ(k_m) v_mᵀ / φ(q_n)·Σ_m φ(k_m)
//
// It estimates no softmax: no target, no proposal, no noise. Cost: O((N + M)·D·Dv) time, O(D·Dv) workspace.
// Options: causal, scale (the original does not scale: scale=1). Look at: a map of rank D, soft everywhere.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator linear_elu_estimator();

}  // namespace omega
