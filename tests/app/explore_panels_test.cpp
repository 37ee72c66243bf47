// Panels of Explore about one card in depth: control variates, kernels.
#include <qcustomplot.h>

#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <tuple>

#include "app/hands.h"
#include "diagnostics/kernel_curves.h"
#include "math_text/math_parser.h"
#include "views/attention/attention_cells.h"
#include "views/omega_space/omega_scene.h"
#include "widgets/accessible_canvas.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kSoftmax = 0, kEva = 4;  // cards of the start picture

void showEva(Booth& booth, const OptionTexts& options = {}) {
  booth.workbench().store().change(QStringLiteral("eva"), [&](Document& d) {
    d.card(kEva)->visible = true;
    for (const auto& [name, value] : options) d.card(kEva)->options[name] = value;
  });
  booth.settle();
}

/// The middle of a key's bar of h.
QPointF keyPlace(const Panel& panel, int key) {
  auto& plot = *panel.findChild<QCustomPlot*>();
  plot.replot();
  const QCPAxisRect* h = plot.axisRects()[3];
  return {h->axis(QCPAxis::atBottom)->coordToPixel(key), static_cast<double>(h->center().y())};
}

}  // namespace

TEST_CASE("without an eva the panel says what it is for and shows one, as one undo step", "[control_variates]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")));
  auto& plot = *panel->findChild<QCustomPlot*>();
  auto& add = *panel->findChild<QPushButton*>();
  CHECK_FALSE(plot.isVisible());
  REQUIRE(add.isVisible());
  const Document before = booth.workbench().document();
  add.click();
  booth.settle();
  CHECK(booth.workbench().document().card(kEva)->visible);
  CHECK(plot.isVisible());
  CHECK_FALSE(add.isVisible());
  booth.workbench().store().undoStack()->undo();
  CHECK(booth.workbench().document() == before);
  // Where there is none at all it adds one that fits.
  booth.workbench().store().change(QStringLiteral("remove"), [](Document& d) { d.cards.resize(3); });
  booth.settle();
  add.click();
  booth.settle();
  CHECK(booth.workbench().document().cards.back().method == "eva");
  CHECK(resultOf(booth, booth.workbench().document().cards.back().id).error.empty());
  CHECK(plot.isVisible());
}

TEST_CASE("the control variates on screen are the engine's", "[control_variates]") {
  Booth booth;
  showEva(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")));
  const PanelData data = panel->data();
  const std::vector<double> truth = attentionRow(booth, kSoftmax, kStartQuery);
  REQUIRE(data.rows.size() == truth.size());
  for (std::size_t m = 0; m < truth.size(); ++m) {
    CHECK(data.rows[m][3].toDouble() == Approx(truth[m]).epsilon(1e-4));
    CHECK((data.rows[m][1] == QStringLiteral("1")) == (m / 8 == kStartQuery / 8));  // E^n is the block of 8 keys
    CHECK(data.rows[m][2] == QString::number(m / 6));                               // 48 keys in 8 groups of 6
  }
  const omega::Array &own = resultOf(booth, kEva).result->at("beta_hat"), &shown = data.arrays.at("eva_beta_hat_at");
  REQUIRE(own.count() == shown.count());
  for (std::size_t i = 0; i < own.count(); ++i) CHECK(shown.at(i) == Approx(own.at(i)).margin(1e-5));
}

TEST_CASE("another partition, another query, a window of 0, no groups: the panel follows or says why not",
          "[control_variates]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")));
  const auto exactKeys = [&] {
    int count = 0;
    const PanelData data = panel->data();
    for (const auto& row : data.rows) count += row[1] == QStringLiteral("1");
    return count;
  };
  showEva(booth, {{"partition", "complement"}});
  int without = 0;
  const PanelData data = panel->data();
  for (const auto& row : data.rows) without += row[2].isEmpty();
  CHECK(exactKeys() == 8);
  CHECK(without == 8);  // exact keys are in no group then
  showEva(booth, {{"window", "0"}, {"partition", "all"}});
  CHECK(exactKeys() == 0);
  CHECK(colourCount(pictureOf(*panel)) > 20);
  showEva(booth, {{"groups", "1"}});
  CHECK(panel->findChild<QLabel*>()->text().contains(QStringLiteral("no key exact, 1 group;")));
  showEva(booth, {{"window", "8"}, {"groups", "0"}});
  CHECK(panel->data().rows.empty());
  CHECK_FALSE(panel->findChild<QCustomPlot*>()->isVisible());
  showEva(booth, {{"groups", "8"}, {"causal", "true"}});
  booth.lockQuery(0);  // no group ends before its window
  CHECK(exactKeys() == 1);
  CHECK(colourCount(pictureOf(*panel)) > 5);
}

TEST_CASE("many dimensions from a file", "[control_variates]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("wide.npz")), 96, 64);
  showEva(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")));
  CHECK(panel->data().rows.size() == 96);
  CHECK(colourCount(pictureOf(*panel)) > 20);
}

TEST_CASE("keys and groups are the shared selection: hover previews, a click locks", "[control_variates]") {
  Booth booth;
  showEva(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  Selection& selection = booth.workbench().selection();
  moveTo(plot, keyPlace(*panel, 20));
  CHECK(selection.shown().key == 20);
  CHECK(selection.shown().proposal == 3);
  CHECK(selection.locked().key == -1);
  leave(plot);
  CHECK(selection.shown() == selection.locked());
  QTest::mouseClick(&plot, Qt::LeftButton, {}, keyPlace(*panel, 33).toPoint());
  CHECK(selection.locked().key == 33);
  CHECK(selection.locked().proposal == 5);
  CHECK(selection.locked().card == kEva);
  CHECK(selection.locked().query == kStartQuery);
}

TEST_CASE("groups that are each query's own are selected too", "[control_variates]") {
  Booth booth;
  showEva(booth, {{"partition", "complement"}});
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  // The last group of the query's 40 keys, whose number is above those of a card that has no groups of its own.
  QTest::mouseClick(&plot, Qt::LeftButton, {}, keyPlace(*panel, 47).toPoint());
  booth.settle();
  const Cursor& locked = booth.workbench().selection().locked();
  CHECK(locked.key == 47);
  CHECK(locked.card == kEva);
  CHECK(locked.proposal == 7);  // of 8
  CHECK(colourCount(pictureOf(*panel)) > 5);
}

TEST_CASE("the group of a key that was clicked stays in front as groups change", "[control_variates]") {
  Booth booth;
  showEva(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  const auto click = [&] {
    QTest::mouseClick(&plot, Qt::LeftButton, {}, keyPlace(*panel, 20).toPoint());
    leave(plot);
    booth.settle();
  };
  click();
  const QImage ofEight = pictureOf(*panel);
  for (const char* groups : {"3", "16", "8"}) {  // fewer: its number is one that is no more
    INFO(groups);
    showEva(booth, {{"groups", groups}});
    const QImage followed = pictureOf(*panel);
    click();
    CHECK(pictureOf(*panel) == followed);
  }
  CHECK(pictureOf(*panel) == ofEight);
  // Who chooses another group sees that one.
  Cursor cursor = booth.workbench().selection().locked();
  cursor.proposal = 0;
  booth.workbench().selection().lock(cursor);
  booth.settle();
  CHECK_FALSE(pictureOf(*panel) == ofEight);
}

TEST_CASE("control variates that nobody looks at are not computed", "[control_variates]") {
  Booth booth;
  booth.workbench().setNeeds({Work::maps, Work::clouds, Work::shares, Work::kernels});
  showEva(booth);
  CHECK(booth.workbench().snapshot()->groups == nullptr);
  booth.workbench().setNeeds({});
  booth.settle();
  CHECK(booth.workbench().snapshot()->groups != nullptr);
}

namespace {

constexpr int kGmm = 9;

void addGmm(Booth& booth, const OptionTexts& options = {}) {
  booth.workbench().store().change(QStringLiteral("gmm"), [&](Document& d) {
    Card card;
    card.id = kGmm;
    card.method = "gmm";
    card.options = options;
    d.cards.push_back(card);
  });
  booth.settle();
}

/// On the spectral density, at this ω.
QPointF densityPlace(QCustomPlot& plot, double omega) {
  plot.replot();
  const QCPAxisRect* density = plot.axisRects()[2];
  return {density->axis(QCPAxis::atBottom)->coordToPixel(omega), static_cast<double>(density->center().y())};
}

}  // namespace

TEST_CASE("the kernel on screen is the engine's, for every kind of features", "[kernels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")));
  for (const char* features : {"positive", "hyperbolic", "trig", "cosine"}) {
    INFO(features);
    booth.workbench().store().change(QStringLiteral("features"),
                                     [&](Document& d) { d.card(kRfa)->options["features"] = features; });
    booth.settle();
    const PanelData data = panel->data();
    const omega::KernelCurves expected = omega::kernel_curves(
        *resultOf(booth, kRfa).request, booth.workbench().snapshot()->kernel->asked, omega::Progress());
    REQUIRE(data.rows.size() == expected.distance.size());
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
      CHECK(data.rows[i][1].toDouble() == Approx(expected.kappa[i]).epsilon(1e-6));
      CHECK(data.rows[i][3].toDouble() == Approx(expected.deviation[i]).epsilon(1e-6).margin(1e-12));
    }
    CHECK(colourCount(pictureOf(*panel)) > 20);
  }
}

TEST_CASE("learned kernels come first; without features the panel says so and adds one", "[kernels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")));
  CHECK(panel->subject() == QStringLiteral("rfa"));
  addGmm(booth);
  CHECK(panel->subject() == QStringLiteral("gmm"));
  for (const char* method : {"fastfood", "generative"}) {
    booth.workbench().store().change(QStringLiteral("method"), [&](Document& d) { d.card(kGmm)->method = method; });
    booth.settle();
    CHECK(panel->subject() == QLatin1String(method));
    CHECK(panel->data().arrays.count("law") == (QLatin1String(method) == QStringLiteral("fastfood") ? 1 : 0));
    CHECK(colourCount(pictureOf(*panel)) > 20);
  }
  booth.workbench().store().change(QStringLiteral("few"), [](Document& d) {
    d.cards.resize(1);
    d.add("linear_relu");  // random features, but no kernel to draw
  });
  booth.settle();
  CHECK(panel->data().rows.empty());
  const auto labels = panel->findChildren<QLabel*>();
  CHECK(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->text().startsWith(QStringLiteral("None of the visible estimators has a kernel that this panel"));
  }));
  auto& add = *panel->findChild<QPushButton*>();
  REQUIRE(add.isVisible());
  add.click();
  booth.settle();
  CHECK(panel->subject() == QStringLiteral("gmm"));
  CHECK_FALSE(add.isVisible());
}

TEST_CASE("the equations are those of the kernel that is shown, and set as formulas", "[kernels]") {
  Booth booth;
  addGmm(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")));
  QSet<QString> distinct;
  for (const auto& [method, features, part] :
       std::vector<std::tuple<const char*, const char*, const char*>>{{"gmm", "rks", "S_cᵀ(q − k)"},
                                                                      {"gmm", "prf", "S_cᵀ(q + k)"},
                                                                      {"fastfood", "rks", "‖q − k‖²/(2 σ²)"},
                                                                      {"fastfood", "prf", "‖q + k‖²/(2 σ²)"},
                                                                      {"generative", "prf", ""},
                                                                      {"rfa", "trig", "exp(q·k)"}}) {
    booth.workbench().store().change(QStringLiteral("method"), [&, method = method, features = features](Document& d) {
      d.card(kGmm)->method = method;
      d.card(kGmm)->options = {{"features", features}};
    });
    booth.settle();
    INFO(method << " " << features);
    const QStringList equations = panel->equations();
    REQUIRE(equations.size() == (*part == '\0' ? 1 : 2));
    CHECK(equations.last().contains(QString::fromUtf8(part)));
    CHECK(panel->legend().size() == (*part == '\0' ? 2 : 3));  // without a closed form its line is not there either
    for (const QString& equation : equations) {
      CHECK(parseMath(equation).isGood());
      distinct << equation;
    }
  }
  CHECK(distinct.size() == 6);
}

TEST_CASE("the draws of Output are chosen in its menu, each choice one undo step", "[output]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  const auto actions = [&](QMenu& menu) {
    panel->fillMenu(menu);
    for (QAction* action : menu.actions())
      if (action->menu() && action->text() == QStringLiteral("Draws")) return action->menu()->actions();
    return QList<QAction*>();
  };
  const auto checked = [&] {
    QMenu menu;
    QStringList all;
    for (const QAction* action : actions(menu))
      if (action->isChecked()) all << action->text();
    return all.join(QLatin1Char(' '));
  };
  const auto choose = [&](int place) {
    QMenu menu;
    actions(menu).at(place)->trigger();
    booth.settle();
  };
  CHECK(checked() == QStringLiteral("64"));
  choose(2);
  choose(0);
  CHECK(booth.workbench().document().outputDraws == 32);
  CHECK(booth.workbench().snapshot()->cloud(kRfa)->y.size() == 32 * 2);
  booth.workbench().store().undoStack()->undo();
  CHECK(booth.workbench().document().outputDraws == 256);
  CHECK(checked() == QStringLiteral("256"));
  booth.workbench().store().undoStack()->undo();
  CHECK(booth.workbench().document().outputDraws == 64);
  booth.workbench().store().change(QStringLiteral("draws"), [](Document& d) { d.outputDraws = 8; });
  CHECK(checked() == QStringLiteral("8"));
  booth.settle();
  const QString said = canvasWords(*panel->findChild<QCustomPlot*>());
  INFO(text(said));
  CHECK(said.startsWith(QStringLiteral("Output of query 12, head 0: ")));
  CHECK(said.contains(QStringLiteral("lara is ")));
  CHECK(said.contains(QStringLiteral(" from the truth, the mean of its draws ")));
}

TEST_CASE("while only options change the axes of Output grow, so that a cloud is seen to shrink", "[output]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  auto& plot = *panel->findChild<QCustomPlot*>();
  const auto shown = [&](const char* samples) {
    booth.workbench().store().change(QStringLiteral("samples"),
                                     [&](Document& d) { d.card(kRfa)->set("samples", samples); });
    booth.settle();
    return plot.xAxis->range();
  };
  const QCPRange few = shown("4");
  CHECK(shown("256") == few);
  const std::unique_ptr<Panel> fresh = booth.show(kindOf(QStringLiteral("output")));
  const double needed = fresh->findChild<QCustomPlot*>()->xAxis->range().size();
  CHECK(needed < 0.7 * few.size());
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, plot.axisRect()->rect().topLeft() + QPoint(3, 3));
  CHECK(plot.xAxis->range().size() == Approx(needed).epsilon(0.1));  // its plot may be a little higher
  shown("4");
  booth.workbench().store().change(QStringLiteral("draw"), [](Document& d) {
    d.card(kRfa)->set("samples", "256");
    ++d.draw;
  });
  booth.settle();
  CHECK(plot.xAxis->range().size() < 0.7 * few.size());
}

TEST_CASE("Output says of which queries its numbers are before it tells them", "[output]") {
  Booth booth;
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  const QString said = saidBy(*panel);
  const auto numbers = said.indexOf(QStringLiteral("Numbers: all queries of head 0, 64 draws"));
  CHECK(numbers > said.indexOf(QStringLiteral("truth (softmax)")));
  CHECK(numbers < said.indexOf(QStringLiteral("<b>rfa</b>")));
  // They are of the draws that there are, however many were asked for since.
  booth.workbench().setNeeds({Work::maps});
  booth.workbench().store().change(QStringLiteral("draws"), [](Document& d) { d.outputDraws = 256; });
  booth.settle();
  REQUIRE(booth.workbench().snapshot()->cloud(kRfa)->y.size() == 64 * 2);
  CHECK(saidBy(*panel).contains(QStringLiteral("head 0, 64 draws")));
}

TEST_CASE("where there is nothing to compare, Output's words and its button are about the same", "[output]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("hide"), [](Document& d) {
    for (Card& card : d.cards) card.visible = card.method == "softmax";
  });
  booth.workbench().selection().lock(Cursor{});
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("output")));
  auto& remedy = *panel->findChild<QPushButton*>();
  CHECK(saidBy(*panel).contains(QStringLiteral("Nothing to compare with softmax")));
  CHECK(remedy.text() == QStringLiteral("Show lara"));
  remedy.click();
  booth.settle();
  CHECK(saidBy(*panel).contains(QStringLiteral("Hover or click a row")));
  CHECK(remedy.text() == QStringLiteral("Show query 0"));
}

TEST_CASE("a dragged μ shapes the kernel and the card, as one undo step, with −μ beside it", "[kernels]") {
  Booth booth;
  addGmm(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  const Document before = booth.workbench().document();
  const omega::Array y = resultOf(booth, kGmm).result->at("y");
  const double mse = resultOf(booth, kGmm).metrics.mse;
  drag(plot, densityPlace(plot, 0), densityPlace(plot, 2));
  booth.settle();
  const std::vector<double>& means = booth.workbench().document().card(kGmm)->means;
  REQUIRE(means.size() == 4);
  CHECK(std::abs(means[0]) == Approx(2).margin(0.1));
  CHECK(means[2] == -means[0]);
  CHECK(means[1] == 0);
  const std::vector<double>& centres = booth.workbench().snapshot()->kernel->curves.centres;
  CHECK(centres == std::vector<double>{means[0], means[2]});
  CHECK(resultOf(booth, kGmm).metrics.mse != mse);
  CHECK(resultOf(booth, kGmm).result->at("y").at(0) != y.at(0));  // the estimate follows
  CHECK(panel->data().arrays.at("law").at(16) != Approx(1));
  booth.workbench().store().undoStack()->undo();
  CHECK(booth.workbench().document() == before);
}

TEST_CASE("a hand lets go of a μ that is gone while it holds it", "[kernels]") {
  Booth booth;
  addGmm(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  const Document before = booth.workbench().document();
  booth.workbench().store().change(QStringLiteral("three"), [](Document& d) {
    d.card(kGmm)->options["components"] = "3";
    d.card(kGmm)->means = {-2, 0, 0, 0, 2, 0};
  });
  booth.settle();
  REQUIRE(booth.workbench().snapshot()->kernel->curves.centres == std::vector<double>{-2, 0, 2});
  QTest::mousePress(&plot, Qt::LeftButton, {}, densityPlace(plot, 2).toPoint());
  booth.workbench().store().undoStack()->undo();
  booth.settle();
  moveTo(plot, densityPlace(plot, 1), Qt::LeftButton);
  CHECK(booth.workbench().document() == before);
  QTest::mouseRelease(&plot, Qt::LeftButton, {}, densityPlace(plot, 1).toPoint());
}

TEST_CASE("a μ is moved by keys too: Tab to it, arrows, Shift ten times as far", "[kernels]") {
  Booth booth;
  addGmm(booth);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")), {900, 420});
  auto& plot = *panel->findChild<QCustomPlot*>();
  const auto centre = [&] { return booth.workbench().snapshot()->kernel->curves.centres[0]; };
  const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&plot, key, modifiers);
    booth.settle();
  };
  plot.setFocus();
  const double before = centre();
  press(Qt::Key_Right);
  CHECK(centre() == before);  // none is chosen yet
  press(Qt::Key_Tab);
  press(Qt::Key_Right);
  CHECK(centre() == Approx(before + 0.1).margin(1e-3));
  press(Qt::Key_Right, Qt::ShiftModifier);
  CHECK(centre() == Approx(before + 1.1).margin(1e-3));
  CHECK(booth.workbench().snapshot()->kernel->curves.centres[1] == -centre());
  press(Qt::Key_Left);
  CHECK(centre() == Approx(before + 1.0).margin(1e-3));
}

TEST_CASE("axis and length of q + k are those that were asked for, in many dimensions too", "[kernels]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("wide.npz")), 96, 64);
  addGmm(booth, {{"frequencies", "32"}});
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("kernels")));
  panel->findChild<QSpinBox*>()->setValue(63);
  panel->findChild<QDoubleSpinBox*>()->setValue(2.5);
  booth.settle();
  const omega::KernelQuestion& asked = booth.workbench().snapshot()->kernel->asked;
  CHECK(asked.axis == 63);
  CHECK(asked.sum == 2.5);
  CHECK(booth.workbench().document().asks.kernelAxis == 63);
  CHECK(documentFromJson(toJson(booth.workbench().document())) == booth.workbench().document());
  CHECK(colourCount(pictureOf(*panel)) > 20);
}

TEST_CASE("where the row of the query has no room, a word stands in its place", "[panels]") {
  Booth booth;
  booth.lockQuery(kStartQuery);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {700, 230});
  booth.settle();
  const auto& row = *panel->findChild<QCustomPlot*>(QStringLiteral("attention_row"));
  const auto word = [&]() -> const QLabel* {
    for (const QLabel* label : panel->findChildren<QLabel*>())
      if (label->isVisible() && label->text() == QStringLiteral("row hidden")) return label;
    return nullptr;
  };
  REQUIRE_FALSE(row.isVisible());
  REQUIRE(word() != nullptr);
  CHECK(word()->width() >= word()->sizeHint().width());
  for (const HeatMap* map : panel->findChildren<HeatMap*>())
    CHECK_FALSE(map->geometry().intersects(word()->geometry()));
  CHECK_FALSE(panel->findChild<ColourBar*>()->geometry().intersects(word()->geometry()));
  panel->resize(700, 560);
  QCoreApplication::processEvents();
  CHECK(row.isVisible());
  CHECK(word() == nullptr);
}

TEST_CASE("what draws keys says in ω-space that it has no samples there, and its keys are ringed", "[panels]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("keys"), [](Document& d) {
    d.cards.clear();
    d.add("key_sampling").options = {{"samples", "5"}};
  });
  booth.settle();
  const Snapshot& now = *booth.workbench().snapshot();
  const OmegaLook look{.snapshot = now, .document = booth.workbench().document()};
  CHECK(omegaPrompts(look) == QStringList(QStringLiteral("key_sampling takes keys, not ω: it has no samples here")));
  const std::vector<qint64> keys = drawnColumns(&now.cards.at(0), kStartQuery, 1);
  const auto rings = [&](const DensityScene& scene) {
    std::vector<QPointF> at;
    for (const FieldPoint& point : scene.points)
      if (point.hollow) at.push_back(point.at);
    return at;
  };
  std::vector<QPointF> expected;
  for (const qint64 key : keys)
    expected.push_back(projected(*now.plane, scaledToken(now, false, static_cast<int>(key))));
  CHECK(rings(omegaScene(look, Theme::light())) == expected);
  const auto legend = booth.show(kindOf(QStringLiteral("omega_space")))->legend();
  CHECK(std::any_of(legend.begin(), legend.end(),
                    [](const auto& one) { return one.text == QStringLiteral("key_sampling: drawn keys"); }));
  booth.workbench().store().undoStack()->undo();
  booth.settle();
  const OmegaLook other{.snapshot = *booth.workbench().snapshot(), .document = booth.workbench().document()};
  CHECK(omegaPrompts(other).isEmpty());
  CHECK(rings(omegaScene(other, Theme::light())).empty());
}

TEST_CASE("a zoomed map shows what is chosen elsewhere, and stays where that is in sight", "[panels]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {560, 380});
  const QList<HeatMap*> maps = panel->findChildren<HeatMap*>();
  REQUIRE(maps.size() == 3);
  for (HeatMap* map : maps) map->setView(map->transform().zoomed(4, map->transform().canvas().center()));
  const auto choose = [&](int query, int key) {
    Cursor cursor = booth.workbench().selection().locked();
    cursor.query = query;
    cursor.key = key;
    booth.workbench().selection().lock(cursor);
    booth.settle();
  };
  const auto shows = [](const HeatMap& map, double query, double key) {
    const MapTransform at = map.transform();
    return at.plot().contains(QPointF(at.xOf(key + 0.5), at.yOf(query + 0.5)));
  };
  REQUIRE_FALSE(shows(*maps[0], 0, 47));
  choose(0, 47);
  for (const HeatMap* map : maps) CHECK(shows(*map, 0, 47));
  const MapView held = maps[0]->view();
  choose(1, 46);
  CHECK(maps[0]->view() == held);
  choose(40, -1);
  for (const HeatMap* map : maps) CHECK(shows(*map, 40, 46));
}
