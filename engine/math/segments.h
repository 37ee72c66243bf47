// Segments: how a sequence, or a grid of cells, is cut into landmarks and groups (specification, section 1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "core/options.h"

namespace omega {

/// segments(N, C): if C ≥ N, N segments of length 1; else the first C − r have length T = ⌊N/C⌋, the last r = N − C·T
/// one more.
std::vector<Range> segments(Index count, Index parts);

/// segments2d: the grid cut into √C×√C windows by the same rule along each axis, row by row; token indices in order.
/// C must be a perfect square; `option` is the name by which the caller knows it.
std::vector<std::vector<Index>> segments2d(const Grid& grid, Index parts, const std::string& option = "parts");

/// The cells of a rectangle, row by row.
std::vector<Index> cells_within(const Grid& grid, Range rows, Range columns);

/// Ranges of tokens, in order, none touching the next.
using Runs = std::vector<Range>;

/// Increasing indices as runs.
Runs runs_of(const std::vector<Index>& tokens);

/// One of the groups that keys are cut into.
struct KeyGroup {
  Runs keys;       // P_c
  Runs queries;    // whose mean is q̃_c: the same tokens where N = M
  Index size = 0;  // |P_c|

  Index last() const { return keys.back().end - 1; }
};

/// The tokens of each segment of the sequence or of the grid, as runs of consecutive ones.
std::vector<Runs> segment_runs(Index count, Index parts, const std::optional<Grid>& grid);

}  // namespace omega
