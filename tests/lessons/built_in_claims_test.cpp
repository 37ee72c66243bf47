// Every claim of the lessons of the program holds, and none holds in an interval beside its own.
// OMEGASCOPE_LESSON_ROUND chooses the round of seeds, as `omega lesson check --fresh` does.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "lessons/claims.h"
#include "lessons/shelf.h"

using namespace omega;
using namespace omega::lessons;

TEST_CASE("claims of the lessons hold, and not beside their intervals", "[lessons]") {
  const char* round = std::getenv("OMEGASCOPE_LESSON_ROUND");
  for (const auto& [lesson, path] : read_shelf().lessons)
    for (const Step& step : lesson.steps)
      for (const Claim& claim : step.claims) {
        const ClaimOutcome outcome = check_claim(claim, round ? std::atoi(round) : 0, 0);
        INFO(lesson.file << " " << claim.id << ": " << claim_text(claim, outcome));
        CHECK(outcome.holds);
        // The interval mirrored at 0, or moved away from it where it holds 0.
        const bool has_zero = claim.low <= 0 && claim.high >= 0;
        const double shift = has_zero ? 1 + 2 * (claim.high - claim.low) : 0;
        const double low = has_zero ? claim.low + shift : -claim.high,
                     high = has_zero ? claim.high + shift : -claim.low;
        CHECK_FALSE((low <= outcome.statistic && outcome.statistic <= high));
      }
}
