#include "cpu/feature_attention.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/parallel.h"

namespace omega {

namespace {

constexpr Index kTile = 128;
constexpr Index kChunks = 16;

/// Σ_m φ(k_m) [v_mᵀ, 1] relative to exp(log_scale), for one chunk of keys.
template <class T>
struct KeySums {
  Matrix<T> sums;  // features × (Dv + 1)
  T log_scale = -std::numeric_limits<T>::infinity();

  void rescale(T larger) {
    if (!(larger > log_scale)) return;
    const T factor = std::exp(log_scale - larger);
    for (Index i = 0; i < sums.rows() * sums.cols(); ++i) sums.data()[i] *= factor;
    log_scale = larger;
  }
};

template <class T>
void scale_rows(View<T> rows, const T* log_scale, T reference) {
  for (Index r = 0; r < rows.rows; ++r) {
    const T factor = std::exp(log_scale[r] - reference);
    for (T& x : rows.row_span(r)) x *= factor;
  }
}

template <class T>
KeySums<T> sum_keys(const FeatureAttention<T>& what, View<const T> v, Range keys, const Progress& progress) {
  const Index dims = v.cols;
  KeySums<T> total{Matrix<T>(what.features, dims + 1, T(0))};
  Matrix<T> phi(kTile, what.features), values(kTile, dims + 1);
  Buffer<T> log_scale(kTile);
  for (Index m = keys.begin; m < keys.end; m += kTile) {
    progress.check();
    const Range part{m, std::min(keys.end, m + kTile)};
    const View<T> tile = phi.view().middle_rows(0, part.size());
    what.of_keys(part, tile, log_scale.data());
    total.rescale(*std::max_element(log_scale.begin(), log_scale.begin() + part.size()));
    scale_rows(tile, log_scale.data(), total.log_scale);
    const View<T> with_one = values.view().middle_rows(0, part.size());
    for (Index r = 0; r < part.size(); ++r) {
      std::copy_n(v.row(m + r), dims, with_one.row(r));
      with_one(r, dims) = T(1);
    }
    add_multiply_tn<T>(tile, with_one, total.sums);
  }
  return total;
}

/// Chunks of keys in parallel, merged in order.
template <class T>
KeySums<T> sum_all_keys(const FeatureAttention<T>& what, View<const T> v, const Progress& progress) {
  const Index chunk = std::max(4 * kTile, (what.keys + kChunks - 1) / kChunks);
  std::vector<KeySums<T>> parts(static_cast<std::size_t>((what.keys + chunk - 1) / chunk));
  parallel_tiles(what.keys, chunk, progress, [&](Range keys) { parts[static_cast<std::size_t>(keys.begin / chunk)] = sum_keys(what, v, keys, progress); });
  KeySums<T>& total = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const T common = std::max(total.log_scale, parts[i].log_scale);
    total.rescale(common);
    parts[i].rescale(common);
    for (Index j = 0; j < total.sums.rows() * total.sums.cols(); ++j) total.sums.data()[j] += parts[i].sums.data()[j];
  }
  return std::move(total);
}

template <class T>
T guarded(T denominator, T floor) {
  return floor > 0 && std::abs(denominator) < floor ? std::copysign(floor, denominator) : denominator;
}

}  // namespace

template <class T>
Index feature_attention(const FeatureAttention<T>& what, View<const T> v, View<T> y, const Progress& progress) {
  const KeySums<T> keys = sum_all_keys(what, v, progress);
  std::atomic<Index> nonpositive{0};
  parallel_tiles(what.queries, kTile, progress, [&](Range rows) {
    Matrix<T> phi(rows.size(), what.features), sums(rows.size(), v.cols + 1);
    Buffer<T> log_scale(static_cast<std::size_t>(rows.size()));  // cancels
    what.of_queries(rows, phi, log_scale.data());
    multiply_nn<T>(phi, keys.sums, sums);
    for (Index r = 0; r < rows.size(); ++r) {
      const T denominator = sums(r, v.cols);
      nonpositive += !(denominator > 0);
      const T divisor = guarded(denominator, what.denominator_floor);
      for (Index d = 0; d < v.cols; ++d) y(rows.begin + r, d) = sums(r, d) / divisor;
    }
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
    const View<T> tile = map.middle_rows(rows.begin, rows.size());
    multiply_nt<T>(phi, keys, tile);
    for (Index r = 0; r < tile.rows; ++r) {
      T sum = 0;
      for (const T x : tile.row_span(r)) sum += x;
      const T divisor = guarded(sum, what.denominator_floor);
      for (T& x : tile.row_span(r)) x /= divisor;
    }
  });
}

#define OMEGA_INSTANTIATE(T)                                                                                     \
  template Index feature_attention<T>(const FeatureAttention<T>&, View<const T>, View<T>, const Progress&);     \
  template void feature_attention_map<T>(const FeatureAttention<T>&, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
