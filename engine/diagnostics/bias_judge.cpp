#include "diagnostics/bias_judge.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/text.h"

namespace omega {

namespace {

constexpr double kLevel = 0.002;
constexpr double kMany = 4;  // standard errors that speak for themselves

bool has_long_tail(const BiasVarianceSummary& e) {
  return e.largest_share > 0.55 * std::pow(static_cast<double>(e.draws), -1.0 / 3);
}
bool has_endless_tail(const BiasVarianceSummary& e) { return rests_on_one_draw(e.largest_share, e.draws); }

std::string one_draw_makes(double share, const BiasVarianceSummary& e) {
  return "one of " + std::to_string(e.draws) + " draws makes " + std::to_string(std::lround(100 * share)) +
         " % of the ";
}

bool is_finite(const BiasVarianceSummary& e) { return std::isfinite(e.bias2) && std::isfinite(e.largest_share); }

std::string why_undecided(const BiasVarianceSummary& e) {
  if (e.draws < kFewestDrawsToJudge)
    return count_text(e.draws, "draw") + " cannot tell bias from variance; " + std::to_string(kFewestDrawsToJudge) +
           " or more can";
  if (!is_finite(e))
    return "not all of " + count_text(e.draws, "draw") + ", or not all of their squared errors, are finite";
  if (e.variance == 0) return "all " + std::to_string(e.draws) + " draws are the same, and show nothing of their noise";
  return one_draw_makes(e.largest_share, e) + "variance; more draws " +
         (has_endless_tail(e) ? "will hardly settle it" : "may settle it");
}

/// Beside a tail bias² has a wide standard error, which says little: then the chance that the verdict rests on.
std::string how_biased(const BiasVarianceSummary& e) {
  const double errors = e.bias2 / e.bias2_error;
  if (errors >= kMany) return "bias² is " + number_text(std::round(10 * errors) / 10) + " standard errors above 0";
  return "by chance alone they would lean so far to one side in 1 of " + std::to_string(std::lround(1 / e.chance)) +
         " cases";
}

}  // namespace

double chance_of_signs(const std::vector<std::vector<double>>& products) {
  const std::size_t groups = products.size();
  if (groups == 0) return 1;
  std::vector<double> sign(groups, 1), along(groups, 0);  // along_g = Σ_h s_h e_g·e_h
  double length = 0;
  for (std::size_t g = 0; g < groups; ++g) {
    for (const double product : products[g]) along[g] += product;
    length += along[g];
  }
  constexpr double kRounding = 1e-9, kPlenty = 0.05;
  const double least = length - kRounding * std::abs(length);
  const std::uint64_t patterns = std::uint64_t{1} << (groups - 1);  // a pattern and its opposite are one
  const auto plenty = static_cast<std::uint64_t>(kPlenty * static_cast<double>(patterns)) + 1;
  std::uint64_t as_large = 1;
  for (std::uint64_t i = 1; i < patterns && as_large < plenty; ++i) {  // by Gray code: one sign changes at a time
    const auto g = static_cast<std::size_t>(std::countr_zero(i));
    length += 4 * (products[g][g] - sign[g] * along[g]);
    for (std::size_t h = 0; h < groups; ++h) along[h] -= 2 * sign[g] * products[h][g];
    sign[g] = -sign[g];
    if (length >= least) ++as_large;
  }
  return static_cast<double>(as_large) / static_cast<double>(patterns);
}

bool rests_on_one_draw(double share, Index draws) { return share > std::pow(static_cast<double>(draws), -0.25); }

std::string tail_caution(const BiasVarianceSummary& e) {
  if (!rests_on_one_draw(e.share_of_one, e.draws)) return "";
  return one_draw_makes(e.share_of_one, e) + "scatter of the MSE, so that MSE and variance may be larger than ± says";
}

Bias judge_bias(const BiasVarianceSummary& e) {
  if (e.draws < kFewestDrawsToJudge || !is_finite(e)) return Bias::undecided;
  if (e.is_rounding) return Bias::none_visible;
  if (e.chance <= kLevel) return has_long_tail(e) ? Bias::undecided : Bias::visible;
  return has_endless_tail(e) ? Bias::undecided : Bias::none_visible;
}

std::string bias_verdict(const BiasVarianceSummary& e) {
  const std::string at = " at " + count_text(e.draws, "draw");
  switch (judge_bias(e)) {
    case Bias::visible: return "biased" + at + ": " + how_biased(e);
    case Bias::none_visible: return "no bias visible" + at;
    case Bias::undecided: break;
  }
  return "undecided: " + why_undecided(e);
}

std::string bias_verdict(const BiasVarianceSummary& e, const Traits& by_equations) {
  if (by_equations.deterministic) return "the same in every draw";
  const Bias bias = judge_bias(e);
  std::string text = bias_verdict(e);
  if (bias == Bias::visible && by_equations.unbiased)
    text += "; yet its equations have none: these draws missed something rare and large, or there is a mistake";
  if (bias == Bias::none_visible && !by_equations.unbiased)
    text += "; its equations allow one: if there is one, it is too small for these draws";
  return text;
}

}  // namespace omega
