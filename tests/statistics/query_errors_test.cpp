// The standard error that comes with an error of some queries: it must hold what it says, on sequences where few
// queries make most of the error, too.
#include <catch2/catch.hpp>
#include <cmath>

#include "diagnostics/error_metrics.h"
#include "run/runner.h"
#include "statistics/draws.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::test;

// If 97 % of samples lie within 3 standard errors of the error of all queries, 11 or more of 60 lie outside with
// probability 2e-6; at that level for each of the 8 cases the suite keeps its budget. (At N = 8192 over 200 seeds, 44
// cases of presets, dimensions and methods without needle in 64 dimensions: 97 % to 100 %. There a single query, which
// is not among the longest, makes most of the error: 1 % to 97 %. What is too small by half misses in 13 %.)
// That is with one estimate and many samples of its queries. With another draw for each of 200 seeds, N = 8192, D = 64,
// 256 queries, it also depends on how uneven the draws are: gaussian 99 % (rfa) and 100 % (lara), clusters 99.5 % (rfa)
// but only 87 % (lara, 64 landmarks). There a few queries that are not long make most of the error: the sample misses
// them, and gives too small a mean with too small an error.
TEST_CASE("errors of some queries are within 3 of their standard errors of those of all", "[statistics]") {
  constexpr std::uint32_t kSeeds = 60;
  constexpr int kMostMisses = 10;
  for (const char* preset : {"gaussian", "clusters", "large_norms", "smooth"})
    for (const char* method : {"rfa", "lara"}) {
      INFO(preset << ", " << method);
      const auto sequence = make_synthetic(preset, {{"n", "1024"}}, 7);
      Request request = make_request(sequence, method);
      request.stream.seed = stream_seed(811);
      request.want = {"y"};
      const Array y = run(request).at("y"), exact = exact_attention(*sequence);
      const double all = error_metrics(y, exact).mse;
      int misses = 0;
      for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const auto sample = sample_queries(*sequence, 256, stream_seed(seed));
        const ErrorMetrics some = error_metrics(y, Truth{sample->take(exact), sample});
        misses += !(std::abs(some.mse - all) <= 3 * some.mse_error);  // NaN is a miss
      }
      CHECK(misses <= kMostMisses);
    }
}
