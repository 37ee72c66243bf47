// scatterbrain: keys of a window exactly, all others by positive random features (Chen et al. 2021; specification,
// section 7; the EVA paper's Eq. 30).
//
//   y_n = [Σ_{m∈E^n} e^{a_nm} v_m + Σ_{m∉E^n} φ(q_n)·φ(k_m) v_m] / [the same without v]
//   φ_s(x) = ξ(x,ω_s)/√S,  ω_s ~ N(0, I)
//
// The far sums are built from running sums before and after the window (key_sums.h), never as "all minus the window",
// which would lose everything where the window dominates. In log space throughout. Cost: O((N + M)·S·(D + Dv) +
// N·w·(D + Dv)) time; the running sums take the same workspace for any number of keys.
// Options: samples, draw, window, overlap, causal, grid, scale. Look at: sharp blocks on the diagonal over a blurred
// low-rank rest.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator scatterbrain_estimator();

}  // namespace omega
