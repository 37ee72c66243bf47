// Bias and variance of an estimator over R draws of its noise (specification, section 1).
//
//   s² = variance with R − 1,  bias² = ‖ȳ − y_softmax‖² − s²/R, never clipped,  mean squared error = bias² + s²
//
// The term s²/R is what an unbiased estimator would show by chance; with it bias² is an unbiased estimate and may be
// negative. All three are means over queries, dimensions and heads, like mse; times `elements` they are the ‖·‖² above.
//
// Standard errors come from up to 16 groups of draws (draw mod 16), whose means are kept: outputs within one draw are
// strongly correlated, so that only draws count as independent. With b the bias and Σ the covariance of one draw,
//   Var(bias²) = 4 bᵀΣb/R + 2 tr(Σ²)/(R(R − 1)),
// both terms from inner products of group means. Where there is no bias the first comes out above 0, so that the error
// is somewhat too large there. s² has a delete-a-group jackknife. Whether there is a bias is for bias_judge.h to say.
//
// Memory: 20 doubles for each output number.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "core/array.h"

namespace omega {

struct BiasVarianceSummary {
  Index draws = 0;
  Index elements = 0;
  // Not a number where there are too few draws: below 2 for s² and bias², below 4 for their errors.
  double mse = 0, mse_error = 0;
  double bias2 = 0, bias2_error = 0;
  double variance = 0, variance_error = 0;
  double share_of_few = 0;    // of mse, that a few queries make; 0 where all queries are known
  bool rests_on_few = false;  // that is much for so many queries
  double share_of_one = 0;    // of the scatter of the draws' mse, that one draw makes; 0 where they are all the same

  // What the judge of bias looks at (bias_judge.h).
  double chance = 0;         // of an error as large if its groups' signs are free
  double largest_share = 0;  // of an output number's variance that one draw makes; a mean by parts in the error
  bool is_rounding = false;  // the mean's error is within what rounding alone leaves in the precision of the draws
};

class BiasVariance {
 public:
  explicit BiasVariance(const Array& y_softmax);

  /// One draw's estimate; returns its mean squared error. Number draws consecutively: their number decides their group.
  double add(Index draw, const Array& y);

  Index draws() const;
  BiasVarianceSummary summary() const;

  /// For each output number: ȳ − y_softmax, and s² (not a number below 2 draws).
  std::vector<double> mean_error() const;
  std::vector<double> variance() const;
  /// And the mean over draws of (y − y_softmax)².
  std::vector<double> mean_square() const;

 private:
  static constexpr Index kGroups = 16;
  // Of y and not of its error: a y that is next to nothing beside the truth still has its own spread.
  struct Group {
    Index draws = 0;
    std::vector<double> mean;  // of y
    double scatter = 0;        // Σ ‖y − mean‖² over its draws
  };
  struct Scalar {
    Index count = 0;
    double mean = 0, scatter = 0;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    void add(double value);
    double share_of_one() const;
  };

  std::vector<const Group*> used_groups() const;
  std::vector<double> mean() const;
  std::vector<double> scatter(const std::vector<double>& mean) const;
  double largest_share(const std::vector<double>& mean) const;
  bool is_rounding(double mean2) const;

  Shape shape_;
  std::vector<double> truth_;
  std::array<Group, kGroups> groups_;
  std::vector<double> scatter_within_;  // for each output number, summed over groups
  std::vector<double> lowest_, highest_;
  double rounding_ = 0;  // relative, of the draws' precision
  Scalar mse_;
};

}  // namespace omega
