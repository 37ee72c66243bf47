// Attention among tokens picked by index: what windows, hash buckets and clusters have in common.
#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "core/matrix.h"
#include "core/progress.h"
#include "cpu/running_softmax.h"

namespace omega {

/// The part [range) of a list of tokens.
inline std::span<const Index> part_of(std::span<const Index> tokens, Range range) {
  return tokens.subspan(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.size()));
}

/// Calls body(list, some of its tokens) for all tokens of `lists` lists, in tiles of at most 64, in parallel.
void token_tiles(Index lists, const std::function<std::span<const Index>(Index list)>& tokens_of,
                 const Progress& progress, const std::function<void(Index list, std::span<const Index> tokens)>& body);

/// Some rows of a matrix: in place where they are consecutive, else a copy.
template <class T>
class PickedRows {
 public:
  PickedRows(View<const T> all, std::span<const Index> which) {
    const auto count = static_cast<Index>(which.size());
    if (count == 0 || (which.back() - which.front() + 1 == count && std::is_sorted(which.begin(), which.end()))) {
      view_ = all.middle_rows(count == 0 ? 0 : which.front(), count);
      return;
    }
    copy_ = Matrix<T>(count, all.cols);
    for (Index r = 0; r < count; ++r) std::copy_n(all.row(which[static_cast<std::size_t>(r)]), all.cols, copy_.row(r));
    view_ = copy_.view();
  }
  const View<const T>& view() const { return view_; }

 private:
  Matrix<T> copy_;
  View<const T> view_;
};

/// Some rows times a factor.
template <class T>
Matrix<T> scaled_rows(View<const T> all, std::span<const Index> which, T factor) {
  Matrix<T> out(static_cast<Index>(which.size()), all.cols);
  for (Index r = 0; r < out.rows(); ++r) {
    const std::span<const T> row = all.row_span(which[static_cast<std::size_t>(r)]);
    std::transform(row.begin(), row.end(), out.row(r), [=](T x) { return factor * x; });
  }
  return out;
}

/// Changes the logits of all rows against some of the keys before they count, by setting some to −∞.
template <class T>
using HideKeys = std::function<void(std::span<const Index> keys, View<T> logits)>;

/// running += e^{q·k_m} v_m over the listed keys, in tiles.
template <class T>
void add_picked_keys(RunningSoftmax<T>& running, View<const T> q, std::span<const Index> keys, View<const T> k,
                     View<const T> v, const Progress& progress, const HideKeys<T>& hide = {});

}  // namespace omega
