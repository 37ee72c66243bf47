// weighting=optimal and predict of one head, for lara and mis: the places of a grid that covers ω-space, the targets of
// the queries, and with them what weightings/optimal knows. All in double.
#pragma once

#include <memory>

#include "core/info.h"
#include "proposals/proposals.h"
#include "weightings/optimal.h"

namespace omega {

class IdealWeights {
 public:
  /// `each`: samples of a proposal in `omega`. Call and proposals must outlive this.
  IdealWeights(const Call<double>& call, const Proposals<double>& proposals, const Matrix<double>& omega, Index each,
               bool self_normalised);

  /// log|w| at the samples, and the signs of w where asked; weighting=optimal only. For lara log Z_n is added.
  void log_weights(Range queries, Range samples, View<double> out, View<double> signs,
                   const Buffer<double>* log_z) const;
  /// How many queries have weights that sum to nothing or less.
  Index nonpositive() const;
  /// α of each sample's own proposal, N×J, where that output is wanted.
  View<const double> alpha() const { return alpha_; }
  /// All C weights of each query at places: N × P·C.
  void alpha_at(const Matrix<double>& places, View<double> out) const;
  /// The variance of each query's estimate from `each` samples of every proposal, and the share of it that is from rare
  /// huge weights; either may be no span.
  void predict(View<const double> landmark_queries, double each, std::span<double> out, std::span<double> rare) const;

 private:
  void for_queries(const std::function<void(Index)>& body) const;
  Matrix<double> at_samples(OptimalWeighting::Form form, const Places& samples, Index each) const;

  const Call<double>& call_;
  const Proposals<double>& proposals_;
  const Targets targets_;
  const Quadrature grid_;
  std::unique_ptr<const OptimalWeighting> optimal_;  // none: another weighting, of which only a prediction is wanted
  Matrix<double> weights_, alpha_;                   // N×J
};

/// What all this costs in addition to the estimate; nothing where it is not done.
Cost quadrature_cost(const Problem& problem, double proposals);

}  // namespace omega
