// QuerySample: some queries of each head that stand for all, so that an error against exact attention takes O(S·M) and
// not O(N·M) beside the estimate.
//
// Neighbours are alike, and a few long queries may make most of an error. So the longest S/8 queries of a head are all
// taken; the others, in their order, stand in strata of equal size, of which each gives two by chance. With W_h = N_h/N
// the mean of z over all queries is estimated without bias, and s_h² with n_h − 1:
//   z̄ = Σ_h W_h z̄_h      V = Σ_h V_h,  V_h = W_h² (1 − n_h/N_h) s_h²/n_h
// Where few queries make most of V, it is itself uncertain: it has Satterthwaite's ν degrees of freedom, no fewer than
// 3, and the standard error is that of Student's t with so many, √(V ν/(ν − 2)). Heads count alike, and each is
// sampled by itself. The same sequence, number and seed give the same queries.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/sequence.h"

namespace omega {

/// Where nobody says how many: exact attention of no more multiplications, heads·N·M·(D + Dv), than kMostExactWork is
/// of all queries, beyond that of kQueriesBeyond of each head.
constexpr double kMostExactWork = 0x1p35;
constexpr Index kQueriesBeyond = 256;
constexpr Index kFewestQueries = 16;

/// Where so few queries make so much of a mean, others like them may not be in the sample: the mean is more often too
/// small than its standard error allows. Of a small sample the largest make much even if none stands out: 2.4 times
/// their number's share of 16 is what they make of squares as uneven as an exponential law's.
constexpr std::size_t kFewQueries = 4;
constexpr double kMuchOfFew = 0.25, kMuchBeyondEqual = 2.5;

/// How many queries of each head stand for all where nobody says: 0 for all.
Index queries_by_work(const Sizes& sizes);

/// A mean over all queries, estimated from some, and its standard error.
struct SampledMean {
  double value = 0, error = 0;
  double freedom = 0;  // ν; 0 where nothing errs
};

class QuerySample {
 public:
  /// Fewer queries of each head than there are.
  QuerySample(const Sequence& sequence, Index count, std::uint32_t seed);

  Index count() const { return count_; }  // of each head
  Index queries() const { return queries_; }
  /// Head after head; rising within each.
  const std::vector<Index>& rows() const { return rows_; }

  /// These rows of [.., N, X]: [.., S, X].
  Array take(const Array& whole) const;
  /// Rows taken, each times the root of what it stands for, beside the average query: the mean of their squares
  /// estimates that over all queries.
  Array weighted(const Array& taken) const;
  /// From one number for each of rows().
  SampledMean mean(std::span<const double> each) const;
  /// The standard error of a mean of squares, from the squares of the numbers in weighted().
  double error_of_squares(std::span<const double> squares) const;
  /// So many numbers of mean 0, which say by their scatter, as means over so many parts would, what that error is.
  /// Means over parts of the draws, with these added, tell of draws and queries together; and the errors of two methods
  /// at the same queries lean to the same side in the same part.
  std::vector<double> scatter_of_squares(std::span<const double> squares, std::size_t parts) const;
  /// The share that the kFewQueries largest have in it.
  double share_of_few(std::span<const double> squares) const;
  /// Whether such a share is much, for so many queries.
  bool is_much(double share_of_few) const;

 private:
  struct Stratum {
    Index size, taken;
  };
  void draw(const Sequence& sequence, Index head, std::uint32_t seed);
  std::vector<double> of_queries(std::span<const double> squares) const;

  Index heads_, queries_, count_;
  std::vector<Index> rows_;
  std::vector<Stratum> strata_;
  std::vector<std::size_t> stratum_of_;  // each of rows_
  std::vector<double> stands_for_;       // each of rows_; the average query is 1
};

/// The mean effective sample size over queries. Of those of a sample, which come first in `ess`, what they say of it;
/// one number alone is every query's.
double mean_ess(const Array& ess, const QuerySample* sample = nullptr);

/// Null where that is all queries: 0, or as many as there are.
std::shared_ptr<const QuerySample> sample_queries(const Sequence& sequence, Index count, std::uint32_t seed);

/// What estimates are held against: exact attention of all queries, or of a sample.
struct Truth {
  Array y;                                    // of the sample's queries where there is one
  std::shared_ptr<const QuerySample> sample;  // null: all

  /// The rows of an estimate of all queries that y has.
  Array taken(const Array& estimate) const { return sample ? sample->take(estimate) : estimate; }
  /// Weighted so that means over its squares estimate those over all queries.
  Array weighted(const Array& taken) const { return sample ? sample->weighted(taken) : taken; }
};

}  // namespace omega
