// linformer: keys and values projected along the sequence to a fixed number of rows (Wang et al. 2020; specification,
// section 7).
//
//   y = softmax(q (P K)ᵀ)(P V),  P of J × M, J = `projected`
//   random: P = ε/√J with standard normal ε;  pool: P takes the means over J segments (J ≤ M)
//
// It estimates no softmax: in a trained model P is learned. Cost: O((N + M)·J·(D + Dv)) time; workspace of J rows and a
// few rows of P at a time.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/choices.h"
#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"
#include "cpu/segment_means.h"
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "estimators/softmax.h"
#include "math/matrices.h"

namespace omega {

namespace {

bool is_random(const Options& options) { return options.choice<PooledKeys>("projection") == PooledKeys::random; }

/// Rows of P there are: pooling makes no more of them than there are keys.
Index projected_of(const Options& options, const Sizes& sizes) {
  const Index rows = options.integer("projected");
  return is_random(options) ? rows : std::min(rows, sizes.M);
}

/// Some rows of P = eps/√J.
template <class T>
Matrix<T> random_rows(const Call<T>& call, Range rows) {
  Matrix<T> p(rows.size(), call.sizes.M);
  call.load_rows("eps", rows.begin, p.view());
  const T factor = T(1) / std::sqrt(static_cast<T>(projected_of(call.options, call.sizes)));
  scale_by(p, factor);
  return p;
}

template <class T>
struct Projected {
  Matrix<T> keys, values;  // P K, its keys without their √τ, and P V

  void merge(const Projected& other) {
    add_to(keys, other.keys);
    add_to(values, other.values);
  }
};

template <class T>
Projected<T> project(const Call<T>& call) {
  const Index count = projected_of(call.options, call.sizes);
  if (!is_random(call.options)) {
    const std::vector<Runs> pools = segment_runs(call.sizes.M, count, std::nullopt);
    return {segment_means(call.unscaled_k, pools), segment_means(call.v, pools)};
  }
  // A tile of P at a time, over chunks of keys whose number never depends on the threads; merged in their order.
  constexpr Index kTileRows = 64, kTileKeys = 256;
  const Index chunk = std::max(kTileKeys, chunk_of(call.sizes.M, 1) / 4 * 4 + 4);
  Projected<T> whole = merged_chunks(call.sizes.M, chunk, call.progress, [&](Range own) {
    Projected<T> part{Matrix<T>(count, call.sizes.D, T(0)), Matrix<T>(count, call.v.cols, T(0))};
    Matrix<T> p(std::min(kTileRows, count), std::min(kTileKeys, own.size()));
    for (Index m = own.begin; m < own.end; m += kTileKeys)
      for (Index r = 0; r < count; r += kTileRows) {
        const Index keys = std::min(kTileKeys, own.end - m), rows = std::min(kTileRows, count - r);
        const View<T> tile(p.data(), rows, keys);
        call.progress.check();
        call.load_block("eps", r, m, tile);
        add_multiply_nn<T>(tile, call.unscaled_k.middle_rows(m, keys), part.keys.view().middle_rows(r, rows));
        add_multiply_nn<T>(tile, call.v.middle_rows(m, keys), part.values.view().middle_rows(r, rows));
      }
    return part;
  });
  const T factor = T(1) / std::sqrt(static_cast<T>(count));
  scale_by(whole.keys, factor);
  scale_by(whole.values, factor);
  return whole;
}

/// P itself, for the map.
template <class T>
Matrix<T> projection_matrix(const Call<T>& call) {
  const Index count = projected_of(call.options, call.sizes);
  if (is_random(call.options)) return random_rows(call, {0, count});
  Matrix<T> p(count, call.sizes.M, T(0));
  const std::vector<Range> cut = segments(call.sizes.M, count);
  for (Index c = 0; c < count; ++c) {
    const Range own = cut[static_cast<std::size_t>(c)];
    std::fill(p.row(c) + own.begin, p.row(c) + own.end, T(1) / static_cast<T>(own.size()));
  }
  return p;
}

template <class T>
void write_attention(const Call<T>& call, View<const T> keys, View<T> map) {
  const Matrix<T> p = projection_matrix(call);
  constexpr Index kTile = 64;
  parallel_tiles(call.q().rows, kTile, call.progress, [&](Range rows) {
    Matrix<T> weights(rows.size(), keys.rows);
    softmax_map<T>(call.q().middle_rows(rows.begin, rows.size()), keys, false, weights, call.progress);
    multiply_nn<T>(weights, p, map.middle_rows(rows.begin, rows.size()));
  });
}

template <class T>
void compute(const Call<T>& call) {
  Projected<T> projected = project(call);
  if (const View<T> y = call.output("y"))
    softmax_attention<T>(call.unscaled_q, projected.keys, static_cast<T>(call.scale), projected.values, y, nullptr,
                         call.progress);
  const View<T> map = call.output("attention");
  if (!map) return;
  scale_by(projected.keys, call.root_scale);
  write_attention<T>(call, projected.keys, map);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "linformer";
  info.title = "Linformer";
  info.paper = "Wang et al. 2020, Linformer";
  info.summary = "Projects keys and values along the sequence to a few rows, then attends to those.";
  info.equations = {{"y = softmax(q (P K)ᵀ) (P V)"},
                    {"P = ε/√J", with("projection", {"random"})},
                    {"P K, P V = means over J segments", with("projection", {"pool"})}};
  info.complexity = "O((N+M)·J·(D+Dv))";
  info.look_at = "How random rows mix all keys with weights of both signs, and how pooling turns the map into bands.";
  info.not_causal = "its projection mixes all keys";
  info.options = {
      OptionSpec::integer("projected", 64, 1, 1 << 20,
                          "To how many rows the keys and values are projected; at most as many as keys for pool.")
          .titled("projected keys")
          .from("J")
          .counting_tokens(),
      OptionSpec::choice("projection", {"random", "pool"}, "Random normal rows, or means over segments."),
      OptionSpec::scale(),
  };
  info.budget = "projected";
  info.arrays = [](const Problem& p) {
    if (!is_random(p.options)) return std::vector<ArraySpec>{};
    const Index rows = projected_of(p.options, p.sizes);
    return std::vector<ArraySpec>{{"eps", Source::normal, {rows, p.sizes.M}, 0, "The projection P, times √J."}};
  };
  info.traits = [](const Options& options) {
    return Traits{.self_normalised = !is_random(options),
                  .deterministic = !is_random(options),
                  .rows_sum_to_one = !is_random(options),
                  .key_order_free = false};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double rows = projected_of(p.options, p.sizes), tokens = static_cast<double>(N) + M;
    const auto given = p.given.find("eps");  // all heads may share one projection
    const double projection =
        given == p.given.end() ? 0 : static_cast<double>(given->second.bytes()) / static_cast<double>(heads);
    return Cost{2 * tokens * rows * (D + Dv), N * rows, 4 * tokens * (D + Dv) + projection};
  };
  return info;
}

}  // namespace

Estimator linformer_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::linformer_method());
}

}  // namespace omega
