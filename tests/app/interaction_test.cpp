// What hands do to the panels: brushing, pinning, rows of maps, previews and keys; each against the engine's numbers.
#include <qcustomplot.h>

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/hands.h"
#include "app/window_booth.h"
#include "views/attention/attention_rows.h"
#include "views/omega_space/omega_look.h"
#include "views/omega_space/omega_space_panel.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "widgets/banner.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"
#include "window/dock_layout.h"
#include "window/main_window.h"

using namespace omegascope;
using namespace omegascope::test;

TEST_CASE("a brush in Weights chooses the samples of its bars; Ctrl+click takes one out", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  auto& plot = *panel->findChild<QCustomPlot*>();
  plot.replot();
  const omega::Array& weights = resultOf(booth, kRfa).result->at("weights");
  const auto count = static_cast<std::size_t>(weights.shape().back());
  std::vector<std::pair<double, int>> order;
  for (std::size_t s = 0; s < count; ++s) order.emplace_back(-weights.at(kStartQuery * count + s), static_cast<int>(s));
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto pixel = [&](int rank, double share) {
    return QPointF(plot.xAxis->coordToPixel(rank), plot.yAxis->coordToPixel(share));
  };
  // The two highest bars of rfa stand above all of lara's.
  drag(plot, pixel(1, -order[0].first) + QPointF(-12, -12), pixel(2, -order[1].first) + QPointF(12, 6));
  CHECK(booth.workbench().selection().chosen().samples == Members{{kRfa, order[0].second}, {kRfa, order[1].second}});
  QTest::mouseClick(&plot, Qt::LeftButton, Qt::ControlModifier, pixel(1, -order[0].first).toPoint());
  CHECK(booth.workbench().selection().chosen().samples == Members{{kRfa, order[1].second}});
  QTest::mouseClick(&plot, Qt::LeftButton, {}, pixel(3, -order[2].first).toPoint());
  CHECK(booth.workbench().selection().locked().sample == order[2].second);
  CHECK(booth.workbench().selection().chosen().isEmpty());
}

TEST_CASE("what is pinned stays as it was, is drawn beside what comes, and comes back with a session",
          "[interaction]") {
  Booth booth;
  Workbench& workbench = booth.workbench();
  const std::unique_ptr<Panel> output = booth.show(kindOf(QStringLiteral("output"))),
                               weights = booth.show(kindOf(QStringLiteral("weights"))),
                               space = booth.show(kindOf(QStringLiteral("omega_space")));
  workbench.pin();
  REQUIRE(workbench.pinned() != nullptr);
  const std::vector<double> then = weightsOf(*workbench.pinned()->card(kRfa), kStartQuery);
  workbench.store().change(QStringLiteral("move"), [](Document& d) {
    d.workload.moved = {{MovedToken::Kind::query, 0, kStartQuery, {-1.5, -1.0}}};
  });
  booth.settle();
  CHECK(weightsOf(*workbench.pinned()->card(kRfa), kStartQuery) == then);
  CHECK(weightsOf(resultOf(booth, kRfa), kStartQuery) != then);
  // Drawn hollow where it was.
  bool hollow = false;
  for (const FieldPoint& point : static_cast<OmegaSpacePanel&>(*space).field().scene().points)
    hollow = hollow ||
             (point.hollow && point.shape == PointShape::Star &&
              point.at == projected(*workbench.snapshot()->plane, scaledToken(*workbench.pinned(), true, kStartQuery)));
  CHECK(hollow);
  std::vector<QImage> with;
  for (const Panel* panel : {output.get(), weights.get(), space.get()}) with.push_back(pictureOf(*panel));
  CHECK(weights->legend().front().text.startsWith(QStringLiteral("rfa, pinned query 12: ESS ")));
  const Session session = workbench.session();
  workbench.unpin();
  booth.settle();
  std::size_t i = 0;
  for (const Panel* panel : {output.get(), weights.get(), space.get()}) CHECK(pictureOf(*panel) != with[i++]);
  workbench.open(sessionFromJson(sessionJson(session), QStringLiteral("test")));
  booth.settle();
  REQUIRE(workbench.pinned() != nullptr);
  CHECK(weightsOf(*workbench.pinned()->card(kRfa), kStartQuery) == then);
  CHECK(pictureOf(*weights) == with[1]);
}

TEST_CASE("the rows and columns below the maps are the engine's", "[interaction]") {
  Booth booth;
  booth.workbench().selection().lock({-1, 0, kStartQuery, 5, -1, -1});
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  const auto graphNamed = [&](const char* plot, const QString& name) -> QCPGraph* {
    auto* strip = panel->findChild<QCustomPlot*>(QLatin1String(plot));
    REQUIRE(strip != nullptr);
    REQUIRE(strip->isVisible());
    for (int i = 0; i < strip->graphCount(); ++i)
      if (strip->graph(i)->name() == name) return strip->graph(i);
    return nullptr;
  };
  for (const auto& [card, name] : {std::pair(0, "softmax"), std::pair(kRfa, "rfa"), std::pair(kLara, "lara")}) {
    INFO(name);
    QCPGraph *row = graphNamed("attention_row", QLatin1String(name)),
             *column = graphNamed("attention_column", QLatin1String(name));
    REQUIRE(row != nullptr);
    REQUIRE(column != nullptr);
    const std::vector<double> expected = attentionRow(booth, card, kStartQuery);
    REQUIRE(row->dataCount() == static_cast<int>(expected.size()));
    for (int m = 0; m < row->dataCount(); ++m) {
      CHECK(row->dataMainKey(m) == Approx(m));
      CHECK(row->dataMainValue(m) == Approx(expected[static_cast<std::size_t>(m)]).margin(1e-6));
    }
    CHECK(column->dataMainValue(kStartQuery) == Approx(expected[5]).margin(1e-6));
    CHECK(column->dataMainValue(40) == Approx(attentionRow(booth, card, 40)[5]).margin(1e-6));
  }
}

TEST_CASE("the legend of the rows is above all their curves, or there is none", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  auto& plot = *panel->findChild<QCustomPlot*>(QStringLiteral("attention_row"));
  const auto isThere = [&] {
    booth.settle();
    plot.replot();
    double highest = 0;
    for (int i = 0; i < plot.graphCount(); ++i) {
      bool found = false;
      highest = std::max(highest, plot.graph(i)->getValueRange(found).upper);
    }
    CHECK(plot.yAxis->range().contains(highest));
    if (!plot.legend->visible()) return false;
    CHECK(plot.axisRect()->rect().contains(plot.legend->outerRect()));
    CHECK(plot.yAxis->coordToPixel(highest) > plot.legend->outerRect().bottom());
    return true;
  };
  for (const int query : {0, kStartQuery, 40}) {
    booth.lockQuery(query);
    CHECK(isThere());
  }
  booth.workbench().store().change(QStringLiteral("more than a line holds"), [](Document& d) {
    for (const char* method : {"is", "mis", "control_variates", "scatterbrain", "nystrom", "linformer", "linear_elu"})
      d.add(method);
  });
  CHECK_FALSE(isThere());
}

TEST_CASE("every cell, or single rows around the query: the rows keep their numbers", "[interaction]") {
  Booth booth;
  const QTemporaryDir folder;
  booth.openFile(folder.filePath(QStringLiteral("long.npz")), 600, 8);
  booth.workbench().setMapSide(256);
  const auto show = [&](MapDetail detail) -> omega::PooledMap {
    booth.workbench().store().change(QStringLiteral("cells"), [detail](Document& d) { d.asks.detail = detail; });
    booth.lockQuery(500);
    return booth.workbench().snapshot()->map(kLara)->map;
  };
  const auto pooled = mapRow(show(MapDetail::pooled), 500);
  CHECK(show(MapDetail::pooled).row_pool == 3);
  REQUIRE(pooled.size() == 200);
  const omega::PooledMap around = show(MapDetail::around);
  CHECK(around.row_pool == 1);
  CHECK(around.first_row == 468);
  CHECK(mapRow(around, 500) == pooled);  // single rows are kept beside a pooled map, too
  CHECK(mapRow(around, 467).empty());
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  booth.workbench().setMapSide(256);
  booth.settle();
  auto* map = panel->findChildren<HeatMap*>().last();
  REQUIRE(map->source().rows() == 65);
  const QPoint at = QPointF(map->transform().xOf(3.5), map->transform().yOf(10.5)).toPoint();
  QTest::mouseClick(map, Qt::LeftButton, {}, at);
  CHECK(booth.workbench().selection().locked().query == around.first_row + map->cellAt(at)->first);
  const omega::PooledMap every = show(MapDetail::every);
  CHECK(every.values.shape() == omega::Shape{600, 600});
  const std::vector<double> whole = mapRow(every, 500), expected = attentionRow(booth, kLara, 500);
  for (std::size_t m = 0; m < expected.size(); ++m) CHECK(whole[m] == Approx(expected[m]).margin(1e-6));
}

TEST_CASE("maps that would take more than half of the memory are asked about", "[interaction]") {
  omega::Sizes sizes;
  sizes.N = sizes.M = 600;
  CHECK_FALSE(memoryOfEveryCell(sizes, 3).isTooMuch());
  CHECK(memoryOfEveryCell(sizes, 3).needed == 4 * 6 * 600.0 * 600);
  sizes.N = sizes.M = 4'000'000;
  CHECK(memoryOfEveryCell(sizes, 1).isTooMuch());
}

TEST_CASE("maps share the panel without overlap, move in step, and lock what is clicked", "[interaction]") {
  Booth booth;
  for (const QSize size : {QSize(560, 380), QSize(420, 700), QSize(1100, 500)}) {
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), size);
    const QList<HeatMap*> maps = panel->findChildren<HeatMap*>();
    REQUIRE(maps.size() == 3);
    for (const HeatMap* map : maps) {
      CHECK(map->transform().visibleRect().width() > 60);
      for (const HeatMap* other : maps) CHECK((map == other || !map->geometry().intersects(other->geometry())));
      for (const QCustomPlot* strip : panel->findChildren<QCustomPlot*>())
        CHECK((!strip->isVisible() || !map->geometry().intersects(strip->geometry())));
    }
    QWheelEvent wheel(maps[0]->transform().canvas().center(), QPointF(), QPoint(), QPoint(0, 240), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(maps[0], &wheel);
    CHECK(maps[0]->view().zoom > 1.5);
    CHECK(maps[1]->view() == maps[0]->view());
    CHECK(maps[2]->view() == maps[0]->view());
    const QPointF at = maps[1]->transform().canvas().center();
    const auto cell = maps[1]->cellAt(at);
    QTest::mouseClick(maps[1], Qt::LeftButton, {}, at.toPoint());
    CHECK(booth.workbench().selection().locked().query == cell->first);
    CHECK(booth.workbench().selection().locked().key == cell->second);
    // A double-click shows all again, and selects nothing.
    const Cursor before = booth.workbench().selection().locked();
    const QPoint there = (at + QPointF(30, 30)).toPoint();
    QTest::mouseClick(maps[1], Qt::LeftButton, {}, there);
    REQUIRE(booth.workbench().selection().locked() != before);
    QMouseEvent twice(QEvent::MouseButtonDblClick, there, maps[1]->mapToGlobal(there), Qt::LeftButton, Qt::LeftButton,
                      Qt::NoModifier);
    QApplication::sendEvent(maps[1], &twice);
    CHECK(maps[1]->view().zoom == 1);
    CHECK(booth.workbench().selection().locked() == before);
  }
}

TEST_CASE("a double-click in the strip of MIS leaves the selection as it was before", "[interaction]") {
  Booth booth;
  booth.lockQuery(kStartQuery);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  booth.settle();
  auto& strip = *panel->findChild<HeatMap*>();
  REQUIRE(strip.isVisible());
  const Selection& selection = booth.workbench().selection();
  const Cursor before = selection.locked();
  const QPoint at = (strip.transform().canvas().center() + QPointF(20, 10)).toPoint();
  if (GENERATE(true, false)) strip.setView(strip.transform().zoomed(2, at));
  QTest::mouseClick(&strip, Qt::LeftButton, {}, at);
  REQUIRE(selection.locked() != before);
  QMouseEvent twice(QEvent::MouseButtonDblClick, at, strip.mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
  QApplication::sendEvent(&strip, &twice);
  CHECK(strip.view().zoom == 1);
  CHECK(selection.locked() == before);
}

TEST_CASE("pointing previews everywhere, and leaving takes it back", "[interaction]") {
  Booth booth;
  booth.workbench().selection().lock({-1, 0, kStartQuery, 3, -1, -1});
  booth.settle();
  Selection& selection = booth.workbench().selection();
  const Cursor locked = selection.locked();
  const auto check = [&](const char* name, auto&& point) {
    INFO(name);
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)));
    booth.settle();
    const QImage before = pictureOf(*panel);
    QWidget* under = point(*panel);
    REQUIRE(under != nullptr);
    CHECK_FALSE(selection.shown() == locked);
    CHECK(selection.locked() == locked);
    booth.settle();
    leave(*under);
    CHECK(selection.shown() == locked);
    booth.settle();
    CHECK(pictureOf(*panel) == before);
  };
  check("attention", [&](Panel& panel) -> QWidget* {
    auto* map = panel.findChild<HeatMap*>();
    moveTo(*map, map->transform().canvas().center());
    return map;
  });
  check("attention", [&](Panel& panel) -> QWidget* {
    auto* row = panel.findChild<QCustomPlot*>(QStringLiteral("attention_row"));
    row->replot();
    moveTo(*row, QPointF(row->xAxis->coordToPixel(20), row->axisRect()->center().y()));
    CHECK(selection.shown().key == 20);
    return row;
  });
  check("omega_space", [&](Panel& panel) -> QWidget* {
    DensityField& field = static_cast<OmegaSpacePanel&>(panel).field();
    const std::vector<FieldPoint> points = field.scene().points;  // hovering makes a new scene
    for (const FieldPoint& point : points)
      if (OmegaHandle::of(point.id).kind == OmegaHandle::Kind::sample &&
          field.pointAt(field.transform().toPixel(point.at)) == point.id) {
        moveTo(field, field.transform().toPixel(point.at));
        CHECK(selection.shown().sample == OmegaHandle::of(point.id).index);
        return &field;
      }
    return nullptr;
  });
  check("weights", [&](Panel& panel) -> QWidget* {
    auto* plot = panel.findChild<QCustomPlot*>();
    plot->replot();
    const std::vector<double> weights = weightsOf(resultOf(booth, kRfa), kStartQuery);
    moveTo(*plot, QPointF(plot->xAxis->coordToPixel(1),
                          plot->yAxis->coordToPixel(*std::max_element(weights.begin(), weights.end()))));
    CHECK(selection.shown().card == kRfa);
    return plot;
  });
  check("mis", [&](Panel& panel) -> QWidget* {
    auto* plot = panel.findChild<QCustomPlot*>();
    plot->replot();
    moveTo(*plot, QPointF(plot->xAxis->coordToPixel(6), plot->xAxis->axisRect()->center().y()));
    CHECK(selection.shown().proposal == 6);
    return plot;
  });
  check("output", [&](Panel& panel) -> QWidget* {
    auto* plot = panel.findChild<QCustomPlot*>();
    plot->replot();
    const omega::Array& y = resultOf(booth, kLara).result->at("y");
    moveTo(*plot, QPointF(plot->xAxis->coordToPixel(y.at(2 * kStartQuery)),
                          plot->yAxis->coordToPixel(y.at(2 * kStartQuery + 1))));
    CHECK(selection.shown().card == kLara);
    return plot;
  });
  check("numbers", [&](Panel& panel) -> QWidget* {
    auto* table = panel.findChild<QTableWidget*>();
    moveTo(*table->viewport(), table->visualItemRect(table->item(1, 1)).center());
    CHECK(selection.shown().card == kRfa);
    return table->viewport();
  });
}

TEST_CASE("an estimator that is chosen stands in front, others keep 35 % of their ink", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> weights = booth.show(kindOf(QStringLiteral("weights")));
  booth.workbench().selection().lock({kLara, 0, kStartQuery, -1, -1, -1});
  CHECK(booth.workbench().isBehind(kRfa));
  CHECK_FALSE(booth.workbench().isBehind(kLara));
  CHECK_FALSE(booth.workbench().isBehind(0));
  auto* plot = weights->findChild<QCustomPlot*>();
  int faded = 0;
  for (int i = 0; i < plot->graphCount(); ++i)
    if (plot->graph(i)->name().startsWith(QStringLiteral("rfa")))
      faded += std::abs(plot->graph(i)->pen().color().alphaF() - 0.35f) < 0.01f;
  CHECK(faded == 1);
  booth.workbench().selection().releaseOne();
  CHECK_FALSE(booth.workbench().isBehind(kRfa));
  CHECK(booth.workbench().selection().locked().query == kStartQuery);
}

TEST_CASE("the table of numbers is not cut in a panel of the smallest window", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("numbers")), {560, 250});
  const auto* table = panel->findChild<QTableWidget*>();
  int needed = 0;
  for (int column = 0; column < table->columnCount(); ++column)
    if (!table->isColumnHidden(column)) needed += table->columnWidth(column);
  CHECK(needed <= table->viewport()->width());
}

TEST_CASE("the window with all its panels fits a small screen", "[interaction][window]") {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  window.resetLayout();
  REQUIRE(window.workbench().settle());
  QCoreApplication::processEvents();
  CAPTURE(window.width(), window.height());
  CHECK(window.size() == QSize(1280, 800));
}

TEST_CASE("keys move the selection while no number is edited", "[interaction][window]") {
  MainWindow window;
  window.resize(1280, 800);
  Selection& selection = window.workbench().selection();
  selection.lock({-1, 0, kStartQuery, -1, -1, -1});
  window.show();
  window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&window));
  REQUIRE(window.workbench().settle());
  window.panel(QStringLiteral("attention"))->setFocus();
  const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
  };
  for (int i = 0; i < 5; ++i) press(Qt::Key_Down);
  CHECK(selection.locked().query == kStartQuery + 5);
  press(Qt::Key_Up);
  CHECK(selection.locked().query == kStartQuery + 4);
  press(Qt::Key_Right);
  press(Qt::Key_Right);
  CHECK(selection.locked().key == 1);
  press(Qt::Key_Period);
  press(Qt::Key_Period);
  CHECK(selection.locked().sample == 1);
  CHECK(selection.locked().card == kRfa);
  press(Qt::Key_Comma);
  CHECK(selection.locked().sample == 0);
  press(Qt::Key_Left, Qt::AltModifier);
  CHECK(selection.locked().sample == 1);
  press(Qt::Key_Right, Qt::AltModifier);
  CHECK(selection.locked().sample == 0);
  press(Qt::Key_P);
  CHECK(window.workbench().pinned() != nullptr);
  press(Qt::Key_P);
  CHECK(window.workbench().pinned() == nullptr);
  const std::uint32_t draw = window.workbench().document().draw;
  press(Qt::Key_R);
  CHECK(window.workbench().document().draw == draw + 1);
  press(Qt::Key_R, Qt::ShiftModifier);
  CHECK(window.workbench().document().draw == 0);
  // Sample, estimator, key, query: one level each.
  for (const auto& part : {&Cursor::sample, &Cursor::card, &Cursor::key, &Cursor::query}) {
    CHECK(selection.locked().*part >= 0);
    press(Qt::Key_Escape);
    CHECK(selection.locked().*part < 0);
  }
  CHECK(selection.locked() == Cursor{});
  // In a number the same keys belong to it.
  selection.lock({-1, 0, kStartQuery, -1, -1, -1});
  auto* number = window.findChild<QToolBar*>(QStringLiteral("main_toolbar"))->findChild<QDoubleSpinBox*>();
  number->setFocus();
  const double seed = number->value();
  press(Qt::Key_Up);
  CHECK(number->value() == seed + 1);
  press(Qt::Key_R);
  CHECK(selection.locked().query == kStartQuery);
  CHECK(window.workbench().document().draw == 0);
}

TEST_CASE("what is hidden or gone hands the keyboard to a panel, never to a number", "[interaction][window]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&w.window));
  const auto isInPanel = [&] {
    w.settle();
    const QWidget* focus = QApplication::focusWidget();
    CHECK(qobject_cast<const QAbstractSpinBox*>(focus) == nullptr);
    return focus != nullptr && w.window.dockOf(w.window.currentPanel())->isAncestorOf(focus);
  };
  SECTION("a panel fills the window") {
    w.window.panel(QStringLiteral("attention"))->setFocus();
    Panel& weights = *w.window.panel(QStringLiteral("weights"));
    for (QToolButton* button : w.window.dockOf(&weights)->titleBarWidget()->findChildren<QToolButton*>())
      if (button->accessibleName() == QStringLiteral("Fill the window with this panel"))
        QTest::mouseClick(button, Qt::LeftButton);
    REQUIRE(w.window.layoutOfDocks().isMaximised());
    CHECK(isInPanel());
    CHECK(w.window.currentPanel() == &weights);
    const Document before = w.workbench().document();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    CHECK(w.workbench().document() == before);
    CHECK(w.workbench().selection().locked().query == kStartQuery + 1);
  }
  SECTION("the card of a number goes") {
    const QWidget& estimators = *w.window.panel(QStringLiteral("estimators"));
    QAbstractSpinBox* number = nullptr;
    for (QAbstractSpinBox* each : estimators.findChildren<QAbstractSpinBox*>())
      if (each->isVisible()) number = each;
    REQUIRE(number != nullptr);
    number->setFocus();
    REQUIRE(number->hasFocus());
    w.workbench().store().change(QStringLiteral("cards"),
                                 [](Document& d) { d.cards.erase(d.cards.begin() + 1, d.cards.end()); });
    isInPanel();
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : &w.window, Qt::Key_R);
    CHECK(w.workbench().document().draw == 1);
  }
  SECTION("the button of a message") {
    w.window.banner().tell(QStringLiteral("?"), {{QStringLiteral("Yes"), [] {}}});
    w.settle();
    auto* yes = w.window.banner().findChild<QPushButton*>();
    REQUIRE(yes != nullptr);
    yes->setFocus();
    REQUIRE(yes->hasFocus());
    yes->click();
    CHECK(isInPanel());
  }
}

TEST_CASE("Weights names an estimator whose weights are too many to be kept", "[interaction]") {
  Booth booth;
  const std::unique_ptr<Panel> weights = booth.show(kindOf(QStringLiteral("weights")));
  const auto isSaid = [&] {
    const QList<QLabel*> labels = weights->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->text().contains(QStringLiteral("rfa has too many samples to show their weights: 500000"));
    });
  };
  CHECK_FALSE(isSaid());
  booth.workbench().store().change(QStringLiteral("many"),
                                   [](Document& d) { d.cards[1].options["samples"] = "500000"; });
  booth.settle();
  CHECK(isSaid());
}

TEST_CASE("Esc closes an open list, and nothing else", "[interaction][window]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&w.window));
  auto* box = w.window.panel(QStringLiteral("attention"))->findChild<QComboBox*>();
  REQUIRE(box != nullptr);
  const Cursor before = w.workbench().selection().locked();
  box->setFocus();
  box->showPopup();
  REQUIRE(waitFor([&] { return QApplication::activePopupWidget() != nullptr; }));
  QTest::keyClick(box->view(), Qt::Key_Escape);
  CHECK(waitFor([&] { return QApplication::activePopupWidget() == nullptr; }));
  CHECK(w.workbench().selection().locked() == before);
  QTest::keyClick(w.window.panel(QStringLiteral("attention")), Qt::Key_Escape);
  CHECK(w.workbench().selection().locked() != before);
}

TEST_CASE("View > Panels brings a panel to the front, and closes the one that is there", "[interaction][window]") {
  Window w;
  PanelDock& mis = *w.window.dockOf(w.window.panel(QStringLiteral("mis")));
  QAction* toggle = mis.toggleViewAction();
  REQUIRE_FALSE(mis.panel()->isOnScreen());  // behind Weights
  REQUIRE(toggle->isChecked());
  for (const bool shown : {true, false, true}) {
    toggle->trigger();
    CHECK(waitFor([&] { return mis.panel()->isOnScreen() == shown; }));
    CHECK(toggle->isChecked() == shown);
    CHECK(mis.isHidden() != shown);
  }
}

TEST_CASE("the MIS panel says what every weighting is predicted to vary by in the plane; beyond it nothing",
          "[interaction]") {
  Booth booth;
  booth.settle();
  const Predictions* all = booth.workbench().snapshot()->predictions.get();
  REQUIRE(all != nullptr);
  REQUIRE(all->error.empty());
  REQUIRE(all->words.size() == 6);  // own needs a proposal for each query
  const auto query = static_cast<std::size_t>(booth.workbench().snapshot()->query);
  const double best = all->variances.back()[query];
  CHECK(all->words.back() == "optimal");
  CHECK(best > 0);
  for (const std::vector<double>& variances : all->variances) CHECK(best <= variances[query] * 1.001);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  const QString number = QStringLiteral("optimal ") + numberText(best, 2);
  bool said = false, warned = false;
  for (const QLabel* label : panel->findChildren<QLabel*>()) {
    said = said || label->text().contains(number);
    warned = warned || label->text().contains(QStringLiteral("infinite variance"));
  }
  CHECK(said);
  CHECK(warned);
  // Beyond the plane there is no quadrature.
  booth.workbench().store().change(QStringLiteral("workload"), [](Document& d) {
    d.workload = Workload{};
    d.workload.preset = "smooth";
  });
  booth.settle();
  CHECK(booth.workbench().snapshot()->predictions == nullptr);
}

TEST_CASE("the balance part of optimal weights is that of balance", "[interaction]") {
  Booth booth;
  const auto shares = [&](const char* weighting) {
    booth.workbench().store().change(QStringLiteral("weighting"),
                                     [&](Document& d) { d.card(kLara)->options["weighting"] = weighting; });
    booth.settle();
    REQUIRE(booth.workbench().snapshot()->shares->error.empty());
    return *booth.workbench().snapshot()->shares;
  };
  const ProposalShares balance = shares("balance"), optimal = shares("optimal");
  REQUIRE(optimal.balance.size() == balance.balance.size());
  double corrected = 0;
  for (std::size_t c = 0; c < balance.balance.size(); ++c) {
    CHECK(optimal.balance[c] == Approx(balance.balance[c]).margin(1e-6));
    corrected += std::abs(optimal.alpha[c] - optimal.balance[c]);
  }
  CHECK(corrected > 1e-3);
}

TEST_CASE("with the clamp the shares at one ω exceed 1, and by how much is said", "[interaction]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("clamp"), [](Document& d) {
    Card* card = d.card(kLara);
    card->options["beta"] = "6";
    card->options["clamp"] = "0.05";
  });
  booth.settle();
  const ProposalShares* shares = booth.workbench().snapshot()->shares.get();
  REQUIRE(shares != nullptr);
  REQUIRE(shares->error.empty());
  double sum = 0;
  for (const double share : shares->alpha) sum += share;
  REQUIRE(sum > 1.001);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")));
  const QString excess = numberText(sum - 1, 3) + QStringLiteral(" too much: shares below the clamp");
  INFO(text(excess));
  bool said = false;
  for (const QLabel* label : panel->findChildren<QLabel*>()) said = said || label->text().contains(excess);
  CHECK(said);
}
