// Contrast: what the points of a figure tell about each other, and how surely.
//
// A point's y is a mean over parts: the seeds of its rows or, where a study has one seed, blocks of its draws. What is
// said of several points is a sum Σ a·log y (a slope is one, so is a ratio), of each part; its error is the scatter of
// these sums, with a degree of freedom for every part but one. So points that share sequences and noise are compared in
// pairs, what differs from sequence to sequence belongs to the error, and the points of a curve need not be
// independent.
//
// The logarithm of a mean of few draws is too small, the more so the longer the tail of the errors. A block of them
// says what all n blocks say more with it than without it, the pseudo-value
//   n·log ȳ − (n − 1)·log ȳ₋ᵢ
// of the jackknife. The mean of these is the logarithm of the mean, but for 1/n²; it is what a seed says. Without that
// many seeds of few draws would be sure of what is wrong: of equal errors in 4 draws, lognormal with deviations of 1
// and 0.2, the first was called less than the second in 31 % of cases at 30 seeds, with it in 6 %.
//
// Where one draw makes so much of the error that others as large may be missing (rests_on_one_draw() in
// diagnostics/bias_judge.h), the true mean is mostly larger than the measured one. Then a slope has no interval, and
// nothing is below anything on the strength of such a mean, however little its scatter is beside that of the other:
// what is missing is in no scatter. The share is a mean over seeds of that of one draw in its own seed, since more
// seeds of as few draws miss the same. In 300 rounds of 32 draws of one sequence (large_norms, n = 64, dim = 16)
// importance sampling, whose mean is a thousand times that of rfa, was called less than it 6 times, by the share in
// the scatter of both together 93 times. What no draw gives a sign of nothing can see: of 8 draws it was 55 times, of 4
// draws 123 times, and of 4 draws of each of six sequences in 5 of 60 rounds.
//
// Errors have their tail upwards, so it counts only in what is said to be less. Draws that are missing in what is said
// to be more would make that larger still, and one that is there makes its scatter grow faster than its mean: Student's
// t of numbers with such a tail is too seldom far above 0, and too often far below (Johnson 1978, "Modified t tests and
// confidence intervals for asymmetrical populations", JASA 73).
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "studies/figure.h"

namespace omega::studies {

/// How sure what is said must be: chance alone makes `<`, "rises" and an interval wrong in one of twenty cases.
constexpr double kSure = 0.95;
constexpr Index kManyDegrees = 1000;  // degrees of freedom of an error that is as good as known
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Weighted {
  const CurvePoint* point;
  double weight;
};
using Contrasted = std::vector<Weighted>;

struct Contrast {
  double value = 0;
  double error = 0;   // standard error
  Index freedom = 1;  // its degrees of freedom
  bool rests_on_one = false;

  /// How far chance alone takes it with probability `level`, at most, where nothing rests on one draw.
  double bound(double level) const;
  /// The same in both directions; infinite where it rests on one draw.
  double within(double level) const;
};

/// What each of some blocks of draws says of the logarithm of their mean. Not all numbers where one block makes it all.
std::vector<double> pseudo_logs(const std::vector<double>& blocks);

/// Σ weight·log y, or Σ weight·y; null where logarithms do not exist, no error is known, or no part is common to all.
std::optional<Contrast> contrast(const Contrasted& points, bool in_logs);

/// a is below b beyond chance, and b is more than the rounding of the arithmetic.
bool is_visibly_less(const Contrasted& a, const Contrasted& b, double level = kSure);
bool is_visibly_less(const CurvePoint& a, const CurvePoint& b, double level = kSure);

/// On which side of a number, or of another point, a point lies beyond chance.
enum class Side { below, above, unclear };
/// Numbers that know no chance, such as counted operations and times, lie where they lie. A ratio is held against a
/// number as its two points are against each other, by logarithms.
Side side_of(const CurvePoint& p, double limit, double level = kSure);
Side side_of(const CurvePoint& p, const CurvePoint& other, double level = kSure);

/// A power law through a curve.
struct PowerOfCurve {
  bool turns = false;  // the curve visibly falls in one place and rises in another: there is no fit
  PowerFit fit;
  // Of the slope, at kSure: infinite where it rests on one draw, not a number where no error is known or there is no
  // chance in it.
  double within = 0;
  double from = 0, to = 0;
};

/// Through x ≥ from, without points that are rounding; null below three points.
std::optional<PowerOfCurve> power_of(const std::vector<CurvePoint>& points, double from);

/// The level of each of `count` comparisons, so that all together are as sure as kSure.
double level_of(std::size_t count);
/// That of each of the comparisons of any two of `count` points.
double level_of_pairs(std::size_t count);

}  // namespace omega::studies
