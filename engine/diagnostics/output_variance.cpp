#include "diagnostics/output_variance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.h"

namespace omega {

double relative_standard_deviation(std::span<const double> outputs) {
  const double runs = static_cast<double>(outputs.size());
  double mean = 0, scatter = 0;
  for (const double output : outputs) mean += output / runs;
  for (const double output : outputs) scatter += (output - mean) * (output - mean);
  return std::sqrt(scatter / (runs - 1)) / std::abs(mean);
}

VoteMetrics vote_metrics(View<const int> predicted, std::span<const int> labels, int classes) {
  OMEGA_ASSERT(predicted.rows > 0 && predicted.cols > 0 && static_cast<Index>(labels.size()) == predicted.cols);
  VoteMetrics metrics;
  const double examples = static_cast<double>(predicted.cols), runs = static_cast<double>(predicted.rows);
  Index others = 0, right = 0, right_votes = 0;  // counted, so that all of them are exactly 1
  for (Index e = 0; e < predicted.cols; ++e) {
    std::vector<Index> votes(static_cast<std::size_t>(classes), 0);
    for (Index r = 0; r < predicted.rows; ++r) {
      OMEGA_ASSERT(predicted(r, e) >= 0 && predicted(r, e) < classes);
      ++votes[static_cast<std::size_t>(predicted(r, e))];
    }
    const auto majority = std::max_element(votes.begin(), votes.end());  // the first of equals
    const int label = labels[static_cast<std::size_t>(e)];
    OMEGA_ASSERT(label >= 0 && label < classes);
    others += predicted.rows - *majority;
    right += votes[static_cast<std::size_t>(label)];
    right_votes += majority - votes.begin() == label ? 1 : 0;
  }
  metrics.inconsistency = static_cast<double>(others) / examples;
  metrics.accuracy = static_cast<double>(right) / (runs * examples);
  metrics.voting_accuracy = static_cast<double>(right_votes) / examples;
  metrics.gain = metrics.voting_accuracy / metrics.accuracy;
  return metrics;
}

}  // namespace omega
