#include "diagnostics/output_variance.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/error.h"

using namespace omega;

TEST_CASE("relative standard deviation does not see a scale", "[unit][diagnostics]") {
  const std::vector<double> outputs = {1, 2, 3}, scaled = {-10, -20, -30};
  CHECK(relative_standard_deviation(outputs) == Approx(0.5));
  CHECK(relative_standard_deviation(scaled) == Approx(0.5));
}

TEST_CASE("inconsistency counts the runs on the smaller side", "[unit][diagnostics]") {
  const auto inconsistency = [](const std::vector<int>& predicted) {
    const View<const int> runs(predicted.data(), static_cast<Index>(predicted.size()), 1);
    return vote_metrics(runs, std::vector<int>{1}, 2).inconsistency;
  };
  CHECK(inconsistency({1, 1, 0, 1}) == 1);
  CHECK(inconsistency({0, 0, 1}) == 1);
  CHECK(inconsistency({1, 1}) == 0);
}

TEST_CASE("votes over three runs of four examples by hand", "[unit][diagnostics]") {
  // Columns: unanimous and right; two of three right; two of three wrong; a tie of three, which goes to class 0.
  const std::vector<int> predicted = {2, 1, 0, 0, 2, 1, 0, 1, 2, 0, 1, 2}, labels = {2, 1, 1, 0};
  const VoteMetrics metrics = vote_metrics(View<const int>(predicted.data(), 3, 4), labels, 3);
  CHECK(metrics.inconsistency == Approx((0 + 1 + 1 + 2) / 4.0));
  CHECK(metrics.accuracy == Approx((3 + 2 + 1 + 1) / 12.0));
  CHECK(metrics.voting_accuracy == Approx(3 / 4.0));
  CHECK(metrics.gain == Approx((3 / 4.0) / (7 / 12.0)));
  CHECK_THROWS_AS(vote_metrics(View<const int>(predicted.data(), 3, 4), labels, 2), Error);
}

TEST_CASE("votes gain nothing that could be said where none is right", "[unit][diagnostics]") {
  const std::vector<int> predicted = {0, 1, 0, 1}, labels = {1, 0};
  const VoteMetrics metrics = vote_metrics(View<const int>(predicted.data(), 2, 2), labels, 2);
  CHECK(metrics.accuracy == 0);
  CHECK(metrics.voting_accuracy == 0);
  CHECK(std::isnan(metrics.gain));
}

TEST_CASE("votes that are all right are exactly 1, of any number of examples", "[unit][diagnostics]") {
  for (const Index examples : {10, 49, 450}) {
    const std::vector<int> predicted(static_cast<std::size_t>(3 * examples), 1),
        labels(static_cast<std::size_t>(examples), 1);
    const VoteMetrics metrics = vote_metrics(View<const int>(predicted.data(), 3, examples), labels, 2);
    CHECK(metrics.accuracy == 1);
    CHECK(metrics.voting_accuracy == 1);
    CHECK(metrics.gain == 1);
  }
}
