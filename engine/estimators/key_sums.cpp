#include "estimators/key_sums.h"

#include <algorithm>
#include <array>

#include "cpu/parallel.h"
#include "sampling/samples.h"

namespace omega {

namespace {

// Each table below another costs a pass over all keys, so its cells are many; but all tables together stay below 2 MB
// in float with 64 samples of 64 dimensions. A window that stays in one cell needs half of them.
constexpr Index kCellsOfOne = 16, kCellsOfTwo = 8;  // of a table below another
constexpr Index kMostNumbers = 275'000;             // in the table of the whole: about 1 MB in float

Index cells_of(Index keys, Index stride) { return (keys + stride - 1) / stride; }

}  // namespace

/// A range of keys cut in cells.
template <class T>
struct KeySums<T>::Table {
  Range keys{0, 0};
  Index stride = 1;
  std::vector<RunningSoftmax<T>> before, from;  // [i]: the keys of the range before, and from, its cell i
};

/// The tables below that of the whole, at the place where windows are being asked for: the finest first. A window may
/// begin in one cell of the table above and end in another.
template <class T>
struct KeySums<T>::Path {
  std::vector<std::array<Table, 2>> levels;
};

template <class T>
KeySums<T>::KeySums(const Call<T>& call, View<const T> omega, Index stride, bool stays_in_cell)
    : call_(call), omega_(omega), lanes_(omega.cols, omega.rows), strides_{stride}, whole_(std::make_unique<Table>()) {
  lanes_.assign(omega, call.root_scale);
  const Index each = 2 * omega.rows * (value_dims() + 1);
  const Index cells = stays_in_cell ? kCellsOfOne : kCellsOfTwo;
  while (strides_.back() < keys() && (cells_of(keys(), strides_.back()) + 1) * each > kMostNumbers)
    strides_.push_back(cells * strides_.back());
  start_table(*whole_, {0, keys()}, strides_.back());
  parallel_tiles(keys(), strides_.back(), call.progress, [&](Range cell) {
    add_keys(whole_->from[static_cast<std::size_t>(cell.begin / strides_.back())], cell);
  });
  finish_table(*whole_);
}

template <class T>
KeySums<T>::~KeySums() = default;

template <class T>
void KeySums<T>::add_keys(RunningSoftmax<T>& sums, Range keys) const {
  call_.progress.check();
  if (keys.size() > 0)
    sums.add(lanes_, key_logits(omega_, call_).columns.middle(keys.begin, keys.size()),
             call_.v.middle_rows(keys.begin, keys.size()));
}

template <class T>
Matrix<T> KeySums<T>::all_logits() const {
  const Buffer<T> key_bias = minus_half_squared_norms(call_.k());
  Matrix<T> all(omega_.rows, keys());
  dot_logits<T>(omega_, call_.k(), key_bias.data())({0, omega_.rows}, {0, keys()}, all, {});
  return all;
}

template <class T>
void KeySums<T>::start_table(Table& table, Range keys, Index stride) const {
  const auto borders = static_cast<std::size_t>(cells_of(keys.size(), stride) + 1);
  table.keys = keys;
  table.stride = stride;
  table.before.clear();
  table.from.clear();
  for (std::size_t i = 0; i < borders; ++i) {
    table.before.push_back(no_keys());
    table.from.push_back(no_keys());
  }
}

/// From the sums of the single cells, which lie in `from`.
template <class T>
void KeySums<T>::finish_table(Table& table) const {
  for (std::size_t i = 0; i + 1 < table.before.size(); ++i) {
    table.before[i + 1].merge(table.before[i]);
    table.before[i + 1].merge(table.from[i]);
  }
  for (std::size_t i = table.from.size() - 1; i-- > 0;) table.from[i].merge(table.from[i + 1]);
}

/// The table of `level` around a place. One that the window does not touch makes room for it.
template <class T>
const typename KeySums<T>::Table& KeySums<T>::table_at(Path& path, std::size_t level, Index place, Range window) const {
  std::array<Table, 2>& tables = path.levels[level];
  for (const Table& table : tables)
    if (table.keys.contains(place)) return table;
  const bool first_is_idle = tables[0].keys.end <= window.begin || tables[0].keys.begin >= window.end;
  Table& table = tables[first_is_idle ? 0 : 1];
  const Index above = strides_[level + 1], begin = place / above * above;
  start_table(table, {begin, std::min(keys(), begin + above)}, strides_[level]);
  for (std::size_t i = 0; i + 1 < table.from.size(); ++i) {
    const Index first = begin + static_cast<Index>(i) * table.stride;
    add_keys(table.from[i], {first, std::min(table.keys.end, first + table.stride)});
  }
  finish_table(table);
  return table;
}

template <class T>
void KeySums<T>::add_before(RunningSoftmax<T>& sums, Range window, Path& path) const {
  Index done = 0;
  const Table* table = whole_.get();
  for (std::size_t level = strides_.size(); level-- > 0 && done < window.begin;) {
    if (level + 1 < strides_.size()) table = &table_at(path, level, window.begin, window);
    const Index cell = (window.begin - done) / table->stride;
    sums.merge(table->before[static_cast<std::size_t>(cell)]);
    done += cell * table->stride;
  }
  add_keys(sums, {done, window.begin});
}

template <class T>
void KeySums<T>::add_from(RunningSoftmax<T>& sums, Range window, Path& path) const {
  Index left = keys();
  const Table* table = whole_.get();
  for (std::size_t level = strides_.size(); level-- > 0 && left > window.end;) {
    if (level + 1 < strides_.size()) table = &table_at(path, level, window.end, window);
    const Index cell = cells_of(window.end - table->keys.begin, table->stride);
    sums.merge(table->from[static_cast<std::size_t>(cell)]);
    left = std::min(left, table->keys.begin + cell * table->stride);
  }
  add_keys(sums, {window.end, left});
}

template <class T>
typename KeySums<T>::Path& KeySums<T>::own_path() const {
  std::unique_ptr<Path>& own = paths_.local();
  if (!own) own = std::make_unique<Path>(Path{std::vector<std::array<Table, 2>>(strides_.size() - 1)});
  return *own;
}

template <class T>
RunningSoftmax<T> KeySums<T>::outside(std::span<const Index> window) const {
  RunningSoftmax<T> sums = no_keys();
  const Range all{window.front(), window.back() + 1};
  Path& path = own_path();
  add_before(sums, all, path);
  for (std::size_t i = 0; i + 1 < window.size(); ++i)  // the gaps between the rows of a window on a grid
    if (window[i + 1] > window[i] + 1) add_keys(sums, {window[i] + 1, window[i + 1]});
  if (!call_.options.is_causal()) add_from(sums, all, path);
  return sums;
}

template class KeySums<float>;
template class KeySums<double>;

}  // namespace omega
