// Claims, asked of the engine: what they are made of, and that they can fail.
#include "lessons/claims.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/text.h"
#include "diagnostics/draws.h"
#include "lessons/lesson_texts.h"
#include "synthetic/synthetic.h"

using namespace omega;
using namespace omega::lessons;
using namespace omega::test;
using Catch::Matchers::Contains;

namespace {

Claim claim_of(const std::string& runs, const std::string& value, const std::string& rest) {
  const std::string text = small_lesson("{\"claims\": [{\"id\": \"x\", \"runs\": " + runs + ", \"value\": \"" + value +
                                        "\", " + rest + ", \"false_alarm\": 0}]}");
  return read_lesson("mine.md", text).steps[1].claims[0];
}

const std::string kRfa =
    R"({"a": {"command": "compare", "preset": "three_clusters:radius=1", "method": "rfa", "budget": 16, "draws": 8}})";
const std::string kIdentity =
    R"({"a": {"command": "estimate", "preset": "three_clusters", "method": "rfa", "options": {"samples": 16}}})";

}  // namespace

TEST_CASE("the claims of the model lesson hold, and none holds in another interval", "[lessons]") {
  const Lesson lesson = read_lesson("07-one-cloud.md", model_lesson());
  for (const Step& step : lesson.steps)
    for (Claim claim : step.claims) {
      const ClaimOutcome outcome = check_claim(claim, 0, 0);
      INFO(claim.id << ": " << claim_text(claim, outcome));
      CHECK(outcome.holds);
      CHECK(outcome.values.size() == 20);
      const double width = std::max(claim.high - claim.low, 1e-6);
      for (const double low : {claim.high + width, claim.low - 2 * width}) {
        claim.low = low;
        claim.high = low + width;
        CHECK_FALSE(check_claim(claim, 0, 0).holds);
      }
    }
}

TEST_CASE("a claim is the call that its command makes, on its own seeds", "[lessons]") {
  const Claim claim = claim_of(kRfa, "a.mse", "\"over\": 3, \"in\": [0, 1]");
  const ClaimOutcome outcome = check_claim(claim, 2, 0);
  for (const Index i : {0, 1, 2}) {
    const auto seed = static_cast<std::uint32_t>(40 + i);
    const auto sequence = make_synthetic("three_clusters", {{"radius", "1"}}, 7 + seed);
    Request request = make_request(sequence, "rfa", {{"samples", "16"}});
    request.stream.seed = seed;
    Truths truths(sequence, 1);
    Progress progress;
    const DrawsSummary summary =
        measure_draws(request, {8, 1, [](Index, Index) { return Progress(); }}, truths.of(request, progress));
    CHECK(outcome.values[static_cast<std::size_t>(i)] == summary.error.mse);
  }
}

TEST_CASE("claims are the same on any number of threads", "[lessons]") {
  const Claim claim = claim_of(kRfa, "a.ess + a.variance", "\"in\": [0, 100]");
  CHECK(check_claim(claim, 1, 1).values == check_claim(claim, 1, 4).values);
}

TEST_CASE("statistics of the values: median, count, all, max, min and ratio", "[lessons]") {
  const auto statistic = [](const std::string& stat) {
    return check_claim(claim_of(kRfa, "a.mse", "\"over\": 5, \"stat\": \"" + stat + "\", \"in\": [0, 1]"), 0, 0);
  };
  std::vector<double> values = statistic("median").values;
  std::sort(values.begin(), values.end());
  CHECK(statistic("median").statistic == values[2]);
  CHECK(statistic("max").statistic == values[4]);
  CHECK(statistic("min").statistic == values[0]);
  CHECK(statistic("ratio").statistic == values[4] / values[0]);
  const Claim count = claim_of(kRfa, "a.mse > " + number_text((values[2] + values[3]) / 2),
                               "\"over\": 5, \"stat\": \"count\", \"in\": [1, 4]");
  CHECK(check_claim(count, 0, 0).statistic == 2);
  Claim all = claim_of(kRfa, "a.mse", "\"over\": 5, \"stat\": \"all\", \"in\": [0, 1]");
  CHECK(check_claim(all, 0, 0).holds);
  all.high = (values[3] + values[4]) / 2;  // one of five is outside
  const ClaimOutcome outside = check_claim(all, 0, 0);
  CHECK_FALSE(outside.holds);
  CHECK(outside.statistic == values[4]);
}

TEST_CASE("infinite values have a median, and what has no statistic says so", "[lessons]") {
  const auto outcome = [](const std::string& value, const std::string& stat) {
    return check_claim(claim_of(kRfa, value, "\"over\": 2, \"stat\": \"" + stat + "\", \"in\": [0, 1]"), 0, 0);
  };
  const ClaimOutcome infinite = outcome("a.mse/0", "median");
  CHECK(infinite.statistic == std::numeric_limits<double>::infinity());
  CHECK(infinite.problem.empty());
  CHECK_FALSE(infinite.holds);
  CHECK_THAT(outcome("a.mse/0", "ratio").problem, Contains("its values have no ratio"));
  CHECK_FALSE(outcome("a.mse/0", "ratio").holds);
}

TEST_CASE("an estimate's arrays go together: y is its weights times f, exact attention is π times v", "[lessons]") {
  CHECK(
      check_claim(claim_of(kIdentity, "max(abs(a.y - a.weights @ a.f))", "\"stat\": \"max\", \"in\": [0, 1e-6]"), 0, 0)
          .holds);
  CHECK(check_claim(claim_of(kIdentity, "max(abs(a.truth - a.pi @ a.v))", "\"stat\": \"max\", \"in\": [0, 1e-6]"), 0, 0)
            .holds);
  CHECK(check_claim(claim_of(kIdentity, "a.mse / mean((a.y - a.truth) * (a.y - a.truth))",
                             "\"stat\": \"all\", \"in\": [0.999, 1.001]"),
                    0, 0)
            .holds);
}

TEST_CASE("costs are counted without measuring", "[lessons]") {
  const auto cost = [](const std::string& n) {
    return R"({"command": "compare", "preset": "gaussian:dim=64,n=)" + n + R"(", "method": "softmax", "draws": 0})";
  };
  const Claim claim = claim_of("{\"a\": " + cost("256") + ", \"b\": " + cost("512") + "}", "b.flops / a.flops",
                               "\"over\": 1, \"in\": [4, 4]");
  CHECK(check_claim(claim, 0, 0).holds);
}

TEST_CASE("a game of chance and a study can be asked", "[lessons]") {
  const Claim game =
      claim_of(R"({"a": {"command": "chance", "preset": "shifted", "set": {"samples": 64, "replicates": 50}}})",
               "64 / a.ess_law", "\"over\": 1, \"in\": [2.71828182, 2.71828184]");
  CHECK(check_claim(game, 0, 0).holds);
  const Claim spread = claim_of(R"({"a": {"command": "chance", "preset": "three_hills", "set": {"replicates": 50}}})",
                                "max(a.estimates) - min(a.estimates)", "\"over\": 3, \"in\": [0.5, 6]");
  CHECK(check_claim(spread, 0, 0).holds);
  const Claim study = claim_of(R"({"a": {"command": "study", "study": "convergence"}})", "min(a.mse) / max(a.mse)",
                               "\"over\": 1, \"in\": [1e-30, 0.9]");
  CHECK(check_claim(study, 0, 0).holds);
}

TEST_CASE("a value that is not one number does not hold, and says so", "[lessons]") {
  const ClaimOutcome outcome = check_claim(claim_of(kIdentity, "a.y - a.f", "\"in\": [0, 1]"), 0, 0);
  CHECK_FALSE(outcome.holds);
  CHECK_THAT(outcome.problem, Contains("not one number"));
  const Claim refused = claim_of(
      R"({"a": {"command": "estimate", "preset": "three_clusters", "method": "lara", "options": {"landmarks": 2, "proposals": "given"}}})",
      "a.mse", "\"in\": [0, 1]");
  CHECK_THAT(check_claim(refused, 0, 0).problem, Contains("mu"));
}
