// combiner: exact attention inside a block, one summary of every other block (Ren et al. 2021, the fixed pattern with
// DeepSets-Max summaries as in the experiments of the EVA paper, with identity maps; specification, section 7).
//
//   block r: k̂_r, q̂_r = element-wise maxima of its keys and queries, v̂_r = Σ_{m∈r} softmax_{m∈r}(q̂_r·k_m) v_m
//   y_n = softmax over {q_n·k_m, m ∈ block of n} and {q_n·k̂_r, r ≠ block of n}, with values v_m and v̂_r
//
// No noise. Needs N = M. Cost: O(N·(w + N/w)·(D + Dv)) time, quadratic unless w grows as √N; O((N/w)·(D + Dv))
// workspace.
#include <algorithm>
#include <limits>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "estimators/methods.h"
#include "estimators/window_attention.h"

namespace omega {

namespace {

/// One row for each block.
template <class T>
struct Summaries {
  Matrix<T> keys, values;  // k̂, v̂
  Buffer<T> weights;       // softmax_{m∈r}(q̂_r·k_m) of every key m in its own block r, for the map
};

template <class T>
Matrix<T> largest_of_rows(const Matrix<T>& rows) {
  Matrix<T> out(1, rows.cols());
  std::copy_n(rows.row(0), rows.cols(), out.data());
  for (Index r = 1; r < rows.rows(); ++r)
    for (Index d = 0; d < rows.cols(); ++d) out(0, d) = std::max(out(0, d), rows(r, d));
  return out;
}

Range range_of(const Window& window) { return {window.keys.front(), window.keys.back() + 1}; }

template <class T>
Summaries<T> summarise(const Call<T>& call, const Windows& windows) {
  const bool keep_weights = call.wants("attention");
  Summaries<T> out{Matrix<T>(windows.size(), call.sizes.D), Matrix<T>(windows.size(), call.v.cols),
                   Buffer<T>(static_cast<std::size_t>(keep_weights ? call.sizes.M : 0))};
  parallel_tiles(windows.size(), 1, call.progress, [&](Range one) {
    const Range block = range_of(windows[one.begin]);
    const Matrix<T> k = call.scaled_keys(block), key = largest_of_rows(k),
                    query = largest_of_rows(call.scaled_queries(block));
    std::copy_n(key.data(), key.cols(), out.keys.row(one.begin));
    Matrix<T> weights(1, block.size());
    multiply_nt<T>(query, k, weights);
    softmax_rows<T>(weights);
    if (keep_weights) std::copy_n(weights.data(), weights.cols(), out.weights.data() + block.begin);
    multiply_nn<T>(weights, call.v.middle_rows(block.begin, block.size()), out.values.view().middle_rows(one.begin, 1));
  });
  return out;
}

/// All blocks but the query's own.
template <class T>
Beyond<T> other_blocks(const Summaries<T>& summaries, const Windows& windows, Index own) {
  Beyond<T> beyond;
  beyond.columns = windows.size() > 1 ? windows.size() : 0;
  beyond.values = summaries.values;
  beyond.logits = [&summaries, own](View<const T> q, Range columns, View<T> logits) {
    multiply_nt<T>(q, summaries.keys.view().middle_rows(columns.begin, columns.size()), logits);
    if (!columns.contains(own)) return;
    for (Index r = 0; r < logits.rows; ++r) logits(r, own - columns.begin) = -std::numeric_limits<T>::infinity();
  };
  beyond.spread = [&summaries, &windows](Range columns, View<const T> weights, View<T> map) {
    for (Index c = columns.begin; c < columns.end; ++c) {
      const Range block = range_of(windows[c]);
      for (Index r = 0; r < map.rows; ++r)
        for (Index m = block.begin; m < block.end; ++m)
          map(r, m) += weights(r, c - columns.begin) * summaries.weights[static_cast<std::size_t>(m)];
    }
  };
  return beyond;
}

template <class T>
void compute(const Call<T>& call) {
  WindowAttention<T> what = window_attention_of(call);
  const Summaries<T> summaries = summarise(call, what.windows);
  what.beyond = [&](Index block) { return other_blocks(summaries, what.windows, block); };
  write_window_attention(call, what);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "combiner";
  info.title = "Combiner";
  info.paper = "Ren et al. 2021, Combiner (fixed pattern, DeepSets-Max)";
  info.summary = "Exact attention inside a block and one summary key for each other block, in one softmax.";
  info.equations = {
      {"k̂_r, q̂_r = element-wise maxima over block r\n"
       "v̂_r = Σ_{m∈r} softmax_{m∈r}(q̂_r·k_m) v_m\n"
       "y_n = softmax over {q_n·k_m, m ∈ own block} and {q_n·k̂_r, r ≠ own}"}};
  info.complexity = "O(N·(w+N/w)·D)";
  info.look_at = "Other blocks in the map: inside each, all queries share one pattern; only its strength is their own.";
  info.not_causal = "only its full form is built here";
  info.options = {window_option(1, "How many keys a block has."), OptionSpec::scale()};
  info.budget = "window";
  info.traits = [](const Options&) {
    return Traits{.self_normalised = true,
                  .deterministic = true,
                  .key_order_free = false,
                  .linear = false,
                  .needs_equal_lengths = true};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double blocks = static_cast<double>(windows_of(p.options, N).size()),
                 pairs = window_pairs(p) + N * (blocks - 1);
    return Cost{2 * pairs * (D + Dv) + 2.0 * M * (D + Dv), pairs + M, 4.0 * (N + M) * (D + Dv)};
  };
  info.check = [](const Problem& p) { require_equal_lengths(p, "combiner"); };
  return info;
}

}  // namespace

Estimator combiner_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
