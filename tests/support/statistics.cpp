#include "support/statistics.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace omega::test {

namespace {

/// Q(a, x), the regularised upper incomplete gamma function: by its series below a + 1, by its continued fraction
/// above.
double upper_gamma(double a, double x) {
  if (x <= 0) return 1;
  const double front = std::exp(-x + a * std::log(x) - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; std::abs(term) > std::abs(sum) * 1e-16; ++n) sum += term *= x / n;
    return 1 - sum * front;
  }
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, h = d;
  for (int i = 1; i < 10000; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    c = std::abs(c) < kTiny ? kTiny : c;
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

double two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

/// "the mean of ra" → "the_mean_of_ra.csv"; at most 80 letters before the ending.
std::string file_name(const std::string& sentence) {
  std::string name;
  for (const char c : sentence) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.substr(0, 80) + ".csv";
}

}  // namespace

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

double normal_quantile(double probability) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

double chi_square_upper_tail(double x, double degrees) { return upper_gamma(degrees / 2, x / 2); }

double sidak(double level, Index tests) { return -std::expm1(std::log1p(-level) / static_cast<double>(tests)); }

void Moments::add(double x) {
  const double n0 = static_cast<double>(count_), n = static_cast<double>(++count_);
  const double delta = x - mean_, step = delta / n, step2 = step * step, term = delta * step * n0;
  mean_ += step;
  m4_ += term * step2 * (n * n - 3 * n + 3) + 6 * step2 * m2_ - 4 * step * m3_;
  m3_ += term * step * (n - 2) - 3 * step * m2_;
  m2_ += term;
}

double Moments::variance() const {
  return count_ > 1 ? m2_ / static_cast<double>(count_ - 1) : std::numeric_limits<double>::quiet_NaN();
}

Verdict z_test(double mean, double variance, Index n, double reference, double level, Index tests) {
  Verdict v{"", mean, reference, 0, 1, sidak(level, tests)};
  const double difference = mean - reference, rounding = 1e-10 * (1 + std::abs(reference));
  if (std::abs(difference) <= rounding) return v;
  v.statistic = difference / std::sqrt(variance / static_cast<double>(n));
  v.p = std::isnan(v.statistic) ? 0 : two_sided(v.statistic);
  return v;
}

Verdict variance_ratio_test(const Moments& moments, double reference, double level, Index tests) {
  Verdict v{"", moments.variance(), reference, 0, 1, sidak(level, tests)};
  const double n = static_cast<double>(moments.count()), s2 = moments.variance();
  const double error = std::sqrt((moments.fourth() / (s2 * s2) - (n - 3) / (n - 1)) / n);
  v.statistic = std::log(s2 / reference) / error;
  v.p = std::isnan(v.statistic) ? 0 : two_sided(v.statistic);
  return v;
}

Verdict chi_square_test(const std::vector<double>& observed, const std::vector<double>& expected, double level,
                        Index tests, Index constraints) {
  constexpr double kFewest = 5;
  std::vector<double> seen, awaited;
  double o = 0, e = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    o += observed[i];
    e += expected[i];
    if (e < kFewest) continue;
    seen.push_back(o);
    awaited.push_back(e);
    o = e = 0;
  }
  if (e > 0 || o > 0) {  // what is left over at the end joins the last cell
    if (seen.empty()) seen.push_back(0), awaited.push_back(0);
    seen.back() += o;
    awaited.back() += e;
  }
  Verdict v{"", static_cast<double>(seen.size()), static_cast<double>(expected.size()), 0, 1, sidak(level, tests)};
  for (std::size_t i = 0; i < seen.size(); ++i)
    v.statistic += (seen[i] - awaited[i]) * (seen[i] - awaited[i]) / awaited[i];
  const double degrees = static_cast<double>(seen.size()) - static_cast<double>(constraints);
  // One cell alone holds whatever is counted: that is no comparison, and does not pass.
  v.p = degrees > 0 && !std::isnan(v.statistic) ? chi_square_upper_tail(v.statistic, degrees) : 0;
  return v;
}

void Claim::mean(const std::string& what, const Moments& moments, double reference) {
  verdicts_.push_back(z_test(moments.mean(), moments.variance(), moments.count(), reference, kClaimLevel, 1));
  verdicts_.back().what = what;
}

void Claim::variance(const std::string& what, const Moments& moments, double reference) {
  verdicts_.push_back(variance_ratio_test(moments, reference, kClaimLevel, 1));
  verdicts_.back().what = what;
}

void Claim::cells(const std::string& what, const std::vector<double>& observed, const std::vector<double>& expected,
                  Index constraints) {
  verdicts_.push_back(chi_square_test(observed, expected, kClaimLevel, 1, constraints));
  verdicts_.back().what = what;
}

void Claim::uniform(const std::string& what, const std::vector<double>& probabilities, Index count) {
  std::vector<double> observed(static_cast<std::size_t>(count));
  bool good = true;
  for (const double p : probabilities) {
    good = good && p >= 0 && p <= 1;
    if (!good) break;
    const auto cell = static_cast<Index>(std::floor(p * static_cast<double>(count)));
    ++observed[static_cast<std::size_t>(std::min(cell, count - 1))];
  }
  cells(what, observed,
        std::vector<double>(observed.size(), static_cast<double>(probabilities.size()) / static_cast<double>(count)));
  if (!good) verdicts_.back().p = 0;  // NaN, or no probability at all
}

bool Claim::judge(bool write) const {
  const double level = sidak(kClaimLevel, static_cast<Index>(verdicts_.size()));
  const bool good = !verdicts_.empty() &&
                    std::all_of(verdicts_.begin(), verdicts_.end(), [&](const Verdict& v) { return v.p >= level; });
  if (good || !write) return good;
  std::ofstream file(std::string(OMEGA_BINARY_DIR) + "/" + file_name(sentence_));
  file.precision(17);
  file << "what,observed,expected,statistic,p,level\n";
  for (const Verdict& v : verdicts_)
    file << '"' << v.what << "\"," << v.observed << ',' << v.expected << ',' << v.statistic << ',' << v.p << ','
         << level << '\n';
  return false;
}

std::string Claim::text() const {
  std::ostringstream text;
  text << sentence_;
  const auto worst = std::min_element(verdicts_.begin(), verdicts_.end(),
                                      [](const Verdict& a, const Verdict& b) { return a.p < b.p; });
  if (worst == verdicts_.end()) return text.str() + " (nothing was compared)";
  text << " (" << verdicts_.size() << " comparisons; the worst: " << worst->what << ", " << worst->observed
       << " against " << worst->expected << ", statistic " << worst->statistic << ", p = " << worst->p << ", level "
       << sidak(kClaimLevel, static_cast<Index>(verdicts_.size())) << "; all of them in " << OMEGA_BINARY_DIR << "/"
       << file_name(sentence_) << " if they fail)";
  return text.str();
}

}  // namespace omega::test
