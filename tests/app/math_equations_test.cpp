// The equations of every estimator are formulas.
#include <catch2/catch.hpp>

#include "app/math_ink.h"
#include "estimators/registry.h"
#include "math_text/math_parser.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("every equation of every estimator can be set as a formula", "[math]") {
  for (const omega::Estimator& estimator : omega::estimators())
    for (const QString& source : QString::fromStdString(estimator.info.equations).split(QLatin1Char('\n'))) {
      const ParsedMath parsed = parseMath(source);
      INFO(estimator.info.name << ": " << parsed.error.toStdString() << " " << source.toStdString());
      REQUIRE(parsed.isGood());
      CHECK(plainText(parsed.formula) == source.normalized(QString::NormalizationForm_C));
      CHECK(spokenText(parsed.formula).size() > 5);
      for (const double width : {250.0, 380.0, 900.0}) {
        const MathBox box = layoutMathWithin(parsed.formula, 13, width);
        CHECK(box.width > 20);
        CHECK(box.width <= width);
        CHECK_FALSE(box.spots.empty());
        CHECK(worstOverlap(box) < 0.2);
        CHECK(isInside(box));
      }
    }
}
