// A game played: its samples and what each estimator makes of them, and the same over replicates with fresh noise.
//
// Noise is Philox's at (seed, draw): array 0 `eps`, row = replicate, sample = s, coordinate = c; array 1 `u` picks the
// bump where a proposal is the target itself. So more samples of a proposal, more proposals and more replicates append,
// and the first samples stay what they were.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/progress.h"
#include "importance/laws.h"
#include "importance/problem.h"

namespace omega::importance {

/// A sample of the run that is shown, which is replicate 0.
struct Dart {
  Index proposal = 0;
  double x = 0, f = 0, p = 0;
  double q = 0;  // density of its own proposal
};

/// NaN stands for what is not known: 0/0 where all weights are 0; an error of fewer than two samples of a proposal, of
/// no more of them than coefficients were fitted, or of a ratio that one sample decides alone; β where there is none.
struct MethodOutcome {
  std::vector<double> weights;    // w of each dart
  std::vector<double> shares;     // α of each dart
  std::vector<Index> running_at;  // after so many darts ...
  std::vector<double> running;    // ... the estimate was this
  double estimate = 0, error = 0;
  double standard_error = 0;  // from the run's own weights; the interval is estimate ± 2 of it
  double ess = 0, max_share = 0;
  double beta = std::numeric_limits<double>::quiet_NaN();  // that was used; NaN without a control variate

  std::vector<double> estimates, esses, max_shares;  // of the replicates
  double mean = 0, median = 0, bias = 0, bias_error = 0, variance = 0, rms = 0;
  double coverage = 0;         // the share of replicates whose interval holds the truth; NaN where none has one
  Index undefined = 0;         // replicates without an estimate
  Index without_interval = 0;  // replicates whose standard error is not known: they hold nothing
};

/// Whether replicates say nothing of the variance, nor of the bias: the law is infinite, or several times what they
/// show and so many times that normal estimates would do so less than once in a thousand games: they did not meet what
/// makes most of it. Of a law for large S alone only infinity counts.
bool is_beyond_replicates(const MethodLaw& law, const MethodOutcome& outcome);

struct Outcome {
  std::vector<Dart> darts;  // in the order in which they fall
  std::vector<MethodOutcome> methods;
  Index evaluations = 0;  // of p, for one run
};

/// Throws Error::input for a game that check() refuses. `theory` is laws(game). The same bits on any number of threads.
Outcome play(const Game& game, const Laws& theory, std::uint32_t seed, std::uint32_t draw,
             const Progress& progress = {});

}  // namespace omega::importance
