// Claims, asked of the engine: each run is the call that its command makes, for every seed, and the statistic of the
// values is held against the interval.
#pragma once

#include "core/progress.h"
#include "lessons/lesson.h"

namespace omega::lessons {

struct ClaimOutcome {
  std::string id;
  std::vector<double> values;  // of each seed; not a number where there is none
  double statistic = 0;
  bool holds = false;
  std::string problem;  // why there is no statistic; then it does not hold
};

/// Seed i of round r is data seed 7 + 20r + i with noise seed 20r + i. Round 0 is that of the ordinary test.
/// The same numbers on any number of threads.
ClaimOutcome check_claim(const Claim& claim, Index round, int threads, const Progress& progress = {});

/// The value of one seed.
double claim_value(const Claim& claim, Index seed, const Progress& progress = {});

/// "median of 20 is 44.9, in [41, 49]".
std::string claim_text(const Claim& claim, const ClaimOutcome& outcome);

}  // namespace omega::lessons
