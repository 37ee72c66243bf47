// The window with larger and smaller text: it fits a small screen, and nothing is cut or stands in another.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "app/dresser.h"
#include "app/painted_text.h"
#include "app/svg_file.h"
#include "app/window_booth.h"
#include "dialogs/about_dialog.h"
#include "dialogs/lesson_recorder.h"
#include "dialogs/shortcuts_dialog.h"
#include "export/export_dialog.h"
#include "export/figure_dialog.h"
#include "files/array_chooser.h"
#include "manual/manual_window.h"
#include "player/lesson_player.h"
#include "views/chance/chance_picture.h"
#include "views/lesson/lesson_panel.h"
#include "views/studies/study_catalogue.h"
#include "views/studies/study_controls.h"
#include "views/studies/study_editor.h"
#include "views/train/curves_drawing.h"
#include "widgets/clipping_device.h"
#include "widgets/density_field.h"
#include "widgets/heat_map.h"
#include "widgets/plot_style.h"
#include "window/dock_layout.h"
#include "window/manual_help.h"
#include "window/panel_table.h"
#include "window/preferences_dialog.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// The window at that size, with text of that size.
struct Enlarged : Dresser, Window {
  explicit Enlarged(int percent, QSize size = {1024, 768}) {
    setTextPercent(percent);
    window.resize(size);
    window.resetLayout();
    settleAll();
  }
  ~Enlarged() { setTextPercent(100); }
  void settleAll() {
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
    settle();
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
  }
  void openStep(const char* lesson, int step) {
    LessonPlayer& player = window.lessonPanel().player();
    player.keepProgressIn({});
    REQUIRE(player.open(QLatin1String(lesson), step));
    settleAll();
  }
  int columns() const {
    std::set<int> lefts;
    for (const PanelDock* dock : window.docks())
      if (dock->isVisible() && dock->panel()->isOnScreen()) lefts.insert(dock->x());
    return static_cast<int>(lefts.size());
  }
};

/// Docks that stand in each other.
QStringList overlapsOf(const MainWindow& window) {
  QStringList found;
  for (const PanelDock* one : window.docks())
    for (const PanelDock* other : window.docks())
      if (one < other && one->panel()->isOnScreen() && other->panel()->isOnScreen() &&
          one->geometry().intersects(other->geometry()))
        found << one->panel()->name() + QStringLiteral(" and ") + other->panel()->name();
  return found;
}

/// Controls of panels in front that have less room than their words need.
QStringList cutControls(const MainWindow& window) {
  QStringList found;
  for (const PanelDock* dock : window.docks()) {
    if (!dock->isVisible() || !dock->panel()->isOnScreen()) continue;
    for (const QAbstractButton* button : dock->panel()->findChildren<QAbstractButton*>())
      if (button->isVisible() && !button->text().isEmpty() && button->width() < button->minimumSizeHint().width())
        found << dock->panel()->name() + QStringLiteral(": ") + button->text();
  }
  return found;
}

}  // namespace

TEST_CASE("the window fits 1024x768 with text of 80 to 200 %, in every workspace, and nothing stands in another",
          "[textsize]") {
  const int percent = GENERATE(80, 100, 125, 145, 150, 180, 200);
  Enlarged w(percent);
  for (const Workspace workspace : kWorkspaces) {
    INFO(percent << " %, " << text(nameOf(workspace)));
    w.window.layoutOfDocks().setWorkspace(workspace);
    w.settleAll();
    CHECK(w.window.minimumSizeHint().width() <= 1024);
    CHECK(w.window.minimumSizeHint().height() <= 768);
    const QStringList overlaps = overlapsOf(w.window), cut = cutControls(w.window);
    INFO(text(overlaps.join(QLatin1Char('\n'))) << text(cut.join(QLatin1Char('\n'))));
    CHECK(overlaps.isEmpty());
    CHECK(cut.isEmpty());
  }
}

TEST_CASE("workspaces and tabs can be read with text of any size", "[textsize]") {
  const int percent = GENERATE(80, 100, 150, 200);
  Enlarged w(percent);
  INFO(percent);
  int read = 0;
  for (const QTabBar* tabs : w.window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i, ++read)
      CHECK(tabs->tabRect(i).width() >= tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)));
  CHECK(read >= 2);
  auto* bar = w.window.findChild<QToolBar*>(QStringLiteral("main_toolbar"));
  auto* choice = bar->findChild<QToolButton*>(QStringLiteral("workspace_choice"));
  QList<QAction*> workspaces = choice->menu()->actions();
  REQUIRE(workspaces.size() == 4);
  const auto seenInBar = [&](QAction* action) {
    const QWidget* button = bar->widgetForAction(action);
    return button != nullptr && button->isVisible() && bar->rect().contains(button->geometry());
  };
  CHECK(choice->isVisible() == (percent == 200));
  for (QAction* action : workspaces) {
    CHECK(seenInBar(action) == (percent < 200));
    action->trigger();
    w.settleAll();
    CHECK(action->isChecked());
    CHECK(choice->text() == action->iconText());
    workspaces.front()->trigger();
    w.settleAll();
  }
  if (percent == 200) CHECK(bar->rect().contains(choice->geometry()));
  // Signs say less than words: they are for where words have no room.
  const bool hasWords = bar->toolButtonStyle() == Qt::ToolButtonTextBesideIcon;
  CHECK(hasWords == (percent <= 100));
}

TEST_CASE("a window that is narrow for its text has two columns; with smaller text it has three again", "[textsize]") {
  Enlarged w(100);
  CHECK(w.columns() == 3);
  setTextPercent(200);
  w.settleAll();
  CHECK(w.columns() == 2);
  CHECK(waitFor([&] { return w.window.width() == 1024; }));
  Panel& space = *w.window.panel(QStringLiteral("omega_space"));
  CHECK_FALSE(space.isOnScreen());  // behind the maps
  w.window.dockOf(&space)->raise();
  w.settleAll();
  CHECK(space.isOnScreen());
  setTextPercent(100);
  w.settleAll();
  CHECK(w.columns() == 3);
  CHECK(space.isOnScreen());
}

TEST_CASE("what large text had put into two columns has three again where there is room, but for the user's own",
          "[textsize]") {
  QByteArray folded, own;
  {
    Enlarged w(200);
    REQUIRE(w.columns() == 2);
    folded = w.window.session().layout;
    w.window.layoutOfDocks().release();  // a line between the docks was moved
    own = w.window.session().layout;
  }
  Enlarged w(100, {1280, 800});
  const auto show = [&](Workspace workspace) {
    w.window.layoutOfDocks().setWorkspace(workspace);
    w.settleAll();
    return w.columns();
  };
  REQUIRE(w.window.restoreLayout(folded));
  CHECK(show(Workspace::Train) == 3);
  CHECK(show(Workspace::Explore) == 3);
  REQUIRE(w.window.restoreLayout(own));
  CHECK(show(Workspace::Train) == 3);
  CHECK(show(Workspace::Explore) == 2);
}

TEST_CASE("the hint of Explore takes as many lines as it needs", "[textsize]") {
  Enlarged w(100, {1280, 800});
  const auto* hint = w.window.findChild<QToolBar*>(QStringLiteral("hint_toolbar"));
  REQUIRE(hint != nullptr);
  const auto* sentence = hint->findChild<QLabel*>();
  REQUIRE(sentence != nullptr);
  CHECK(sentence->height() < 2 * sentence->fontMetrics().height());
  setTextPercent(200);
  w.settleAll();
  CHECK(sentence->height() >= 2 * sentence->fontMetrics().height());
  CHECK(sentence->height() >= sentence->heightForWidth(sentence->width()));
  CHECK(hint->height() >= sentence->height());
}

TEST_CASE("a word that can be switched on has an edge while it is off", "[textsize]") {
  const Dresser dressed;
  QToolButton word;
  word.setText(QStringLiteral("keys"));
  word.setAutoRaise(true);
  word.setCheckable(true);
  word.resize(word.sizeHint());
  const auto edge = [&word] {
    const QImage image = word.grab().toImage();
    return image.pixelColor(0, image.height() / 2);
  };
  const QColor off = edge();
  word.setChecked(true);
  const QColor on = edge();
  word.setCheckable(false);
  const QColor plain = edge();
  CHECK(off != plain);
  CHECK(on != off);
}

TEST_CASE("rows of tables and buttons of fixed width grow with their text", "[textsize]") {
  Enlarged w(100, {1280, 800});
  const auto rowOf = [&](const char* panel) {
    const auto* table = w.window.panel(QLatin1String(panel))->findChild<QTableView*>();
    return std::pair(table->verticalHeader()->defaultSectionSize(), table->fontMetrics().height());
  };
  const QPushButton* start = w.window.panel(QStringLiteral("studies"))->findChild<StudyControls*>()->start;
  const int before = start->minimumWidth();
  setTextPercent(200);
  w.settleAll();
  for (const char* panel : {"jobs", "studies"}) {
    INFO(panel);
    CHECK(rowOf(panel).first >= rowOf(panel).second);
  }
  CHECK(start->minimumWidth() > before);
}

TEST_CASE("boxes and signs are as large as the colours ask, there and back", "[textsize]") {
  Enlarged w(100, {1280, 800});
  const auto change = [&](Appearance colours, int percent) {
    applyAppearance(colours);
    setTextPercent(percent);
    w.settleAll();
  };
  const auto tops = [&] {
    std::map<QString, int> found;
    for (const PanelDock* dock : w.window.docks())
      if (dock->isVisible() && dock->panel()->isOnScreen())
        found[dock->panel()->name()] = dock->panel()->mapTo(&w.window, QPoint()).y() - dock->y();
    found[QStringLiteral("signs")] = w.window.iconSize().width();
    return found;
  };
  change(Appearance::Light, 100);
  const auto before = tops();
  change(Appearance::StrongDark, 100);
  CHECK(tops().at(QStringLiteral("signs")) > before.at(QStringLiteral("signs")));
  for (const QCheckBox* box : w.window.panel(QStringLiteral("estimators"))->findChildren<QCheckBox*>())
    if (box->isVisible()) CHECK(box->height() >= box->style()->pixelMetric(QStyle::PM_IndicatorHeight));
  change(Appearance::StrongDark, 150);
  change(Appearance::StrongDark, 100);
  change(Appearance::Light, 100);
  CHECK(tops() == before);
}

TEST_CASE("in a small panel with large text Weights gives up its legend, not its curves", "[textsize]") {
  for (const int percent : {100, 200}) {
    INFO(percent);
    Enlarged e(percent, {1280, 800});
    const auto& plot = *e.window.panel(QStringLiteral("weights"))->findChild<QCustomPlot*>();
    REQUIRE(plot.graphCount() > 0);
    CHECK(plot.legend->visible() == (percent == 100));
    CHECK(plot.axisRect()->height() > QFontMetrics(plot.xAxis->labelFont()).height());
    CHECK(plot.axisRect()->width() > plot.width() / 2);
  }
}

TEST_CASE("MIS has its bars upright with text of any size, and gives up its legend for them", "[textsize][mis]") {
  for (const int percent : {100, 150, 200}) {
    INFO(percent);
    Enlarged e(percent, {1280, 800});
    Panel& mis = *e.window.panel(QStringLiteral("mis"));
    e.window.dockOf(&mis)->raise();
    e.settleAll();
    auto& plot = *mis.findChild<QCustomPlot*>();
    plot.replot();
    const double line = QFontMetricsF(e.window.font()).height();
    const QCPAxisRect& bars = *plot.xAxis->axisRect();
    CHECK(bars.height() >= 2 * line);
    CHECK(plot.yAxis->coordToPixel(0.1) < plot.yAxis->coordToPixel(0));
    for (const QCPAxisRect* rect : plot.axisRects())
      if (rect != &bars) CHECK(rect->bottom() + line <= bars.top());  // its numbers are above the bars
    CHECK(plot.legend->visible() == (percent == 100));
  }
}

TEST_CASE("the pictures of Chance keep a width to be read in, and its numbers are as large as all text",
          "[textsize][chance]") {
  Enlarged w(200);
  w.window.layoutOfDocks().setWorkspace(Workspace::Teach);
  w.settleAll();
  Panel& chance = *w.window.panel(QStringLiteral("chance"));
  auto& plot = *chance.findChild<QCustomPlot*>();
  plot.replot();
  const double letter = QFontMetricsF(w.window.font()).horizontalAdvance(QLatin1Char('0'));
  for (const QCPAxisRect* rect : plot.axisRects()) CHECK(rect->width() > 8 * letter);
  const auto& area = *static_cast<QScrollArea*>(plot.parentWidget()->parentWidget()->parentWidget());
  CHECK(plot.width() <= area.viewport()->width());
  for (const PaintedText& text : paintedTexts(chance)) {
    INFO(text.text.toStdString());
    CHECK(text.pixels > 0.85 * QFontInfo(w.window.font()).pixelSize());
  }
}

TEST_CASE("where the axis of Curves has no line for its title, the title is before the numbers", "[textsize][train]") {
  const Enlarged w(200);
  const auto said = [&](bool isOverTime, int height) {
    QCustomPlot plot;
    plot.resize(600, height);
    plot.show();
    const CurvesDrawing drawing(plot, {}, {Theme::of(w.window.palette()), true, true, true, isOverTime, 0});
    QStringList all;
    for (const PaintedText& text : paintedTexts(plot)) all << text.text;
    return all;
  };
  for (const int height : {160, 500}) {
    INFO(height);
    CHECK(said(false, height).contains(QStringLiteral("step")));
    CHECK(said(true, height).contains(height < 500 ? QStringLiteral("s") : QStringLiteral("training time (s)")));
  }
}

TEST_CASE("the status line gives up times and memory before it cuts the errors", "[textsize]") {
  for (const auto& [percent, width] : {std::pair(200, 1280), std::pair(200, 1024), std::pair(100, 1280)}) {
    INFO(percent << " " << width);
    Enlarged w(percent, {width, 768});
    QString errors, rest, tip;
    for (const QLabel* label : w.window.statusBar()->findChildren<QLabel*>())
      if (label->text().startsWith(QStringLiteral("mse"))) {
        errors = label->text();
        tip = label->toolTip();
      } else {
        rest += label->text();
      }
    INFO(text(errors) << " | " << text(rest) << " | " << text(tip));
    REQUIRE_FALSE(errors.isEmpty());
    CHECK_FALSE(errors.contains(QStringLiteral("…")));
    const bool hasMemory = rest.contains(QStringLiteral("memory"));
    if (percent == 100) CHECK(hasMemory);
    if (width == 1024) CHECK_FALSE(hasMemory);
    CHECK(tip.contains(QStringLiteral("memory ")) != hasMemory);
  }
}

TEST_CASE("every dialog has room on a small screen with large text", "[textsize][dialogs]") {
  const auto [percent, screen] =
      GENERATE(std::pair(200, QSize(1280, 800)), std::pair(150, QSize(1024, 768)), std::pair(100, QSize(1024, 768)));
  INFO(percent);
  Enlarged w(percent, screen);
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  Panel& weights = *w.window.panel(QStringLiteral("weights"));
  const auto find = [&](const QString& name) { return w.window.panel(name); };
  PreferencesDialog preferences(w.window);
  ShortcutsDialog shortcuts(*w.window.menuBar(), &w.window);
  AboutDialog about(w.window.device(), &w.window);
  ExportDialog one(weights, w.workbench(), ExportDialog::Of::OnePanel, &w.window);
  ExportDialog all(weights, w.workbench(), ExportDialog::Of::AllPanels, &w.window);
  FigureDialog figure(w.workbench(), find, &w.window);
  StudyEditor study(catalogue, QStringLiteral("growth"), QStringLiteral("toy"), 1, &w.window);
  ArrayChooser arrays(FileLook(), &w.window);
  PanelTable table(weights, w.workbench(), &w.window);
  LessonRecorder recorder([] { return LessonRecorder::Shown(); }, folder.path(), &w.window);
  for (QWidget* dialog : std::initializer_list<QWidget*>{&preferences, &shortcuts, &about, &one, &all, &figure, &study,
                                                         &arrays, &table, &recorder, &w.window.manual().window()}) {
    dialog->setAttribute(Qt::WA_DontShowOnScreen);
    dialog->show();
    w.settleAll();
    const QSize least = dialog->minimumSizeHint().expandedTo(dialog->minimumSize());
    INFO(text(dialog->windowTitle()) << " " << least.width() << "x" << least.height());
    CHECK(least.width() <= screen.width());
    CHECK(least.height() <= screen.height());
    dialog->hide();
  }
}

TEST_CASE("a step of a lesson with large text shows its map and its curve, with a message above them", "[textsize]") {
  Enlarged w(200, {1280, 800});
  const auto* hint = w.window.findChild<QToolBar*>(QStringLiteral("hint_toolbar"));
  CHECK(hint->isVisible());
  w.openStep("tokens-or-projections", 2);
  CHECK_FALSE(hint->isVisible());  // the lesson says what to do
  w.window.showBanner(QStringLiteral("A sentence about something, and another one that does not fit into one line."));
  w.settleAll();
  CHECK(w.window.minimumSizeHint().height() <= 800);
  CHECK(w.window.height() == 800);
  const QFontMetrics text(w.window.font());
  auto& plot = *w.window.panel(QStringLiteral("weights"))->findChild<QCustomPlot*>();
  plot.replot();
  CHECK(plot.axisRect()->height() > text.height());
  CHECK(plot.xAxis->label().isEmpty());  // its words would take that
  int maps = 0;
  for (const HeatMap* map : w.window.panel(QStringLiteral("attention"))->findChildren<HeatMap*>()) {
    if (!map->isVisible()) continue;
    ++maps;
    CHECK(map->transform().plot().height() > 1.5 * text.height());
  }
  CHECK(maps > 0);
  w.window.lessonPanel().player().close();
  w.settleAll();
  w.window.layoutOfDocks().setWorkspace(Workspace::Explore);
  w.settleAll();
  CHECK(hint->isVisible());
}

TEST_CASE("Kernels and Control variates scroll where text is large, and their words stand in no others", "[textsize]") {
  const int percent = GENERATE(100, 150, 200);
  INFO(percent);
  Enlarged w(percent, {1280, 800});
  w.openStep("eva", 1);
  Panel& panel = *w.window.panel(QStringLiteral("control_variates"));
  const auto& plot = *panel.findChild<QCustomPlot*>();
  const auto& area = *panel.findChild<QScrollArea*>();
  CHECK(plot.height() >= 12 * std::floor(QFontMetricsF(w.window.font()).height()));
  if (percent != 150) CHECK((area.verticalScrollBar()->maximum() > 0) == (percent > 150));
  // What the lesson points at is in sight, as far as that is possible.
  CHECK(panel.placeOf(QStringLiteral("beta")).height() > 0.6 * std::min(area.height(), plot.height()));
  w.window.lessonPanel().player().close();
  w.window.resetLayout();
  w.window.dockOf(w.window.panel(QStringLiteral("kernels")))->raise();
  w.settleAll();
  auto& kernels = *w.window.panel(QStringLiteral("kernels"))->findChild<QCustomPlot*>();
  const SvgFile svg = readSvg(paintedSvg(kernels.size(), {}, {}, [&](QPainter& painter) {
    paintPlot(kernels, painter, QRectF(QPointF(), QSizeF(kernels.size())));
  }));
  CHECK(svg.placed.size() > 10);
  for (const SvgText& a : svg.placed)
    for (const SvgText& b : svg.placed) {
      INFO(text(a.words) << " and " << text(b.words));
      CHECK((&a == &b || !a.box.adjusted(1, 1, -1, -1).intersects(b.box)));
    }
}

TEST_CASE("beside the heads of a model their numbers have their names with text of any size",
          "[textsize][model_view]") {
  for (const int percent : {100, 150, 200}) {
    INFO(percent);
    Enlarged w(percent, {1280 * percent / 100, 800 * percent / 100});
    auto& panel = *w.window.panel(QStringLiteral("model_view"));
    w.window.dockOf(&panel)->raise();
    w.settleAll();
    REQUIRE(waitFor([&] { return panel.hasPicture(); }));
    QStringList said;
    for (const PaintedText& one : paintedTexts(panel)) said << one.text;
    CHECK_FALSE(said.filter(QStringLiteral("largest weight")).isEmpty());
  }
}

TEST_CASE("a step of a lesson with large text shows the ω-space that it points at", "[textsize]") {
  Enlarged w(200, {1280, 800});
  w.openStep("lara", 2);
  const auto& field = *w.window.panel(QStringLiteral("omega_space"))->findChild<DensityField*>();
  REQUIRE(field.isVisible());
  CHECK(field.transform().plot().height() > 2 * QFontMetricsF(w.window.font()).height());
  CHECK(w.window.height() == 800);
}

TEST_CASE("the pictures of Chance scroll where text is large, and a lesson finds what it points at",
          "[textsize][chance]") {
  const int percent = GENERATE(100, 200);
  INFO(percent);
  Enlarged w(percent, {1280, 800});
  w.openStep("wrong-place", 1);  // the stems are lit
  Panel& chance = *w.window.panel(QStringLiteral("chance"));
  auto& plot = *chance.findChild<QCustomPlot*>();
  plot.replot();
  auto& area = *static_cast<QScrollArea*>(plot.parentWidget()->parentWidget()->parentWidget());
  CHECK((area.verticalScrollBar()->maximum() > 0) == (percent == 200));
  for (int part = 0; part < 3; ++part)
    CHECK(plot.axisRect(part)->height() > 1.5 * QFontMetrics(w.window.font()).height());
  // What is scrolled away has no ring, and no cover over everything else.
  const auto rings = [&] {
    int seen = 0;
    for (const QWidget* ring : chance.findChildren<QWidget*>(QStringLiteral("lesson ring"))) seen += ring->isVisible();
    return seen;
  };
  CHECK(waitFor([&] { return rings() == 1; }));
  chance.scrollTo(QStringLiteral("replicates"));
  CHECK(chance.placeOf(QStringLiteral("replicates")).height() > 0.9 * plot.axisRect(2)->outerRect().height());
  area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
  const QRectF stems = chance.placeOf(QStringLiteral("stems"));
  CHECK(rings() == !stems.isEmpty());
  chance.scrollTo(QStringLiteral("stems"));
  CHECK(area.verticalScrollBar()->value() < 10);
  CHECK(rings() == 1);
}

TEST_CASE("the wheel scrolls the pictures of Chance where it changes no width", "[textsize][chance]") {
  Enlarged w(200, {1280, 800});
  w.openStep("wrong-place", 1);
  auto& plot = *w.window.panel(QStringLiteral("chance"))->findChild<QCustomPlot*>();
  plot.replot();
  const auto isTaken = [&](QPointF at) {
    QWheelEvent wheel(at, plot.mapToGlobal(at), {}, {0, -120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &wheel);
    return wheel.isAccepted();  // else what is around the plot has it
  };
  CHECK_FALSE(isTaken(QRectF(plot.axisRect(1)->rect()).center()));
  const ChanceState& state = w.workbench().document().chance;
  const ChanceHandle top{ChanceHandle::Of::proposal, 0, ChanceHandle::Grip::top};
  ChancePicture picture;
  picture.state = &state;
  picture.curves = omega::importance::curves(state.game, omega::importance::interval_of(state.game), 512);
  const QPointF at = ChanceDrawing::placeIn(picture, top);
  const QCPAxisRect* rect = ChanceDrawing::rectOf(plot, ChanceDrawing::kDensities);
  CHECK(isTaken(
      {rect->axis(QCPAxis::atBottom)->coordToPixel(at.x()), rect->axis(QCPAxis::atLeft)->coordToPixel(at.y())}));
}

TEST_CASE("what is said of an answer comes into sight", "[textsize][lesson]") {
  const int percent = GENERATE(150, 200);
  INFO(percent);
  Enlarged w(percent, {1280, 800});
  w.openStep("wrong-place", 1);
  LessonPanel& panel = w.window.lessonPanel();
  panel.player().choose(0);
  w.settleAll();
  const QScrollArea* area = nullptr;
  for (const QScrollArea* each : panel.findChildren<QScrollArea*>())
    if (each->isVisible()) area = each;
  REQUIRE(area != nullptr);
  const QLabel* said = nullptr;
  for (const QLabel* label : panel.findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(QStringLiteral("✗"))) said = label;
  REQUIRE(said != nullptr);
  const QRect words(said->mapTo(area->viewport(), QPoint()), said->size()), shown = area->viewport()->rect();
  CHECK(words.top() >= shown.top());
  CHECK(words.intersected(shown).height() >= std::min(words.height(), shown.height()));
}

TEST_CASE("the program starts with its size of text and colours, and on screens of any scale", "[textsize][commands]") {
  const QTemporaryDir folder;
  const auto shot = [&](const QString& scale, const QStringList& options) {
    const QString path = folder.filePath(QStringLiteral("shot.png"));
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), scale);
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
    program.setProcessEnvironment(environment);
    program.start(
        QStringLiteral(OMEGA_BINARY_DIR "/omegascope"),
        QStringList{QStringLiteral("--geometry"), QStringLiteral("1024x768"), QStringLiteral("--screenshot-to"), path} +
            options);
    REQUIRE(program.waitForFinished(kProgramMs));
    INFO(program.readAllStandardError().toStdString());
    REQUIRE(program.exitCode() == 0);
    return QImage(path);
  };
  for (const double scale : {1.0, 1.25, 1.5, 2.75}) {
    INFO(scale);
    CHECK(shot(QString::number(scale), {}).size() == QSize(qRound(1024 * scale), qRound(768 * scale)));
  }
  // Those have room for three columns while the window is made, and for two in the end.
  for (const char* percent : {"145", "150", "180"}) {
    INFO(percent);
    CHECK(shot(QStringLiteral("1"), {QStringLiteral("--text-size"), QLatin1String(percent)}).size() ==
          QSize(1024, 768));
  }
  const QImage large = shot(QStringLiteral("1"), {QStringLiteral("--text-size"), QStringLiteral("200"),
                                                  QStringLiteral("--high-contrast"), QStringLiteral("--dark")});
  CHECK(large.size() == QSize(1024, 768));
  const QColor ground = Theme::night(DrawingScale::strongOfText(2)).window;
  int same = 0;
  for (int y = 0; y < large.height(); ++y)
    for (int x = 0; x < large.width(); ++x) same += large.pixelColor(x, y) == ground;
  CHECK(same > large.width() * large.height() / 4);
}
