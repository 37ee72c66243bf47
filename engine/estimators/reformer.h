// reformer: attention among tokens that fall into the same hash bucket (Kitaev et al. 2020; specification, section 7).
//
//   round r: bucket(x) = argmax of [xR_r, −xR_r], R_r of D × buckets/2 standard normals, the first on ties, in double
//   A_nm ∝ e^{a_nm} · (the number of rounds in which n and m meet): each round is a softmax over the bucket of n, and
//   rounds are combined by their log-sum-exp. Where no round has a key for n, y_n is the mean of all values.
//   Queries and keys are hashed as they are; the paper's sharing of both is left out.
//
// No target: near pairs meet often and far ones are forgotten. Cost: O((N + M)·R·b·D) to hash, then about N·M·R/b pairs
// (all, if all tokens share a bucket); workspace O(N·Dv + M), never N×M. Options: hashes, buckets, scale.
// Look at: the sparse pattern of the map, and how it fills with more hashes.
#pragma once

#include "core/estimator.h"

namespace omega {

Estimator reformer_estimator();

}  // namespace omega
