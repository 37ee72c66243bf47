// Statistical tests with a stated false-alarm budget.
//
// The budget of the Claims: together they raise fewer than one false alarm in 1000 runs with fresh seeds. Comparisons
// outside of them, those with kZLimit among them, say beside themselves how rarely they alarm.
// Each Claim (one sentence that a randomised test makes) holds all its comparisons together at kClaimLevel by Šidák's
// correction; there are fewer than 60 Claims, so their sum is below 6 in 10 000, and the rest is left for what the
// normal approximation of a skewed mean gets wrong far out in its tails.
#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace omega::test {

inline constexpr double kClaimLevel = 1e-5;

double normal_cdf(double z);
double normal_quantile(double probability);
/// P(X > x) of a χ² variable.
double chi_square_upper_tail(double x, double degrees);
/// The level of each of `tests` independent tests that together alarm with probability `level`.
double sidak(double level, Index tests);

/// Mean and central moments up to the fourth, in one pass.
class Moments {
 public:
  void add(double x);
  Index count() const { return count_; }
  double mean() const { return mean_; }
  double variance() const;  // with n − 1
  double fourth() const { return m4_ / static_cast<double>(count_); }

 private:
  Index count_ = 0;
  double mean_ = 0, m2_ = 0, m3_ = 0, m4_ = 0;
};

struct Verdict {
  std::string what;
  double observed = 0, expected = 0;
  double statistic = 0;
  double p = 1;
  double level = 0;
  bool passed() const { return p >= level; }
};

/// Is a mean of n values with this variance the reference? Two-sided. What does not vary must be equal to rounding.
Verdict z_test(double mean, double variance, Index n, double reference, double level, Index tests);

/// Is the variance the reference? By log(s²/σ²), whose standard error comes from the fourth moment: no normality
/// assumed.
Verdict variance_ratio_test(const Moments& moments, double reference, double level, Index tests);

/// Do counts follow their expectations? Neighbouring cells are pooled until each expects at least 5. `constraints`: how
/// many numbers of the expectation were fitted to the counts, 1 for their sum. No degree of freedom left: it fails.
Verdict chi_square_test(const std::vector<double>& observed, const std::vector<double>& expected, double level,
                        Index tests, Index constraints = 1);

/// One sentence and all the comparisons that could prove it wrong.
class Claim {
 public:
  explicit Claim(std::string sentence) : sentence_(std::move(sentence)) {}

  void mean(const std::string& what, const Moments& moments, double reference);
  void variance(const std::string& what, const Moments& moments, double reference);
  void cells(const std::string& what, const std::vector<double>& observed, const std::vector<double>& expected,
             Index constraints = 1);
  /// Counts of `values` in cells of equal probability under a continuous cdf.
  template <class Cdf>
  void distribution(const std::string& what, const std::vector<double>& values, Cdf cdf, Index cells = 40) {
    std::vector<double> probabilities;
    probabilities.reserve(values.size());
    for (const double x : values) probabilities.push_back(cdf(x));
    uniform(what, probabilities, cells);
  }
  void uniform(const std::string& what, const std::vector<double>& probabilities, Index cells);

  /// Whether every comparison passes at the corrected level. If not, all of them are written beside the test as CSV.
  bool holds() const { return judge(true); }
  /// The same without a file: for claims that are wrong on purpose.
  bool is_refuted() const { return !judge(false); }
  /// The sentence and its worst comparison.
  std::string text() const;

 private:
  bool judge(bool write) const;

  std::string sentence_;
  std::vector<Verdict> verdicts_;
};

}  // namespace omega::test
