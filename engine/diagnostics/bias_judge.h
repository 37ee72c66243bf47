// The judge of bias: whether the mean over draws is exact attention, as far as these draws can tell. The only place
// where anything is called biased. It sees the draws alone, never what a method says of itself, or it would hide our
// mistakes.
//
// 1. Could chance do it? The draws stand in up to 16 groups with sums e_g of their errors. If the noise favours no
//    side, the signs of the e_g are free: the share of all sign patterns s with ‖Σ s_g e_g‖² ≥ ‖Σ e_g‖² is the chance
//    of an error as large, whatever the variances and correlations of the output numbers. At most 0.2 % counts as a
//    bias.
// 2. Have the draws met their own tail? Noise that does favour a side, such as weights of which one in a thousand is
//    huge, shows the same error in every draw until the huge one comes. Its mark is that a single draw makes much of
//    each output number's variance, however many draws there are. That share, averaged over output numbers by their
//    part in the error, falls like R^(2/a − 1) where a tail falls with the power a. A bias counts only below
//    0.55·R^(−1/3): a = 3 divides the tails for which means of R draws come close to normal from those for which they
//    do not. Above R^(−1/4), a = 8/3, nothing is said even where no bias shows: rests_on_one_draw().
//
// That bound serves whatever else is a mean over draws, such as the MSE: where one draw makes more of its scatter,
// others as large may not have been drawn, and its standard error is mostly too small. 48 squares of a normal number
// lie above it in 30 % of cases, 48 means over four such squares in 6 %, 48 numbers whose logarithm is normal with a
// standard deviation of 2 in 83 %.
//
// On the presets, with heavy tails among them, a right estimator is called biased in at most 1 % of cases (a test holds
// it to that). No judge of draws can see a tail of which they bring no sign: independent modes of the target that no
// proposal reaches. Then "biased" stands beside what the method's equations say, which is shown wherever the two
// disagree.
#pragma once

#include <string>
#include <vector>

#include "core/info.h"
#include "diagnostics/bias_variance.h"

namespace omega {

enum class Bias { visible, none_visible, undecided };

/// Below this nothing can be told: 9 signs give no chance of 0.2 %.
constexpr Index kFewestDrawsToJudge = 10;

/// Whether the share of one of so many draws in what they scatter by is so large that their mean is not to be trusted.
bool rests_on_one_draw(double share, Index draws);
/// That in one sentence, of the MSE and the variance; empty where no draw stands out so far.
std::string tail_caution(const BiasVarianceSummary& error);

Bias judge_bias(const BiasVarianceSummary& error);
/// One sentence: "no bias visible at 64 draws", or by how many standard errors or by which chance there is one, or why
/// it cannot be told.
std::string bias_verdict(const BiasVarianceSummary& error);
/// The same, with what the method's equations say where that is something else. Without noise there is nothing to
/// judge.
std::string bias_verdict(const BiasVarianceSummary& error, const Traits& by_equations);

/// The share of sign patterns that make ‖Σ s_g e_g‖² at least as large as it is, from the inner products e_g·e_h.
/// Where it is above 5 % it is counted no further than that.
double chance_of_signs(const std::vector<std::vector<double>>& products);

}  // namespace omega
