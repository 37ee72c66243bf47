// What each estimator makes of the samples of one run.
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "importance/functions.h"
#include "importance/laws.h"

namespace omega::importance {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A sample before any estimator has looked at it.
struct Sample {
  Index proposal = 0;
  DensitiesAt at;
};

/// Which sample of which proposal comes next.
struct Turn {
  Index sample = 0, proposal = 0;
};
/// The samples in the order of (s + ½)/n_c: the proposals take turns in proportion to their counts, and mirrored
/// samples stay side by side.
std::vector<Turn> falling_order(const Plan& plan);

std::vector<Sample> draw_samples(const Functions& functions, const std::vector<Turn>& order, std::uint32_t seed,
                                 std::uint32_t draw, Index replicate);

/// `size` is that of the terms that made the value, the signs left out: its rounding is relative to it.
struct Estimate {
  double value = 0, standard_error = 0, beta = 0, size = 0;
};

/// One estimator over the samples of one run, or over the first of them.
class Estimating {
 public:
  Estimating(const Functions& functions, std::size_t method, const Laws& theory, const std::vector<Sample>& samples);

  Estimate after(std::size_t samples) const;
  const std::vector<double>& weights() const { return weights_; }
  std::vector<double> shares() const;
  double ess() const;
  double max_share() const;

 private:
  /// w f and the control of a sample, or of a mirrored pair the means of both.
  struct Unit {
    Index proposal = 0;
    double y = 0, c = 0;
    double y_size = 0, c_size = 0;  // of what both were summed from
  };
  std::vector<Unit> units(std::size_t samples) const;
  Estimate ratio_after(std::span<const Unit> units) const;
  Estimate controlled_after(std::span<const Unit> units) const;
  Estimate optimal_after(std::size_t samples) const;
  std::optional<double> estimated_beta(std::span<const Unit> units) const;
  double error_of(std::span<const Unit> units, double slope, double fitted) const;
  bool one_decides(std::span<const Unit> units) const;

  const Functions& f_;
  const Method& method_;
  const MethodLaw& law_;
  Law control_mean_;
  const std::vector<Sample>& samples_;
  std::vector<double> weights_, relative_;  // w; w over the largest one, which may be too small or large for a double
};

}  // namespace omega::importance
