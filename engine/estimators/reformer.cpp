// reformer: attention among tokens that fall into the same hash bucket (Kitaev et al. 2020; specification, section 7).
//
//   round r: bucket(x) = argmax of [xR_r, −xR_r], R_r of D × buckets/2 standard normals, the first on ties, in double
//   A_nm ∝ e^{a_nm} · (the number of rounds in which n and m meet): each round is a softmax over the bucket of n, and
//   rounds are combined by their log-sum-exp. Where no round has a key for n, y_n is the mean of all values.
//   Queries and keys are hashed as they are; the paper's sharing of both is left out.
//
// No target: near pairs meet often and far ones are forgotten. Cost: O((N + M)·R·b·D) to hash, then about N·M·R/b pairs
// (all, if all tokens share a bucket); workspace O(N + M + R·b·D), one round at a time, never N×M. The map alone, which
// is N×M, keeps the buckets of all rounds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/error.h"
#include "cpu/gemm.h"
#include "cpu/parallel.h"
#include "cpu/segment_means.h"
#include "cpu/vector_math.h"
#include "estimators/methods.h"
#include "estimators/picked_rows.h"

namespace omega {

namespace {

using Buckets = std::vector<int>;  // one a token

/// Buckets of the rows that `rows_of` gives, for one round's rotation (D × b/2).
template <class RowsOf>
Buckets hash_rows(Index count, View<const double> rotation, const RowsOf& rows_of, const Progress& progress) {
  Buckets buckets(static_cast<std::size_t>(count));
  constexpr Index kTile = 256;
  parallel_tiles(count, kTile, progress, [&](Range rows) {
    Matrix<double> rotated(rows.size(), rotation.cols);
    multiply_nn<double>(rows_of(rows), rotation, rotated);
    for (Index r = 0; r < rows.size(); ++r) {
      const double* x = rotated.row(r);
      const auto most = static_cast<int>(std::max_element(x, x + rotation.cols) - x);
      const auto least = static_cast<int>(std::min_element(x, x + rotation.cols) - x);
      const bool positive = x[most] >= -x[least];  // on ties the first of [xR, −xR]
      buckets[static_cast<std::size_t>(rows.begin + r)] = positive ? most : static_cast<int>(rotation.cols) + least;
    }
  });
  return buckets;
}

struct Round {
  Buckets queries, keys;
};

/// Hashes the tokens anew for each round that is asked for.
template <class T>
class Hashing {
 public:
  explicit Hashing(const Call<T>& call) : call_(call), eps_(call.template load<double>("eps")) {}

  Index rounds() const { return call_.options.integer("hashes"); }
  Round round(Index r) const {
    const Index dim = call_.sizes.D;
    const View<const double> rotation = eps_.view().middle_rows(r * dim, dim);
    const auto queries = [&](Range rows) { return call_.exact_queries(rows); };
    const auto keys = [&](Range rows) { return call_.exact_keys(rows); };
    return {hash_rows(call_.sizes.N, rotation, queries, call_.progress),
            hash_rows(call_.sizes.M, rotation, keys, call_.progress)};
  }

 private:
  const Call<T>& call_;
  Matrix<double> eps_;
};

/// Tokens sorted by bucket; those of bucket b are [starts[b], starts[b + 1]).
struct Sorted {
  std::vector<Index> tokens, starts;

  Sorted(const Buckets& buckets, Index count) : tokens(buckets.size()), starts(static_cast<std::size_t>(count) + 1, 0) {
    for (const int b : buckets) ++starts[static_cast<std::size_t>(b) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<Index> next(starts.begin(), starts.end() - 1);
    for (std::size_t i = 0; i < buckets.size(); ++i)
      tokens[static_cast<std::size_t>(next[static_cast<std::size_t>(buckets[i])]++)] = static_cast<Index>(i);
  }
  std::span<const Index> of(Index bucket) const {
    const auto b = static_cast<std::size_t>(bucket);
    return part_of(tokens, {starts[b], starts[b + 1]});
  }
};

/// Rounds combined by their log-sum-exp: weighted means y_r with weights e^{lse_r}, one running sum for each query.
template <class T>
class Rounds {
 public:
  explicit Rounds(View<T> y)
      : y_(y),
        maxima_(static_cast<std::size_t>(y.rows), -std::numeric_limits<T>::infinity()),
        sums_(static_cast<std::size_t>(y.rows), T(0)) {
    for (Index n = 0; n < y.rows; ++n) std::fill_n(y.row(n), y.cols, T(0));
  }

  void add(Index n, T log_sum, const T* mean) {
    T& maximum = maxima_[static_cast<std::size_t>(n)];
    T& sum = sums_[static_cast<std::size_t>(n)];
    const T larger = std::max(maximum, log_sum);
    const T before = std::exp(maximum - larger), now = std::exp(log_sum - larger);  // 0 from −∞
    sum = sum * before + now;
    for (Index d = 0; d < y_.cols; ++d) y_(n, d) = y_(n, d) * before + mean[d] * now;
    maximum = larger;
  }
  bool met(Index n) const { return sums_[static_cast<std::size_t>(n)] > 0; }
  void finish(Index n) {
    for (T& x : y_.row_span(n)) x /= sums_[static_cast<std::size_t>(n)];
  }

 private:
  View<T> y_;
  Buffer<T> maxima_, sums_;
};

template <class T>
void attend_round(const Call<T>& call, const Round& round, Rounds<T>& rounds) {
  const Index buckets = call.options.integer("buckets");
  const Sorted queries(round.queries, buckets), keys(round.keys, buckets);
  const auto queries_of = [&](Index b) { return keys.of(b).empty() ? std::span<const Index>() : queries.of(b); };
  token_tiles(buckets, queries_of, call.progress, [&](Index b, std::span<const Index> own) {
    const auto count = static_cast<Index>(own.size());
    RunningSoftmax<T> running(count, call.v.cols);
    add_picked_keys<T>(running, scaled_rows(call.unscaled_q, own, static_cast<T>(call.scale)), keys.of(b),
                       call.unscaled_k, call.v, call.progress);
    Matrix<T> means(count, call.v.cols);
    running.mean(means);
    for (Index r = 0; r < count; ++r) rounds.add(own[static_cast<std::size_t>(r)], running.log_sum(r), means.row(r));
  });
}

template <class T>
void attend_rounds(const Call<T>& call, const Hashing<T>& hashing, View<T> y) {
  Rounds<T> rounds(y);
  for (Index r = 0; r < hashing.rounds(); ++r) attend_round(call, hashing.round(r), rounds);
  const Matrix<T> mean = segment_means(call.v, segment_runs(call.v.rows, 1, std::nullopt));
  for (Index n = 0; n < y.rows; ++n) {
    if (rounds.met(n))
      rounds.finish(n);
    else
      std::copy_n(mean.data(), y.cols, y.row(n));
  }
}

/// How often n and m meet, times e^{a_nm}, over its sum.
template <class T>
void write_attention(const Call<T>& call, const Hashing<T>& hashing, View<T> map) {
  constexpr Index kTile = 16;
  std::vector<Round> hashed;
  for (Index r = 0; r < hashing.rounds(); ++r) hashed.push_back(hashing.round(r));
  parallel_tiles(map.rows, kTile, call.progress, [&](Range rows) {
    const View<T> tile = map.middle_rows(rows.begin, rows.size());
    multiply_nt<T>(call.q().middle_rows(rows.begin, rows.size()), call.k(), tile);
    for (Index r = 0; r < tile.rows; ++r) {
      T* row = tile.row(r);
      for (Index m = 0; m < tile.cols; ++m) {
        int meetings = 0;
        for (const Round& round : hashed)
          meetings +=
              round.queries[static_cast<std::size_t>(rows.begin + r)] == round.keys[static_cast<std::size_t>(m)];
        row[m] = meetings == 0 ? -std::numeric_limits<T>::infinity() : row[m] + std::log(static_cast<T>(meetings));
      }
      const T maximum = largest(row, tile.cols);
      if (maximum == -std::numeric_limits<T>::infinity()) {
        std::fill_n(row, tile.cols, T(1) / static_cast<T>(tile.cols));
        continue;
      }
      const T sum = exp_shifted(row, tile.cols, maximum);
      for (T& weight : tile.row_span(r)) weight /= sum;
    }
  });
}

template <class T>
void compute(const Call<T>& call) {
  const Hashing<T> hashing(call);
  if (const View<T> y = call.output("y")) attend_rounds(call, hashing, y);
  if (const View<T> map = call.output("attention")) write_attention(call, hashing, map);
}

EstimatorInfo describe() {
  EstimatorInfo info;
  info.name = "reformer";
  info.title = "Reformer (LSH attention)";
  info.paper = "Kitaev et al. 2020, Reformer";
  info.summary =
      "Softmax over the keys that random rotations hash into the query's bucket, over several rounds: who meets twice "
      "counts twice.";
  info.equations = {
      {"bucket(x) = argmax [x R, −x R],  R: D × b/2 standard normals, anew in each round\n"
       "A_nm ∝ exp(q_n·k_m) · (rounds in which n and m meet)"}};
  info.complexity = "O((N+M)·R·b·D + N·M·R/b·(D+Dv))";
  info.look_at =
      "The pattern of who meets whom, and how more hashes fill it; a query whose bucket has no key gets the mean.";
  info.not_causal = "only its full form is built here";
  info.options = {
      OptionSpec::integer("hashes", 4, 1, 4096, "How many rounds of hashing.").titled("rounds of hashing").from("R"),
      OptionSpec::integer("buckets", 8, 2, 1 << 20, "How many buckets a round has; an even number.").from("b"),
      OptionSpec::scale(),
  };
  info.arrays = [](const Problem& p) {
    const Index hashes = p.options.integer("hashes"), half = p.options.integer("buckets") / 2;
    return std::vector<ArraySpec>{{"eps", Source::normal, {hashes, p.sizes.D, half}, 0, "The rotation of each round."}};
  };
  info.traits = [](const Options&) { return Traits{.self_normalised = true, .linear = false}; };
  info.cost = [](const Problem& p) {
    const auto [lead, heads, N, M, D, Dv] = p.sizes;
    const double hashes = static_cast<double>(p.options.integer("hashes")),
                 buckets = static_cast<double>(p.options.integer("buckets"));
    const double tokens = static_cast<double>(N) + M, pairs = hashes * N * M / buckets;
    return Cost{hashes * tokens * D * buckets + 2 * pairs * (D + Dv), pairs, 4 * tokens * (D + Dv)};
  };
  info.check = [](const Problem& p) {
    if (const auto buckets = p.options.integer("buckets"); buckets % 2 != 0)
      throw Error::input("reformer with buckets=" + std::to_string(buckets) +
                         " cannot hash: a rotation and its negative make buckets in pairs, so buckets must be even");
  };
  return info;
}

}  // namespace

Estimator reformer_estimator() {
  return make_estimator(describe(), [](const auto& call) { compute(call); });
}

}  // namespace omega
