#include "estimators/linformer.h"

#include <algorithm>
#include <cmath>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "estimators/softmax.h"
#include "math/segments.h"

namespace omega {

namespace {

enum class Projection { random, pool };

bool is_random(const Options& options) { return options.choice<Projection>("projection") == Projection::random; }

/// Rows of P there are: pooling makes no more of them than there are keys.
Index projected_of(const Options& options, const Sizes& sizes) {
  const Index rows = options.integer("projected");
  return is_random(options) ? rows : std::min(rows, sizes.M);
}

/// Some rows of P = eps/√k.
template <class T>
Matrix<T> random_rows(const Call<T>& call, Range rows) {
  Matrix<T> p(rows.size(), call.k.rows);
  call.load_rows("eps", rows.begin, p.view());
  const T factor = T(1) / std::sqrt(static_cast<T>(projected_of(call.options, call.sizes)));
  for (Index i = 0; i < p.rows() * p.cols(); ++i) p.data()[i] *= factor;
  return p;
}

template <class T>
struct Projected {
  Matrix<T> keys, values;  // P K, P V
};

template <class T>
Projected<T> project(const Call<T>& call) {
  const Index count = projected_of(call.options, call.sizes);
  if (!is_random(call.options)) {
    const auto members = segment_members(call.k.rows, count, std::nullopt);
    return {segment_means(call.k, members), segment_means(call.v, members)};
  }
  Projected<T> out{Matrix<T>(count, call.k.cols), Matrix<T>(count, call.v.cols)};
  constexpr Index kTile = 8;
  parallel_tiles(count, kTile, call.progress, [&](Range rows) {
    const Matrix<T> p = random_rows(call, rows);
    multiply_nn<T>(p, call.k, out.keys.view().middle_rows(rows.begin, rows.size()));
    multiply_nn<T>(p, call.v, out.values.view().middle_rows(rows.begin, rows.size()));
  });
  return out;
}

/// P itself, for the map.
template <class T>
Matrix<T> projection_matrix(const Call<T>& call) {
  const Index count = projected_of(call.options, call.sizes);
  if (is_random(call.options)) return random_rows(call, {0, count});
  Matrix<T> p(count, call.k.rows, T(0));
  const std::vector<Range> cut = segments(call.k.rows, count);
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
  parallel_tiles(call.q.rows, kTile, call.progress, [&](Range rows) {
    Matrix<T> weights(rows.size(), keys.rows);
    softmax_map<T>(call.q.middle_rows(rows.begin, rows.size()), keys, false, weights, call.progress);
    multiply_nn<T>(weights, p, map.middle_rows(rows.begin, rows.size()));
  });
}

template <class T>
void compute(const Call<T>& call) {
  const Projected<T> projected = project(call);
  if (const View<T> y = call.output("y"))
    softmax_attention<T>(call.q, projected.keys, projected.values, false, y, nullptr, call.progress);
  if (const View<T> map = call.output("attention")) write_attention<T>(call, projected.keys, map);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "linformer";
  info.title = "Linformer";
  info.paper = "Wang et al. 2020, Linformer";
  info.summary = "Projects keys and values along the sequence to a few rows, then attends to those.";
  info.equations = "y = softmax(q (P K)ᵀ) (P V)\nrandom: P = ε/√J;  pool: means over J segments";
  info.complexity = "O((N+M)·k·(D+Dv))";
  info.look_at = "How random rows mix all keys with weights of both signs, and how pooling turns the map into bands.";
  info.options = {
      OptionSpec::integer("projected", 64, 1, 1 << 20, "To how many rows the keys and values are projected; at most as many as keys for pool.").from("J"),
      OptionSpec::choice("projection", {"random", "pool"}, "Random normal rows, or means over segments."),
      OptionSpec::scale(),
  };
  info.budget = "projected";
  info.arrays = [](const Problem& p) {
    if (!is_random(p.options)) return std::vector<ArraySpec>{};
    const Index rows = projected_of(p.options, p.sizes);
    return std::vector<ArraySpec>{{"eps", Source::normal, {rows, p.sizes.M}, 0, "The projection P, times √k."}};
  };
  info.outputs = [](const Problem& p) { return std::vector<OutputSpec>{output_y(p.sizes), output_attention(p.sizes)}; };
  info.traits = [](const Options& options) {
    Traits traits;
    traits.deterministic = !is_random(options);
    traits.self_normalised = !is_random(options);
    traits.rows_sum_to_one = !is_random(options);
    traits.key_order_free = false;
    return traits;
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double rows = projected_of(p.options, p.sizes), tokens = static_cast<double>(N) + M;
    const auto given = p.given.find("eps");  // all heads may share one projection
    const double projection = given == p.given.end() ? 0 : static_cast<double>(given->second.bytes()) / static_cast<double>(heads);
    return Cost{2 * tokens * rows * (D + Dv), N * rows, 4 * tokens * (D + Dv) + projection};
  };
  return info;
}

}  // namespace

Estimator linformer_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
