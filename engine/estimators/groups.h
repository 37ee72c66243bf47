// Groups: the partition P_1..P_C of EVA and of the control-variate view (specification, section 6).
//
//   all         segments(M, C) of all keys; with a grid its windows
//   complement  segments of the keys outside E, fewer where fewer are left; each block of queries has its own
//
// A group is kept as runs of consecutive tokens, so that its keys are read where they lie.
#pragma once

#include <optional>
#include <vector>

#include "core/choices.h"
#include "core/info.h"
#include "core/matrix.h"
#include "core/options.h"
#include "math/segments.h"

namespace omega {

OptionSpec groups_option(std::int64_t minimum, std::string help);

/// How many groups of all keys the options `groups` and `grid` (those there are) make.
Index group_count(const Problem& problem);
Index group_count(const Options& options, Index keys);

/// partition=all, `asked` being the option `groups`. With N ≠ M the queries are those of segments(N, C), none beyond N.
std::vector<KeyGroup> groups_of_all(const Sizes& sizes, Index asked, const std::optional<Grid>& grid);
/// partition=complement, for the block that sees the keys `seen`; N = M.
std::vector<KeyGroup> groups_beside(Range seen, Index tokens, Index asked);

/// factor times the mean of the rows of each group's keys (or queries), or the largest number of each coordinate.
template <class T>
Matrix<T> group_summaries(View<const T> rows, const std::vector<KeyGroup>& groups, Runs KeyGroup::*tokens,
                          GroupSummary summary, T factor);

}  // namespace omega
