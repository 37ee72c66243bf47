#include "diagnostics/error_metrics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.h"

namespace omega {

ErrorMetrics error_metrics(const Array& y, const Array& y_softmax) {
  if (y.shape() != y_softmax.shape())
    throw Error::input("an estimate of shape " + to_string(y.shape()) +
                       " cannot be compared with softmax attention of shape " + to_string(y_softmax.shape()) +
                       "; both must be of the same sequence");
  double squares = 0, inner = 0, norm_estimate = 0, norm_truth = 0;
  ErrorMetrics metrics;
  // In blocks: this runs with every move of a slider, and fresh memory for two copies would cost more than the sums.
  constexpr std::size_t kBlock = 512;
  std::array<double, kBlock> estimate, truth;
  for (std::size_t first = 0; first < y.count(); first += kBlock) {
    const std::size_t count = std::min(kBlock, y.count() - first);
    y.copy_to(estimate.data(), first, count);
    y_softmax.copy_to(truth.data(), first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const double difference = std::abs(estimate[i] - truth[i]);
      squares += difference * difference;
      if (difference > metrics.max_abs || std::isnan(difference)) metrics.max_abs = difference;
      inner += estimate[i] * truth[i];
      norm_estimate += estimate[i] * estimate[i];
      norm_truth += truth[i] * truth[i];
    }
  }
  metrics.mse = squares / static_cast<double>(y.count());
  metrics.cosine = inner / (std::sqrt(norm_estimate) * std::sqrt(norm_truth));
  return metrics;
}

ErrorMetrics error_metrics(const Array& y, const Truth& truth) {
  if (!truth.sample) return error_metrics(y, truth.y);
  const Array taken = y.shape() == truth.y.shape() ? y : truth.taken(y), own = truth.weighted(taken).as(Dtype::f64),
              exact = truth.weighted(truth.y).as(Dtype::f64);
  ErrorMetrics metrics = error_metrics(own, exact);
  metrics.max_abs = error_metrics(taken, truth.y).max_abs;
  std::vector<double> squares(own.count());
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = std::pow(own.at(i) - exact.at(i), 2);
  metrics.queries = truth.sample->count();
  metrics.mse_error = truth.sample->error_of_squares(squares);
  metrics.share_of_few = truth.sample->share_of_few(squares);
  metrics.rests_on_few = truth.sample->is_much(metrics.share_of_few);
  return metrics;
}

}  // namespace omega
