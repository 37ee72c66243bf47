// The target of the shown query in ω-space: of which keys it is, and what a legend calls it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "app/booth.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("the target of a query is of the keys that the estimator in front lets it see", "[interaction]") {
  Booth booth;
  booth.lockQuery(12);
  booth.settle();
  const auto target = [&] { return booth.workbench().snapshot()->plane; };
  const auto M = static_cast<std::size_t>(booth.workbench().snapshot()->sequence->sizes.M);
  CHECK(target()->bumpWeights.size() == M);
  booth.workbench().store().change(QStringLiteral("causal"), [](Document& d) {
    for (Card& card : d.cards) card.options["causal"] = "true";
  });
  booth.settle();
  REQUIRE(target()->isCausal);
  CHECK(target()->bumps.size() == 2 * 13);
  REQUIRE(target()->bumpWeights.size() == 13);
  CHECK(std::accumulate(target()->bumpWeights.begin(), target()->bumpWeights.end(), 0.0) == Approx(1));
}

TEST_CASE("softmax on the screen, not causal, leaves causal estimators their target; a legend names which it is",
          "[interaction]") {
  Booth booth;
  booth.lockQuery(12);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  booth.workbench().store().change(QStringLiteral("causal"), [](Document& d) {
    for (Card& card : d.cards)
      if (!card.isTruth()) card.options["causal"] = "true";
  });
  booth.settle();
  const Document& document = booth.workbench().document();
  const auto truth = std::find_if(document.cards.begin(), document.cards.end(),
                                  [](const Card& card) { return card.isTruth() && card.visible; });
  REQUIRE(truth != document.cards.end());
  const auto isCausal = [&] { return booth.workbench().snapshot()->plane->isCausal; };
  CHECK(isCausal());
  CHECK(panel->legend().front().text == QStringLiteral("target p of query 12 (causal softmax)"));
  // The Inspector is of softmax then.
  Cursor cursor = booth.workbench().selection().locked();
  cursor.card = truth->id;
  booth.workbench().selection().lock(cursor);
  booth.settle();
  CHECK_FALSE(isCausal());
  CHECK(panel->legend().front().text == QStringLiteral("target p of query 12 (softmax)"));
}

TEST_CASE("with the targets of all queries as the ground, the legend has it and the shown query's lines",
          "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("omega_space")));
  const auto first = [&](std::size_t count) {
    QStringList all;
    for (const LegendEntry& entry : panel->legend())
      if (all.size() < static_cast<qsizetype>(count)) all << entry.text;
    return all;
  };
  booth.settle();
  CHECK(first(1) == QStringList{QStringLiteral("target p of query 12")});
  booth.workbench().store().change(QStringLiteral("all"), [](Document& d) { d.asks.plane.allQueries = true; });
  booth.settle();
  CHECK(first(2) == QStringList{QStringLiteral("targets of all queries"), QStringLiteral("target p of query 12")});
}
