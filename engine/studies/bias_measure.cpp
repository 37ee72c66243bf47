// bias: whether an estimator's mean is exact attention, as far as its draws can tell.
//
// The running mean of the error of one output number is kept for the picture, with ±3 standard errors; the verdict is
// about all numbers and comes from the judge (diagnostics/bias_judge.h).
#include <cmath>

#include "estimators/registry.h"
#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kErrorsOfBand = 3;  // standard errors

/// The running mean of one number, kept at 2, 4, 8 ... draws: one has no scatter to tell an error by.
class RunningMean {
 public:
  void add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    scatter_ += before * (value - mean_);
  }
  void keep() {
    if (count_ < 2) return;
    const auto n = static_cast<double>(count_);
    const double error = std::sqrt(scatter_ / (n - 1) / n);
    draws_.push_back(count_);
    means_.push_back(mean_);
    lows_.push_back(mean_ - kErrorsOfBand * error);
    highs_.push_back(mean_ + kErrorsOfBand * error);
  }
  void write(Json& values) const {
    values["number_of_draws"] = draws_;
    values["mean"] = means_;
    values["mean_low"] = lows_;
    values["mean_high"] = highs_;
  }

 private:
  Index count_ = 0;
  double mean_ = 0, scatter_ = 0;
  std::vector<Index> draws_;
  std::vector<double> means_, lows_, highs_;
};

MeasuredRow measure_bias(const MeasureJob& job) {
  Request request = job.inputs.request(job.point, job.seed);
  request.want = {"y"};
  Progress first = job.part(0, 0);
  const Truth& truth = job.inputs.truth(job.point, request, first);
  const std::size_t probe = truth.y.count() / 2;
  BiasVariance spread(truth.weighted(truth.y));
  RunningMean mean;
  const Index draws = job.point.draws;
  Index next = 2;
  for (Index draw = 0; draw < draws; ++draw) {
    request.stream.draw = static_cast<std::uint32_t>(draw);
    Progress progress = job.part_of_draw(draw);
    const Array y = truth.taken(run(request, {&progress, job.threads}).at("y"));
    spread.add(draw, truth.weighted(y));
    mean.add(y.at(probe) - truth.y.at(probe));
    if (draw + 1 != next && draw + 1 != draws) continue;
    mean.keep();
    next *= 2;
  }
  BiasVarianceSummary error = spread.summary();
  MeasuredRow row;
  row.values["verdict"] = bias_verdict(error, find_estimator(request.method).info.traits(request.options));
  if (truth.sample) add_error_of_queries(error, spread, *truth.sample);  // their choice makes no bias
  mean.write(row.values);
  row.values["bias2"] = finite(error.bias2);
  row.values["bias2_error"] = finite(error.bias2_error);
  row.values["variance"] = finite(error.variance);
  row.values["largest_share"] = finite(error.largest_share);
  if (truth.sample) row.values["queries"] = truth.sample->count();
  return row;
}

}  // namespace

Measure bias_measure() {
  return {.name = "bias",
          .summary = "Running means over draws against exact attention, and whether a bias can be told.",
          .parameters = {"queries"},
          .values = {"number_of_draws", "mean", "mean_low", "mean_high", "bias2", "bias2_error", "variance",
                     "largest_share", "verdict", "queries"},
          .band = {"mean_low", "mean_high", "mean ± 3 standard errors"},
          .check = check_queries,
          .seconds = seconds_of_draws,
          .run = measure_bias};
}

}  // namespace omega::studies
