// KeySums: Σ_m ξ(k_m,ω_s) [v_mᵀ, 1] over all keys but those of a window, for all samples ω_s. What scatterbrain sees
// beyond its windows; a sum over all keys minus the window would have nothing left where the window outweighs the rest.
//
// Sums over the keys before, and from, each border of a range of keys are kept in tables: one of the whole, whose
// borders are far enough apart that it stays small, and, for the place where windows are being asked for, finer ones of
// one cell of the table above. The workspace does not grow with the number of keys; each finer table costs a pass over
// them.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <span>
#include <vector>

#include "core/call.h"
#include "cpu/running_softmax.h"

namespace omega {

template <class T>
class KeySums {
 public:
  /// `stride`: the borders of the finest table; what lies between them and a window is added key by key.
  /// `stays_in_cell`: no window reaches over such a border.
  KeySums(const Call<T>& call, View<const T> omega, Index stride, bool stays_in_cell);
  ~KeySums();

  const View<const T>& omega() const { return omega_; }
  Index keys() const { return call_.sizes.M; }
  Index value_dims() const { return call_.sizes.Dv; }
  /// log ξ(k_m,ω_s) for all keys: S × M.
  Matrix<T> all_logits() const;
  /// The sums over the keys that are not in `window` (in increasing order); causal, only over those before its end.
  RunningSoftmax<T> outside(std::span<const Index> window) const;

 private:
  struct Table;
  struct Path;

  RunningSoftmax<T> no_keys() const { return {omega_.rows, value_dims()}; }
  void add_keys(RunningSoftmax<T>& sums, Range keys) const;
  void start_table(Table& table, Range keys, Index stride) const;
  void finish_table(Table& table) const;
  void add_before(RunningSoftmax<T>& sums, Range window, Path& path) const;
  void add_from(RunningSoftmax<T>& sums, Range window, Path& path) const;
  Path& own_path() const;
  const Table& table_at(Path& path, std::size_t level, Index place, Range window) const;

  const Call<T>& call_;
  View<const T> omega_;
  LaneRows<T> lanes_;           // ω_s
  std::vector<Index> strides_;  // of the tables, the finest first
  std::unique_ptr<Table> whole_;
  // Each thread asks for neighbouring windows: it keeps the tables around its own place, and spoils no other's.
  mutable tbb::enumerable_thread_specific<std::unique_ptr<Path>> paths_;
};

}  // namespace omega
