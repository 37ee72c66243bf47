// A picture of the attention map at the screen's resolution: exact means of blocks of cells, without the N×M map.
//
// Most methods are linear in the values, y = A·V (for those that draw by them, the whole map is made). With V the M×B
// matrix that averages blocks of keys, y is the map pooled over keys; averaging blocks of its rows gives the rest. For
// long sequences, methods that sum features pool these alone (core/pooling.h), with no values and no rows; for the
// others, some blocks are made at a time: memory O(N).
#pragma once

#include "run/runner.h"

namespace omega {

struct PooledMap {
  Index first_row = 0;   // the query of the first row
  Array values;          // rows × columns, float32
  Array rows;            // queries × columns: the same before rows are averaged; empty where that is too large to keep
  Index row_pool = 1;    // queries per cell
  Index col_pool = 1;    // keys per cell
  Index rows_taken = 0;  // how many rows of each cell its values are means of; 0: all
  Index joined = 1;      // how many neighbouring columns share one mean

  bool is_sampled() const { return rows_taken > 0 && rows_taken < row_pool; }
};

/// Blocks of keys that are made at once of a long sequence by a linear method: all would be many times its arrays.
constexpr Index kBlocksAtOnce = 128;

/// Whether a map is made: a method that knows the values makes all pairs at once, which is done up to 2^28 of them.
bool has_pooled_map(const Request& request);
/// Whether features are pooled in place of rows: one walk over queries and keys, and no values.
bool has_pooled_features(const Request& request, Index max_side);
/// Whether pooled_map() takes several runs, and first_map() one.
bool has_first_map(const Request& request, Index max_side);
/// The same map with columns joined, so that one run is enough.
PooledMap first_map(const Request& request, Index head, Index max_side, const RunContext& context = {});

/// The map of one head of a request, at most `max_side` cells along each axis.
PooledMap pooled_map(const Request& request, Index head, Index max_side, const RunContext& context = {});
/// Only `count` rows from query `first` on, not averaged; keys pooled as there.
PooledMap pooled_rows(const Request& request, Index head, Index first, Index count, Index max_side,
                      const RunContext& context = {});

/// The means of neighbouring columns, float32.
Array average_columns(const Array& whole, Index pool);

/// One head of a sequence, as a sequence of its own; storage is shared where it can be.
std::shared_ptr<const Sequence> one_head(const Sequence& sequence, Index head);
/// The given arrays that the request's method knows, as one head has them: one with the leading axes `lead` is cut,
/// any other stays as it is.
Arrays given_of_head(const Request& request, const Arrays& given, const Shape& lead, Index head);
/// The arrays of the file that a request's sequence is of: where that is one head, those its method knows, cut so.
Arrays given_of_file(const Request& request, const Arrays& given);
/// The same for a request: given arrays are cut, and noise from the seed is that of this head.
Request one_head(const Request& request, Index head);

}  // namespace omega
