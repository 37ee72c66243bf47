// SampledMap: a pooled map of one head (pooled_map.h) of which some rows of each cell are known: of exact attention, or
// of a method whose queries mean nothing to each other. More can join until it is whole; which come first is drawn, so
// that each cell's mean says how far it may be from that of all its rows.
//
//   s²_cell over the n rows taken of R:   standard error = √((1 − n/R) s²/n)
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "run/pooled_map.h"

namespace omega {

/// Rows of a map, their keys pooled: of these queries.
using PooledRowsOf = std::function<Array(const std::vector<Index>& rows, Index col_pool, const Progress& progress)>;
/// The rows of softmax with this scale.
PooledRowsOf exact_rows_of(std::shared_ptr<const Sequence> head, double scale, bool causal);
/// The rows of a request of one head, query by query.
PooledRowsOf estimated_rows_of(Request request);

class SampledMap {
 public:
  SampledMap(const Sizes& sizes, PooledRowsOf rows_of, Index max_side);

  /// How many rows of each cell are taken, and of how many.
  Index taken() const { return taken_; }
  bool is_whole() const { return taken_ == row_pool_; }
  /// If it is stopped, nothing has joined.
  void take(Index more, const Progress& progress);

  /// The largest standard error of a cell as a share of the largest value; or of the largest in the median row of
  /// cells, which a few outlying rows do not change. Infinite where a cell has one row only, which says nothing of it.
  double error(bool beside_median_row = false) const;
  /// How many more rows of each cell it takes until that error is so small, as far as those taken tell.
  Index more_for(double error, bool beside_median_row = false) const;
  PooledMap map() const;

 private:
  Index rows_in(Index cell) const;  // that there are
  Index taken_in(Index cell) const { return std::min(taken_, rows_in(cell)); }

  PooledRowsOf rows_of_;
  Index queries_, row_pool_, col_pool_, taken_ = 0;
  std::vector<Index> order_;  // of all queries: cell after cell, as they are taken
  Index cols_;
  std::vector<double> sums_, squares_;  // cells of rows × cells of keys
};

}  // namespace omega
