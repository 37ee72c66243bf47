// Means of simulated numbers against what they should be.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace omega::test {

inline double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Mean and variance of numbers fed one by one.
class Sample {
 public:
  void add(double x) {
    const double step = x - mean_;
    mean_ += step / static_cast<double>(++count_);
    scatter_ += step * (x - mean_);
  }
  double mean() const { return mean_; }
  double variance() const { return scatter_ / static_cast<double>(count_ - 1); }
  double standard_error() const { return std::sqrt(variance() / static_cast<double>(count_)); }
  /// By how many standard errors the mean misses what is expected.
  double z(double expected) const { return (mean_ - expected) / standard_error(); }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0, scatter_ = 0;
};

/// |z| of a right mean exceeds this with probability 6e-7: a thousand such comparisons with fresh seeds raise a false
/// alarm in less than one of 1700 runs.
constexpr double kZLimit = 5;

}  // namespace omega::test
