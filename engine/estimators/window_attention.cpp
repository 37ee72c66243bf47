#include "estimators/window_attention.h"

#include <algorithm>
#include <limits>
#include <span>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "estimators/picked_rows.h"

namespace omega {

namespace {

constexpr Index kRowTile = 64;
constexpr Index kColumnTile = 256;

/// Keys of E after the query are hidden from it.
template <class T>
void hide_later_keys(std::span<const Index> queries, std::span<const Index> keys, View<T> logits) {
  for (Index r = 0; r < logits.rows; ++r) {
    const auto after = std::upper_bound(keys.begin(), keys.end(), queries[static_cast<std::size_t>(r)]);
    std::fill(logits.row(r) + (after - keys.begin()), logits.row(r) + logits.cols, -std::numeric_limits<T>::infinity());
  }
}

/// Calls body(block, window, its tile of queries) for tiles of at most kRowTile queries of one block each, in parallel.
void query_tiles(const Windows& windows, const Progress& progress, const std::function<void(Index, const Window&, std::span<const Index>)>& body) {
  const Index per_block = (windows.largest() + kRowTile - 1) / kRowTile;
  const Index together = std::max<Index>(1, kRowTile / windows.largest());  // small blocks share a task
  parallel_tiles(windows.size() * per_block, together, progress, [&](Range items) {
    for (Index i = items.begin; i < items.end; ++i) {
      const Window window = windows[i / per_block];
      const Index first = (i % per_block) * kRowTile, count = static_cast<Index>(window.queries.size());
      if (first < count) body(i / per_block, window, part_of(window.queries, {first, std::min(count, first + kRowTile)}));
    }
  });
}

/// The weights of one tile of queries over E and over what lies beyond, side by side.
template <class T>
Matrix<T> all_weights(const WindowAttention<T>& what, const Window& window, std::span<const Index> queries, const Beyond<T>& beyond) {
  const auto rows = static_cast<Index>(queries.size()), seen = static_cast<Index>(window.keys.size());
  const PickedRows<T> q(what.q, queries);
  Matrix<T> weights(rows, seen + beyond.columns);
  const View<T> exact = weights.view().left_cols(seen);
  if (seen > 0) multiply_nt<T>(q.view(), PickedRows<T>(what.k, window.keys).view(), exact);
  if (what.causal) hide_later_keys(queries, window.keys, exact);
  if (beyond.columns > 0) beyond.logits(q.view(), {0, beyond.columns}, weights.view().middle_cols(seen, beyond.columns));
  for (Index r = 0; r < rows; ++r) {
    const T sum = exp_shifted(weights.row(r), weights.cols(), largest(weights.row(r), weights.cols()));
    for (T& weight : weights.view().row_span(r)) weight /= sum;
  }
  return weights;
}

}  // namespace

template <class T>
void window_attention(const WindowAttention<T>& what, View<T> y, const Progress& progress) {
  query_tiles(what.windows, progress, [&](Index block, const Window& window, std::span<const Index> queries) {
    const PickedRows<T> q(what.q, queries);
    const Index rows = q.view().rows;
    RunningSoftmax<T> running(rows, what.v.cols);
    HideKeys<T> hide;
    if (what.causal) hide = [&](std::span<const Index> keys, View<T> logits) { hide_later_keys(queries, keys, logits); };
    add_picked_keys(running, q.view(), window.keys, what.k, what.v, progress, hide);
    const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
    const Index width = std::min(beyond.unit * std::max<Index>(1, kColumnTile / beyond.unit), beyond.columns);
    Matrix<T> tile(rows, width);
    for (Index c = 0; c < beyond.columns; c += width) {
      const Range columns{c, std::min(beyond.columns, c + width)};
      const View<T> logits(tile.data(), rows, columns.size());
      beyond.logits(q.view(), columns, logits);
      running.add(logits, beyond.values.middle_rows(columns.begin, columns.size()));
    }
    Matrix<T> means(rows, y.cols);
    running.mean(means);
    for (Index r = 0; r < rows; ++r) std::copy_n(means.row(r), y.cols, y.row(queries[static_cast<std::size_t>(r)]));
  });
}

template <class T>
void window_attention_map(const WindowAttention<T>& what, View<T> map, const Progress& progress) {
  query_tiles(what.windows, progress, [&](Index block, const Window& window, std::span<const Index> queries) {
    const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
    Matrix<T> weights = all_weights(what, window, queries, beyond);
    const auto seen = static_cast<Index>(window.keys.size());
    Matrix<T> rows(weights.rows(), map.cols, T(0));
    for (Index r = 0; r < rows.rows(); ++r)
      for (Index i = 0; i < seen; ++i) rows(r, window.keys[static_cast<std::size_t>(i)]) = weights(r, i);
    if (beyond.columns > 0) beyond.spread({0, beyond.columns}, weights.view().middle_cols(seen, beyond.columns), rows);
    for (Index r = 0; r < rows.rows(); ++r) std::copy_n(rows.row(r), map.cols, map.row(queries[static_cast<std::size_t>(r)]));
  });
}

template <class T>
void window_attention_beyond(const WindowAttention<T>& what, const VisitWeights<T>& visit, const Progress& progress) {
  query_tiles(what.windows, progress, [&](Index block, const Window& window, std::span<const Index> queries) {
    const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
    const Matrix<T> weights = all_weights(what, window, queries, beyond);
    visit(queries, weights.view().middle_cols(static_cast<Index>(window.keys.size()), beyond.columns));
  });
}

#define OMEGA_INSTANTIATE(T)                                                                        \
  template void window_attention<T>(const WindowAttention<T>&, View<T>, const Progress&);           \
  template void window_attention_map<T>(const WindowAttention<T>&, View<T>, const Progress&);       \
  template void window_attention_beyond<T>(const WindowAttention<T>&, const VisitWeights<T>&, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
