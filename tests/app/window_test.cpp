// The window as a whole: export actions with their banner, the export dialog, sessions.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <new>
#include <random>
#include <set>

#include "app/window_booth.h"
#include "export/export_dialog.h"
#include "export/provenance.h"
#include "support/seed.h"
#include "synthetic/synthetic.h"
#include "widgets/banner.h"
#include "window/dock_layout.h"
#include "window/opening.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

ExportOptions small(ExportFormat format) {
  ExportOptions options;
  options.format = format;
  options.dpi = 72;
  return options;
}

}  // namespace

TEST_CASE("export all: a file for each open panel that has a picture, and those in the way are named", "[window]") {
  Window w;
  const auto told = [&w] {
    for (const QLabel* label : w.window.banner().findChildren<QLabel*>())
      if (label->text().contains(QStringLiteral("panels exported"))) return label->text();
    return QString();
  };
  const auto leftOut = [&] { return told().section(QStringLiteral("now: "), 1).split(QStringLiteral(", ")); };
  const QTemporaryDir folder;
  const QString target = folder.filePath(QStringLiteral("figures"));
  CHECK(w.actions.inTheWay(target, ExportFormat::Svg).isEmpty());
  REQUIRE(w.actions.exportAllTo(target, small(ExportFormat::Svg)));
  const QStringList names = QDir(target).entryList(QDir::Files, QDir::Name);
  CHECK(names.size() + leftOut().size() == w.openCount());
  CHECK(told().contains(QStringLiteral("%1 of %2 panels").arg(names.size()).arg(w.openCount())));
  CHECK(names.contains(QStringLiteral("attention_seed7.svg")));
  CHECK(leftOut().contains(w.window.panel(QStringLiteral("control_variates"))->title()));
  CHECK(names.filter(QStringLiteral("control_variates")).isEmpty());
  QStringList old = w.actions.inTheWay(target, ExportFormat::Svg);
  old.sort();
  CHECK(old == names);
  CHECK(w.actions.inTheWay(target, ExportFormat::Png).isEmpty());
  const QString pdf = folder.filePath(QStringLiteral("all.pdf"));
  REQUIRE(w.actions.exportAllTo(pdf, small(ExportFormat::Pdf)));
  CHECK(bytesOf(pdf).contains("/Count " + QByteArray::number(w.openCount() - leftOut().size())));
}

TEST_CASE("export all of panels that are empty writes nothing, and says so", "[window]") {
  Window w;
  for (PanelDock* dock : w.window.docks())
    dock->panel()->name() == QStringLiteral("control_variates") ? dock->show() : void(dock->close());
  w.settle();
  REQUIRE(w.openCount() == 1);
  const QTemporaryDir folder;
  const QString pdf = folder.filePath(QStringLiteral("all.pdf"));
  CHECK_FALSE(w.actions.exportAllTo(pdf, small(ExportFormat::Pdf)));
  CHECK_FALSE(w.actions.exportAllTo(folder.path(), small(ExportFormat::Png)));
  CHECK(QDir(folder.path()).isEmpty());
  CHECK(w.says(QStringLiteral("Nothing was exported")));
}

TEST_CASE("a failed export is said in the banner, and the window goes on", "[window]") {
  Window w;
  const QTemporaryDir folder;
  QFile file(folder.filePath(QStringLiteral("file")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.close();
  Panel& panel = *w.window.panel(QStringLiteral("attention"));
  CHECK_FALSE(w.actions.exportTo(panel, file.fileName() + QStringLiteral("/a.png"), small(ExportFormat::Png)));
  CHECK(w.says(QStringLiteral("a.png")));
  CHECK_FALSE(w.actions.exportAllTo(file.fileName() + QStringLiteral("/b"), small(ExportFormat::Png)));
  CHECK(w.says(QStringLiteral("/b")));
  CHECK(w.actions.exportTo(panel, folder.filePath(QStringLiteral("c.png")), small(ExportFormat::Png)));
}

TEST_CASE("a table that is too long to be copied, or for the memory, is a sentence", "[window]") {
  struct Long : Panel {
    std::size_t rows = 50'000'000;
    explicit Long(Workbench& workbench) : Panel(workbench, QStringLiteral("long"), QStringLiteral("Long")) {}
    QString help() const override { return {}; }
    void render(QPainter&, const QRectF&, const Theme&) const override {}
    void refresh() override {}
    PanelData data() const override {
      PanelData data;
      data.columns = {QStringLiteral("n")};
      data.streamedRows = rows;
      data.stream = [](TableWriter&) { throw std::bad_alloc(); };
      return data;
    }
  };
  Window w;
  Long panel(w.workbench());
  QApplication::clipboard()->setText(QStringLiteral("before"));
  w.actions.copyData(&panel);
  CHECK(w.says(QStringLiteral("too many to copy")));
  panel.rows = 5;
  w.actions.copyData(&panel);
  CHECK(w.says(QStringLiteral("not enough memory")));
  CHECK(QApplication::clipboard()->text() == QStringLiteral("before"));
}

TEST_CASE("the ending of a name decides what is written, over what was chosen", "[window][export]") {
  Window w;
  const QTemporaryDir folder;
  Panel& panel = *w.window.panel(QStringLiteral("attention"));
  REQUIRE(w.actions.exportTo(panel, folder.filePath(QStringLiteral("x.csv")), small(ExportFormat::Png)));
  CHECK(bytesOf(folder.filePath(QStringLiteral("x.csv"))).startsWith("# omegascope"));
  REQUIRE(w.actions.exportTo(panel, folder.filePath(QStringLiteral("y.PNG")), small(ExportFormat::Csv)));
  CHECK(bytesOf(folder.filePath(QStringLiteral("y.PNG"))).startsWith("\x89PNG"));
  // What is no format of ours is part of the name.
  REQUIRE(w.actions.exportTo(panel, folder.filePath(QStringLiteral("fig.v2")), small(ExportFormat::Svg)));
  REQUIRE(w.actions.exportTo(panel, folder.filePath(QStringLiteral("bare")), small(ExportFormat::Png)));
  CHECK(QDir(folder.path()).entryList(QDir::Files, QDir::Name) ==
        QStringList{QStringLiteral("bare.png"), QStringLiteral("fig.v2.svg"), QStringLiteral("x.csv"),
                    QStringLiteral("y.PNG")});
}

TEST_CASE("the panel whose title or tab was clicked is the one that keys export and copy, never one behind another",
          "[window]") {
  Window w;
  Panel* copied = nullptr;
  QObject::connect(&w.window, &MainWindow::copyDataRequested, [&](Panel* panel) { copied = panel; });
  const auto current = [&] {
    QCoreApplication::processEvents();
    for (QAction* action : w.window.findChildren<QAction*>())
      if (action->text() == QStringLiteral("Copy &data")) action->trigger();
    CHECK(w.window.currentPanel() == copied);
    REQUIRE(copied != nullptr);
    return copied->name();
  };
  const auto panel = [&](const char* name) { return w.window.panel(QLatin1String(name)); };
  const auto clickTitle = [&](const char* name) {
    QWidget* bar = w.window.dockOf(panel(name))->titleBarWidget();
    QTest::mouseClick(bar->findChild<QLabel*>(), Qt::LeftButton);
  };
  const auto clickTab = [&](const QString& title) {
    for (QTabBar* bar : w.window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      for (int tab = 0; tab < bar->count(); ++tab)
        if (bar->tabText(tab) == title) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
  };
  CHECK(current() == QStringLiteral("attention"));
  clickTitle("omega_space");
  CHECK(current() == QStringLiteral("omega_space"));
  clickTitle("estimators");
  CHECK(current() == QStringLiteral("estimators"));
  REQUIRE(panel("weights")->isOnScreen());
  clickTitle("weights");
  CHECK(current() == QStringLiteral("weights"));
  clickTab(panel("numbers")->title());
  REQUIRE(panel("numbers")->isOnScreen());
  CHECK(current() == QStringLiteral("numbers"));
  // One that comes to the front by itself leaves the keys of nobody behind it.
  w.window.dockOf(panel("output"))->raise();
  QCoreApplication::processEvents();
  REQUIRE_FALSE(panel("numbers")->isOnScreen());
  CHECK(current() != QStringLiteral("numbers"));
  // A tab of another group, while the keyboard is in a field.
  clickTab(panel("inspector")->title());
  clickTab(panel("scaling")->title());
  REQUIRE(panel("scaling")->isOnScreen());
  CHECK(current() == QStringLiteral("scaling"));
}

TEST_CASE("the export dialog keeps what was chosen, by panel", "[window]") {
  Window w;
  const Panel& panel = *w.window.panel(QStringLiteral("weights"));
  ExportOptions chosen;
  chosen.format = ExportFormat::Svg;
  chosen.millimetres = {84, 63};
  chosen.dpi = 600;
  chosen.colours = ExportColours::Grey;
  chosen.textScale = 7.0 / 9;
  chosen.transparent = true;
  chosen.withTitle = true;
  chosen.withLegend = false;
  chosen.withCaption = true;
  chosen.caption = QStringLiteral("Weights of one query.");
  chosen.visibleOnly = false;
  chosen.outlines = true;
  ExportDialog::remember(QStringLiteral("weights"), chosen);
  ExportDialog dialog(panel, w.window.workbench(), ExportDialog::Of::OnePanel, nullptr);
  dialog.setAttribute(Qt::WA_DontShowOnScreen);
  dialog.show();
  const ExportOptions shown = dialog.options();
  CHECK(shown.format == chosen.format);
  CHECK(shown.millimetres == chosen.millimetres);
  CHECK(shown.pixels() == chosen.pixels());
  CHECK(shown.colours == chosen.colours);
  CHECK(shown.textScale == Approx(chosen.textScale).epsilon(0.01));
  CHECK(shown.transparent);
  CHECK(shown.withTitle);
  CHECK_FALSE(shown.withLegend);
  CHECK(shown.withCaption);
  CHECK(shown.caption == chosen.caption);
  CHECK_FALSE(shown.visibleOnly);
  CHECK(shown.outlines);
  ExportDialog other(*w.window.panel(QStringLiteral("attention")), w.window.workbench(), ExportDialog::Of::OnePanel,
                     nullptr);
  ExportOptions usual;
  usual.caption = captionOf(w.window.workbench());
  usual.array = QStringLiteral("lara");
  CHECK(other.options() == usual);
}

TEST_CASE("saved, changed, opened: the document and the selection come back", "[window]") {
  Window w;
  const QTemporaryDir folder;
  std::mt19937 random(9);
  for (int i = 0; i < 15; ++i) randomEdit(w.window.workbench().store(), random);
  w.window.workbench().settle();
  const QString path = folder.filePath(QStringLiteral("s.omega"));
  REQUIRE(w.window.sessions().saveTo(path));
  const Document saved = w.window.workbench().document();
  const Cursor cursor = w.window.workbench().selection().locked();
  for (int i = 0; i < 15; ++i) randomEdit(w.window.workbench().store(), random);
  w.window.workbench().selection().lock({-1, 0, 3, -1, -1, -1});
  REQUIRE(w.window.sessions().open(path));
  CHECK(w.window.workbench().document() == saved);
  CHECK(w.window.workbench().selection().locked().query == cursor.query);
  CHECK_FALSE(w.window.sessions().open(folder.filePath(QStringLiteral("none.omega"))));
  CHECK(w.window.workbench().document() == saved);
  CHECK(w.says(QStringLiteral("none.omega")));
}

TEST_CASE("the samples appear one after another once they are there, and then rest", "[window]") {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  window.playOpening();  // before anything is computed, as at the start of the program
  REQUIRE(window.settle());
  const auto picture = [&] { return window.panel(QStringLiteral("omega_space"))->grab().toImage(); };
  QCoreApplication::processEvents();
  const QImage first = picture();
  CHECK(waitFor([&] { return picture() != first; }));
  REQUIRE(waitFor([&] { return !window.opening().isPlaying(); }));
  const QImage last = picture();
  QTest::qWait(400);
  CHECK(picture() == last);
}

TEST_CASE("Redraw changes the picture, back to the first draw restores it", "[window]") {
  Window w;
  const auto trigger = [&](const QString& part) {
    for (QAction* action : w.window.findChildren<QAction*>())
      if (action->text().contains(part)) {
        action->trigger();
        return w.settle();
      }
    FAIL("there is no action " << text(part));
  };
  const std::map<QString, QImage> first = w.pictures();
  trigger(QStringLiteral("Redraw the"));
  const std::map<QString, QImage> second = w.pictures();
  CHECK(second.at(QStringLiteral("weights")) != first.at(QStringLiteral("weights")));
  CHECK(second.at(QStringLiteral("omega_space")) != first.at(QStringLiteral("omega_space")));
  trigger(QStringLiteral("first draw"));
  const std::map<QString, QImage> third = w.pictures();
  for (const auto& [name, picture] : first) {
    INFO(text(name));
    CHECK(third.at(name) == picture);
  }
}

namespace {

std::map<QString, QRect> placesOf(const MainWindow& window) {
  std::map<QString, QRect> places;
  for (const PanelDock* dock : window.docks())
    if (dock->panel()->isOnScreen()) places[dock->panel()->name()] = dock->geometry();
  return places;
}

/// Until nothing moves any more.
std::map<QString, QRect> restingPlaces(Window& w) {
  std::map<QString, QRect> places;
  for (int i = 0; i < 20; ++i) {
    w.settle();
    if (std::map<QString, QRect> now = placesOf(w.window); now == places)
      return places;
    else
      places = std::move(now);
  }
  return places;
}

}  // namespace

TEST_CASE("no dock changes its width while values change", "[window]") {
  Window w;
  restingPlaces(w);
  const auto widths = [&] {
    std::vector<int> all;
    for (const PanelDock* dock : w.window.docks())
      if (dock->isVisible()) all.push_back(dock->width());
    return all;
  };
  const std::vector<int> before = widths();
  for (int i = 0; i < 40; ++i) {
    w.window.workbench().store().change(QStringLiteral("samples"), [i](Document& d) {
      for (Card& card : d.cards)
        if (card.method == "rfa") card.options["samples"] = std::to_string(1 << (i % 14));
    });
    w.window.workbench().selection().lock({-1, 0, i, -1, -1, -1});
    w.window.workbench().settle();
    QCoreApplication::processEvents();
  }
  CHECK(widths() == before);
}

TEST_CASE("the workload is as high as its rows, whichever it is, and what it was when it comes back", "[window]") {
  Window w;
  restingPlaces(w);
  QWidget* panel = w.window.panel(QStringLiteral("workload"));
  const auto* scroll = panel->findChild<QScrollArea*>();
  REQUIRE(scroll != nullptr);
  const int before = panel->height();
  std::set<int> heights;
  for (const omega::Synthetic& synthetic : omega::synthetics()) {
    w.workbench().store().change(QStringLiteral("workload"), [&](Document& d) {
      d.workload = Workload{};
      d.workload.preset = synthetic.name;
      for (const omega::OptionSpec& option : synthetic.options)
        if (option.name == "n") d.workload.presetOptions["n"] = "24";
    });
    restingPlaces(w);
    INFO(synthetic.name << ": " << panel->height() << " pixels");
    CHECK(scroll->verticalScrollBar()->maximum() == 0);
    heights.insert(panel->height());
  }
  CHECK(heights.size() > 1);
  w.workbench().store().undoStack()->setIndex(0);
  restingPlaces(w);
  CHECK(panel->height() == before);
}

TEST_CASE("a folder that cannot be written to is one sentence", "[window]") {
  Window w;
  const QTemporaryDir folder;
  const QString closed = folder.filePath(QStringLiteral("closed"));
  REQUIRE(QDir().mkdir(closed));
  REQUIRE(QFile::setPermissions(closed, QFile::ReadOwner | QFile::ExeOwner));
  QFile probe(closed + QStringLiteral("/probe"));
  if (probe.open(QIODevice::WriteOnly)) {
    WARN("root writes everywhere: /proc stands for the folder");
    probe.remove();
    CHECK_FALSE(w.actions.exportAllTo(QStringLiteral("/proc"), small(ExportFormat::Png)));
    CHECK(w.says(QStringLiteral("/proc/")));
    return;
  }
  CHECK_FALSE(w.actions.exportAllTo(closed, small(ExportFormat::Png)));
  CHECK(w.says(QStringLiteral("closed/")));
  CHECK(QDir(closed).entryList(QDir::Files | QDir::Hidden).isEmpty());
}

TEST_CASE("one size, one layout: after a change of size, and reset after any mess", "[window]") {
  const QSize size = GENERATE(QSize(1024, 768), QSize(1280, 800), QSize(1900, 1000));
  CAPTURE(size.width(), size.height());
  std::map<QString, QRect> fresh;
  {
    Window start;
    start.window.resize(size);
    start.window.resetLayout();
    fresh = restingPlaces(start);
  }
  Window w;
  w.window.resize(1600, 950);
  restingPlaces(w);
  SECTION("another size, and back") { w.window.resize(size); }
  SECTION("a mess") {
    w.window.dockOf(w.window.panel(QStringLiteral("attention")))->setFloating(true);
    w.window.dockOf(w.window.panel(QStringLiteral("inspector")))->close();
    w.window.addDockWidget(Qt::LeftDockWidgetArea, w.window.dockOf(w.window.panel(QStringLiteral("weights"))));
    w.window.dockOf(w.window.panel(QStringLiteral("studies")))->show();  // of another workspace
    restingPlaces(w);
    w.window.resize(size);
    restingPlaces(w);
    w.window.resetLayout();
  }
  const std::map<QString, QRect> places = restingPlaces(w);
  REQUIRE(places.size() == fresh.size());
  for (const auto& [name, place] : places) {
    INFO(text(name));
    REQUIRE(fresh.count(name) == 1);
    const QRect& wanted = fresh.at(name);
    CAPTURE(place.x(), place.y(), place.width(), place.height(), wanted.x(), wanted.y(), wanted.width(),
            wanted.height());
    CHECK(place == wanted);
  }
  CHECK_FALSE(w.window.panel(QStringLiteral("studies"))->isVisible());
  for (const QScrollArea* area : w.window.findChildren<QScrollArea*>())
    if (area->isVisible() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff) {
      INFO(area->parentWidget()->metaObject()->className());
      CHECK(area->widget()->width() <= area->viewport()->width());
    }
}

TEST_CASE("a panel fills the window by key, by its title and by its button; Esc brings the others back", "[window]") {
  Window w;
  w.window.activateWindow();
  REQUIRE(QTest::qWaitForWindowActive(&w.window));
  const std::map<QString, QRect> before = restingPlaces(w);
  Panel& weights = *w.window.panel(QStringLiteral("weights"));
  PanelDock& dock = *w.window.dockOf(&weights);
  QWidget& title = *dock.titleBarWidget();
  const int query = w.workbench().selection().locked().query;
  QToolButton* button = nullptr;
  for (QToolButton* one : title.findChildren<QToolButton*>())
    if (one->accessibleName() == QStringLiteral("Fill the window with this panel")) button = one;
  REQUIRE(button != nullptr);
  const std::vector<std::function<void()>> ways{
      [&] {
        weights.setFocus();
        QTest::keyClick(&w.window, Qt::Key_M, Qt::ControlModifier);
      },
      [&] { QTest::mouseDClick(&title, Qt::LeftButton, {}, QPoint(title.width() / 2, title.height() / 2)); },
      [&] { button->click(); }};
  QByteArray kept;  // of the window, while one panel fills it
  for (std::size_t way = 0; way < ways.size(); ++way) {
    INFO("way " << way);
    ways[way]();
    const std::map<QString, QRect> filled = restingPlaces(w);
    REQUIRE(filled.size() == 1);
    CHECK(filled.at(QStringLiteral("weights")).width() > 0.9 * w.window.width());
    CHECK(button->toolTip().contains(QStringLiteral("Esc")));
    CHECK(w.window.layoutOfDocks().state() != w.window.saveState(1));
    kept = w.window.layoutOfDocks().state();
    if (way == 0)
      QTest::keyClick(&w.window, Qt::Key_Escape);
    else
      ways[way]();
    const std::map<QString, QRect> after = restingPlaces(w);
    REQUIRE(after.size() == before.size());
    for (const auto& [name, place] : before) {
      INFO(text(name));
      REQUIRE(after.count(name) == 1);
      CHECK(std::abs(after.at(name).width() - place.width()) <= 8);
      CHECK(std::abs(after.at(name).height() - place.height()) <= 8);
    }
  }
  CHECK(w.workbench().selection().locked().query == query);
  QTest::keyClick(&w.window, Qt::Key_Escape);  // nothing fills the window: it lets go of the selection
  CHECK(w.workbench().selection().locked().query == -1);
  dock.setFloating(true);
  const std::size_t open = restingPlaces(w).size();
  w.window.layoutOfDocks().toggleMaximised(&dock);  // its own window grows
  CHECK(dock.isMaximized());
  CHECK(restingPlaces(w).size() == open);
  Window other;
  other.window.resize(w.window.size());
  REQUIRE(other.window.restoreLayout(kept));
  CHECK(restingPlaces(other).size() == before.size());  // it does not lose the others
}

TEST_CASE("a panel fills the window wherever it stands, and the others come back as they were", "[window]") {
  const QSize size = GENERATE(QSize(1280, 800), QSize(1920, 1080));
  Window w;
  w.window.resize(size);
  w.window.resetLayout();
  for (const char* name : {"omega_space", "model_view", "workload", "attention", "weights", "train_heads"}) {
    Panel& panel = *w.window.panel(QLatin1String(name));
    w.window.showPanel(panel);
    const std::map<QString, QRect> before = restingPlaces(w);
    w.window.layoutOfDocks().toggleMaximised(w.window.dockOf(&panel));
    const std::map<QString, QRect> filled = restingPlaces(w);
    INFO(name << " at " << size.width());
    REQUIRE(filled.size() == 1);
    CHECK(filled.begin()->second.width() >= w.window.width() - 4);
    CHECK(filled.begin()->second.height() > 0.8 * w.window.height());
    w.window.resize(size - QSize(60, 40));
    CHECK(restingPlaces(w).begin()->second.width() >= w.window.width() - 4);
    w.window.resize(size);
    restingPlaces(w);
    w.window.layoutOfDocks().unmaximise();
    const std::map<QString, QRect> after = restingPlaces(w);
    REQUIRE(after.size() == before.size());
    for (const auto& [other, place] : before) {
      INFO(text(other));
      REQUIRE(after.count(other) == 1);
      CHECK(std::abs(after.at(other).width() - place.width()) <= 8);
      CHECK(std::abs(after.at(other).height() - place.height()) <= 8);
    }
  }
}

TEST_CASE("docks keep the shares that the user gave them, in a window of any size and in a session", "[window]") {
  Window w;
  w.window.resize(1280, 800);
  w.window.resetLayout();
  restingPlaces(w);
  const auto dock = [&](const char* name) { return w.window.dockOf(w.window.panel(QLatin1String(name))); };
  w.window.layoutOfDocks().release();
  w.window.resizeDocks({dock("attention"), dock("omega_space")}, {500, 500}, Qt::Horizontal);
  w.window.resizeDocks({dock("attention"), dock("weights")}, {250, 400}, Qt::Vertical);
  const std::map<QString, QRect> own = restingPlaces(w);
  const QByteArray kept = w.window.session().layout;
  const auto areShares = [&](const std::map<QString, QRect>& places, const MainWindow& window) {
    REQUIRE(places.size() == own.size());
    const double wider = window.width() / 1280.0, higher = window.height() / 800.0;
    for (const auto& [name, place] : own) {
      REQUIRE(places.count(name) == 1);
      const QRect& now = places.at(name);
      INFO(text(name) << ": " << place.width() << "x" << place.height() << " became " << now.width() << "x"
                      << now.height());
      CHECK(std::abs(now.width() / wider - place.width()) <= 10);
      // Bars keep their height: a higher window has more than its share for the docks.
      CHECK(std::abs(now.height() / higher - place.height()) <= 10 + 60 * std::abs(higher - 1));
    }
  };
  w.window.resize(700, 500);  // some are as small as they may be
  restingPlaces(w);
  w.window.resize(1280, 800);
  areShares(restingPlaces(w), w.window);
  w.window.resize(1920, 1080);
  areShares(restingPlaces(w), w.window);
  Window other;
  other.window.resize(1920, 1080);
  other.window.resetLayout();
  restingPlaces(other);
  REQUIRE(other.window.restoreLayout(kept));
  areShares(restingPlaces(other), other.window);
  // What versions before shares kept is Qt's own.
  CHECK(other.window.restoreLayout(w.window.saveState(1)));
  CHECK_FALSE(other.window.restoreLayout(kept.left(kept.size() / 8)));
  CHECK_FALSE(other.window.restoreLayout("nonsense"));
}

TEST_CASE("a message is as high as its lines: from the start, and after a longer one", "[window][banner]") {
  QMainWindow window;
  auto* banner = new Banner(&window);
  window.addToolBar(banner);
  const QString sentence =
      QStringLiteral("\"sequence.npz\": there is no such file; give the path of a file that can be read");
  const auto say = [&](const QString& words) { banner->warn(words, {{QStringLiteral("Locate …"), [] {}}}); };
  say(sentence);
  window.resize(1000, 300);
  window.show();
  const int line = banner->fontMetrics().height();
  CHECK(waitFor([&] { return banner->height() < 3 * line; }));
  const int one = banner->height();
  say((sentence + QLatin1Char(' ')).repeated(6));
  CHECK(waitFor([&] { return banner->height() >= one + 2 * line; }));
  say(sentence);
  CHECK(waitFor([&] { return banner->height() == one; }));
}

TEST_CASE("the status bar tells errors of estimators in Explore, where they are seen", "[window]") {
  Window w;
  const auto tellsErrors = [&] {
    const QList<QLabel*> labels = w.window.statusBar()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [](const QLabel* label) { return label->text().startsWith(QStringLiteral("mse")); });
  };
  CHECK(tellsErrors());
  for (const omegascope::Workspace workspace :
       {omegascope::Workspace::Studies, omegascope::Workspace::Train, omegascope::Workspace::Teach}) {
    w.window.layoutOfDocks().setWorkspace(workspace);
    w.settle();
    CHECK_FALSE(tellsErrors());
  }
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Explore);
  CHECK(tellsErrors());
}
