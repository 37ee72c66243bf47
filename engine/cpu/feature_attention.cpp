#include "cpu/feature_attention.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "math/matrices.h"

namespace omega {

namespace {

constexpr Index kTile = 128;

/// Σ_m φ(k_m) [v_mᵀ, 1] relative to exp(log_scale), for some keys; with a pool, v_m is 1/size in its block.
template <class T>
struct KeySums {
  Matrix<T> sums;    // features × Dv, or × blocks
  Matrix<T> totals;  // 1 × features: what multiplies the 1
  T log_scale = -std::numeric_limits<T>::infinity();

  void rescale(T larger) {
    if (!(larger > log_scale)) return;
    const T factor = std::exp(log_scale - larger);
    scale_by(sums, factor);
    scale_by(totals, factor);
    log_scale = larger;
  }
  void merge(KeySums& other) {
    const T common = std::max(log_scale, other.log_scale);
    rescale(common);
    other.rescale(common);
    add_to(sums, other.sums);
    add_to(totals, other.totals);
  }
};

template <class T>
void scale_rows(View<T> rows, const T* log_scale, T reference) {
  for (Index r = 0; r < rows.rows; ++r) {
    if (log_scale[r] == reference) continue;
    const T factor = std::exp(log_scale[r] - reference);
    for (T& x : rows.row_span(r)) x *= factor;
  }
}

/// The features of some keys, block by block.
template <class T>
void add_to_blocks(const FeatureAttention<T>& what, View<const T> phi, View<const T> ones, Range keys,
                   KeySums<T>& total) {
  const Index pool = what.pool.keys;
  for (Index m = keys.begin; m < keys.end;) {
    const Index b = m / pool;
    const Range block = block_at(b, pool, what.keys);
    const Index count = std::min(block.end, keys.end) - m;
    Matrix<T> sum(1, what.features);
    multiply_nn<T>(ones.left_cols(count), phi.middle_rows(m - keys.begin, count), sum);
    for (Index f = 0; f < what.features; ++f) {
      total.sums(f, b) += sum(0, f) / static_cast<T>(block.size());
      total.totals(0, f) += sum(0, f);
    }
    m += count;
  }
}

/// Of at most kMostTerms keys.
template <class T>
KeySums<T> sum_few_keys(const FeatureAttention<T>& what, View<const T> v, Range keys, const Progress& progress) {
  const Index columns = what.pool ? blocks_of(what.keys, what.pool.keys) : v.cols;
  KeySums<T> total{Matrix<T>(what.features, columns, T(0)), Matrix<T>(1, what.features, T(0))};
  Matrix<T> phi(kTile, what.features);
  const Matrix<T> ones(1, kTile, T(1));
  Buffer<T> log_scale(kTile);
  for (Index m = keys.begin; m < keys.end; m += kTile) {
    progress.check();
    const Range part{m, std::min(keys.end, m + kTile)};
    const View<T> tile = phi.view().middle_rows(0, part.size());
    what.of_keys(part, tile, log_scale.data());
    total.rescale(*std::max_element(log_scale.begin(), log_scale.begin() + part.size()));
    scale_rows(tile, log_scale.data(), total.log_scale);
    if (what.pool) {
      add_to_blocks<T>(what, tile, ones, part, total);
      continue;
    }
    add_multiply_tn<T>(tile, v.middle_rows(m, part.size()), total.sums);
    add_multiply_nn<T>(ones.view().left_cols(part.size()), tile, total.totals);
  }
  return total;
}

template <class T>
KeySums<T> sum_keys(const FeatureAttention<T>& what, View<const T> v, Range keys, const Progress& progress) {
  static_assert(kMostTerms % kTile == 0);
  KeySums<T> total = sum_few_keys(what, v, {keys.begin, std::min(keys.end, keys.begin + kMostTerms)}, progress);
  merge_terms(total, {keys.begin + kMostTerms, keys.end},
              [&](Range some) { return sum_few_keys(what, v, some, progress); });
  return total;
}

/// Chunks of keys in parallel, merged in order.
template <class T>
KeySums<T> sum_all_keys(const FeatureAttention<T>& what, View<const T> v, const Progress& progress) {
  return merged_chunks(what.keys, 4 * kTile, progress, [&](Range keys) { return sum_keys(what, v, keys, progress); });
}

/// The mean of y over queries is the mean of φ(q_n)/(φ(q_n)·Σ_m φ(k_m)) times the sums: one product for all of them.
template <class T>
Index attend_pooled(const FeatureAttention<T>& what, const KeySums<T>& keys, View<T> y, const Progress& progress) {
  std::atomic<Index> nonpositive{0};
  parallel_tiles(y.rows, 1, progress, [&](Range cell) {
    const Range of = what.pool.of(what.queries), own = block_at(cell.begin, what.pool.queries, of.size()),
                block{of.begin + own.begin, of.begin + own.end};
    Matrix<T> phi(kTile, what.features), denominators(kTile, 1), shares(1, kTile), mean(1, what.features, T(0));
    Buffer<T> log_scale(kTile);  // cancels
    for (Index n = block.begin; n < block.end; n += kTile) {
      const Range rows{n, std::min(block.end, n + kTile)};
      const View<T> tile = phi.view().middle_rows(0, rows.size());
      what.of_queries(rows, tile, log_scale.data());
      multiply_nt<T>(tile, keys.totals, denominators.view().middle_rows(0, rows.size()));
      for (Index r = 0; r < rows.size(); ++r) {
        nonpositive += !(denominators(r, 0) > 0);
        shares(0, r) = 1 / denominators(r, 0) / static_cast<T>(block.size());
      }
      add_multiply_nn<T>(shares.view().left_cols(rows.size()), tile, mean);
    }
    multiply_nn<T>(mean, keys.sums, y.middle_rows(cell.begin, 1));
  });
  return nonpositive;
}

}  // namespace

template <class T>
Index feature_attention(const FeatureAttention<T>& what, View<const T> v, View<T> y, const Progress& progress) {
  const KeySums<T> keys = sum_all_keys(what, v, progress);
  if (what.pool) return attend_pooled(what, keys, y, progress);
  std::atomic<Index> nonpositive{0};
  parallel_tiles(what.queries, kTile, progress, [&](Range rows) {
    Matrix<T> phi(rows.size(), what.features), denominators(rows.size(), 1);
    Buffer<T> log_scale(static_cast<std::size_t>(rows.size()));  // cancels
    what.of_queries(rows, phi, log_scale.data());
    const View<T> out = y.middle_rows(rows);
    multiply_nn<T>(phi, keys.sums, out);
    multiply_nt<T>(phi, keys.totals, denominators);
    for (Index r = 0; r < rows.size(); ++r) nonpositive += !(denominators(r, 0) > 0);
    divide_rows<T>(out, denominators.data(), out);
  });
  return nonpositive;
}

template <class T>
void feature_attention_map(const FeatureAttention<T>& what, View<T> map, const Progress& progress) {
  Matrix<T> keys(what.keys, what.features);
  Buffer<T> log_scale(static_cast<std::size_t>(what.keys));
  what.of_keys({0, what.keys}, keys, log_scale.data());
  scale_rows<T>(keys, log_scale.data(), *std::max_element(log_scale.begin(), log_scale.end()));
  parallel_tiles(what.queries, kTile, progress, [&](Range rows) {
    Matrix<T> phi(rows.size(), what.features);
    Buffer<T> own(static_cast<std::size_t>(rows.size()));
    what.of_queries(rows, phi, own.data());
    const View<T> tile = map.middle_rows(rows);
    multiply_nt<T>(phi, keys, tile);
    for (Index r = 0; r < tile.rows; ++r) {
      T sum = 0;
      for (const T x : tile.row_span(r)) sum += x;
      for (T& x : tile.row_span(r)) x /= sum;
    }
  });
}

#define OMEGA_INSTANTIATE(T)                                                                                \
  template Index feature_attention<T>(const FeatureAttention<T>&, View<const T>, View<T>, const Progress&); \
  template void feature_attention_map<T>(const FeatureAttention<T>&, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
