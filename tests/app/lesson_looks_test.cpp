// How steps of lessons look: rings beside what they point at, covers over all that says the answer, room for pictures.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLayout>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <catch2/catch.hpp>

#include "app/hands.h"
#include "app/painted_text.h"
#include "app/window_booth.h"
#include "math_text/math_parser.h"
#include "math_text/math_sheet.h"
#include "player/lesson_player.h"
#include "views/attention/attention_places.h"
#include "views/chance/chance_panel.h"
#include "views/estimators/estimator_card.h"
#include "views/lesson/lesson_panel.h"
#include "views/option_form.h"
#include "views/rich_text.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kRing = 5;  // pixels, its edges included

struct Played : Window {
  explicit Played(QSize size = {1280, 800}) { window.resize(size); }
  LessonPlayer& player() { return window.lessonPanel().player(); }
  void open(const char* lesson, int step) {
    REQUIRE(player().open(QLatin1String(lesson), step));
    settle();
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
  }
  Panel& panel(const char* name) { return *window.panel(QLatin1String(name)); }
  static QList<QWidget*> named(Panel& in, const char* kind) { return in.findChildren<QWidget*>(QLatin1String(kind)); }
};

}  // namespace

TEST_CASE("a ring stands around a part and touches nothing of it", "[lesson]") {
  Played w;
  w.open("game-of-chance", 0);  // the running estimate is lit
  Panel& chance = w.panel("chance");
  const auto isAround = [&] {
    const QRect place = chance.placeOf(QStringLiteral("estimate")).toAlignedRect();
    for (const QWidget* ring : Played::named(chance, "lesson ring"))
      if (ring->geometry().adjusted(kRing, kRing, -kRing, -kRing).contains(place)) return true;
    return false;
  };
  CHECK(waitFor(isAround));
}

TEST_CASE("a ring around a plot leaves the buttons above it whole", "[lesson]") {
  Played w;
  w.open("wrong-place", 1);  // the stems are lit, in the uppermost plot
  Panel& chance = w.panel("chance");
  const auto ring = [&]() -> const QWidget* {
    for (const QWidget* each : Played::named(chance, "lesson ring"))
      if (each->parentWidget() == &chance && each->height() > 60) return each;
    return nullptr;
  };
  const auto covered = [&] {
    QStringList names;
    for (const QAbstractButton* button : chance.findChildren<QAbstractButton*>())
      if (button->isVisible() && !button->visibleRegion().isEmpty() &&
          ring()->geometry().intersects(QRect(button->mapTo(&chance, QPoint()), button->size())))
        names << button->accessibleName();
    return names;
  };
  REQUIRE(waitFor([&] { return ring() != nullptr; }));
  const QRect place = chance.placeOf(QStringLiteral("stems")).toAlignedRect();
  CHECK(waitFor([&] { return covered().isEmpty(); }));
  CHECK(waitFor([&] { return ring()->geometry().contains(place); }));
}

TEST_CASE("a panel with a ring keeps its contents within, and has its margins back", "[lesson]") {
  Played w;
  w.open("one-cloud", 0);  // all of ω-space is lit
  Panel& space = w.panel("omega_space");
  REQUIRE_FALSE(Played::named(space, "lesson ring").isEmpty());
  const QRect inner = space.rect().adjusted(kRing, kRing, -kRing, -kRing);
  int within = 0;
  for (QWidget* child : space.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (!child->isVisible() || child->objectName() == QStringLiteral("lesson ring")) continue;
    INFO(child->metaObject()->className());
    CHECK(inner.contains(child->geometry()));
    ++within;
  }
  CHECK(within > 0);
  w.player().close();
  w.settle();
  CHECK(space.contentsMargins() == QMargins());
}

TEST_CASE("the effective sample size is covered wherever the numbers say it", "[lesson]") {
  QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("gauge.md")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(R"lesson(# A gauge
```json lesson
{"format": 1, "name": "gauge", "goal": "ESS.", "minutes": 1, "start": {"chance": "shifted"}}
```
## Guess
What does it read?
```json step
{"show": ["chance"], "hide": ["chance.ess"],
 "ask": {"question": "ESS is", "answers": [{"text": "all", "say": "No."}, {"text": "less", "right": true}]}}
```
)lesson");
  file.close();
  Played w({1280, 1000});
  w.player().setFolder(folder.path());
  w.open("gauge", 0);
  Panel& chance = w.panel("chance");
  chance.complete();
  const auto areCovered = [&] {
    const QRect rows = chance.placeOf(QStringLiteral("rows of ess")).toAlignedRect(),
                gauge = chance.placeOf(QStringLiteral("ess")).toAlignedRect();
    const QList<QWidget*> covers = Played::named(chance, "lesson cover");
    const auto covered = [&](const QRect& place) {
      return std::any_of(covers.begin(), covers.end(), [&](QWidget* one) { return one->geometry().contains(place); });
    };
    return covers.size() == 2 && rows.height() > 20 && rows.height() < 90 && rows.top() > gauge.bottom() &&
           covered(rows) && covered(gauge);
  };
  CHECK(waitFor(areCovered));
  w.player().choose(1);
  CHECK(Played::named(chance, "lesson cover").isEmpty());
}

TEST_CASE("a lesson is as high as its words, and a panel at the right alone has the room beside the controls",
          "[lesson]") {
  Played w({1920, 1080});
  w.open("game-of-chance", 0);  // a text and a task
  CHECK(w.window.lessonPanel().height() < 240);
  w.window.resize(1280, 800);
  w.open("what-does-linear-buy", 1);
  CHECK(w.window.lessonPanel().height() < 300);
  const Panel& scaling = w.panel("scaling");
  CHECK(scaling.isOnScreen());
  CHECK(scaling.width() > 800);
  CHECK(scaling.height() > 300);
}

TEST_CASE("a session that is saved in the middle of a lesson has the user's own layout", "[lesson]") {
  Played w;
  w.settle();
  const auto layout = [&] { return w.window.session().layout; };
  const QByteArray own = layout();
  REQUIRE_FALSE(own.isEmpty());
  w.open("unbiased-is-not-better", 0);
  REQUIRE(w.window.layoutOfDocks().workspace() == Workspace::Explore);
  CHECK(layout() == own);
}

TEST_CASE("a step begins at the top of its panels, wherever the one before was scrolled to", "[lesson]") {
  Played w;
  w.open("ratio", 0);
  Panel& chance = w.panel("chance");
  const auto bar = [&]() -> QScrollBar* {
    for (const QScrollArea* area : chance.findChildren<QScrollArea*>())
      if (area->isVisible() && area->verticalScrollBar()->maximum() > 0) return area->verticalScrollBar();
    return nullptr;
  };
  REQUIRE(waitFor([&] { return bar() != nullptr; }));
  bar()->setValue(bar()->maximum());
  w.open("ratio", 2);
  CHECK(waitFor([&] { return bar() != nullptr && bar()->value() == 0; }));
}

TEST_CASE("nothing moves as a question is answered, and the task below stays in sight", "[lesson]") {
  Played w;
  w.open("game-of-chance", 1);
  LessonPanel& panel = w.window.lessonPanel();
  const auto fits = [&] {
    for (const QScrollArea* area : panel.findChildren<QScrollArea*>())
      if (area->isVisible() && area->verticalScrollBar()->maximum() > 0) return false;
    return true;
  };
  REQUIRE(waitFor(fits));
  const int before = panel.height();
  w.player().choose(0);
  for (int i = 0; i < 10; ++i) QCoreApplication::processEvents();
  CHECK(waitFor(fits));
  CHECK(panel.height() == before);
}

TEST_CASE("the ring of the effective sample size is around the line that says it, not around the plot", "[lesson]") {
  Played w;
  w.open("unbiased-is-not-better", 3);
  Panel& weights = w.panel("weights");
  auto& plot = *weights.findChild<QCustomPlot*>();
  const auto isAround = [&] {
    const QRect legend = plot.legend->outerRect().translated(plot.pos());
    for (const QWidget* ring : Played::named(weights, "lesson ring"))
      if (ring->geometry().contains(legend) && ring->height() < legend.height() + 4 * kRing) return true;
    return false;
  };
  CHECK(waitFor(isAround));
}

TEST_CASE("columns of numbers are as wide as their text; the remark has all that is left", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const auto visibleColumns = [](const QTableWidget& table) {
    std::vector<int> columns;
    for (int i = 0; i < table.columnCount(); ++i)
      if (!table.isColumnHidden(i)) columns.push_back(i);
    return columns;
  };
  const std::unique_ptr<Panel> numbers = booth.show(kindOf(QStringLiteral("numbers")), {1600, 300});
  booth.settle();
  const QTableWidget& table = *numbers->findChild<QTableWidget*>();
  const int remark = table.columnCount() - 1;
  REQUIRE_FALSE(table.isColumnHidden(remark));
  for (const int column : visibleColumns(table))
    if (column != remark) CHECK(table.columnWidth(column) < 160);
  for (const int width : {1600, 1500}) {
    numbers->resize(width, 300);
    QCoreApplication::processEvents();
    CHECK(table.columnViewportPosition(remark) + table.columnWidth(remark) == table.viewport()->width());
  }
  numbers->resize(560, 300);
  QCoreApplication::processEvents();
  CHECK(table.isColumnHidden(remark));
}

TEST_CASE("the legend of MIS has room for its words in a narrow panel", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")), {300, 420});
  booth.settle();
  auto& plot = *panel->findChild<QCustomPlot*>();
  plot.replot();
  REQUIRE(plot.legend->itemCount() >= 1);
  for (int i = 0; i < plot.legend->itemCount(); ++i) {
    const QCPAbstractLegendItem& item = *plot.legend->item(i);
    CHECK(item.outerRect().width() >= item.minimumOuterSizeHint().width());
    CHECK(plot.rect().contains(item.outerRect()));
  }
  panel->resize(1100, 420);
  QCoreApplication::processEvents();
  plot.replot();
  CHECK(plot.legend->rowCount() == 1);
}

TEST_CASE("maps come before the curve of their row where there is room for one of them only", "[lesson]") {
  const Theme theme = Theme::light();
  const auto places = [&](double height) { return attentionPlaces(QRectF(0, 0, 900, height), 2, 48, 48, theme); };
  for (const double height : {155, 170, 190}) {
    INFO(height);
    CHECK(places(height).cells.height() >= 72);
    CHECK(places(height).strip.isEmpty());
  }
  CHECK_FALSE(places(400).strip.isEmpty());
}

TEST_CASE("a low colour bar says its quantity without the unit", "[lesson]") {
  ColourBar bar;
  bar.setTitle(QStringLiteral("A, linear"), QStringLiteral("auto"));
  const auto says = [&](int height, const char* words) {
    bar.resize(120, height);
    bar.show();
    const std::vector<PaintedText> texts = paintedTexts(bar);
    return std::any_of(texts.begin(), texts.end(), [&](const auto& one) { return one.text == QLatin1String(words); });
  };
  CHECK(says(300, "A, linear (auto)"));
  CHECK(says(84, "A, linear"));
}

TEST_CASE("long text in a panel is wrapped in a room, where none of it may be smaller", "[lesson]") {
  const Theme theme = Theme::light(DrawingScale::ofRoom({1024, 768}));
  QString html = QStringLiteral("<p>first</p><p>");
  for (int i = 0; i < 40; ++i) html += QStringLiteral("word ");
  html += QStringLiteral("</p><p>next</p>");
  const QRectF rows =
      richTextRows(QRectF(0, 0, 200, 900), theme, html, QStringLiteral("first"), QStringLiteral("next"));
  CHECK(rows.height() > 5 * QFontMetricsF(theme.font).height());
}

TEST_CASE("where the cloud of the games is covered, the sentence on its bias is, too", "[lesson]") {
  Played w;
  w.open("attention-is-an-average", 1);
  CHECK(Played::named(w.panel("output"), "lesson cover").size() == 2);
}

TEST_CASE("formulas are painted in a room, where none of them may be smaller", "[lesson]") {
  const Theme theme = Theme::light(DrawingScale::ofRoom({1024, 768}));
  QImage page(400, 200, QImage::Format_RGB32);
  page.fill(theme.window);
  QPainter painter(&page);
  paintSheet(painter, QRectF(page.rect()), theme, {{mathOrWords(QStringLiteral("y = x"))}});
  painter.end();
  CHECK(colourCount(page) > 1);
}

TEST_CASE("where the running estimate is covered, so is what the numbers say of it", "[lesson]") {
  Played w;
  w.open("ratio", 2);
  Panel& chance = w.panel("chance");
  chance.complete();
  const auto isCovered = [&] {
    const QRect rows = chance.placeOf(QStringLiteral("rows of estimate")).toAlignedRect();
    if (rows.height() < 20 || rows.height() > 120) return false;
    const QList<QWidget*> covers = Played::named(chance, "lesson cover");
    return std::any_of(covers.begin(), covers.end(), [&](QWidget* one) { return one->geometry().contains(rows); });
  };
  CHECK(waitFor(isCovered));
}

TEST_CASE("pictures beside one another leave room for the ring of each", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const int room = Theme::light(screenLook()).roomOfRing();
  const auto shown = [&](const char* name) {
    std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)), {1100, 500});
    booth.settle();
    for (QCustomPlot* plot : panel->findChildren<QCustomPlot*>()) plot->replot();
    return panel;
  };
  const auto place = [](const Panel& panel, const char* part) { return panel.placeOf(QLatin1String(part)); };
  const auto chance = shown("chance"), kernels = shown("kernels"), variates = shown("control_variates"),
             output = shown("output");
  CHECK(place(*chance, "estimate").top() - place(*chance, "curves").bottom() >= room);
  CHECK(place(*chance, "replicates").top() - place(*chance, "estimate").bottom() >= room);
  CHECK(place(*chance, "numbers").left() - place(*chance, "curves").right() >= room);
  CHECK(place(*kernels, "variance").left() - place(*kernels, "kernel").right() >= room);
  CHECK(place(*kernels, "parameters").left() - place(*kernels, "variance").right() >= room);
  CHECK(place(*variates, "g").top() - place(*variates, "h").bottom() >= room);
  CHECK(place(*variates, "beta").left() - place(*variates, "h").right() >= room);
  const QWidget& heading = *variates->findChild<QLabel*>();
  CHECK(place(*variates, "beta").top() - heading.geometry().bottom() >= room);
  CHECK(place(*output, "mse").left() - place(*output, "cloud").right() >= room);
}

TEST_CASE("a picture for a file has room for the rings of its own look, whatever look the screen has", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  for (const char* name : {"chance", "kernels", "control_variates"}) {
    INFO(name);
    const std::unique_ptr<Panel> panel = booth.show(kindOf(QLatin1String(name)), {1100, 500});
    booth.settle();
    const QImage usual = pictureOf(*panel, {1100, 500});
    setScreenLook(DrawingScale::ofText(3));
    const QImage large = pictureOf(*panel, {1100, 500});
    setScreenLook(DrawingScale());
    CHECK(large == usual);
  }
}

TEST_CASE("above a card's options is room for a ring around the first, however strong lines are", "[lesson]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("estimators")), {360, 800});
  const auto* card = panel->findChild<EstimatorCard*>();
  REQUIRE(card != nullptr);
  const auto* form = card->findChild<OptionForm*>();
  REQUIRE(form != nullptr);
  const auto room = [&] { return card->layout()->spacing() + form->contentsMargins().top(); };
  const int usual = room();
  CHECK(usual == Theme::light().roomBesideControls());
  setScreenLook(DrawingScale::ofText(3));
  booth.lockQuery(3);
  const int large = room(), needed = Theme::light(screenLook()).roomBesideControls();
  setScreenLook(DrawingScale());
  CHECK(large == needed);
  CHECK(large > usual);
}

TEST_CASE("what a strip of replicates says stands where no dot does", "[lesson]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("chance")), {700, 400});
  static_cast<ChancePanel&>(*panel).choose(QStringLiteral("two_nets"));  // nearly all runs are far to the left
  REQUIRE(waitFor([&] { return booth.workbench().chance().isDone(); }));
  QCoreApplication::processEvents();
  auto& plot = *panel->findChild<QCustomPlot*>();
  plot.replot();
  const QCPAxisRect* strips = ChanceDrawing::rectOf(plot, ChanceDrawing::kReplicates);
  QCPItemText* label = nullptr;
  for (int i = 0; i < plot.itemCount(); ++i)
    if (auto* text = qobject_cast<QCPItemText*>(plot.item(i)); text && text->text().contains(QStringLiteral("farther")))
      label = text;
  REQUIRE(label != nullptr);
  const QRectF said(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
  REQUIRE(said.width() > 40);
  int dots = 0;
  for (int i = 0; i < plot.graphCount(); ++i) {
    const QCPGraph& graph = *plot.graph(i);
    if (graph.keyAxis()->axisRect() != strips) continue;
    for (const QCPGraphData& dot : *graph.data()) {
      ++dots;
      CHECK_FALSE(
          said.contains(QPointF(graph.keyAxis()->coordToPixel(dot.key), graph.valueAxis()->coordToPixel(dot.value))));
    }
  }
  CHECK(dots > 150);
  CHECK(label->layer()->index() > plot.layer(QStringLiteral("main"))->index());  // above the line of the truth
}

TEST_CASE("in a narrow panel of MIS the strip of all shares stands below the bars", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("mis")), {300, 520});
  booth.settle();
  const QWidget &strip = *panel->findChild<HeatMap*>(), &bars = *panel->findChild<QCustomPlot*>();
  const auto top = [&](const QWidget& widget) { return widget.mapTo(panel.get(), QPoint()).y(); };
  CHECK(strip.width() > 160);
  CHECK(top(strip) >= top(bars) + bars.height());
  CHECK(bars.height() > 12 * bars.fontMetrics().height());
  panel->resize(300, 360);  // no room for both
  QCoreApplication::processEvents();
  CHECK(top(strip) < top(bars) + bars.height());
  panel->resize(1100, 420);
  QCoreApplication::processEvents();
  CHECK(top(strip) < top(bars) + bars.height());
}

TEST_CASE("the legend of weights stands above the curves, in one row where there is room", "[lesson]") {
  Booth booth;
  booth.showAllCards();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")), {240, 300});
  booth.settle();
  auto& plot = *panel->findChild<QCustomPlot*>();
  const auto isAbove = [&] {
    plot.replot();
    return plot.legend->visible() && plot.legend->outerRect().bottom() <= plot.axisRect()->top();
  };
  CHECK(isAbove());
  CHECK(plot.legend->rowCount() > 1);
  CHECK(plot.axisRect()->height() > 100);
  panel->resize(900, 300);
  QCoreApplication::processEvents();
  CHECK(isAbove());
  plot.replot();
  CHECK(plot.legend->rowCount() == 1);
}

TEST_CASE("the ranks of many weights are on a logarithmic axis, those of few on a linear one", "[weights]") {
  Booth booth;
  booth.lockQuery(kStartQuery);
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  booth.settle();
  auto& plot = *panel->findChild<QCustomPlot*>();
  CHECK(plot.xAxis->scaleType() == QCPAxis::stLinear);
  booth.workbench().store().change(QStringLiteral("many"), [](Document& d) { d.card(kRfa)->set("samples", "1000"); });
  booth.settle();
  REQUIRE(plot.xAxis->scaleType() == QCPAxis::stLogarithmic);
  CHECK(plot.xAxis->range().lower > 0);
  CHECK(plot.xAxis->range().upper > 1000);
  plot.replot();
  // The first ten have more than a quarter of the axis, and no curve has more than 29 marks on it.
  CHECK(plot.xAxis->coordToPixel(10) - plot.xAxis->coordToPixel(1) > plot.axisRect()->width() / 4);
  int marked = 0;
  for (int i = 0; i < plot.graphCount(); ++i) {
    const QCPGraph& graph = *plot.graph(i);
    if (graph.lineStyle() != QCPGraph::lsNone || graph.dataCount() <= 1) continue;
    CHECK(graph.dataCount() < 30);
    ++marked;
  }
  CHECK(marked == 2);  // rfa and lara
}

TEST_CASE("what maps show is said whole in a narrow panel", "[lesson]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {240, 420});
  booth.settle();
  const QList<QComboBox*> boxes = panel->findChildren<QComboBox*>();
  REQUIRE(boxes.size() == 3);
  for (const QComboBox* box : boxes) {
    CHECK(box->width() >= box->sizeHint().width());
    CHECK(QRect(QPoint(), panel->size()).contains(QRect(box->mapTo(panel.get(), QPoint()), box->size())));
  }
}

TEST_CASE("the control that a task is about is in sight, and has a ring", "[lesson]") {
  struct Task {
    const char *lesson, *panel, *control;
    int step, card;
  };
  for (const Task& task : {Task{"two-nets", "chance", "weighting", 1, 0},
                           {"cheaper-luck", "chance", "beta_mode", 2, 0},
                           {"sharing-proposals", "estimators", "weighting", 2, 1},
                           {"lara", "estimators", "antithetic", 5, 1}}) {
    INFO(task.lesson << ", step " << task.step + 1);
    Played w;
    w.open(task.lesson, task.step);
    QWidget* part = &w.panel(task.panel);
    if (task.card > 0) {
      const QList<EstimatorCard*> cards = part->findChildren<EstimatorCard*>();
      REQUIRE(cards.size() > 1);
      part = cards.back();
    }
    const QWidget* control = nullptr;
    for (const QWidget* one : part->findChildren<QWidget*>())
      if (one->objectName() == QLatin1String(task.control)) control = one;
    REQUIRE(control != nullptr);
    CHECK(waitFor([&] { return control->visibleRegion().boundingRect() == control->rect(); }));
    const auto hasRing = [&] {
      for (const QWidget* ring : Played::named(w.panel(task.panel), "lesson ring"))
        if (ring->isVisible() && QRect(ring->mapToGlobal(QPoint()), ring->size())
                                     .contains(QRect(control->mapToGlobal(QPoint()), control->size())))
          return true;
      return false;
    };
    CHECK(waitFor(hasRing));
  }
}

TEST_CASE("a cover goes along with what is scrolled", "[lesson]") {
  Played w;
  w.open("ratio", 2);  // the rows of the estimate are kept back
  Panel& chance = w.panel("chance");
  chance.complete();
  const auto rows = [&] { return chance.placeOf(QStringLiteral("rows of estimate")).toAlignedRect(); };
  const auto isCovered = [&] {
    const QList<QWidget*> covers = Played::named(chance, "lesson cover");
    return std::any_of(covers.begin(), covers.end(), [&](QWidget* one) { return one->geometry().contains(rows()); });
  };
  REQUIRE(waitFor([&] { return rows().height() >= 20 && rows().height() < 120 && isCovered(); }));
  QScrollBar& bar = *chance.findChildren<QScrollArea*>().back()->verticalScrollBar();  // the numbers' own
  REQUIRE(bar.maximum() > 20);
  const int before = rows().top();
  bar.setValue(bar.value() >= 20 ? bar.value() - 20 : bar.value() + 20);
  CHECK(rows().top() != before);
  CHECK(isCovered());
}

TEST_CASE("above a narrow map stand its title and the first words of its badge", "[lesson]") {
  HeatMap map;
  map.setPainter(PainterKind::Raster);
  map.setSource(MapSource::matrix(4, 4, std::vector<float>(16, 0.5F)));
  MapLabels labels;
  labels.title = QStringLiteral("key_sampling");
  labels.badges = QStringList{QStringLiteral("2:1 pooled (mean)")};
  map.setLabels(labels);
  const auto says = [&](int width, const char* words) {
    map.resize(width, 190);
    map.show();
    const std::vector<PaintedText> texts = paintedTexts(map);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const auto& one) { return one.text == QString::fromUtf8(words); });
  };
  CHECK(says(200, "key_sampling"));
  CHECK(says(200, "2:1 …"));
  CHECK(says(420, "2:1 pooled (mean)"));
  // A sampled map says it in short where the words have no room; narrower still the title comes first.
  labels.title = QStringLiteral("softmax");
  labels.badges = QStringList{QStringLiteral("40 of 171 rows per cell"), QStringLiteral("171:1 pooled (mean)")};
  labels.shortBadges = QStringList{QStringLiteral("40/171")};
  map.setLabels(labels);
  CHECK(says(600, "40 of 171 rows per cell · 171:1 pooled (mean)"));
  CHECK(says(200, "40/171"));
  CHECK((says(135, "softmax") && says(135, "40/171")));
  CHECK((says(100, "softmax") && says(100, "…")));
}

TEST_CASE("a step that loads a game begins with an axis of its own, and with no option marked as changed", "[lesson]") {
  Played w;
  auto& chance = static_cast<ChancePanel&>(w.panel("chance"));
  const auto axis = [&] {
    chance.complete();
    return ChanceDrawing::rectOf(*chance.findChild<QCustomPlot*>(), ChanceDrawing::kReplicates)
        ->axis(QCPAxis::atBottom)
        ->range();
  };
  w.open("game-of-chance", 3);
  const QCPRange of16 = axis();
  w.player().goTo(2);
  const QCPRange of256 = axis();
  CHECK(of256 == ChanceDrawing::replicatesOf(*w.workbench().chance().result()));
  CHECK(of256.size() < of16.size() / 2);
  const auto marked = [&] {
    QList<QLabel*> titles = chance.findChild<OptionForm*>()->findChildren<QLabel*>();
    titles.removeIf([](const QLabel* one) { return !one->text().contains(QStringLiteral("↺")); });
    return titles;
  };
  const auto samples = [&] { return w.workbench().document().chance.game.plan.samples(); };
  CHECK(marked().isEmpty());
  REQUIRE(samples() == 256);
  w.workbench().store().change(QStringLiteral("samples"),
                               [](Document& d) { omega::importance::set_samples(d.chance.game.plan, 16); });
  REQUIRE(marked().size() == 1);
  emit marked().front()->linkActivated(QString());
  CHECK(samples() == 256);
  CHECK(marked().isEmpty());
}
