#include "kernel_learning/features.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "cpu/causal_attention.h"
#include "cpu/feature_attention.h"
#include "cpu/gemm.h"
#include "cpu/lanes.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"

namespace omega {

namespace {

constexpr Index kTile = 64;

/// [cos ω·x, sin ω·x]: 1/√F cancels.
template <class T>
Features<T> rks_features(const KernelAttention<T>& what, View<const T> x) {
  return [&what, x](Range rows, View<T> out, T* log_scale) {
    const Index F = what.frequencies;
    Matrix<T> angles(rows.size(), F);
    what.project(x.middle_rows(rows), angles);
    std::fill_n(log_scale, rows.size(), T(0));
    for (Index r = 0; r < rows.size(); ++r) sine_cosine(angles.row(r), F, out.row(r) + F, out.row(r));
  };
}

template <class T>
FeatureAttention<T> rks_attention(const KernelAttention<T>& what) {
  FeatureAttention<T> attention;
  attention.queries = what.q.rows;
  attention.keys = what.k.rows;
  attention.features = 2 * what.frequencies;
  attention.of_queries = rks_features(what, what.q);
  attention.of_keys = rks_features(what, what.k);
  return attention;
}

/// ω_f·k_m − ‖k_m‖² for a tile of keys, keys as rows.
template <class T>
void key_logits(const KernelAttention<T>& what, Range keys, View<T> out) {
  const View<const T> k = what.k.middle_rows(keys);
  Buffer<T> norms(static_cast<std::size_t>(keys.size()));
  squared_norms(k, norms.data());
  what.project(k, out);
  for (Index m = 0; m < out.rows; ++m)
    for (T& logit : out.row_span(m)) logit -= what.norm_factor * norms[static_cast<std::size_t>(m)];
}

/// Per frequency, Σ_m exp(ω_f·k_m − ‖k_m‖²) [v_m, 1] over a chunk of keys.
template <class T>
RunningSoftmax<T> sum_keys(const KernelAttention<T>& what, View<const T> values, Range keys, const Progress& progress) {
  const Index F = what.frequencies;
  RunningSoftmax<T> sums(F, values.cols);
  Matrix<T> by_key(kTile, F), by_frequency(F, kTile);
  for (Index m = keys.begin; m < keys.end; m += kTile) {
    progress.check();
    const Range part{m, std::min(keys.end, m + kTile)};
    key_logits(what, part, by_key.view().middle_rows(0, part.size()));
    const View<T> logits = by_frequency.view().left_cols(part.size());
    for (Index f = 0; f < F; ++f)
      for (Index i = 0; i < part.size(); ++i) logits(f, i) = by_key(i, f);
    sums.add(logits, values.middle_rows(m, part.size()));
  }
  return sums;
}

/// Chunks of keys in parallel, merged in their order.
template <class T>
RunningSoftmax<T> sum_all_keys(const KernelAttention<T>& what, View<const T> values, const Progress& progress) {
  return merged_chunks(what.k.rows, 4 * kTile, progress,
                       [&](Range keys) { return sum_keys(what, values, keys, progress); });
}

template <class T>
Buffer<T> log_sums(const RunningSoftmax<T>& sums) {
  Buffer<T> logs(static_cast<std::size_t>(sums.rows()));
  for (Index f = 0; f < sums.rows(); ++f) logs[static_cast<std::size_t>(f)] = sums.log_sum(f);
  return logs;
}

/// ω_f·q_n + L_f for a tile of queries: the log weights of the frequencies.
template <class T>
void query_logits(const KernelAttention<T>& what, const Buffer<T>& log_sums, Range rows, View<T> out) {
  what.project(what.q.middle_rows(rows), out);
  for (Index n = 0; n < out.rows; ++n)
    for (Index f = 0; f < out.cols; ++f) out(n, f) += log_sums[static_cast<std::size_t>(f)];
}

/// Frequencies that are rows: two softmaxes over points, the frequencies' over the keys and the queries' over the
/// frequencies.
template <class T>
Index dense_prf_attention(const KernelAttention<T>& what, View<T> y, const Progress& progress) {
  Matrix<T> means(what.frequencies, what.v.cols);
  Buffer<T> logs(static_cast<std::size_t>(what.frequencies));
  Attend<T> keys;
  keys.values = what.v;
  keys.dots = {what.omega, {what.k, nullptr, -what.norm_factor}};
  attend(keys, means.view(), logs.data(), progress);
  Attend<T> mix;
  mix.values = means;
  mix.dots = {what.q, {what.omega, logs.data()}};
  return attend(mix, y, static_cast<T*>(nullptr), progress);
}

template <class T>
Index prf_attention(const KernelAttention<T>& what, View<T> y, const Progress& progress) {
  const RunningSoftmax<T> keys = sum_all_keys(what, what.v, progress);
  const Buffer<T> logs = log_sums(keys);
  Matrix<T> means(what.frequencies, what.v.cols);
  keys.mean(means);
  std::atomic<Index> nonpositive{0};
  parallel_tiles(what.q.rows, kTile, progress, [&](Range rows) {
    Matrix<T> logits(rows.size(), what.frequencies);
    query_logits(what, logs, rows, logits.view());
    RunningSoftmax<T> mix(rows.size(), what.v.cols);
    mix.add(logits, means);
    nonpositive += mix.mean(y.middle_rows(rows));
  });
  return nonpositive;
}

template <class T>
void prf_map(const KernelAttention<T>& what, View<T> map, const Progress& progress) {
  const Index F = what.frequencies;
  const Buffer<T> logs = log_sums(sum_all_keys(what, what.v.left_cols(0), progress));
  // Each frequency's own softmax over the keys ...
  Matrix<T> keys(what.k.rows, F);
  parallel_tiles(what.k.rows, kTile, progress, [&](Range part) {
    key_logits(what, part, keys.view().middle_rows(part));
    for (Index m = part.begin; m < part.end; ++m) {
      for (Index f = 0; f < F; ++f) keys(m, f) -= logs[static_cast<std::size_t>(f)];
      exp_shifted(keys.row(m), F, T(0));
    }
  });
  // ... mixed by each query's weights of the frequencies.
  parallel_tiles(what.q.rows, kTile, progress, [&](Range rows) {
    Matrix<T> weights(rows.size(), F);
    query_logits(what, logs, rows, weights.view());
    softmax_rows<T>(weights);
    multiply_nt<T>(weights, keys, map.middle_rows(rows));
  });
}

/// out ← the projections of x, a column for each row of it.
template <class T>
void project_turned(const KernelAttention<T>& what, View<const T> x, View<T> out) {
  if (what.omega) return multiply_nt<T>(what.omega, x, out);
  Matrix<T> rows(x.rows, what.frequencies);
  what.project(x, rows);
  LaneRows<T> turned(what.frequencies, x.rows);
  turned.assign(rows, T(1));
  for (Index f = 0; f < what.frequencies; ++f) std::copy_n(turned.data() + f * turned.lanes(), x.rows, out.row(f));
}

/// rks: x = cos ω·k and sin ω·k, l = 0. prf: l = ω·k − ‖k‖², and of the queries ω·q.
template <class T>
CausalAttention<T> causal_form(const KernelAttention<T>& what) {
  const Index F = what.frequencies;
  const bool rks = what.map == FeatureMap::rks;
  CausalAttention<T> causal;
  causal.tokens = what.q.rows;
  causal.features = rks ? 2 * F : F;
  causal.key_values = causal.query_values = causal.shared_logits = rks;
  causal.v = what.v;
  if (rks) {
    const auto waves = [&what, F](View<const T> x, View<T> values) {
      Matrix<T> angles(F, x.rows);
      project_turned<T>(what, x, angles);
      for (Index f = 0; f < F; ++f) sine_cosine(angles.row(f), x.rows, values.row(F + f), values.row(f));
    };
    causal.of_keys = [&what, waves](Range keys, View<T> logits, View<T> values) {
      std::fill_n(logits.data, keys.size(), T(0));
      waves(what.k.middle_rows(keys), values);
    };
    causal.of_queries = [&what, waves](Range queries, View<T>, View<T> values) {
      waves(what.q.middle_rows(queries), values);
    };
    return causal;
  }
  causal.of_keys = [&what](Range keys, View<T> logits, View<T>) {
    const View<const T> k = what.k.middle_rows(keys);
    Buffer<T> norms(static_cast<std::size_t>(keys.size()));
    squared_norms(k, norms.data());
    project_turned(what, k, logits);
    for (Index f = 0; f < logits.rows; ++f)
      for (Index m = 0; m < keys.size(); ++m) logits(f, m) -= what.norm_factor * norms[static_cast<std::size_t>(m)];
  };
  causal.of_queries = [&what](Range queries, View<T> logits, View<T>) {
    project_turned(what, what.q.middle_rows(queries), logits);
  };
  return causal;
}

}  // namespace

template <class T>
Index kernel_attention(const KernelAttention<T>& what, View<T> y, const Progress& progress) {
  if (what.causal) return causal_attention(causal_form(what), y, progress);
  if (what.map == FeatureMap::rks) return feature_attention(rks_attention(what), what.v, y, progress);
  return what.omega ? dense_prf_attention(what, y, progress) : prf_attention(what, y, progress);
}

template <class T>
void kernel_attention_map(const KernelAttention<T>& what, View<T> map, const Progress& progress) {
  if (what.causal) return causal_attention_map(causal_form(what), map, progress);
  if (what.map == FeatureMap::rks) return feature_attention_map(rks_attention(what), map, progress);
  prf_map(what, map, progress);
}

double feature_product(FeatureMap map, View<const double> omega, std::span<const double> q, std::span<const double> k) {
  double norms = 0;
  for (std::size_t d = 0; d < q.size(); ++d) norms += q[d] * q[d] + k[d] * k[d];
  double sum = 0;
  for (Index f = 0; f < omega.rows; ++f) {
    double at_q = 0, at_k = 0;
    for (Index d = 0; d < omega.cols; ++d) {
      at_q += omega(f, d) * q[static_cast<std::size_t>(d)];
      at_k += omega(f, d) * k[static_cast<std::size_t>(d)];
    }
    // cos a cos b + sin a sin b = cos(a − b)
    sum += map == FeatureMap::rks ? std::cos(at_q - at_k) : std::exp(at_q + at_k - norms);
  }
  return sum / static_cast<double>(omega.rows);
}

#define OMEGA_INSTANTIATE(T)                                                               \
  template Index kernel_attention<T>(const KernelAttention<T>&, View<T>, const Progress&); \
  template void kernel_attention_map<T>(const KernelAttention<T>&, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
