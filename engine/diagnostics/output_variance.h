// How much a trained model's outputs vary over R runs with fresh noise (KL-Transformer, section 4.1; specification,
// section 8).
//
//   RSD = std/|mean| of one example's output
//   PI  = runs that miss the example's majority class: min(x, R − x) for two classes
//   VA  = accuracy of the majority vote
//   AGV = VA/accuracy of the single runs
#pragma once

#include <span>

#include "core/matrix.h"

namespace omega {

/// RSD of one example's outputs, one a run; std with R − 1. Infinite for outputs that vary about 0.
double relative_standard_deviation(std::span<const double> outputs);

struct VoteMetrics {
  double inconsistency = 0;    // PI, mean over examples
  double accuracy = 0;         // of single runs
  double voting_accuracy = 0;  // VA; the vote of a tie is the lowest class
  double gain = 0;             // AGV; NaN where accuracy is 0, and the votes' with it
};

/// `predicted` holds classes 0 .. classes − 1, one row a run and one column an example.
VoteMetrics vote_metrics(View<const int> predicted, std::span<const int> labels, int classes);

}  // namespace omega
