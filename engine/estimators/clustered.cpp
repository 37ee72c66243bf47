// clustered: queries grouped by k-means, one attention row for each group (Vyas et al. 2020; specification, section 7).
//
//   Lloyd's k-means on the queries, in double: start at queries 0, T, 2T ... (T = ⌊N/C⌋), 10 × {nearest centroid, the
//   first on ties; centroid = mean of its members, an empty one stays}; `assignment` is the last one
//   y_n = softmax attention of the centroid of n
//   topk k > 0: the k keys that the centroid weighs most share their total mass by the true query's softmax over them
//
// No noise. Cost: O(N·C·D) for the clusters, O(M·C·(D + Dv) + N·k·(D + Dv)) for the rows; workspace O(N·D + C·(D + Dv +
// k)).
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/vector_math.h"
#include "estimators/heaviest.h"
#include "estimators/methods.h"
#include "estimators/picked_rows.h"
#include "estimators/softmax.h"
#include "math/matrices.h"

namespace omega {

namespace {

constexpr int kLloydSteps = 10;
constexpr Index kRowTile = 64;

struct Clusters {
  std::vector<std::int32_t> assignment;  // one a query
  Matrix<double> centroids;
};

/// The first of the nearest centroids of each query; returns whether any changed. Distances are summed coordinate by
/// coordinate, for all centroids in the same order, so that equal centroids tie exactly.
template <class T>
bool assign(const Call<T>& call, const Matrix<double>& centroids, std::vector<std::int32_t>& assignment) {
  const Matrix<double> coordinates = transposed<double>(centroids);
  std::atomic<bool> changed{false};
  parallel_tiles(call.sizes.N, kRowTile, call.progress, [&](Range rows) {
    const Matrix<double> queries = call.exact_queries(rows);
    Buffer<double> distance(static_cast<std::size_t>(centroids.rows()));
    for (Index n = 0; n < rows.size(); ++n) {
      std::fill(distance.begin(), distance.end(), 0.0);
      for (Index d = 0; d < queries.cols(); ++d) {
        const double x = queries(n, d);
        const double* coordinate = coordinates.row(d);
        for (Index c = 0; c < centroids.rows(); ++c) {
          const double difference = x - coordinate[c];
          distance.data()[c] += difference * difference;
        }
      }
      const auto nearest =
          static_cast<std::int32_t>(std::min_element(distance.begin(), distance.end()) - distance.begin());
      std::int32_t& own = assignment[static_cast<std::size_t>(rows.begin + n)];
      if (own != nearest) changed = true;
      own = nearest;
    }
  });
  return changed;
}

template <class T>
void move_centroids(const Call<T>& call, const std::vector<std::int32_t>& assignment, Matrix<double>& centroids) {
  constexpr Index kTile = 1024;
  Matrix<double> sums(centroids.rows(), centroids.cols(), 0.0);
  std::vector<Index> members(static_cast<std::size_t>(centroids.rows()), 0);
  for (Index first = 0; first < call.sizes.N; first += kTile) {
    const Range rows{first, std::min(call.sizes.N, first + kTile)};
    const Matrix<double> queries = call.exact_queries(rows);
    for (Index n = 0; n < rows.size(); ++n) {
      const Index c = assignment[static_cast<std::size_t>(first + n)];
      ++members[static_cast<std::size_t>(c)];
      for (Index d = 0; d < queries.cols(); ++d) sums(c, d) += queries(n, d);
    }
  }
  for (Index c = 0; c < centroids.rows(); ++c) {
    const Index count = members[static_cast<std::size_t>(c)];
    for (Index d = 0; count > 0 && d < centroids.cols(); ++d) centroids(c, d) = sums(c, d) / static_cast<double>(count);
  }
}

Index clusters_of(const Options& options, const Sizes& sizes) {
  return std::min<Index>(options.integer("clusters"), sizes.N);
}

template <class T>
Clusters cluster_queries(const Call<T>& call) {
  const Index count = clusters_of(call.options, call.sizes), step = call.sizes.N / count;
  Clusters clusters{std::vector<std::int32_t>(static_cast<std::size_t>(call.sizes.N), -1),
                    Matrix<double>(count, call.sizes.D)};
  for (Index c = 0; c < count; ++c)
    std::copy_n(call.exact_queries({c * step, c * step + 1}).data(), call.sizes.D, clusters.centroids.row(c));
  for (int i = 0; i < kLloydSteps; ++i) {
    if (!assign(call, clusters.centroids, clusters.assignment)) break;  // nothing would move any more
    move_centroids(call, clusters.assignment, clusters.centroids);
  }
  return clusters;
}

/// The keys that each centroid weighs most, in increasing order: C rows. From logits in double, the first on ties.
template <class T>
std::vector<std::vector<Index>> heaviest_keys(const Call<T>& call, const Matrix<double>& centroids, Index count) {
  std::vector<std::vector<Index>> heaviest(static_cast<std::size_t>(centroids.rows()));
  constexpr Index kTile = 8, kKeys = 512;
  parallel_tiles(centroids.rows(), kTile, call.progress, [&](Range rows) {
    std::vector<Heaviest> found(static_cast<std::size_t>(rows.size()), Heaviest(count));
    Matrix<double> logits(rows.size(), kKeys);
    for (Index m = 0; m < call.sizes.M; m += kKeys) {
      const Range keys{m, std::min(call.sizes.M, m + kKeys)};
      const View<double> tile = logits.view().left_cols(keys.size());
      multiply_nt<double>(centroids.view().middle_rows(rows.begin, rows.size()), call.exact_keys(keys), tile);
      for (Index r = 0; r < rows.size(); ++r)
        for (Index i = 0; i < keys.size(); ++i) found[static_cast<std::size_t>(r)].add(tile(r, i), m + i);
    }
    for (Index r = 0; r < rows.size(); ++r)
      heaviest[static_cast<std::size_t>(rows.begin + r)] = found[static_cast<std::size_t>(r)].keys();
  });
  return heaviest;
}

/// One row for each centroid: the mean value that all its members share, with its weight, and the keys that they do
/// not share.
template <class T>
struct CentroidRows {
  Matrix<T> keys_seen;                       // the centroids themselves
  std::vector<std::vector<Index>> heaviest;  // empty without topk
  Matrix<T> mean;                            // over all other keys
  Buffer<T> share;                           // their mass; 1 without topk
};

template <class T>
CentroidRows<T> attend_centroids(const Call<T>& call, const Clusters& clusters, bool with_values) {
  const Index count = clusters.centroids.rows();
  const Index top = std::min<Index>(call.options.integer("topk"), call.sizes.M);
  CentroidRows<T> out{converted<T>(clusters.centroids),
                      {},
                      Matrix<T>(count, with_values ? call.v.cols : 0),
                      Buffer<T>(static_cast<std::size_t>(count), T(1))};
  const View<T> mean = with_values ? out.mean.view() : View<T>();
  if (top == 0) {
    if (with_values)
      softmax_attention<T>(out.keys_seen, call.unscaled_k, call.root_scale, call.v, mean, nullptr, call.progress);
    return out;
  }
  out.heaviest = heaviest_keys(call, clusters.centroids, top);
  Buffer<T> log_rest(static_cast<std::size_t>(count));
  const Matrix<T> towards = times<T>(out.keys_seen, call.root_scale);  // for keys as they came
  Attend<T> rest;
  rest.rows = count;
  rest.columns = call.sizes.M;
  rest.values = with_values ? call.v : View<const T>();
  rest.logits = [&, dots = dot_logits<T>(towards, call.unscaled_k)](Range rows, Range columns, View<T> tile,
                                                                    View<T> signs) {
    dots(rows, columns, tile, signs);
    for (Index r = rows.begin; r < rows.end; ++r) {
      const auto& hidden = out.heaviest[static_cast<std::size_t>(r)];
      for (auto m = std::lower_bound(hidden.begin(), hidden.end(), columns.begin);
           m != hidden.end() && *m < columns.end; ++m)
        tile(r - rows.begin, *m - columns.begin) = -std::numeric_limits<T>::infinity();
    }
  };
  attend(rest, mean, log_rest.data(), call.progress);
  parallel_tiles(count, 1, call.progress, [&](Range one) {
    const auto c = static_cast<std::size_t>(one.begin);
    RunningSoftmax<T> heavy(1, 0);
    add_picked_keys<T>(heavy, towards.view().middle_rows(one.begin, 1), out.heaviest[c], call.unscaled_k,
                       call.v.left_cols(0), call.progress);
    out.share[c] = T(1) / (T(1) + std::exp(heavy.log_sum(0) - log_rest[c]));
    if (with_values && out.share[c] == T(0)) std::fill_n(mean.row(one.begin), mean.cols, T(0));  // topk took all keys
  });
  return out;
}

/// Calls body(cluster, some of its queries), in parallel.
void member_tiles(const Clusters& clusters, const Progress& progress,
                  const std::function<void(Index cluster, std::span<const Index> queries)>& body) {
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(clusters.centroids.rows()));
  for (std::size_t n = 0; n < clusters.assignment.size(); ++n)
    members[static_cast<std::size_t>(clusters.assignment[n])].push_back(static_cast<Index>(n));
  const auto members_of = [&](Index c) { return std::span<const Index>(members[static_cast<std::size_t>(c)]); };
  token_tiles(clusters.centroids.rows(), members_of, progress, body);
}

template <class T>
void attend_members(const Call<T>& call, const Clusters& clusters, View<T> y) {
  const CentroidRows<T> rows = attend_centroids(call, clusters, true);
  member_tiles(clusters, call.progress, [&](Index cluster, std::span<const Index> queries) {
    const auto c = static_cast<std::size_t>(cluster);
    const auto count = static_cast<Index>(queries.size());
    Matrix<T> own(count, y.cols, T(0));
    if (!rows.heaviest.empty()) {
      RunningSoftmax<T> running(count, y.cols);
      add_picked_keys<T>(running, scaled_rows(call.unscaled_q, queries, static_cast<T>(call.scale)), rows.heaviest[c],
                         call.unscaled_k, call.v, call.progress);
      running.mean(own);
    }
    const T share = rows.share[c];
    const T* common = rows.mean.row(cluster);
    for (Index r = 0; r < count; ++r)
      for (Index d = 0; d < y.cols; ++d)
        y(queries[static_cast<std::size_t>(r)], d) = share * common[d] + (T(1) - share) * own(r, d);
  });
}

template <class T>
void write_attention(const Call<T>& call, const Clusters& clusters, View<T> map) {
  const CentroidRows<T> rows = attend_centroids(call, clusters, false);
  Matrix<T> of_centroids(rows.keys_seen.rows(), call.k().rows);
  softmax_map<T>(rows.keys_seen, call.k(), false, of_centroids, call.progress);
  member_tiles(clusters, call.progress, [&](Index cluster, std::span<const Index> queries) {
    for (const Index n : queries) std::copy_n(of_centroids.row(cluster), map.cols, map.row(n));
    if (rows.heaviest.empty()) return;
    const auto c = static_cast<std::size_t>(cluster);
    const auto& keys = rows.heaviest[c];
    Matrix<T> weights(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
    softmax_map<T>(PickedRows<T>(call.q(), queries).view(), PickedRows<T>(call.k(), keys).view(), false, weights,
                   call.progress);
    for (Index r = 0; r < weights.rows(); ++r)
      for (std::size_t i = 0; i < keys.size(); ++i)
        map(queries[static_cast<std::size_t>(r)], keys[i]) = (T(1) - rows.share[c]) * weights(r, static_cast<Index>(i));
  });
}

template <class T>
void compute(const Call<T>& call) {
  const Clusters clusters = cluster_queries(call);
  if (const std::span<T> out = call.output_vector("assignment"); !out.empty())
    std::transform(clusters.assignment.begin(), clusters.assignment.end(), out.begin(),
                   [](std::int32_t c) { return static_cast<T>(c); });
  if (const View<T> y = call.output("y")) attend_members(call, clusters, y);
  if (const View<T> map = call.output("attention")) write_attention(call, clusters, map);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "clustered";
  info.title = "Clustered attention";
  info.paper = "Vyas et al. 2020, Fast transformers with clustered attention";
  info.summary =
      "Groups the queries by k-means and gives each the attention of its centroid; with topk, its own on the keys its "
      "centroid weighs most.";
  info.equations = {
      {"y_n = Σ_m softmax_m(μ_c·k_m) v_m,  μ_c the centroid of n", with("topk", {"0"})},
      {"A_cm = softmax_m(μ_c·k_m),  μ_c the centroid of n\n"
       "A_nm = softmax_{m∈top_c}(q_n·k_m) Σ_{j∈top_c} A_cj on the heaviest keys of c,  A_nm = A_cm on the others\n"
       "y_n = Σ_m A_nm v_m",
       without("topk", {"0"})}};
  info.complexity = "O(N·C·D + M·C·(D+Dv) + N·k·(D+Dv))";
  info.look_at = "Rows of the map that are equal within a cluster, and how topk gives each query its own peaks back.";
  info.not_causal = "its clusters are made from all queries";
  info.options = {
      OptionSpec::integer("clusters", 64, 1, 1 << 20, "How many clusters of queries; at most one a query.")
          .from("C")
          .counting_tokens(),
      OptionSpec::integer("topk", 0, 0, 1 << 24,
                          "k: how many of the centroid's heaviest keys each query weighs for itself.")
          .titled("exact keys")
          .from("Vyas et al. 2020, section 3.3"),
      OptionSpec::scale(),
  };
  info.budget = "clusters";
  info.outputs = [](const Problem& p) {
    return std::vector<OutputSpec>{
        output_y(p.sizes), output_attention(p.sizes), {"assignment", {p.sizes.N}, "The cluster of each query."}};
  };
  info.traits = [](const Options&) { return Traits{.self_normalised = true, .deterministic = true}; };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double clusters = clusters_of(p.options, p.sizes),
                 top = std::min(static_cast<double>(p.options.integer("topk")), static_cast<double>(M));
    return Cost{3.0 * kLloydSteps * N * clusters * D + 2 * (M * clusters + N * top) * (D + Dv), M * clusters + N * top,
                4.0 * (N + M) * (D + Dv)};
  };
  return info;
}

}  // namespace

Estimator clustered_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
