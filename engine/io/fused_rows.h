// Which rows of one projection matrix make queries, which keys and which values. Where heads of queries share keys and
// values, these are not thirds, and nothing in the matrix says so: the heads that the user tells, the output projection
// beside it or the width of its input do. What stays open is an Error that says what to tell.
#pragma once

#include <string>
#include <vector>

#include "io/attention_arrays.h"

namespace omega {

struct FusedRows {
  Index queries = 0, keys = 0;  // rows of each; of values as many as of keys
  Index groups = 1;  // how many runs of queries, keys, values; 1: all queries, then all keys, then all values
  std::string said;

  /// The rows of queries (0), keys (1) or values (2) of a matrix, or of its bias.
  Array part(const Array& fused, int which) const;
};

/// Shares out the matrix `name` of rows x inputs.
FusedRows share_out_rows(const InputFile& file, const std::string& name, Index rows, Index inputs,
                         const std::vector<Entry>& entries, const ReadOptions& options);

}  // namespace omega
