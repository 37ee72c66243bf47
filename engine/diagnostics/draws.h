// Draws: one request run again and again with fresh noise, held against exact attention. What comparing methods and
// studies share.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "diagnostics/bias_judge.h"
#include "diagnostics/query_sample.h"
#include "run/runner.h"

namespace omega {

/// Exact attention with the scale, mask and precision of a request.
Request exact_request(const Request& request);

/// Exact attention of one sequence in double precision, once for each scale, mask and number of queries that is asked
/// for.
class Truths {
 public:
  Truths(std::shared_ptr<const Sequence> sequence, int threads) : sequence_(std::move(sequence)), threads_(threads) {}

  /// Of so many queries of each head, drawn with the request's seed; 0: of all.
  const Truth& of(const Request& request, Progress& progress, Index queries = 0);

 private:
  using Key = std::tuple<double, bool, Index, std::uint32_t>;

  std::shared_ptr<const Sequence> sequence_;
  int threads_;
  std::map<Key, Truth> truths_;
};

/// Standard errors over draws become those over draws and queries; `spread` is of weighted rows.
void add_error_of_queries(BiasVarianceSummary& error, const BiasVariance& spread, const QuerySample& sample);

/// Noise that a file brings would make all draws alike; draws have their own. Whatever else it gives stays, learned or
/// not.
void drop_noise(Request& request);

/// How draws are made and watched.
struct DrawsPlan {
  Index draws = 32;
  int threads = 0;
  std::function<Progress(Index number, Index all)> watch;  // the progress of one run of `all` that there will be
};

/// Effective sample sizes vary little from draw to draw: those of the first few are enough, and the timed runs stay
/// free of them.
constexpr Index kDrawsForEss = 8;

struct DrawsSummary {
  bool deterministic = false;  // then there is one draw
  BiasVarianceSummary error;
  std::vector<double> mse;          // of each draw
  Index queries = 0;                // of each head, that stand for all; 0: all. Standard errors then include them.
  std::vector<double> squares;      // of their errors, weighted, means over draws; empty where all queries are known
  bool only_these = false;          // nothing else was estimated: no time or memory is told
  std::optional<double> ess;        // mean over queries and the first kDrawsForEss draws
  std::optional<double> ess_share;  // of the samples there are
  double median_ms = 0;
  std::size_t peak_bytes = 0;
  std::int64_t clamped = 0, nonpositive = 0;  // over all draws
  std::string verdict;                        // of its bias, in one sentence
};

/// `request` is that of draw 0, without noise of its own; `truth` what it estimates. Of methods to which other queries
/// mean nothing and whose cost is not linear, only those of a sample are estimated.
DrawsSummary measure_draws(const Request& request, const DrawsPlan& plan, const Truth& truth);

}  // namespace omega
