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

/// Calls body(block, window, its tile of queries) for tiles of at most kRowTile queries of one block each, in parallel;
/// each task has its own body, made by make_body().
template <class MakeBody>
void query_tiles(const Windows& windows, const Progress& progress, const MakeBody& make_body) {
  const Index per_block = (windows.largest() + kRowTile - 1) / kRowTile;
  const Index together = std::max<Index>(1, 4 * kRowTile / windows.largest());  // small blocks share a task
  parallel_tiles(windows.size() * per_block, together, progress, [&](Range items) {
    auto body = make_body();
    for (Index i = items.begin; i < items.end; ++i) {
      const Window window = windows[i / per_block];
      const Index first = (i % per_block) * kRowTile, count = static_cast<Index>(window.queries.size());
      if (first < count)
        body(i / per_block, window, part_of(window.queries, {first, std::min(count, first + kRowTile)}));
    }
  });
}

bool is_run(std::span<const Index> tokens) {
  return tokens.empty() || tokens.back() - tokens.front() + 1 == static_cast<Index>(tokens.size());
}

/// Tiles of queries whose window is a run of keys and that see only points beyond it: all is read where it lies.
template <class T>
class LaneWindows {
 public:
  explicit LaneWindows(const WindowAttention<T>& what)
      : what_(what),
        exact_(what.q.cols),
        scaled_(what.q.cols),
        with_norm_(what.q.cols, kLaneRows, true),
        tile_(2 * kLaneColumns, kLaneRows) {}

  static bool can(const WindowAttention<T>& what, const Window& window, const Beyond<T>& beyond) {
    const bool points = beyond.columns == 0 || beyond.points.points;
    const bool fits = static_cast<Index>(window.keys.size()) + beyond.columns <= 2 * kLaneColumns;
    return is_run(window.queries) && is_run(window.keys) && points && (!what.causal || fits);
  }

  void attend(const Window& window, Range queries, const Beyond<T>& beyond, View<T> y) {
    const View<const T> q = what_.q.middle_rows(queries.begin, queries.size());
    const Index first = window.keys.empty() ? 0 : window.keys.front(), seen = static_cast<Index>(window.keys.size());
    LanePart<T> parts[2];
    std::size_t count = 0;
    if (seen > 0) {
      exact_.assign(q, what_.root_scale * what_.root_scale);
      parts[count++] = {&exact_,
                        {what_.k.middle_rows(first, seen)},
                        what_.v.middle_rows(first, seen),
                        what_.causal ? queries.begin - first : -1};
    }
    if (beyond.columns > 0) {
      LaneRows<T>& x = beyond.with_norm ? with_norm_ : scaled_;
      x.assign(q, what_.root_scale);
      parts[count++] = {&x, beyond.points.middle(0, beyond.columns), beyond.values.middle_rows(0, beyond.columns)};
    }
    const View<T> out = y.middle_rows(queries.begin, queries.size());
    if (count > 0 && seen + beyond.columns <= 2 * kLaneColumns) {
      lane_attention<T>({parts, count}, View<T>(), tile_, out, parts[0].values);
      return;
    }
    RunningSoftmax<T> running(queries.size(), what_.v.cols);
    for (std::size_t i = 0; i < count; ++i) running.add(*parts[i].x, parts[i].columns, parts[i].values);
    running.mean(out);
  }

 private:
  const WindowAttention<T>& what_;
  LaneRows<T> exact_, scaled_, with_norm_;
  Matrix<T> tile_;
};

/// The weights of one tile of queries over E and over what lies beyond, side by side.
template <class T>
Matrix<T> all_weights(const WindowAttention<T>& what, const Window& window, std::span<const Index> queries,
                      const Beyond<T>& beyond) {
  const auto rows = static_cast<Index>(queries.size()), seen = static_cast<Index>(window.keys.size());
  Matrix<T> weights(rows, seen + beyond.columns);
  const View<T> exact = weights.view().left_cols(seen);
  if (seen > 0)
    multiply_nt<T>(scaled_rows(what.q, queries, what.root_scale * what.root_scale),
                   PickedRows<T>(what.k, window.keys).view(), exact);
  if (what.causal) hide_later_keys(queries, window.keys, exact);
  if (beyond.columns > 0)
    beyond.logits(scaled_rows(what.q, queries, what.root_scale), {0, beyond.columns},
                  weights.view().middle_cols(seen, beyond.columns));
  softmax_rows<T>(weights);
  return weights;
}

/// One tile of queries by copies and functions: windows of cells, large causal ones, and columns that are no points.
template <class T>
void attend_by_copies(const WindowAttention<T>& what, const Window& window, std::span<const Index> queries,
                      const Beyond<T>& beyond, View<T> y, const Progress& progress) {
  const Matrix<T> exact = scaled_rows(what.q, queries, what.root_scale * what.root_scale);
  const Index rows = exact.rows();
  RunningSoftmax<T> running(rows, what.v.cols);
  HideKeys<T> hide;
  if (what.causal) hide = [&](std::span<const Index> keys, View<T> logits) { hide_later_keys(queries, keys, logits); };
  add_picked_keys<T>(running, exact, window.keys, what.k, what.v, progress, hide);
  const Matrix<T> q = beyond.columns > 0 ? scaled_rows(what.q, queries, what.root_scale) : Matrix<T>();
  const Index width = std::min(beyond.unit * std::max<Index>(1, kColumnTile / beyond.unit), beyond.columns);
  Matrix<T> tile(rows, width);
  for (Index c = 0; c < beyond.columns; c += width) {
    const Range columns{c, std::min(beyond.columns, c + width)};
    const View<T> logits(tile.data(), rows, columns.size());
    beyond.logits(q, columns, logits);
    running.add(logits, beyond.values.middle_rows(columns.begin, columns.size()));
  }
  Matrix<T> means(rows, y.cols);
  running.mean(means);
  for (Index r = 0; r < rows; ++r) std::copy_n(means.row(r), y.cols, y.row(queries[static_cast<std::size_t>(r)]));
}

}  // namespace

template <class T>
void window_attention(const WindowAttention<T>& what, View<T> y, const Progress& progress) {
  query_tiles(what.windows, progress, [&] {
    return
        [&, lanes = LaneWindows<T>(what)](Index block, const Window& window, std::span<const Index> queries) mutable {
          const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
          if (LaneWindows<T>::can(what, window, beyond))
            lanes.attend(window, {queries.front(), queries.back() + 1}, beyond, y);
          else
            attend_by_copies(what, window, queries, beyond, y, progress);
        };
  });
}

template <class T>
void window_attention_map(const WindowAttention<T>& what, View<T> map, const Progress& progress) {
  query_tiles(what.windows, progress, [&] {
    return [&](Index block, const Window& window, std::span<const Index> queries) {
      const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
      Matrix<T> weights = all_weights(what, window, queries, beyond);
      const auto seen = static_cast<Index>(window.keys.size());
      Matrix<T> rows(weights.rows(), map.cols, T(0));
      for (Index r = 0; r < rows.rows(); ++r)
        for (Index i = 0; i < seen; ++i) rows(r, window.keys[static_cast<std::size_t>(i)]) = weights(r, i);
      if (beyond.columns > 0)
        beyond.spread({0, beyond.columns}, weights.view().middle_cols(seen, beyond.columns), rows);
      for (Index r = 0; r < rows.rows(); ++r)
        std::copy_n(rows.row(r), map.cols, map.row(queries[static_cast<std::size_t>(r)]));
    };
  });
}

template <class T>
void window_attention_beyond(const WindowAttention<T>& what, const VisitWeights<T>& visit, const Progress& progress) {
  query_tiles(what.windows, progress, [&] {
    return [&](Index block, const Window& window, std::span<const Index> queries) {
      const Beyond<T> beyond = what.beyond ? what.beyond(block) : Beyond<T>();
      const Matrix<T> weights = all_weights(what, window, queries, beyond);
      visit(queries, weights.view().middle_cols(static_cast<Index>(window.keys.size()), beyond.columns));
    };
  });
}

#define OMEGA_INSTANTIATE(T)                                                                  \
  template void window_attention<T>(const WindowAttention<T>&, View<T>, const Progress&);     \
  template void window_attention_map<T>(const WindowAttention<T>&, View<T>, const Progress&); \
  template void window_attention_beyond<T>(const WindowAttention<T>&, const VisitWeights<T>&, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
