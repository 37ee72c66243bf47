// bias: whether an estimator's mean is exact attention, as far as its draws can tell.
//
// The running mean of one output number is kept for the picture, with ±3 standard errors; the verdict is on all of
// them. Importance weights have heavy tails: as long as single draws make up the variance, or it still grows, a mean
// that looks settled has not met the draws that would move it. Then the verdict is "not enough draws", whatever the
// mean says.
#include <algorithm>
#include <cmath>

#include "studies/measure.h"

namespace omega::studies {

namespace {

constexpr double kLargestShare = 0.05;  // of the sample variance that one draw may make up
constexpr double kGrowth = 1.25;        // of the variance over the last doubling of draws
constexpr double kBand = 3;             // standard errors

/// Mean and scatter of vectors of errors as they come (Welford), with what the most extreme of them added.
class RunningScatter {
 public:
  void add(const Array& y, const Array& truth) {
    mean_.resize(y.count(), 0.0);
    ++count_;
    double added = 0;
    for (std::size_t i = 0; i < y.count(); ++i) {
      const double error = y.at(i) - truth.at(i), before = error - mean_[i];
      mean_[i] += before / static_cast<double>(count_);
      added += before * (error - mean_[i]);
    }
    scatter_ += added;
    largest_ = std::max(largest_, added);
  }
  double variance() const { return scatter_ / static_cast<double>(count_ - 1) / static_cast<double>(mean_.size()); }
  double largest_share() const { return scatter_ > 0 ? largest_ / scatter_ : 0; }

 private:
  std::vector<double> mean_;
  Index count_ = 0;
  double scatter_ = 0, largest_ = 0;
};

/// The running mean of one number, kept at 1, 2, 4 ... draws.
class RunningMean {
 public:
  void add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    scatter_ += before * (value - mean_);
  }
  void keep() {
    const auto n = static_cast<double>(count_);
    const double error = count_ > 1 ? std::sqrt(scatter_ / (n - 1) / n) : 0;
    draws_.push_back(count_);
    means_.push_back(mean_);
    lows_.push_back(mean_ - kBand * error);
    highs_.push_back(mean_ + kBand * error);
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

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

std::string verdict(const BiasVarianceSummary& error, double share, double growth) {
  if (share > kLargestShare)
    return "not enough draws: one of " + std::to_string(error.draws) + " makes up " + percent(share) +
           " of the variance";
  if (growth > kGrowth)
    return "not enough draws: the variance grew by " + percent(growth - 1) + " over the last doubling";
  return error.verdict();
}

MeasuredRow measure_bias(const MeasureJob& job) {
  Request request = job.inputs.request(job.point, job.seed);
  request.want = {"y"};
  Progress first = job.part(0, 0);
  const Array& truth = job.inputs.truth(request, first);
  const std::size_t probe = truth.count() / 2;
  BiasVariance spread(truth);
  RunningScatter scatter;
  RunningMean mean;
  double half_variance = 0;
  const Index draws = job.point.draws;
  Index next = 1;
  for (Index draw = 0; draw < draws; ++draw) {
    request.stream.draw = static_cast<std::uint32_t>(draw);
    Progress progress = job.part(static_cast<double>(draw) / static_cast<double>(draws),
                                 static_cast<double>(draw + 1) / static_cast<double>(draws));
    const Array y = run(request, {&progress, job.threads}).at("y");
    spread.add(draw, y);
    scatter.add(y, truth);
    mean.add(y.at(probe) - truth.at(probe));
    if (draw + 1 == draws / 2) half_variance = scatter.variance();
    if (draw + 1 != next && draw + 1 != draws) continue;
    mean.keep();
    next *= 2;
  }
  const BiasVarianceSummary error = spread.summary();
  const double growth = half_variance > 0 ? scatter.variance() / half_variance : 1;
  MeasuredRow row;
  mean.write(row.values);
  row.values["bias2"] = finite(error.bias2);
  row.values["bias2_error"] = finite(error.bias2_error);
  row.values["variance"] = finite(error.variance);
  row.values["largest_share"] = scatter.largest_share();
  row.values["growth"] = finite(growth);
  row.values["verdict"] = verdict(error, scatter.largest_share(), growth);
  return row;
}

}  // namespace

Measure bias_measure() {
  Measure measure;
  measure.name = "bias";
  measure.summary = "Running means over draws against exact attention, and whether a bias can be told.";
  measure.seconds = [](const StudyPoint& point, int threads) {
    return static_cast<double>(point.draws) * estimate_seconds(point, threads);
  };
  measure.run = measure_bias;
  return measure;
}

}  // namespace omega::studies
