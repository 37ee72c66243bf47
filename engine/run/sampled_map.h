// SampledMap: exact attention of one head as a pooled map (pooled_map.h) of which some rows of each cell are known.
// More can join until it is whole; which come first is drawn, so that each cell's mean says how far it may be from that
// of all its rows.
//
//   s²_cell over the n rows taken of R:   standard error = √((1 − n/R) s²/n)
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "run/pooled_map.h"

namespace omega {

class SampledMap {
 public:
  /// Of softmax with this scale.
  SampledMap(std::shared_ptr<const Sequence> head, double scale, bool causal, Index max_side);

  /// Rows taken of each cell, of so many.
  Index taken() const { return taken_; }
  Index rows_of_cell() const { return row_pool_; }
  bool is_whole() const { return taken_ == row_pool_; }
  /// Stopped, nothing has joined.
  void take(Index more, const Progress& progress);

  /// The largest standard error of a cell, beside the largest value; infinite where one row says nothing of it.
  double error() const;
  PooledMap map() const;

 private:
  Index rows_in(Index cell) const;  // that there are
  Index taken_in(Index cell) const { return std::min(taken_, rows_in(cell)); }

  std::shared_ptr<const Sequence> head_;
  double scale_;
  bool causal_;
  Index row_pool_, col_pool_, taken_ = 0;
  std::vector<Index> order_;  // of all queries: cell after cell, as they are taken
  Index cols_;
  std::vector<double> sums_, squares_;  // cells of rows × cells of keys
};

}  // namespace omega
