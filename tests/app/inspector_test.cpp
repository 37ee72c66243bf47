// The Inspector: formulas with the values of the selection, symbols that lead to what they stand for, exports with
// text.
#include <QCoreApplication>
#include <QFile>
#include <QMouseEvent>
#include <QPainter>
#include <QPdfWriter>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <map>

#include "app/booth.h"
#include "app/hands.h"
#include "app/svg_file.h"
#include "app/tools.h"
#include "estimators/registry.h"
#include "export/panel_picture.h"
#include "language/language.h"
#include "math_text/math_parser.h"
#include "views/inspector/formula_filling.h"
#include "views/inspector/inspected_numbers.h"
#include "views/inspector/inspector_panel.h"
#include "views/rich_text.h"
#include "window/help_popup.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

std::string fill(const char* source, const FormulaValues& values) {
  QStringList lines;
  for (const MathNode& statement : filled(mathOrWords(QString::fromUtf8(source)), values))
    lines << plainText(statement);
  return lines.join(QStringLiteral(" | ")).toStdString();
}

FormulaValues someValues() {
  FormulaValues values;
  values.choose(QStringLiteral("n"), 12, 48);
  values.choose(QStringLiteral("m"), 3, 48);
  values.add(QStringLiteral("y_n"), QStringLiteral("(1; 2)"));
  values.add(QStringLiteral("π_nm"), QStringLiteral("0.4"));
  values.add(QStringLiteral("v_m"), QStringLiteral("(5; 6)"));
  values.add(QStringLiteral("q_n·k_m"), QStringLiteral("-0.7"));
  return values;
}

/// A card of one method beside softmax, in place of all others.
void inspect(Booth& booth, const std::string& method) {
  booth.workbench().store().change(QStringLiteral("one card"), [&](Document& d) {
    const Card card = d.add(method);
    d.cards = {card};
  });
  booth.settle();
}

std::unique_ptr<Panel> inspector(Booth& booth, QSize size = {400, 560}) {
  return booth.show(kindOf(QStringLiteral("inspector")), size);
}
MathView& viewOf(Panel& panel) { return *dynamic_cast<InspectorPanel&>(panel).formulas(); }

}  // namespace

TEST_CASE("a sum over a chosen index shows its term, others their sign", "[inspector]") {
  FormulaValues values = someValues();
  CHECK(fill("y_n = Σ_m π_nm v_m", values) == "y_{12} = ⋯ + 0.4 (5; 6) + ⋯ = (1; 2)");
  CHECK(fill("π_nm = exp(q_n·k_m) / Σ_m' exp(q_n·k_m')", values) ==
        "π_{12,3} = exp(−0.7) / Σ_m' exp(q_{12}·k_m') = 0.4");
  // The chosen key may be no key of the part.
  CHECK(fill("y_n = Σ_{m∈E^n} π_nm v_m", values) == "y_{12} = Σ_{m∈E^{12}} π_{12,m} v_m = (1; 2)");
  CHECK(fill("Z_n = (1/S) Σ_m π_nm", values) == "Z_{12} = (1/S) (⋯ + 0.4 + ⋯)");
  CHECK(fill("Z_n = c − q_n·k_m", values) == "Z_{12} = c − (−0.7)");
  values.choose(QStringLiteral("m"), 0, 2);
  CHECK(fill("Z_n = Σ_m π_nm", values) == "Z_{12} = 0.4 + ⋯");
  values.choose(QStringLiteral("m"), 1, 2);
  CHECK(fill("Z_n = Σ_m π_nm", values) == "Z_{12} = ⋯ + 0.4");
  values.choose(QStringLiteral("m"), 0, 1);
  CHECK(fill("Z_n = (1/S) Σ_m π_nm", values) == "Z_{12} = (1/S) 0.4");
}

TEST_CASE("statements without values are left out; settings alone are none", "[inspector]") {
  FormulaValues values = someValues();
  values.addSetting(QStringLiteral("S"), QStringLiteral("16"));
  CHECK(fill("ω_s ~ N(0, I),  x = √S,  the same: y_n = (1/S) π_nm", values) == "y_{12} = (1/16) 0.4 = (1; 2)");
  values.addPower(QStringLiteral("w_n"), QStringLiteral("-2"));
  CHECK(fill("a = w_n", values) == "a = e^{−2}");
  CHECK(fill("a = w_n(x)", values).empty());  // a function, not the weight times x
}

TEST_CASE("the inspector's formulas fit its width, for every estimator", "[inspector]") {
  Booth booth;
  for (const omega::Estimator& estimator : omega::estimators()) {
    INFO(estimator.info.name);
    inspect(booth, estimator.info.name);
    const std::unique_ptr<Panel> panel = inspector(booth, {300, 560});
    const MathView& view = viewOf(*panel);
    CHECK(view.width() <= 300);
    MathSheet sheet;
    sheet.setLines(dynamic_cast<InspectorPanel&>(*panel).shownLines());
    sheet.layOut(view.width() - 8, QFontInfo(view.font()).pixelSize());
    CHECK(sheet.width() <= view.width() - 8);
    const omega::Options defaults(estimator.info.name, estimator.info.options);
    for (const QString& line : describedLines(omega::equations_with(estimator.info, defaults)))
      CHECK(view.asText().contains(line.normalized(QString::NormalizationForm_C)));
  }
}

TEST_CASE("the inspector leaves out the formulas of other choices", "[inspector]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("data"), [](Document& d) { d.workload.preset = "three_clusters"; });
  struct Row {
    const char* method;
    std::map<std::string, std::string> options;
    std::vector<const char*> has, lacks;
  };
  const char *phi = "φ_s(x) = exp(ω_s·x", *psi = "ψ_s(x)", *importance = "w_ns ∝ ξ(q_n";
  const std::vector<Row> rows = {
      {"rfa", {}, {phi, importance, "N(0, I)"}, {psi, "ρ_s", "σ²"}},
      {"rfa", {{"features", "hybrid"}}, {phi, psi, "κ_nm"}, {importance}},
      {"rfa", {{"features", "trig"}}, {"y_n = ", "sin"}, {phi, psi, importance}},
      {"rfa", {{"proposal_variance", "2"}}, {"w_ns ∝ ρ_s", "N(0, σ²I)"}, {importance, "N(0, I)", "N(0, Σ)"}},
      {"rfa", {{"proposal_variance", "full"}}, {"w_ns ∝ ρ_s", "N(0, Σ)"}, {importance, "N(0, I)", "σ²"}},
      {"is", {}, {"N(ω_s; 0, I)"}, {"σ²", "Σ)"}},
      {"is", {{"proposal_variance", "full"}}, {"N(ω_s; 0, Σ)"}, {"N(ω_s; 0, I)", "σ²"}},
      {"ra", {}, {"Categorical", "E[y_n]"}, {}},
      {"ra", {{"variant", "biased"}}, {"Σ_m π_nm k_m + ε_ns"}, {"Categorical", "E[y_n]"}},
      {"ra", {{"variant", "biased"}, {"evaluate", "true"}}, {"Σ_m π_nm k_m"}, {"ε_ns", "E[y_n]"}},
      {"nystrom", {}, {"Z ≈", "6 times"}, {}},
      {"nystrom", {{"pinv", "svd"}}, {"Z = A⁺"}, {"Z ≈", "6 times"}},
      {"linformer", {}, {"ε/√J"}, {"means"}},
      {"linformer", {{"projection", "pool"}}, {"means over J"}, {"ε/√J"}},
      {"clustered", {{"topk", "4"}}, {"A_cm = "}, {"y_n = Σ_m softmax"}},
      {"key_sampling", {{"sampler", "lsh"}}, {"1/u_nm"}, {"times drawn"}},
      {"key_sampling", {{"normalise", "none"}}, {"Z_n = Σ_m exp"}, {"Z_n = Σ_{m∈T_n}"}},
      {"eva", {{"groups", "8"}}, {"ω_c ~ N(μ_c, I)"}, {"ω_c = μ_c", "|P_c| exp"}},
      {"eva", {{"groups", "8"}, {"evaluate", "true"}}, {"ω_c = μ_c"}, {"N(μ_c, I)"}},
      {"lara", {}, {"β(r_nc − (1/C)", "α_min", "≥ 1"}, {"= 1/C", "λ", "Σ_c α_nc(ω) = 1"}},
      {"lara", {{"clamp", "0"}}, {"Σ_c α_nc(ω) = 1"}, {"α_min", "≥ 1"}},
      {"lara", {{"weighting", "constant"}}, {"α_nc(ω) = 1/C"}, {"β(", "b_c", "r_nc"}},
      {"lara", {{"weighting", "power"}}, {"b_c(ω)²"}, {"β(", "r_nc"}},
      {"lara", {{"weighting", "coupled"}, {"similarity", "proposals"}}, {"(1 + β(", "Σ_c' exp(q_n·q̃_c')"}, {"(1/C)"}},
      {"lara", {{"normalise", "none"}}, {"p_n(ω_cs)/q_c(ω_cs)"}, {"log |w"}},
      {"lara", {{"per_proposal", "2"}}, {"w_ncs"}, {"w_nc "}},
      {"lara", {{"proposals", "standard"}}, {"r_nc = 0"}, {"r_nc = exp"}},
      {"lara", {{"causal", "true"}}, {"m ≤ n", "C counts", "q̃_{c−1}"}, {"exp(q_n·q̃_c)"}},
  };
  for (const Row& row : rows) {
    booth.workbench().store().change(QStringLiteral("one card"), [&](Document& d) {
      Card card = d.add(row.method);
      for (const auto& [option, value] : row.options) card.set(option, value);
      d.cards = {card};
    });
    booth.settle();
    const QString all = inspector(booth)->equations().join(QLatin1Char('\n'));
    INFO(row.method << "\n" << all.toStdString());
    for (const char* part : row.has) CHECK(all.contains(QString::fromUtf8(part)));
    for (const char* part : row.lacks) CHECK_FALSE(all.contains(QString::fromUtf8(part)));
  }
}

TEST_CASE("values in the formulas are those of the result", "[inspector]") {
  Booth booth;
  inspect(booth, "rfa");
  booth.workbench().selection().lock({-1, 0, kStartQuery, 5, -1, 3});
  booth.settle();
  const std::unique_ptr<Panel> panel = inspector(booth);
  const omega::Result& result = *booth.workbench().snapshot()->cards.front().result;
  const QString logWeight =
      numberText(result.at("log_weights").at(kStartQuery * 64 + 3)).replace(QLatin1Char('-'), QChar(0x2212));
  const omega::Array &f = result.at("f"), &y = result.at("y");
  const auto vector = [](const omega::Array& of, std::size_t row) {
    return vectorText({of.at(2 * row), of.at(2 * row + 1)}).replace(QLatin1Char('-'), QChar(0x2212));
  };
  const QString text = viewOf(*panel).asText();
  INFO(text.toStdString());
  CHECK(text.contains(QStringLiteral("y_{12} = [⋯ + e^{%1} %2 + ⋯] / [⋯ + e^{%1} + ⋯] = %3")
                          .arg(logWeight, vector(f, 3), vector(y, kStartQuery))));
}

TEST_CASE("a symbol leads to what it stands for, and lets go of it", "[inspector]") {
  Booth booth;
  inspect(booth, "rfa");
  const std::unique_ptr<Panel> panel = inspector(booth);
  Selection& selection = booth.workbench().selection();
  MathView& view = viewOf(*panel);
  emit view.symbolHovered(QStringLiteral("ω_s"));
  const int heaviest = selection.shown().sample;
  CHECK(heaviest >= 0);
  CHECK(selection.locked().sample == -1);
  const omega::Array& weights = booth.workbench().snapshot()->cards.front().result->at("weights");
  for (std::size_t s = 0; s < 64; ++s)
    CHECK(weights.at(kStartQuery * 64 + s) <= weights.at(static_cast<std::size_t>(kStartQuery * 64 + heaviest)));
  emit view.symbolHovered(QString());
  CHECK(selection.shown() == selection.locked());
  emit view.symbolClicked(QStringLiteral("k_m"));
  CHECK(selection.locked().key >= 0);
  CHECK(selection.locked().sample == -1);
}

TEST_CASE("exports hold the formulas as text", "[inspector][export]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = inspector(booth);
  ExportOptions options;
  const SvgFile svg = readSvg(svgPicture(*panel, options, QString()));
  CHECK(svg.isWellFormed);
  for (const char* part : {"exp", "ω", "ξ", "φ"}) CHECK(svg.texts.filter(QString::fromUtf8(part)).size() > 0);
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("inspector.pdf")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(pdfPages({panel.get()}, options, panel->title(), QByteArray("{}")));
  file.close();
  Tools tools;
  if (const std::optional<QString> words = tools.wordsOf(file.fileName()))
    for (const char* part : {"exp", "ω", "φ", "truth"}) {
      INFO(part);
      CHECK(words->contains(QString::fromUtf8(part)));
    }
}

TEST_CASE("every help that computes something shows its formulas", "[panels][inspector]") {
  Booth booth;
  for (const PanelKind& kind : panelKinds()) {
    const std::unique_ptr<Panel> panel = booth.show(kind);
    const HelpPopup popup(*panel);
    const MathView* view = popup.findChild<MathView*>();
    INFO(text(kind.name));
    REQUIRE((view != nullptr) == !panel->equations().isEmpty());
    for (const QString& source : panel->equations()) {
      const ParsedMath parsed = parseMath(source);
      INFO(parsed.error.toStdString());
      CHECK(parsed.isGood());
      CHECK(plainText(parsed.formula) == source.normalized(QString::NormalizationForm_C));
    }
  }
}

TEST_CASE("the inspector finds the shown query in a map that begins at another one", "[inspector]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("rows"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "700"}, {"dim", "8"}};
    d.asks.detail = MapDetail::around;
  });
  booth.lockQuery(500);
  booth.workbench().selection().lock({kRfa, 0, 520, 3, -1, -1});
  booth.settle();
  const Snapshot& snapshot = *booth.workbench().snapshot();
  REQUIRE(snapshot.map(kRfa));
  const omega::PooledMap& map = snapshot.map(kRfa)->map;
  REQUIRE(map.first_row > 0);
  const auto at = static_cast<std::size_t>((520 - map.first_row) * map.values.shape()[1] + 3 / map.col_pool);
  int found = 0;
  for (const InspectedGroup& group :
       inspectedNumbers(*snapshot.card(kRfa), snapshot, booth.workbench().selection().shown()))
    for (const InspectedNumber& number : group.numbers)
      if (number.symbol == QStringLiteral("A_nm")) {
        CHECK(number.values == std::vector<double>{map.values.at(at)});
        ++found;
      }
  CHECK(found == 1);
}

TEST_CASE("English counts have a singular and a plural", "[plural]") {
  const auto said = [](const char* words, int n = -1) {
    return QCoreApplication::translate("any", words, nullptr, n).toStdString();
  };
  CHECK(said("%n head(s)", 1) == "1 head");
  CHECK(said("%n head(s)", 2) == "2 heads");
  CHECK(said("%n quer(y/ies) (kept)", 0) == "0 queries (kept)");
  CHECK(said("%n quer(y/ies)", 1) == "1 query");
  CHECK(said("a text(s)") == "a text(s)");
}

TEST_CASE("the inspector comes back with its selection", "[inspector]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = inspector(booth);
  const std::string before = viewOf(*panel).asText().toStdString();
  booth.lockQuery(40);
  CHECK(viewOf(*panel).asText().toStdString() != before);
  booth.lockQuery(kStartQuery);
  CHECK(viewOf(*panel).asText().toStdString() == before);
}

TEST_CASE("pointer over the inspector's symbols", "[inspector]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = inspector(booth);
  MathView& view = viewOf(*panel);
  MathSheet sheet;
  sheet.setLines(dynamic_cast<InspectorPanel&>(*panel).shownLines());
  sheet.layOut(view.width() - 8, QFontInfo(view.font()).pixelSize());
  int found = 0;
  for (MathSheet::Place place = sheet.moved({}, 1), last; !(place == last) && place.line < 3;
       last = place, place = sheet.moved(place, 1)) {
    const QPointF at = sheet.areaOf(place).center() + QPointF(4, 4);
    QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &move);
    INFO(sheet.idAt(place).toStdString() << " at " << at.x() << "," << at.y() << " in " << view.width() << "x"
                                         << view.height());
    CHECK(view.highlighted().toStdString() == sheet.idAt(place).toStdString());
    ++found;
  }
  CHECK(found > 5);
}
