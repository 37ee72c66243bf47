// The tooltips of options.
#include <catch2/catch.hpp>

#include "app/booth.h"
#include "estimators/registry.h"
#include "math_text/symbol_colours.h"
#include "views/option_tips.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

QString tipOf(const omega::EstimatorInfo& info, const omega::OptionSpec& spec, const Theme& theme) {
  return optionTip(spec, {QString::fromStdString(info.equations), QString::fromStdString(info.paper)}, theme);
}

}  // namespace

TEST_CASE("every option says what it does, where it comes from and what is allowed", "[options]") {
  for (const omega::Estimator& estimator : omega::estimators())
    for (const omega::OptionSpec& spec : estimator.info.options) {
      const QString tip = tipOf(estimator.info, spec, Theme::light());
      INFO(estimator.info.name << " " << spec.name << ": " << text(tip));
      CHECK(tip.startsWith(QStringLiteral("<b>%1</b>").arg(QString::fromStdString(spec.name))));
      CHECK(tip.contains(QString::fromStdString(spec.help).toHtmlEscaped()));
      CHECK(tip.contains(QString::fromStdString(spec.allowed()).toHtmlEscaped()));
      CHECK(tip.count(QStringLiteral("<br>")) >= 3);
    }
}

TEST_CASE("an option that is a letter shows the formulas it stands in", "[options]") {
  const omega::EstimatorInfo& lara = omega::find_estimator("lara").info;
  const auto beta = std::find_if(lara.options.begin(), lara.options.end(),
                                 [](const omega::OptionSpec& spec) { return spec.name == "beta"; });
  REQUIRE(beta != lara.options.end());
  const QString light = tipOf(lara, *beta, Theme::light()), dark = tipOf(lara, *beta, Theme::night());
  INFO(text(light));
  CHECK(light.contains(QStringLiteral("<i>r</i><sub><i>n</i><i>c</i></sub>")));
  CHECK(light.contains(symbolColour(SymbolRole::share, Theme::light()).name()));
  CHECK(dark.contains(symbolColour(SymbolRole::share, Theme::night()).name()));
}
