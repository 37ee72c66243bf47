// Many independent draws of an estimate in one run: every head of a sequence gets the same q, k and v and its own
// noise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/request.h"
#include "support/statistics.h"

namespace omega::test {

/// A seed for Philox: fixed, or rotated by OMEGASCOPE_TEST_SEED.
std::uint32_t stream_seed(std::uint32_t fixed);

/// One head whose scaled q and k have mean ‖q + k‖² of exactly `mean_square` over all pairs: N, M = N + 1 keys,
/// dimension D and two value dimensions.
std::shared_ptr<const Sequence> small_sequence(Index n, Index dim, double mean_square, std::uint32_t seed);

/// The same sequence `heads` times.
std::shared_ptr<const Sequence> repeated(const Sequence& one, Index heads);

/// One output of `heads` independent draws in float64: [heads, ...].
Array draws_of(const Sequence& one, const std::string& method, const Options::Given& options, const std::string& output,
               Index heads, std::uint32_t seed, const Arrays& given = {});

/// Softmax attention of one head, in float64.
Array exact_attention(const Sequence& one, bool causal = false);

/// The moments over draws of each entry of an output.
std::vector<Moments> moments_over_draws(const Array& draws);

/// Adds "the mean of each entry is the reference" to a claim.
void claim_mean(Claim& claim, const std::string& what, const Array& draws, const Array& reference);

/// Mean over entries and draws of (draw − reference)².
double mean_squared_error(const Array& draws, const Array& reference);

/// `count` uniform numbers of Philox, from a stream that nothing else reads.
std::vector<double> uniforms(Index count, std::uint32_t seed, std::uint32_t stream = 900);

}  // namespace omega::test
