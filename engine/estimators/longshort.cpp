// longshort: keys of a window and a few dynamic ones made of all keys, in one softmax (Zhu et al. 2021, Long-Short
// Transformer; specification, section 7).
//
//   short: E^n, the window of n (`window`, `overlap`; 0 = none)
//   long:  P = softmax over m of (K·Wp), M×r, Wp = eps/√D;  K̄ = PᵀK, V̄ = PᵀV (`rank` r; 0 = none)
//   y_n = softmax over both sets; the layer norms of the paper are left out, since nothing here is learned
//
// No target: it shortens the far keys and estimates nothing. Cost: O(N·(w + r)·D + M·r·D) time, O(r·(D + Dv))
// workspace.
#include <cmath>

#include "core/error.h"
#include "cpu/gemm.h"
#include "estimators/methods.h"
#include "estimators/softmax.h"
#include "estimators/window_attention.h"
#include "math/matrices.h"

namespace omega {

namespace {

/// Wpᵀ: r directions of D; the softmax over m of (K·Wp) is attention of these directions.
template <class T>
Matrix<T> directions(const Call<T>& call) {
  const Matrix<T> eps = call.template load<T>("eps");
  return times<T>(transposed<T>(eps), T(1) / std::sqrt(static_cast<T>(eps.rows())));
}

/// The dynamic keys K̄ and values V̄, and Pᵀ where the map is wanted.
template <class T>
struct LongKeys {
  Matrix<T> keys, values, map;
};

template <class T>
LongKeys<T> make_long_keys(const Call<T>& call) {
  const Matrix<T> towards = directions(call);
  LongKeys<T> out{Matrix<T>(towards.rows(), call.sizes.D), Matrix<T>(towards.rows(), call.v.cols), {}};
  softmax_attention<T>(towards, call.unscaled_k, call.root_scale, call.unscaled_k, out.keys, nullptr, call.progress);
  scale_by(out.keys, call.root_scale);
  softmax_attention<T>(towards, call.unscaled_k, call.root_scale, call.v, out.values, nullptr, call.progress);
  if (call.wants("attention")) {
    out.map = Matrix<T>(towards.rows(), call.sizes.M);
    softmax_map<T>(towards, call.k(), false, out.map, call.progress);
  }
  return out;
}

template <class T>
Beyond<T> beyond_window(const LongKeys<T>& distant) {
  Beyond<T> beyond;
  beyond.columns = distant.keys.rows();
  beyond.values = distant.values;
  beyond.points = {distant.keys};
  beyond.logits = [&distant](View<const T> q, Range columns, View<T> logits) {
    multiply_nt<T>(q, distant.keys.view().middle_rows(columns.begin, columns.size()), logits);
  };
  beyond.spread = [&distant](Range columns, View<const T> weights, View<T> map) {
    add_multiply_nn<T>(weights, distant.map.view().middle_rows(columns.begin, columns.size()), map);
  };
  return beyond;
}

template <class T>
void compute(const Call<T>& call) {
  WindowAttention<T> what = window_attention_of(call);
  LongKeys<T> distant;
  if (call.options.integer("rank") > 0) {
    distant = make_long_keys(call);
    what.beyond = [&distant](Index) { return beyond_window(distant); };
  }
  write_window_attention(call, what);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "longshort";
  info.title = "Long-short attention";
  info.paper = "Zhu et al. 2021, Long-Short Transformer";
  info.summary = "One softmax over the keys of a window and a few keys pooled from the whole sequence by its content.";
  info.equations = {
      {"P = softmax_m(K W),  W = ε/√D,  K̄ = Pᵀ K,  V̄ = Pᵀ V\n"
       "y_n = softmax over {q_n·k_m, m ∈ E^n} and {q_n·k̄_j, j ≤ r}"}};
  info.complexity = "O(N·(w+r)·D + M·r·D)";
  info.look_at = "The stripes that the few long keys lay over the blocks of the window.";
  info.not_causal = "its dynamic keys are made from all keys";
  info.options = {
      window_option(0, "How many keys the block of a query has; 0 leaves only the long keys."),
      overlap_option(),
      OptionSpec::integer("rank", 16, 0, 1 << 20, "How many keys are pooled from all; 0 leaves only the window.")
          .titled("pooled keys")
          .from("r"),
      OptionSpec::scale(),
  };
  info.budget = "rank";
  info.arrays = [](const Problem& p) {
    const Index rank = p.options.integer("rank");
    if (rank == 0) return std::vector<ArraySpec>{};
    return std::vector<ArraySpec>{{"eps", Source::normal, {p.sizes.D, rank}, 0, "The projection W, times √D."}};
  };
  info.traits = [](const Options& options) {
    return Traits{.self_normalised = true,
                  .deterministic = options.integer("rank") == 0,
                  .key_order_free = options.integer("window") == 0,
                  .needs_equal_lengths = options.integer("window") > 0};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double rank = static_cast<double>(p.options.integer("rank")), pairs = window_pairs(p) + N * rank,
                 pooled = M * rank;
    return Cost{2 * pairs * (D + Dv) + 2 * pooled * (3 * D + Dv), pairs + 2 * pooled, 4.0 * (N + M) * (D + Dv)};
  };
  info.check = [](const Problem& p) {
    const bool has_window = p.options.integer("window") > 0;
    if (has_window) require_equal_lengths(p, "longshort with a window");
    if (!has_window && p.options.integer("rank") == 0)
      throw Error::input("longshort with window=0 and rank=0 has no keys at all; set window or rank to at least 1");
  };
  return info;
}

}  // namespace

Estimator longshort_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
