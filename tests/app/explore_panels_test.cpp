// Panels of Explore about one card in depth: control variates.
#include <qcustomplot.h>

#include <QPushButton>
#include <QTest>
#include <catch2/catch.hpp>

#include "app/hands.h"
#include "estimators/registry.h"
#include "run/runner.h"

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
    CHECK(data.rows[m][2] == QString::number(m / 6));                              // 8 groups of 48 keys
  }
  const omega::Array &own = resultOf(booth, kEva).result->at("beta_hat"), &shown = data.arrays.at("eva_beta_hat_at");
  REQUIRE(own.count() == shown.count());
  for (std::size_t i = 0; i < own.count(); ++i) CHECK(shown.at(i) == Approx(own.at(i)).margin(1e-5));
}

TEST_CASE("another partition, another query, a window of 0, no groups: the panel follows or says why not", "[control_variates]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("control_variates")));
  const auto exactKeys = [&] {
    int count = 0;
    for (const auto& row : panel->data().rows) count += row[1] == QStringLiteral("1");
    return count;
  };
  showEva(booth, {{"partition", "complement"}});
  int without = 0;
  for (const auto& row : panel->data().rows) without += row[2].isEmpty();
  CHECK(exactKeys() == 8);
  CHECK(without == 8);  // exact keys are in no group then
  showEva(booth, {{"window", "0"}, {"partition", "all"}});
  CHECK(exactKeys() == 0);
  CHECK(colourCount(pictureOf(*panel)) > 20);
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
  CHECK_FALSE(selection.isHovering());
  QTest::mouseClick(&plot, Qt::LeftButton, {}, keyPlace(*panel, 33).toPoint());
  CHECK(selection.locked().key == 33);
  CHECK(selection.locked().proposal == 5);
  CHECK(selection.locked().card == kEva);
  CHECK(selection.locked().query == kStartQuery);
}

TEST_CASE("control variates that nobody looks at are not computed", "[control_variates]") {
  Booth booth;
  booth.workbench().setNeeds({true, true, true, false});
  showEva(booth);
  CHECK(booth.workbench().snapshot()->groups == nullptr);
  booth.workbench().setNeeds({});
  booth.settle();
  CHECK(booth.workbench().snapshot()->groups != nullptr);
}
