// From token vectors to q, k and v by seeded linear projections, as the first layer of a transformer makes them from
// patches or words: layer norm, then per head q = W_q x, k = W_k x, v = W_v x.
//
// W_q and W_v are standard normal over √width. W_k shares a part of W_q (correlation 0.8), because in trained models
// queries and keys of similar content point the same way; independent matrices would give attention without any
// structure. All numbers come from Philox under a draw of their own, so that no estimator sees the same ones.
#pragma once

#include "io/reader.h"

namespace omega {

/// What texts and images have, where nothing else is said.
constexpr Index kMadeHeads = 4, kMadeDim = 32;
/// What was made of a text or an image, in words.
std::string made_text(Index heads, Index dim, std::uint32_t seed);

/// What the seeded matrices are for: streams of their own.
enum class SeededMatrix : std::uint32_t { queries, keys, values, patches, words, tokens };

/// Row `row` of a matrix of standard normals that has no last row; a word's 64-bit hash may be its row.
void draw_seeded_row(std::uint32_t seed, SeededMatrix matrix, std::uint64_t row, float* out, Index count);

/// Adds sines and cosines of `position` at geometrically falling frequencies to elements [first, first + count) of a
/// row.
void add_position(float* row, Index count, double position, float amplitude);

/// An Error where the tokens and the matrices that project them would take too much memory.
void check_projection(const InputFile& file, Index tokens, Index heads, Index dim);

/// Layer norm and projection: q, k and v of `to`, heads x tokens x dim. Of the file it is as much work as there are
/// tokens.
void project_tokens(const InputFile& file, Matrix<float> tokens, Index heads, Index dim, std::uint32_t seed,
                    Contents& to);

}  // namespace omega
