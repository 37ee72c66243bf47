// Every claim of the lessons of the program holds, its value in its interval. claims_test.cpp shows that they can fail.
// OMEGASCOPE_LESSON_ROUND chooses the round of seeds, as `omega lesson check --fresh` does.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "lessons/claims.h"
#include "lessons/shelf.h"

using namespace omega;
using namespace omega::lessons;

TEST_CASE("claims of the lessons hold", "[lessons]") {
  const char* round = std::getenv("OMEGASCOPE_LESSON_ROUND");
  const auto shelf = read_shelf();
  CHECK(shelf.lessons.size() >= 15);
  for (const auto& [lesson, path] : shelf.lessons) {
    int asked = 0;
    for (const Step& step : lesson.steps)
      for (const Claim& claim : step.claims) {
        const ClaimOutcome outcome = check_claim(claim, round ? std::atoi(round) : 0, 0);
        INFO(lesson.file << " " << claim.id << ": " << claim_text(claim, outcome));
        CHECK(outcome.holds);
        CHECK((claim.low <= outcome.statistic && outcome.statistic <= claim.high));
        ++asked;
      }
    INFO(lesson.file);
    CHECK(asked >= 3);
  }
}
