// lara: linear randomized attention. A few proposals are shared by all queries and combined by self-normalised multiple
// importance sampling, in linear time (specification, section 5; LARA paper, section 4).
//
//   log w_nc = log α_nc(ω_c) + log N(ω_c; 0, I) − log q_c(ω_c) + log ξ(q_n, ω_c) + L_c,   L_c = log Σ_m ξ(k_m, ω_c)
//   y_n = Σ_c softmax_c(log w_nc) f(ω_c)
//
// Target: p_n; proposals q_c: proposals/; weights α: weightings/. Cost: O((N + M)·C·(D + Dv)) time, O((N + M)·C)
// numbers at most. With standard proposals and constant weights it is rfa; with each query's own mixture and
// normalise=none it is ra. Look at: proposals standing where the targets are, ESS beside rfa's, and α at one ω.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator lara_estimator();

}  // namespace omega
