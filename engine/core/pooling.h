// Pooling: a map at the resolution of a screen in place of y. With values that are 1/size in a block of keys and 0
// elsewhere, y would be such a map; but neither these values nor a row for each query need ever exist.
#pragma once

#include <algorithm>

#include "core/matrix.h"

namespace omega {

/// How many blocks of `pool` tokens there are; the last may be shorter.
inline Index blocks_of(Index tokens, Index pool) { return (tokens + pool - 1) / pool; }

/// The tokens of one block.
inline Range block_at(Index block, Index pool, Index tokens) {
  return {block * pool, std::min(tokens, (block + 1) * pool)};
}

/// A cell of the map is the mean over so many queries and keys. None: y is wanted.
struct Pooling {
  Index queries = 0, keys = 0;
  Range only = {};  // of these queries alone; empty: of all

  explicit operator bool() const { return queries > 0; }
  Range of(Index all) const { return only.size() > 0 ? only : Range{0, all}; }
  Index rows(Index all) const { return blocks_of(of(all).size(), queries); }
};

}  // namespace omega
