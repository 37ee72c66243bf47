#include "diagnostics/error_metrics.h"

#include <cmath>
#include <vector>

#include "core/error.h"

namespace omega {

ErrorMetrics error_metrics(const Array& y, const Array& y_softmax) {
  if (y.shape() != y_softmax.shape())
    throw Error::input("an estimate of shape " + to_string(y.shape()) + " cannot be compared with softmax attention of shape " + to_string(y_softmax.shape()) +
                       "; both must be of the same sequence");
  const std::vector<double> estimate = y.to_vector<double>(), truth = y_softmax.to_vector<double>();
  double squares = 0, inner = 0, norm_estimate = 0, norm_truth = 0;
  ErrorMetrics metrics;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double difference = std::abs(estimate[i] - truth[i]);
    squares += difference * difference;
    if (difference > metrics.max_abs || std::isnan(difference)) metrics.max_abs = difference;
    inner += estimate[i] * truth[i];
    norm_estimate += estimate[i] * estimate[i];
    norm_truth += truth[i] * truth[i];
  }
  metrics.mse = squares / static_cast<double>(truth.size());
  metrics.cosine = inner / (std::sqrt(norm_estimate) * std::sqrt(norm_truth));
  return metrics;
}

}  // namespace omega
