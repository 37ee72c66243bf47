#include "diagnostics/head_facts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "cpu/parallel.h"
#include "run/runner.h"

namespace omega {

namespace {

constexpr Index kTile = 16;

/// Of one query.
struct RowFacts {
  double entropy = 0, largest = 0;
  double distance = 0, even = 0;  // even: of equal weights on the keys it sees
};

/// `logits` of the keys that it sees.
RowFacts facts_of(std::span<const double> logits, Index query) {
  const double highest = *std::max_element(logits.begin(), logits.end());
  double sum = 0, by_logit = 0, by_distance = 0, distances = 0;
  for (std::size_t m = 0; m < logits.size(); ++m) {
    const double logit = logits[m] - highest, weight = std::exp(logit),
                 distance = std::abs(static_cast<double>(query) - static_cast<double>(m));
    sum += weight;
    by_logit += weight * logit;
    by_distance += weight * distance;
    distances += distance;
  }
  return {std::log(sum) - by_logit / sum, 1 / sum, by_distance / sum, distances / static_cast<double>(logits.size())};
}

}  // namespace

HeadFacts head_facts(const Request& request, const Progress& progress) {
  const Sequence& s = *request.sequence;
  const Index N = s.sizes.N, M = s.sizes.M, D = s.sizes.D, queries = s.sizes.heads * N;
  const double scale = scale_of(request);
  const bool causal = request.options.is_causal();
  const Array q = s.q.as(Dtype::f64), k = s.k.as(Dtype::f64);
  std::vector<RowFacts> rows(static_cast<std::size_t>(queries));
  parallel_tiles(queries, kTile, progress, [&](Range range) {
    std::vector<double> logits(static_cast<std::size_t>(M));
    for (Index row = range.begin; row < range.end; ++row) {
      const Index head = row / N, n = row % N, seen = causal ? std::min(M, n + 1) : M;
      const double *query = q.data<double>() + row * D, *keys = k.data<double>() + head * M * D;
      for (Index m = 0; m < seen; ++m)
        logits[static_cast<std::size_t>(m)] = scale * std::inner_product(query, query + D, keys + m * D, 0.0);
      rows[static_cast<std::size_t>(row)] = facts_of(std::span(logits).first(static_cast<std::size_t>(seen)), n);
    }
  });
  HeadFacts facts;
  double distance = 0, even = 0;
  for (const RowFacts& row : rows) {
    facts.entropy += row.entropy / static_cast<double>(queries);
    facts.keys += std::exp(row.entropy) / static_cast<double>(queries);
    facts.largest += row.largest / static_cast<double>(queries);
    distance += row.distance;
    even += row.even;
  }
  facts.distance = even > 0 ? distance / even : 0;
  facts.norm2 = mean_square_of_sums(request, causal);
  return facts;
}

double mean_square_of_sums(const Request& request, bool causal) {
  const Sequence& s = *request.sequence;
  const Index N = s.sizes.N, M = s.sizes.M;
  const auto D = static_cast<std::size_t>(s.sizes.D);
  double sum = 0, pairs = 0;
  std::vector<double> row(D);
  for (Index head = 0; head < s.sizes.heads; ++head) {
    // Σ_m ‖q_n + k_m‖² = seen·‖q_n‖² + Σ_m ‖k_m‖² + 2 q_n·Σ_m k_m over the keys that query n sees.
    std::vector<double> keys(D, 0.0);
    double squares = 0;
    for (Index n = 0, seen = 0; n < N; ++n) {
      for (; seen < (causal ? std::min(M, n + 1) : M); ++seen) {
        s.k.copy_to(row.data(), static_cast<std::size_t>(head * M + seen) * D, D);
        squares += std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
        std::transform(row.begin(), row.end(), keys.begin(), keys.begin(), std::plus<>());
      }
      s.q.copy_to(row.data(), static_cast<std::size_t>(head * N + n) * D, D);
      sum += static_cast<double>(seen) * std::inner_product(row.begin(), row.end(), row.begin(), 0.0) + squares +
             2 * std::inner_product(row.begin(), row.end(), keys.begin(), 0.0);
      pairs += static_cast<double>(seen);
    }
  }
  return scale_of(request) * sum / pairs;
}

}  // namespace omega
