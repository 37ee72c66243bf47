// nystrom: softmax attention through landmarks, as a product of three small maps (Xiong et al. 2021; specification,
// section 7).
//
//   q̃_c, k̃_c: means over segment c of the queries and of the keys
//   F = softmax(q k̃ᵀ),  A = softmax(q̃ k̃ᵀ),  B = softmax(q̃ kᵀ),  y = F·Z·(B V),  Z ≈ A⁺
//   iterative: 6 steps of Z ← ¼Z(13I − AZ(15I − AZ(7I − AZ))), Z_0 = Aᵀ/(‖A‖_1‖A‖_∞)
//   svd: the pseudo-inverse in double, singular values up to C·2⁻⁵²·σ_max taken as 0
//
// No noise, no target; rows of F·Z·B need not sum to 1 and weights may be negative. Cost: O((N + M)·C·(D + Dv) + C³)
// time, O(C·(C + D + Dv)) workspace.
#include <algorithm>
#include <cmath>

#include "core/choices.h"
#include "cpu/gemm.h"
#include "cpu/merged_chunks.h"
#include "cpu/parallel.h"
#include "cpu/parallel_product.h"
#include "cpu/running_softmax.h"
#include "cpu/segment_means.h"
#include "cuda/methods.h"
#include "estimators/methods.h"
#include "estimators/softmax.h"
#include "math/matrices.h"
#include "math/pseudo_inverse.h"
#include "sampling/exact_means.h"

namespace omega {

namespace {

/// The landmarks there are: C ≤ min(N, M).
Index landmarks_of(const Options& options, const Sizes& sizes) {
  return std::min({static_cast<Index>(options.integer("landmarks")), sizes.N, sizes.M});
}

/// value·I − m.
template <class T>
Matrix<T> identity_minus(T value, const Matrix<T>& m) {
  Matrix<T> out(m.rows(), m.cols());
  for (Index r = 0; r < m.rows(); ++r)
    for (Index c = 0; c < m.cols(); ++c) out(r, c) = (r == c ? value : T(0)) - m(r, c);
  return out;
}

template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b, const Progress& progress) {
  Matrix<T> out(a.rows(), b.cols());
  multiply_in_tiles<T>(a, b, out, progress);
  return out;
}

/// Aᵀ / (largest column sum · largest row sum).
template <class T>
Matrix<T> scaled_transpose(const Matrix<T>& a) {
  T column_norm = 0, row_norm = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    T column = 0, row = 0;
    for (Index j = 0; j < a.cols(); ++j) {
      row += std::abs(a(i, j));
      column += std::abs(a(j, i));
    }
    column_norm = std::max(column_norm, column);
    row_norm = std::max(row_norm, row);
  }
  Matrix<T> z(a.cols(), a.rows());
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < a.cols(); ++j) z(j, i) = a(i, j) / (column_norm * row_norm);
  return z;
}

template <class T>
Matrix<T> iterative_inverse(const Matrix<T>& a, const Progress& progress) {
  Matrix<T> z = scaled_transpose(a);
  for (int step = 0; step < 6; ++step) {
    const Matrix<T> az = product(a, z, progress);
    const Matrix<T> inner = identity_minus(T(15), product(az, identity_minus(T(7), az), progress));
    z = product(z, identity_minus(T(13), product(az, inner, progress)), progress);
    scale_by(z, T(0.25));
  }
  return z;
}

/// The three maps are F, A and B; F and B are never held for y.
template <class T>
struct Landmarks {
  Matrix<T> queries, keys;  // q̃, k̃
  Matrix<T> inverse;        // Z
};

template <class T>
Matrix<T> scaled_means(View<const T> rows, Index count, T factor) {
  Matrix<T> means = segment_means(rows, segment_runs(rows.rows, count, std::nullopt));
  scale_by(means, factor);
  return means;
}

template <class T>
Landmarks<T> make_landmarks(const Call<T>& call) {
  const Index count = landmarks_of(call.options, call.sizes);
  Landmarks<T> l;
  l.queries = scaled_means(call.unscaled_q, count, call.root_scale);
  l.keys = scaled_means(call.unscaled_k, count, call.root_scale);
  Matrix<T> between(count, count);
  softmax_map<T>(l.queries, l.keys, false, between, call.progress);
  l.inverse = iterative_inverse(between, call.progress);
  return l;
}

template <class T>
void write_attention(const Call<T>& call, const Landmarks<T>& l, View<T> map) {
  Matrix<T> to_keys(l.queries.rows(), call.k().rows);
  softmax_map<T>(l.queries, call.k(), false, to_keys, call.progress);
  const Matrix<T> mixed = product(l.inverse, to_keys, call.progress);
  constexpr Index kTile = 64;
  parallel_tiles(call.q().rows, kTile, call.progress, [&](Range rows) {
    Matrix<T> from_queries(rows.size(), l.keys.rows());
    softmax_map<T>(call.q().middle_rows(rows.begin, rows.size()), l.keys, false, from_queries, call.progress);
    multiply_nn<T>(from_queries, mixed, map.middle_rows(rows.begin, rows.size()));
  });
}

template <class T>
void compute_iterative(const Call<T>& call) {
  const Landmarks<T> l = make_landmarks(call);
  if (const View<T> y = call.output("y")) {
    Matrix<T> gathered(l.queries.rows(), call.v.cols);  // B V
    softmax_attention<T>(l.queries, call.unscaled_k, call.root_scale, call.v, gathered, nullptr, call.progress);
    const Matrix<T> mixed = product(l.inverse, gathered, call.progress);
    softmax_attention<T>(call.unscaled_q, l.keys, call.root_scale, mixed, y, nullptr, call.progress);
  }
  if (const View<T> map = call.output("attention")) write_attention(call, l, map);
}

// pinv=svd: A⁺ may be as large as 1/(C·2⁻⁵²), and what it is multiplied with must be as exact as it is. So everything
// is computed in double, from the stored inputs and in tiles, in either precision; only y is rounded.

/// A⁺ of the attention between landmarks.
Matrix<double> inverse_between(const Matrix<double>& queries, const Matrix<double>& keys, const Progress& progress) {
  Matrix<double> between(queries.rows(), queries.rows());
  softmax_map<double>(queries, keys, false, between, progress);
  return pseudo_inverse(between);
}

/// Σ_m exp(q̃_c·k_m) [v_m, 1] over some keys.
template <class T>
RunningSoftmax<double> sum_keys(const Call<T>& call, const Matrix<double>& queries, Range keys) {
  constexpr Index kTile = 64;
  RunningSoftmax<double> sums(queries.rows(), call.sizes.Dv);
  Matrix<double> logits(queries.rows(), kTile);
  for (Index m = keys.begin; m < keys.end; m += kTile) {
    call.progress.check();
    const Range part{m, std::min(keys.end, m + kTile)};
    const View<double> tile(logits.data(), queries.rows(), part.size());
    multiply_nt<double>(queries, call.exact_keys(part), tile);
    sums.add(tile, call.exact_values(part));
  }
  return sums;
}

/// B V: chunks of keys in parallel, merged in order.
template <class T>
Matrix<double> gather_values(const Call<T>& call, const Matrix<double>& queries) {
  constexpr Index kLeastChunk = 512;
  const auto sum = [&](Range keys) { return sum_keys(call, queries, keys); };
  Matrix<double> gathered(queries.rows(), call.sizes.Dv);
  merged_chunks(call.sizes.M, kLeastChunk, call.progress, sum).mean(gathered);
  return gathered;
}

/// out = F · mixed, F made and used tile by tile.
template <class T>
void spread(const Call<T>& call, const Matrix<double>& keys, const Matrix<double>& mixed, View<T> out) {
  constexpr Index kTile = 64;
  parallel_tiles(call.sizes.N, kTile, call.progress, [&](Range rows) {
    Matrix<double> from_queries(rows.size(), keys.rows()), tile(rows.size(), mixed.cols());
    softmax_map<double>(call.exact_queries(rows), keys, false, from_queries, call.progress);
    multiply_nn<double>(from_queries, mixed, tile);
    std::transform(tile.data(), tile.data() + rows.size() * mixed.cols(), out.row(rows.begin),
                   [](double x) { return static_cast<T>(x); });
  });
}

template <class T>
void compute_exact(const Call<T>& call) {
  const Index count = landmarks_of(call.options, call.sizes);
  const Matrix<double> queries = exact_query_means(call, segment_runs(call.sizes.N, count, std::nullopt));
  const Matrix<double> keys = exact_key_means(call, segment_runs(call.sizes.M, count, std::nullopt));
  const Matrix<double> inverse = inverse_between(queries, keys, call.progress);
  if (const View<T> y = call.output("y"))
    spread(call, keys, product(inverse, gather_values(call, queries), call.progress), y);
  if (const View<T> map = call.output("attention")) {
    Matrix<double> to_keys(count, call.sizes.M);  // B
    softmax_map<double>(queries, call.exact_keys({0, call.sizes.M}), false, to_keys, call.progress);
    spread(call, keys, product(inverse, to_keys, call.progress), map);
  }
}

template <class T>
void compute(const Call<T>& call) {
  if (call.options.template choice<PseudoInverse>("pinv") == PseudoInverse::svd)
    compute_exact(call);
  else
    compute_iterative(call);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "nystrom";
  info.title = "Nyström attention";
  info.paper = "Xiong et al. 2021, Nyströmformer";
  info.summary = "Three small softmax maps through landmarks, the middle one inverted: a low-rank softmax map.";
  info.equations = {{"F = softmax(q k̃ᵀ),  A = softmax(q̃ k̃ᵀ),  B = softmax(q̃ kᵀ)"},
                    {"y = F Z (B V),  Z ≈ A⁺\n"
                     "Z ← ¼ Z (13 I − A Z (15 I − A Z (7 I − A Z))),  6 times from Aᵀ/(‖A‖_1 ‖A‖_∞)",
                     with("pinv", {"iterative"})},
                    {"y = F Z (B V),  Z = A⁺", with("pinv", {"svd"})}};
  info.complexity = "O((N+M)·C·(D+Dv) + C³)";
  info.look_at = "Negative weights and rows that do not sum to 1, above all where the landmarks resemble each other.";
  info.not_causal = "its landmarks are means of all keys";
  info.options = {
      OptionSpec::integer("landmarks", 64, 1, 1 << 20,
                          "How many landmarks: means over segments of the queries and of the keys; at most as many as "
                          "there are of either.")
          .from("C")
          .counting_tokens(),
      OptionSpec::choice("pinv", {"iterative", "svd"},
                         "Six steps of an iteration towards the pseudo-inverse, or the pseudo-inverse itself.")
          .titled("kind of pseudo-inverse")
          .for_experts(),
      OptionSpec::scale(),
  };
  info.budget = "landmarks";
  info.traits = [](const Options&) {
    return Traits{.deterministic = true, .rows_sum_to_one = false, .key_order_free = false};
  };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double count = landmarks_of(p.options, p.sizes), tokens = static_cast<double>(N) + M;
    return Cost{2 * tokens * count * (D + Dv) + 48 * count * count * count, tokens * count + count * count,
                4 * tokens * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator nystrom_estimator() {
  return make_estimator(
      describe(), [](const auto& call) { compute(call); }, cuda::nystrom_method());
}

}  // namespace omega
