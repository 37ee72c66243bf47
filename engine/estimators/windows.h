// Windows: the blocks that local, scatterbrain, combiner, longshort and EVA cut a sequence into, and E^n, the keys that
// the queries of a block see exactly (specification, section 6).
//
//   1-D:  blocks of `width` tokens from 0, the last may be shorter; E^n is the block of n with `overlap` keys on either
//         side.
//   Grid: blocks of width×width cells from the upper left, shorter at the far edges; `overlap` cells on all four sides.
//   Width 0: E^n is empty; the queries come in blocks of 64, so that callers need no second path.
//
//   Causal on a grid: E^n ends with the row of cells of n, and each row of a block is a block of its own.
//
// A block is made when asked for: the blocks are never held all at once, whatever the overlap.
#pragma once

#include <optional>
#include <vector>

#include "core/info.h"
#include "core/matrix.h"
#include "core/options.h"

namespace omega {

/// Token indices in increasing order.
struct Window {
  std::vector<Index> queries;  // that this block owns: each query belongs to one block
  std::vector<Index> keys;     // E of all its queries; in 1-D consecutive
};

class Windows {
 public:
  Windows(Index tokens, Index width, Index overlap, const std::optional<Grid>& grid, bool causal = false);

  Index size() const { return down_ * across_; }
  Index largest() const { return largest_; }  // the most queries that one block owns
  Window operator[](Index block) const;

 private:
  Grid cells_;  // a sequence is a grid of height 1
  Grid block_;  // cells of one block
  Index overlap_down_, overlap_across_;
  Index down_, across_;  // how many blocks
  Index largest_;
  bool sees_keys_;
  bool by_rows_;  // causal on a grid
};

OptionSpec window_option(
    std::int64_t minimum = 1,
    std::string help = "How many keys the block of a query has (on a grid: the side of its window).");
OptionSpec overlap_option();
OptionSpec window_grid_option();

/// The windows that the options `window`, `overlap` and `grid` (those there are) ask for.
Windows windows_of(const Options& options, Index tokens);
/// How many pairs (n, m ∈ E^n) there are at most, for cost models.
double window_pairs(const Problem& problem);
/// Whether these are half of all pairs or more, so that much of an estimate is exact attention; not of methods without
/// windows.
bool sees_most_pairs(const Problem& problem);

}  // namespace omega
