// nystrom: softmax attention through landmarks, as a product of three small maps (Xiong et al. 2021; specification,
// section 7).
//
//   q̃_c, k̃_c: means over segment c of the queries and of the keys
//   F = softmax(q k̃ᵀ),  A = softmax(q̃ k̃ᵀ),  B = softmax(q̃ kᵀ),  y = F·Z·(B V),  Z ≈ A⁺
//   iterative: 6 steps of Z ← ¼Z(13I − AZ(15I − AZ(7I − AZ))), Z_0 = Aᵀ/(‖A‖_1‖A‖_∞)
//   svd: the pseudo-inverse in double, singular values up to C·2⁻⁵²·σ_max taken as 0
//
// No noise, no target; rows of F·Z·B need not sum to 1 and weights may be negative. Cost: O((N + M)·C·(D + Dv) + C³)
// time, O(C·(C + D + Dv)) workspace. Options: landmarks, pinv, scale. Look at: how wrong the map gets where A is
// ill-conditioned, that is, where landmarks resemble each other.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator nystrom_estimator();

}  // namespace omega
