// The window as a whole: export actions with their banner, and a monkey.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <catch2/catch.hpp>
#include <random>

#include "app/booth.h"
#include "export/export_actions.h"
#include "export/export_dialog.h"
#include "main_window.h"
#include "opening.h"
#include "panel_dock.h"
#include "support/seed.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Window {
  MainWindow window;
  ExportActions actions{window};

  Window() {
    window.resize(1280, 800);
    window.workbench().selection().lock({-1, 0, kStartQuery, -1, -1, -1});
    window.show();
    window.resetLayout();
    REQUIRE(window.workbench().settle());
  }
  /// Whether the window shows a sentence with this in it.
  bool says(const QString& part) const {
    for (const QLabel* label : window.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(part)) return true;
    return false;
  }
  int openCount() const {
    int count = 0;
    for (const PanelDock* dock : window.docks()) count += dock->toggleViewAction()->isChecked();
    return count;
  }
};

ExportOptions small(ExportFormat format) {
  ExportOptions options;
  options.format = format;
  options.dpi = 72;
  return options;
}

}  // namespace

TEST_CASE("export all: a file for each open panel, and those in the way are named", "[window]") {
  Window w;
  const QTemporaryDir folder;
  const QString target = folder.filePath(QStringLiteral("figures"));
  CHECK(w.actions.inTheWay(target, ExportFormat::Svg).isEmpty());
  REQUIRE(w.actions.exportAllTo(target, small(ExportFormat::Svg)));
  const QStringList names = QDir(target).entryList(QDir::Files, QDir::Name);
  CHECK(names.size() == w.openCount());
  CHECK(names.contains(QStringLiteral("attention_seed7.svg")));
  QStringList old = w.actions.inTheWay(target, ExportFormat::Svg);
  old.sort();
  CHECK(old == names);
  CHECK(w.actions.inTheWay(target, ExportFormat::Png).isEmpty());
  const QString pdf = folder.filePath(QStringLiteral("all.pdf"));
  REQUIRE(w.actions.exportAllTo(pdf, small(ExportFormat::Pdf)));
  CHECK(bytesOf(pdf).contains("/Count " + QByteArray::number(w.openCount())));
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
  ExportDialog::remember(QStringLiteral("weights"), chosen);
  ExportDialog dialog(panel, false, nullptr);
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
  ExportDialog other(*w.window.panel(QStringLiteral("attention")), false, nullptr);
  CHECK(other.options() == ExportOptions{});
}

TEST_CASE("saved, changed, opened: the document and the selection come back", "[window]") {
  Window w;
  const QTemporaryDir folder;
  std::mt19937 random(9);
  for (int i = 0; i < 15; ++i) randomEdit(w.window.workbench().store(), random);
  w.window.workbench().settle();
  const QString path = folder.filePath(QStringLiteral("s.omega"));
  REQUIRE(w.window.saveTo(path));
  const Document saved = w.window.workbench().document();
  const Cursor cursor = w.window.workbench().selection().locked();
  for (int i = 0; i < 15; ++i) randomEdit(w.window.workbench().store(), random);
  w.window.workbench().selection().lock({-1, 0, 3, -1, -1, -1});
  REQUIRE(w.window.openSession(path));
  CHECK(w.window.workbench().document() == saved);
  CHECK(w.window.workbench().selection().locked().query == cursor.query);
  CHECK_FALSE(w.window.openSession(folder.filePath(QStringLiteral("none.omega"))));
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
  CHECK(QTest::qWaitFor([&] { return picture() != first; }, 20000));
  REQUIRE(QTest::qWaitFor([&] { return !window.opening().isPlaying(); }, 20000));
  const QImage last = picture();
  QTest::qWait(400);
  CHECK(picture() == last);
}

TEST_CASE("a monkey at the controls does no harm", "[window][monkey]") {
  const int seconds = qEnvironmentVariableIntValue("OMEGASCOPE_MONKEY_SECONDS") > 0 ? qEnvironmentVariableIntValue("OMEGASCOPE_MONKEY_SECONDS") : 5;
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(8)));
  const auto any = [&](int low, int high) { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
  Window w;
  Workbench& workbench = w.window.workbench();
  QElapsedTimer clock;
  clock.start();
  while (clock.elapsed() < seconds * 1000) {
    switch (any(0, 9)) {
      case 0: workbench.selection().lock({-1, 0, any(-1, 60), any(-1, 60), any(-1, 20), any(-1, 20)}); break;
      case 1: workbench.selection().hover({-1, 0, any(-1, 60), any(-1, 60), -1, -1}); break;
      case 2: workbench.selection().releaseOne(); break;
      case 3: workbench.pinned() ? workbench.unpin() : workbench.pin(); break;
      case 4: workbench.store().undoStack()->undo(); break;
      case 5: w.window.docks()[random() % w.window.docks().size()]->setVisible(any(0, 2) > 0); break;
      case 6: w.window.docks()[random() % w.window.docks().size()]->setFloating(any(0, 3) == 0); break;
      case 7: w.window.resize(any(640, 1600), any(480, 1000)); break;
      default: randomEdit(workbench.store(), random);
    }
    if (any(0, 3) == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, any(1, 40));
  }
  w.window.resetLayout();
  workbench.selection().endHover();
  while (workbench.store().undoStack()->canUndo()) workbench.store().undoStack()->undo();
  CHECK(workbench.settle());
  CHECK(workbench.snapshot()->sequenceError.empty());
  for (const CardResult& card : workbench.snapshot()->cards) CHECK(card.error.empty());
}
