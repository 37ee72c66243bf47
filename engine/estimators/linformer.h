// linformer: keys and values projected along the sequence to a fixed number of rows (Wang et al. 2020; specification,
// section 7).
//
//   y = softmax(q (P K)ᵀ)(P V),  P of J × M, J = `projected`
//   random: P = ε/√J with standard normal ε;  pool: P takes the means over J segments (J ≤ M)
//
// It estimates no softmax: in a trained model P is learned. Cost: O((N + M)·J·(D + Dv)) time; workspace of J rows and
// a few rows of P at a time. Options: projected, projection, scale. Look at: rows of the map that do not sum to 1
// (random), or bands as wide as a segment (pool).
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator linformer_estimator();

}  // namespace omega
