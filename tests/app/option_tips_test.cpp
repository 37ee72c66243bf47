// The tooltips of options.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <vector>

#include "app/booth.h"
#include "app/speaking.h"
#include "estimators/registry.h"
#include "language/language.h"
#include "math_text/symbol_colours.h"
#include "synthetic/synthetic.h"
#include "train/settings.h"
#include "views/chance/chance_edits.h"
#include "views/option_tips.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

QString tipOf(const omega::EstimatorInfo& info, const omega::OptionSpec& spec, const Theme& theme) {
  return optionTip(spec, {omega::all_equations(info), QString::fromStdString(info.paper)}, theme);
}

}  // namespace

TEST_CASE("every option says what it does, where it comes from and what is allowed", "[options]") {
  for (const omega::Estimator& estimator : omega::estimators())
    for (const omega::OptionSpec& spec : estimator.info.options) {
      const QString tip = tipOf(estimator.info, spec, Theme::light());
      INFO(estimator.info.name << " " << spec.name << ": " << text(tip));
      CHECK(tip.startsWith(QStringLiteral("<b>%1</b>").arg(QString::fromStdString(spec.title).toHtmlEscaped())));
      CHECK(tip.contains(QStringLiteral("<code>%1</code>").arg(QString::fromStdString(spec.name))));
      CHECK(tip.contains(QString::fromStdString(spec.help).toHtmlEscaped()));
      CHECK(tip.contains(QString::fromStdString(spec.allowed()).toHtmlEscaped()));
      CHECK(tip.count(QStringLiteral("<br>")) >= 3);
      CHECK(optionWords(spec).startsWith(QString::fromStdString(spec.help)));
      CHECK_FALSE(optionWords(spec).contains(QStringLiteral("<b")));
    }
}

TEST_CASE("every option has a title in words, unlike those beside it, in Chinese too", "[options]") {
  std::map<std::string, std::vector<omega::OptionSpec>> forms{{"train", omega::train::train_options()},
                                                              {"chance", chanceOptions()}};
  for (const omega::Estimator& estimator : omega::estimators()) forms[estimator.info.name] = estimator.info.options;
  for (const omega::Synthetic& preset : omega::synthetics()) forms[preset.name] = preset.options;
  for (const auto& [form, specs] : forms) {
    std::set<std::string> titles;
    for (const omega::OptionSpec& spec : specs) {
      INFO(form << " " << spec.name << ": " << spec.title);
      CHECK_FALSE(spec.title.empty());
      CHECK(spec.title.find('_') == std::string::npos);
      CHECK(spec.title.size() <= 32);  // it stands in front of a control
      CHECK(titles.insert(spec.title).second);
      const Speaking speaking(Language::Chinese);
      const QString chinese = described(spec.title);
      CHECK((chinese != QString::fromStdString(spec.title) || spec.title == "β"));
    }
  }
  CHECK(omega::option_named(forms.at("lara"), "proposal_scale")->title == "proposal scale");
  CHECK(omega::option_named(forms.at("train"), "d_model")->title == "width of the model");
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
