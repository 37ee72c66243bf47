// MIS, and what it, Weights and the Inspector say of the proposals that a query shares.
#include <QRegularExpression>
#include <QSet>
#include <catch2/catch.hpp>

#include "app/hands.h"
#include "math_text/math_parser.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("the equations of MIS are those of the card's weighting, and set as formulas", "[mis]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  QSet<QString> distinct;
  for (const char* weighting : {"decoupled", "coupled", "balance", "power", "constant"}) {
    booth.workbench().store().change(QStringLiteral("weighting"),
                                     [&](Document& d) { d.card(kLara)->options["weighting"] = weighting; });
    booth.settle();
    INFO(weighting);
    const QStringList equations = panel->equations();
    for (const QString& equation : equations) CHECK(parseMath(equation).isGood());
    CHECK(equations.contains(QStringLiteral("μ_c = q̃_c + k̃_c")));
    const QStringList shares = equations.filter(QStringLiteral("α_nc(ω) = "));
    REQUIRE_FALSE(shares.isEmpty());
    distinct << shares.first();
    // What has no balance part is not called balance.
    const bool hasParts = panel->legend().size() == 3;
    CHECK(hasParts == (weighting != std::string("power") && weighting != std::string("constant")));
    CHECK((panel->data().columns.back() == QStringLiteral("balance")) == hasParts);
  }
  CHECK(distinct.size() == 5);
  booth.workbench().store().change(QStringLiteral("similarity"), [&](Document& d) {
    d.card(kLara)->options = {{"similarity", "proposals"}};
  });
  booth.settle();
  CHECK(panel->equations().last().contains(QStringLiteral("Σ_c' exp(q_n·q̃_c')")));
}

TEST_CASE("while a lesson asks about errors no panel tells them", "[mis][weights]") {
  Booth booth;
  booth.settle();
  const std::unique_ptr<Panel> mis = booth.show(kindOf(QStringLiteral("mis"))),
                               weights = booth.show(kindOf(QStringLiteral("weights")));
  const auto told = [&] {
    QString all = saidBy(*mis);
    for (const LegendEntry& entry : weights->legend()) all += entry.text;
    return all.contains(QStringLiteral("Predicted variance")) + all.contains(QStringLiteral("mse"));
  };
  CHECK(told() == 2);
  for (const bool shown : {false, true}) {
    mis->showErrors(shown);
    weights->showErrors(shown);
    CHECK(told() == (shown ? 2 : 0));
  }
}

TEST_CASE("MIS tells no number where the delta method does not hold, and short ones of what they are elsewhere",
          "[mis]") {
  // Of 8000 draws of query 12, summed over dimensions: decoupled 0.018 (predicted: 0.17), balance 0.015, power 0.017.
  Booth booth;
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  const auto isTold = [&](const char* words) { return saidBy(*panel).contains(QString::fromUtf8(words)); };
  CHECK(isTold("this query, summed over dimensions (delta method): balance 0.015, power 0.016, coupled 0.015"));
  CHECK(isTold("Not told: decoupled, constant (rare huge weights)"));
  CHECK_FALSE(isTold("decoupled 0.17"));
  // Of mis nothing is divided: its predictions are variances, however large.
  booth.workbench().store().change(QStringLiteral("mis"), [](Document& d) {
    d.card(kLara)->method = "mis";
    d.card(kLara)->options = {{"landmarks", "16"}};
  });
  booth.settle();
  CHECK(isTold("constant 3.6e4"));
  CHECK_FALSE(isTold("Not told"));
}

TEST_CASE("MIS blames the clamp for what the clamp does, and shows by how much", "[mis]") {
  Booth booth;
  const auto show = [&](const char* preset, const char* dims, const char* weighting, int query, int sample) {
    booth.workbench().store().change(QStringLiteral("case"), [&](Document& d) {
      d.workload.preset = preset;
      d.workload.presetOptions = {};
      if (*dims != '\0') d.workload.presetOptions = {{"dim", dims}};
      d.card(kLara)->options = {{"landmarks", "8"}, {"weighting", weighting}};
    });
    booth.workbench().selection().lock({kLara, 0, query, -1, -1, sample});
    booth.settle();
    return saidBy(*booth.show(kindOf(QStringLiteral("mis"))));
  };
  const QString clamped = show("three_clusters", "", "decoupled", 12, 2);
  INFO(text(clamped));
  CHECK(clamped.contains(QStringLiteral("= 1.00017</b> (0.00017")));
  CHECK(show("three_clusters", "", "balance", 12, 2).contains(QStringLiteral("= 1 ✓")));
  // Thousands of both signs, rounded one by one.
  const QString rounded = show("gaussian", "1", "optimal", 16, 4);
  INFO(text(rounded));
  CHECK(rounded.contains(QStringLiteral("≈ 1 ✓")));
  CHECK_FALSE(rounded.contains(QStringLiteral("too much")));
}

TEST_CASE("a query of a causal card counts only the proposals that it uses", "[weights][inspector]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("causal"), [](Document& d) {
    d.workload.preset = "three_clusters";
    d.card(kLara)->options = {{"landmarks", "8"}, {"causal", "true"}};
  });
  booth.workbench().selection().lock({kLara, 0, 20, -1, -1, 2});
  booth.settle();
  const auto legendOf = [&] {
    QStringList all;
    for (const LegendEntry& entry : booth.show(kindOf(QStringLiteral("weights")))->legend()) all << entry.text;
    return all.join(QLatin1Char('\n'));
  };
  const auto rowsOfInspector = [&] {
    QString all;
    for (const std::vector<QString>& row : rowsOf(booth.show(kindOf(QStringLiteral("inspector")))->data()))
      all += row[1] + QStringLiteral(": ") + row[2] + QLatin1Char('\n');
    return all;
  };
  CHECK(legendOf().contains(QRegularExpression(QStringLiteral("lara: ESS [\\d.]+ of 4"))));
  CHECK(rowsOfInspector().contains(QStringLiteral("effective samples, of 4")));
  CHECK(rowsOfInspector().contains(QStringLiteral("log q_c(ω_s)")));
  booth.workbench().selection().lock({kLara, 0, 0, -1, 1, 1});
  booth.settle();
  CHECK(legendOf().contains(QStringLiteral("lara: ESS 1.0 of 1")));
  CHECK_FALSE(rowsOfInspector().contains(QStringLiteral("log q_c(ω_s)")));  // not used
}
