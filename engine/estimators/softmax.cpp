#include "estimators/softmax.h"

#include <algorithm>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/running_softmax.h"
#include "cpu/vector_math.h"
#include "cuda/methods.h"

namespace omega {

namespace {

/// Logits of keys after the query are −∞.
template <class T>
void hide_later_keys(Range rows, Range columns, View<T> logits) {
  for (Index r = 0; r < logits.rows; ++r) {
    const Index visible = std::clamp<Index>(rows.begin + r + 1 - columns.begin, 0, logits.cols);
    std::fill(logits.row(r) + visible, logits.row(r) + logits.cols, -std::numeric_limits<T>::infinity());
  }
}

/// The path that holds the whole map: what the scaling study calls "softmax" beside the memory-efficient one.
template <class T>
void materialised_attention(const Call<T>& call, bool causal, View<T> y) {
  Matrix<T> map(call.sizes.N, call.sizes.M);
  softmax_map<T>(call.q(), call.k(), causal, map, call.progress);
  constexpr Index kTile = 64;
  parallel_tiles(call.sizes.N, kTile, call.progress, [&](Range rows) {
    multiply_nn<T>(View<const T>(map).middle_rows(rows.begin, rows.size()), call.v, y.middle_rows(rows.begin, rows.size()));
  });
}

/// Query n sees only the keys m ≤ n.
template <class T>
void causal_attention(const Call<T>& call, View<T> y) {
  Attend<T> what;
  what.rows = call.sizes.N;
  what.columns = call.sizes.M;
  what.values = call.v;
  what.logits = [dots = dot_logits<T>(call.q(), call.k())](Range rows, Range columns, View<T> tile, View<T> signs) {
    if (rows.end <= columns.begin) {  // all of them later
      for (Index r = 0; r < tile.rows; ++r) std::fill_n(tile.row(r), tile.cols, -std::numeric_limits<T>::infinity());
      return;
    }
    dots(rows, columns, tile, signs);
    hide_later_keys(rows, columns, tile);
  };
  attend(what, y, static_cast<T*>(nullptr), call.progress);
}

template <class T>
void compute(const Call<T>& call) {
  const bool causal = call.options.flag("causal");
  if (const View<T> y = call.output("y")) {
    if (call.options.flag("materialise"))
      materialised_attention(call, causal, y);
    else if (causal)
      causal_attention(call, y);
    else
      softmax_attention<T>(call.unscaled_q, call.unscaled_k, static_cast<T>(call.scale), call.v, y, nullptr, call.progress);
  }
  if (const View<T> map = call.output("attention")) softmax_map<T>(call.q(), call.k(), causal, map, call.progress);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "softmax";
  info.title = "Softmax attention";
  info.paper = "Vaswani et al. 2017, Attention is all you need";
  info.summary = "Exact attention: each query averages the values with weights softmax(q·k).";
  info.equations = "π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')\ny_n = Σ_m π_nm v_m";
  info.complexity = "O(NMD)";
  info.look_at = "The attention map: the picture that every estimator tries to reproduce.";
  info.options = {
      OptionSpec::flag("causal", false, "Query n sees only the keys m ≤ n."),
      OptionSpec::flag("materialise", false, "Hold the whole N×M map in memory instead of working in tiles; the same numbers, to show the cost."),
      OptionSpec::scale(),
  };
  info.outputs = [](const Problem& p) { return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes)}; };
  info.traits = [](const Options& options) {
    Traits traits;
    traits.unbiased = !options.flag("causal");
    traits.deterministic = true;
    traits.self_normalised = true;
    traits.key_order_free = !options.flag("causal");
    traits.linear = false;
    return traits;
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double pairs = static_cast<double>(N) * M * (p.options.flag("causal") ? 0.5 : 1.0);
    return Cost{2 * pairs * (D + Dv), pairs, 4.0 * (N * (D + Dv) + M * (D + Dv))};
  };
  return info;
}

}  // namespace

template <class T>
void softmax_attention(View<const T> q, View<const T> k, T factor, View<const T> v, View<T> y, T* log_z, const Progress& progress) {
  Attend<T> what;
  what.values = y ? v : View<const T>();
  what.dots = {q, {k}, factor};
  attend(what, y, log_z, progress);
}

template <class T>
void softmax_map(View<const T> q, View<const T> k, bool causal, View<T> map, const Progress& progress) {
  constexpr Index kTile = 16;
  parallel_tiles(q.rows, kTile, progress, [&](Range rows) {
    const View<T> tile = map.middle_rows(rows.begin, rows.size());
    multiply_nt<T>(q.middle_rows(rows.begin, rows.size()), k, tile);
    if (causal) hide_later_keys(rows, {0, k.rows}, tile);
    for (Index r = 0; r < tile.rows; ++r) {
      const T sum = exp_shifted(tile.row(r), tile.cols, largest(tile.row(r), tile.cols));
      for (T& weight : tile.row_span(r)) weight /= sum;
    }
  });
}

Estimator softmax_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); }, cuda::softmax_method());
}

#define OMEGA_INSTANTIATE(T)                                                                                              \
  template void softmax_attention<T>(View<const T>, View<const T>, T, View<const T>, View<T>, T*, const Progress&);       \
  template void softmax_map<T>(View<const T>, View<const T>, bool, View<T>, const Progress&);
OMEGA_INSTANTIATE(float)
OMEGA_INSTANTIATE(double)
#undef OMEGA_INSTANTIATE

}  // namespace omega
