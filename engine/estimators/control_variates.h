// control_variates: random-feature attention seen as a sum of control-variate estimators (specification, section 6).
//
//   g_m = Σ_s α_s ξ(q_n,ω_s) ξ(k_m,ω_s) v_m,  h_m the same without v_m,  α_s = 1/(S Z_n),  E[h_m] = π_nm
//   y        = Σ_m [g_m − β̂ (h_m − π_nm)], one β̂ = Σg/Σh for all keys: it is rfa                   (EVA paper, Eq. 7)
//   y_groups = Σ_c (Σ_{P_c} π_nm) β̂_c, β̂_c = Σ_{P_c} g/Σ_{P_c} h                                   (Eq. 11)
//   y_tokens : a coefficient for each key, β_m = v_m, and nothing is estimated any more: it is softmax (Proposition 1)
//   J(β_1..β_C) = Σ_c Σ_{m∈P_c} π_nm ‖β_c − v_m‖²; its minimum is at β*_c = Σ_{P_c} π_nm v_m / Σ_{P_c} π_nm (Eq. 9–10)
//
// Target and proposal are those of rfa with positive features; ω is shared by all groups. J_groups ≤ J_global ≤ J_rfa.
// Cost: y as rfa, O((N + M)·S·(D + Dv)); all else is quadratic in time and computed only when wanted.
// Options: samples, draw, groups, scale. Look at: J falling from one global β to C local ones.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator control_variates_estimator();

}  // namespace omega
