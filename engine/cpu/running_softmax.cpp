#include "cpu/running_softmax.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/pooling.h"
#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"

namespace omega {

namespace {

template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

constexpr Index kRowTile = 64;
constexpr Index kColumnTile = 256;
constexpr Index kFewRows = 256;             // such as 64 samples against all keys: cut along the columns instead
constexpr Index kTaskRows = 4 * kLaneRows;  // share the buffers of one task
constexpr Index kLeastChunk = 512;

}  // namespace

template <class T>
RunningSoftmax<T>::RunningSoftmax(Index rows, Index value_dims)
    : maxima_(static_cast<std::size_t>(padded_lanes<T>(rows)), kMinusInfinity<T>),
      sums_(maxima_.size(), T(0)),
      weighted_(rows, value_dims, T(0)) {}

template <class T>
void RunningSoftmax<T>::rescale(Index row, T new_maximum) {
  T& maximum = maxima_[static_cast<std::size_t>(row)];
  if (!(new_maximum > maximum)) return;
  const T factor = std::exp(maximum - new_maximum);  // 0 from −∞
  maximum = new_maximum;
  sums_[static_cast<std::size_t>(row)] *= factor;
  T* weighted = weighted_.row(row);
  for (Index d = 0; d < weighted_.cols(); ++d) weighted[d] *= factor;
}

template <class T>
void RunningSoftmax<T>::add(View<T> logits, View<const T> values, View<const T> signs) {
  for (Index r = 0; r < logits.rows; ++r) {
    T* row = logits.row(r);
    rescale(r, largest(row, logits.cols));
    const T maximum = maxima_[static_cast<std::size_t>(r)];
    if (maximum == kMinusInfinity<T>) {  // all weights so far are 0
      std::fill_n(row, logits.cols, T(0));
      continue;
    }
    T sum = exp_shifted(row, logits.cols, maximum);
    if (signs) {
      sum = 0;
      for (Index c = 0; c < logits.cols; ++c) sum += row[c] *= signs(r, c);
    }
    sums_[static_cast<std::size_t>(r)] += sum;
  }
  if (weighted_.cols() > 0) add_multiply_nn<T>(logits, values, weighted_);
}

template <class T>
void RunningSoftmax<T>::add(const LaneRows<T>& x, const LanePoints<T>& columns, View<const T> values) {
  const Index count = columns.points.rows;
  if (count > kMostTerms) {
    return merge_terms(*this, {0, count}, [&](Range some) {
      RunningSoftmax part(rows(), weighted_.cols());
      part.add(x, columns.middle(some.begin, some.size()),
               weighted_.cols() > 0 ? values.middle_rows(some.begin, some.size()) : View<const T>());
      return part;
    });
  }
  Matrix<T> tile(std::min(kLaneColumns, count) + 1, x.lanes());
  T* factors = tile.row(tile.rows() - 1);
  for (Index c = 0; c < count; c += kLaneColumns) {
    const Index some = std::min(kLaneColumns, count - c);
    const View<T> logits = tile.view().middle_rows(0, some);
    const View<const T> own = weighted_.cols() > 0 ? values.middle_rows(c, some) : View<const T>();
    lane_logits(x, columns.middle(c, some), logits, own);
    const bool rescaled = lane_softmax<T>(logits, maxima_.data(), sums_.data(), factors);
    if (weighted_.cols() == 0) continue;
    for (Index r = 0; rescaled && r < rows(); ++r)
      if (factors[r] != T(1))
        for (Index d = 0; d < weighted_.cols(); ++d) weighted_(r, d) *= factors[r];
    add_multiply_tn<T>(logits.left_cols(rows()), own, weighted_);
  }
}

template <class T>
void RunningSoftmax<T>::merge(const RunningSoftmax& other) {
  Buffer<T> own(maxima_.size()), others(maxima_.size());
  for (std::size_t i = 0; i < maxima_.size(); ++i) {
    const T before = maxima_[i];
    maxima_[i] = std::max(before, other.maxima_[i]);
    const bool is_empty = maxima_[i] == kMinusInfinity<T>;  // both sums are 0, whatever multiplies them
    own[i] = is_empty ? 0 : before - maxima_[i];
    others[i] = is_empty ? 0 : other.maxima_[i] - maxima_[i];
  }
  exp_shifted(own.data(), static_cast<Index>(own.size()), T(0));
  exp_shifted(others.data(), static_cast<Index>(others.size()), T(0));
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] = own[i] * sums_[i] + others[i] * other.sums_[i];
  combine_rows<T>(weighted_, own.data(), other.weighted_, others.data());
}

template <class T>
Index RunningSoftmax<T>::mean(View<T> y) const {
  divide_rows<T>(weighted_, sums_.data(), y);
  return std::count_if(sums_.data(), sums_.data() + rows(), [](T sum) { return !(sum > 0); });
}

template <class T>
void RunningSoftmax<T>::sum(View<T> y) const {
  for (Index r = 0; r < rows(); ++r) {
    const T maximum = maxima_[static_cast<std::size_t>(r)];
    const T factor = maximum == kMinusInfinity<T> ? T(0) : std::exp(maximum);
    for (Index d = 0; d < y.cols; ++d) y(r, d) = weighted_(r, d) * factor;
  }
}

template <class T>
T RunningSoftmax<T>::log_sum(Index row) const {
  const auto r = static_cast<std::size_t>(row);
  return maxima_[r] + std::log(std::abs(sums_[r]));
}

namespace {

/// Sums over `columns` for `rows`, tile by tile.
template <class T>
RunningSoftmax<T> accumulate(const Attend<T>& what, Range rows, Range columns, const Progress& progress) {
  RunningSoftmax<T> running(rows.size(), what.values ? what.values.cols : 0);
  const Index width = std::min(kColumnTile, columns.size());
  Matrix<T> tile(rows.size(), width), signs(what.is_signed ? rows.size() : 0, what.is_signed ? width : 0);
  for (Index c = columns.begin; c < columns.end; c += width) {
    progress.check();
    const Range part{c, std::min(columns.end, c + width)};
    const View<T> logits(tile.data(), rows.size(), part.size());
    const View<T> sign = what.is_signed ? View<T>(signs.data(), rows.size(), part.size()) : View<T>();
    what.logits(rows, part, logits, sign);
    running.add(logits, what.values ? what.values.middle_rows(part) : View<const T>(), sign);
  }
  return running;
}

template <class T>
Index finish(const Attend<T>& what, const RunningSoftmax<T>& running, Range rows, View<T> y, T* log_sums) {
  if (log_sums)
    for (Index r = 0; r < rows.size(); ++r) log_sums[rows.begin + r] = running.log_sum(r);
  if (!y) return 0;
  const View<T> out = y.middle_rows(rows);
  if (what.normalised) return running.mean(out);
  running.sum(out);
  return 0;
}

/// −∞ for the columns that a row does not see.
template <class T>
void hide_unseen(Index seen_by_first, Index rows, View<T> logits) {
  for (Index c = seen_by_first + 1; c < logits.rows; ++c)
    std::fill_n(logits.row(c), std::min(rows, c - seen_by_first), kMinusInfinity<T>);
}

/// The weights of all columns, normalised, into the tile: columns × lanes. Returns how many denominators were ≤ 0.
template <class T>
Index weigh_lanes(std::span<const LanePart<T>> parts, View<const T> factors, View<T> tile, View<const T> soon) {
  const Index lanes = parts.front().x->lanes(), rows = parts.front().x->rows();
  alignas(64) T sums[kLaneRows];
  OMEGA_ASSERT(lanes <= kLaneRows);
  Index columns = 0;
  for (const LanePart<T>& part : parts) {
    const View<T> logits(tile.data + columns * lanes, part.columns.points.rows, lanes);
    lane_logits(*part.x, part.columns, logits, columns == 0 ? soon : View<const T>());
    if (part.seen_by_first >= 0) hide_unseen(part.seen_by_first, part.x->rows(), logits);
    columns += part.columns.points.rows;
  }
  const View<T> weights(tile.data, columns, lanes);
  lane_weights<T>(weights, factors, sums);
  lane_divide<T>(weights, sums);
  return std::count_if(sums, sums + rows, [](T sum) { return !(sum > 0); });
}

}  // namespace

template <class T>
Index lane_attention(std::span<const LanePart<T>> parts, View<const T> factors, View<T> tile, View<T> y,
                     View<const T> soon) {
  const Index nonpositive = weigh_lanes(parts, factors, tile, soon), lanes = parts.front().x->lanes();
  Index first = 0;
  for (const LanePart<T>& part : parts) {
    const View<const T> own = View<const T>(tile.data + first * lanes, part.values.rows, lanes).left_cols(y.rows);
    if (first == 0)
      multiply_tn<T>(own, part.values, y);
    else
      add_multiply_tn<T>(own, part.values, y);
    first += part.values.rows;
  }
  return nonpositive;
}

namespace {

/// The closure's rows in tiles; few rows against many columns in chunks of columns.
template <class T>
Index attend_by_function(const Attend<T>& what, View<T> y, T* log_sums, const Progress& progress) {
  std::atomic<Index> nonpositive{0};
  if (what.rows > kFewRows || what.columns <= 4 * kColumnTile) {
    parallel_tiles(what.rows, kRowTile, progress, [&](Range rows) {
      nonpositive += finish(what, accumulate(what, rows, {0, what.columns}, progress), rows, y, log_sums);
    });
    return nonpositive;
  }
  const RunningSoftmax<T> sums = merged_chunks(what.columns, 4 * kColumnTile, progress, [&](Range columns) {
    return accumulate(what, {0, what.rows}, columns, progress);
  });
  return finish(what, sums, {0, what.rows}, y, log_sums);
}

/// Some rows, as many at a time as there are lanes: see(rows, their columns, factors or nothing, what is read next).
template <class T, class See>
void in_lanes(const Attend<T>& what, Range task, const See& see) {
  LaneRows<T> x(what.dots.x.cols);
  Matrix<T> factors(what.factors ? what.dots.columns.points.rows : 0, kLaneRows);
  for (Index r = task.begin; r < task.end; r += kLaneRows) {
    const Range rows{r, std::min(task.end, r + kLaneRows)};
    x.assign(what.dots.x.middle_rows(r, rows.size()), what.dots.factor);
    const View<T> own(factors.data(), factors.rows(), x.lanes());
    if (what.factors) what.factors(rows, x, own);
    const LanePart<T> part{&x, what.dots.columns, what.values};
    see(rows, std::span<const LanePart<T>>(&part, 1), what.factors ? own : View<T>(),
        what.dots.x.middle_rows(rows.end, std::min(kLaneRows, what.dots.x.rows - rows.end)));
  }
}

template <class T>
Index attend_few_columns(const Attend<T>& what, View<T> y, const Progress& progress) {
  std::atomic<Index> nonpositive{0};
  parallel_tiles(what.dots.x.rows, kTaskRows, progress, [&](Range task) {
    Matrix<T> tile(what.dots.columns.points.rows, kLaneRows);
    in_lanes(what, task, [&](Range rows, auto part, View<const T> factors, View<const T> next) {
      nonpositive += lane_attention<T>(part, factors, tile, y.middle_rows(rows), next);
    });
  });
  return nonpositive;
}

/// The mean of y over rows is their mean weights times the values: one product for all of them.
template <class T>
Index attend_pooled_rows(const Attend<T>& what, View<T> y, const Progress& progress) {
  const Index columns = what.dots.columns.points.rows;
  OMEGA_ASSERT(columns <= 2 * kLaneColumns && y.rows == blocks_of(what.dots.x.rows, what.row_pool));
  std::atomic<Index> nonpositive{0};
  parallel_tiles(y.rows, 1, progress, [&](Range cell) {
    const Range block = block_at(cell.begin, what.row_pool, what.dots.x.rows);
    Matrix<T> tile(columns, kLaneRows), sums(columns, kLaneRows, T(0)), mean(1, columns);
    in_lanes(what, block, [&](Range rows, auto part, View<const T> factors, View<const T> next) {
      nonpositive += weigh_lanes<T>(part, factors, tile, next);
      const View<const T> weights(tile.data(), columns, part.front().x->lanes());
      for (Index c = 0; c < columns; ++c)
        for (Index lane = 0; lane < rows.size(); ++lane) sums(c, lane) += weights(c, lane);
    });
    for (Index c = 0; c < columns; ++c)
      mean(0, c) = static_cast<T>(std::accumulate(sums.row(c), sums.row(c) + kLaneRows, 0.0) /
                                  static_cast<double>(block.size()));
    multiply_nn<T>(mean, what.values, y.middle_rows(cell.begin, 1));
  });
  return nonpositive;
}

/// The sums of some rows, at most as many as there are lanes, over some columns.
template <class T>
RunningSoftmax<T> sums_over(const DotLogits<T>& dots, View<const T> values, Range rows, Range columns,
                            const Progress& progress) {
  RunningSoftmax<T> running(rows.size(), values.cols);
  LaneRows<T> x(dots.x.cols);
  x.assign(dots.x.middle_rows(rows), dots.factor);
  constexpr Index kColumnsUnwatched = 4 * kMostTerms;
  for (Index c = columns.begin; c < columns.end; c += kColumnsUnwatched) {
    progress.check();
    const Index some = std::min(kColumnsUnwatched, columns.end - c);
    running.add(x, dots.columns.middle(c, some), values ? values.middle_rows(c, some) : View<const T>());
  }
  return running;
}

/// A task is a group of rows; for few rows against many columns, a group of rows and a chunk of columns.
template <class T>
Index attend_many_columns(const Attend<T>& what, View<T> y, T* log_sums, const Progress& progress) {
  const DotLogits<T>& dots = what.dots;
  const Index rows = dots.x.rows, columns = dots.columns.points.rows, groups = (rows + kLaneRows - 1) / kLaneRows;
  const Index chunk = rows <= kFewRows ? chunk_of(columns, kLeastChunk) : columns;
  const Index chunks = (columns + chunk - 1) / chunk;
  const auto rows_of = [&](Index group) { return block_at(group, kLaneRows, rows); };
  const auto sums_of = [&](Index task) {
    return sums_over(dots, what.values, rows_of(task / chunks), block_at(task % chunks, chunk, columns), progress);
  };
  std::atomic<Index> nonpositive{0};
  if (chunks == 1) {
    parallel_tiles_told(groups, 1, progress, [&](Range one) {
      nonpositive += finish(what, sums_of(one.begin), rows_of(one.begin), y, log_sums);
    });
    return nonpositive;
  }
  std::vector<std::optional<RunningSoftmax<T>>> parts(static_cast<std::size_t>(groups * chunks));
  parallel_tiles(groups * chunks, 1, progress,
                 [&](Range one) { parts[static_cast<std::size_t>(one.begin)] = sums_of(one.begin); });
  for (Index g = 0; g < groups; ++g) {
    RunningSoftmax<T>& total = *parts[static_cast<std::size_t>(g * chunks)];
    for (Index c = 1; c < chunks; ++c) total.merge(*parts[static_cast<std::size_t>(g * chunks + c)]);
    nonpositive += finish(what, total, rows_of(g), y, log_sums);
  }
  return nonpositive;
}

}  // namespace

template <class T>
Index attend(const Attend<T>& what, View<T> y, T* log_sums, const Progress& progress) {
  if (!what.dots.x) return attend_by_function(what, y, log_sums, progress);
  const Index columns = what.dots.columns.points.rows;
  if (what.row_pool > 1) return attend_pooled_rows(what, y, progress);
  if (y && log_sums == nullptr && what.normalised && (what.factors || columns <= kLaneColumns))
    return attend_few_columns(what, y, progress);
  return attend_many_columns(what, y, log_sums, progress);
}

template <class T>
void log_sums_of_blocks(const DotLogits<T>& dots, Index pool, View<T> log_sums, const Progress& progress) {
  const Index rows = dots.x.rows, keys = dots.columns.points.rows;
  OMEGA_ASSERT(log_sums.rows == rows && log_sums.cols == blocks_of(keys, pool));
  parallel_tiles(log_sums.cols, 1, progress, [&](Range one) {
    const Range columns = block_at(one.begin, pool, keys);
    for (Index r = 0; r < rows; r += kLaneRows) {
      const Range own{r, std::min(rows, r + kLaneRows)};
      const RunningSoftmax<T> sums = sums_over<T>(dots, {}, own, columns, progress);
      for (Index i = 0; i < own.size(); ++i) log_sums(r + i, one.begin) = sums.log_sum(i);
    }
  });
}

template <class T>
FillLogits<T> dot_logits(View<const T> x, View<const T> points, const T* bias) {
  return [=](Range rows, Range columns, View<T> tile, View<T>) {
    multiply_nt<T>(x.middle_rows(rows), points.middle_rows(columns), tile);
    if (bias == nullptr) return;
    for (Index r = 0; r < tile.rows; ++r)
      for (Index c = 0; c < tile.cols; ++c) tile(r, c) += bias[columns.begin + c];
  };
}

#define OMEGA_INSTANTIATE(T)                                                                                      \
  template class RunningSoftmax<T>;                                                                               \
  template Index lane_attention<T>(std::span<const LanePart<T>>, View<const T>, View<T>, View<T>, View<const T>); \
  template Index attend<T>(const Attend<T>&, View<T>, T*, const Progress&);                                       \
  template void log_sums_of_blocks<T>(const DotLogits<T>&, Index, View<T>, const Progress&);                      \
  template FillLogits<T> dot_logits<T>(View<const T>, View<const T>, const T*);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
