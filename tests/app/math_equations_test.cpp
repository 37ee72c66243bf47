// The equations of every estimator are formulas.
#include <algorithm>
#include <catch2/catch.hpp>

#include "app/math_ink.h"
#include "app/speaking.h"
#include "estimators/registry.h"
#include "math_text/math_parser.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Of an estimator and its options, in the language that is spoken.
QStringList equationsOf(const omega::EstimatorInfo& info) {
  QStringList lines;
  for (const omega::Equation& equation : omega::all_equations(info)) lines += describedLines(equation.lines);
  return lines;
}

/// The words of a sentence in a formula; names and choices of options are none.
QStringList wordsOf(const MathNode& node) {
  static const QStringList s_names = {"LeakyReLU", "prf",    "rks",  "topk",  "lsh",    "positive",
                                      "trig",      "hybrid", "pool", "drawn", "random", "decoupled"};
  if (node.kind == MathKind::word) return s_names.contains(node.text) ? QStringList() : QStringList(node.text);
  QStringList words;
  for (const MathNode& part : node.parts) words += wordsOf(part);
  return words;
}

void checkFormula(const QString& source) {
  const ParsedMath parsed = parseMath(source);
  INFO(parsed.error.toStdString() << " " << source.toStdString());
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

}  // namespace

TEST_CASE("every equation of every estimator can be set as a formula", "[math]") {
  for (const omega::Estimator& estimator : omega::estimators()) {
    INFO(estimator.info.name);
    for (const QString& source : equationsOf(estimator.info)) checkFormula(source);
  }
}

TEST_CASE("words of formulas are translated", "[math][language]") {
  const Speaking chinese(Language::Chinese);
  int translated = 0;
  for (const omega::Estimator& estimator : omega::estimators())
    for (const QString& source : equationsOf(estimator.info)) {
      checkFormula(source);
      for (const QString& word : wordsOf(parseMath(source).formula)) {
        INFO(estimator.info.name << ": " << source.toStdString());
        CHECK(word.front().script() == QChar::Script_Han);
        ++translated;
      }
    }
  CHECK(translated > 15);
}

TEST_CASE("what views have to know of options is said by their estimators", "[math][options]") {
  using omega::OptionRole;
  int byHand = 0, ofTokens = 0;
  for (const omega::Estimator& estimator : omega::estimators())
    for (const omega::OptionSpec& option : estimator.info.options) {
      INFO(estimator.info.name << " " << option.name);
      byHand += !option.by_hand.empty();
      ofTokens += option.of_tokens;
      if (!option.by_hand.empty()) {
        CHECK(option.role == OptionRole::means);
        CHECK(std::count(option.words.begin(), option.words.end(), option.by_hand) == 1);
      }
      // A number of parts of the tokens is what there may be more of than tokens; samples are not.
      if (option.of_tokens) CHECK(option.kind == omega::OptionKind::integer);
      if (option.name == "samples") CHECK_FALSE(option.of_tokens);
    }
  CHECK(byHand >= 3);    // lara, mis, eva
  CHECK(ofTokens >= 6);  // lara, mis, nystrom, eva, clustered, linformer
  const auto has = [](const char* method, OptionRole role) {
    return omega::option_for(omega::find_estimator(method).info.options, role) != nullptr;
  };
  CHECK((has("lara", OptionRole::weighting) && has("mis", OptionRole::weighting)));
  CHECK((has("lara", OptionRole::correction) && has("eva", OptionRole::groups) && has("eva", OptionRole::window)));
  CHECK((has("rfa", OptionRole::variance) && has("is", OptionRole::variance)));
  CHECK((has("key_sampling", OptionRole::exact_keys) && !has("hyper", OptionRole::exact_keys)));
  // What quadrature predicts is asked of whatever has a weighting.
  for (const omega::Estimator& estimator : omega::estimators()) {
    const char* method = estimator.info.name.c_str();
    INFO(method);
    CHECK(has(method, OptionRole::prediction) == has(method, OptionRole::weighting));
    CHECK(has(method, OptionRole::nodes) == has(method, OptionRole::weighting));
  }
  CHECK_FALSE((has("rfa", OptionRole::weighting) || has("rfa", OptionRole::means) || has("gmm", OptionRole::means)));
}
