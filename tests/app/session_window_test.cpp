// Sessions of the whole window: saved and opened they are the same picture; their data may move; a crash loses nothing.
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QGuiApplication>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "app/canvas.h"
#include "app/window_booth.h"
#include "model/settings.h"
#include "player/lesson_player.h"
#include "views/lesson/lesson_panel.h"
#include "widgets/banner.h"
#include "window/dock_layout.h"
#include "window/presenter.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Colours, cards, seed, selection, pin and docks are otherwise than at the start.
void changeEverything(Window& w) {
  w.workbench().store().change(QStringLiteral("all"), [](Document& d) {
    d.view.colourMap = "cividis";
    d.view.norm = "log";
    d.cards[1].options["samples"] = "32";
    d.cards[3].visible = true;
    d.cards.erase(d.cards.begin() + 4);
    d.seed = 11;
  });
  w.workbench().selection().lock({2, 0, 20, -1, -1, -1});
  w.settle();
  w.workbench().pin();
  w.workbench().selection().lock({2, 0, 30, 4, 3, 5});
  for (PanelDock* dock : w.window.docks()) {
    if (dock->panel()->name() == QStringLiteral("mis")) dock->raise();
    if (dock->panel()->name() == QStringLiteral("workload")) dock->hide();
  }
  w.settle();
}

void checkSamePictures(const std::map<QString, QImage>& before, const std::map<QString, QImage>& after) {
  REQUIRE(before.size() >= 4);
  REQUIRE(after.size() == before.size());
  for (const auto& [name, picture] : before) {
    INFO(text(name));
    REQUIRE(after.count(name) == 1);
    keep(picture, name + QStringLiteral("_before"));
    keep(after.at(name), name + QStringLiteral("_after"));
    CHECK(difference(picture, after.at(name)).beyond == 0);
  }
}

bool offersToLocate(Window& w) {
  for (const QPushButton* button : w.window.banner().findChildren<QPushButton*>())
    if (button->isVisible() && button->text().contains(QStringLiteral("Locate"))) return true;
  return false;
}

/// Starts the program, which knows nothing from before but what is in `folder`.
void start(const QString& folder, const QStringList& words, QProcess& process) {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME"}) environment.insert(QLatin1String(name), folder);
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(OMEGA_BINARY_DIR "/omegascope"), words);
}

/// Where a program with that folder saves what a crash would lose.
QString keptBy(const QString& folder) { return folder + QStringLiteral("/omegascope/omegascope/recovery-0.omega"); }

/// Starts the program with that state and returns where it saves what a crash would lose.
QString startSavingOften(const QString& folder, const QByteArray& state, QProcess& process) {
  start(folder,
        {QStringLiteral("--autosave"), QStringLiteral("1"), QStringLiteral("--state"), QString::fromLatin1(state)},
        process);
  return keptBy(folder);
}

}  // namespace

TEST_CASE("saved, closed, opened: the same picture", "[session][window]") {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("s.omega"));
  std::map<QString, QImage> before, start;
  {
    Window w;
    start = w.pictures();
    changeEverything(w);
    before = w.pictures();
    REQUIRE(w.window.sessions().saveTo(path));
  }
  Window w;
  REQUIRE(w.window.sessions().open(path));
  w.settle();
  REQUIRE(w.workbench().pinned() != nullptr);
  CHECK(w.workbench().pinned()->query == 20);
  CHECK(w.workbench().selection().locked() == Cursor{2, 0, 30, 4, 3, 5});
  checkSamePictures(before, w.pictures());
  CHECK(start.at(QStringLiteral("attention")) != before.at(QStringLiteral("attention")));
}

TEST_CASE("--geometry is the window's size, however it was closed", "[window]") {
  const QTemporaryDir folder;
  QByteArray maximised;
  {
    Window w;
    w.window.showMaximized();
    maximised = w.window.saveGeometry();
  }
  QDir(folder.path()).mkpath(QStringLiteral("omegascope"));
  QSettings(folder.filePath(QStringLiteral("omegascope/omegascope.conf")), QSettings::IniFormat)
      .setValue(QStringLiteral("window/geometry"), maximised);
  const QString picture = folder.filePath(QStringLiteral("window.png"));
  const auto sizeOf = [&](const QStringList& words) {
    QProcess process;
    start(folder.path(), words + QStringList{QStringLiteral("--screenshot-to"), picture}, process);
    REQUIRE(process.waitForFinished(kProgramMs));
    INFO(process.readAllStandardError().toStdString());
    REQUIRE(process.exitCode() == 0);
    return QImage(picture).size();
  };
  const QSize remembered = sizeOf({});
  CHECK(remembered != QSize(1000, 640));
  CHECK(sizeOf({QStringLiteral("--geometry"), QStringLiteral("1000x640")}) == QSize(1000, 640));
  CHECK(sizeOf({QStringLiteral("--geometry=1000x640")}) == QSize(1000, 640));
  const auto refusal = [&](const char* option, const char* value) -> QByteArray {
    QProcess wrong;
    start(folder.path(), {QLatin1String(option), QLatin1String(value), QStringLiteral("--screenshot-to"), picture},
          wrong);
    REQUIRE(wrong.waitForFinished(kProgramMs));
    CHECK(wrong.exitCode() == 2);
    return wrong.readAllStandardError();
  };
  CHECK(refusal("--geometry", "large").contains("must be WxH such as 1280x800"));
  CHECK(refusal("--geometry", "1x1").contains("from 320x240 to 16384x16384"));
  for (const char* step : {"one-cloud:0", "one-cloud:99"}) CHECK(refusal("--lesson", step).contains("has steps 1 to "));
}

TEST_CASE("the next start has the panels as they were before a lesson", "[session][window]") {
  const auto widthsIn = [](Window& w) {
    std::map<QString, int> widths;
    for (const PanelDock* dock : w.window.docks())
      if (dock->panel()->isOnScreen()) widths[dock->panel()->name()] = dock->width();
    return widths;
  };
  std::map<QString, int> before;
  {
    Window w;
    if (GENERATE(false, true)) {
      w.window.layoutOfDocks().release();  // somebody moved a line
      w.window.resizeDocks({w.window.dockOf(w.window.panel(QStringLiteral("omega_space")))}, {300}, Qt::Horizontal);
      w.settle();
    }
    before = widthsIn(w);
    LessonPlayer& player = w.window.lessonPanel().player();
    SECTION("that is open") { REQUIRE(player.open(QStringLiteral("one-cloud"), 1)); }
    SECTION("of the game") { REQUIRE(player.open(QStringLiteral("game-of-chance"), 0)); }
    SECTION("that was presented") {
      w.window.presenter().start({1024, 768});
      REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
      w.settle();
      w.window.presenter().leave();
    }
    w.settle();
    CHECK(w.window.close());
  }
  Window next;
  REQUIRE(next.window.restoreLayout(Settings::layout()));
  next.settle();
  const std::map<QString, int> after = widthsIn(next);
  CHECK(after.size() == before.size());
  for (const auto& [name, width] : before) {
    INFO(text(name));
    REQUIRE(after.count(name) == 1);
    CHECK(std::abs(after.at(name) - width) <= 4);
  }
}

TEST_CASE("a session of a longer sequence keeps its selection", "[session][window]") {
  const QTemporaryDir folder;
  const QString data = folder.filePath(QStringLiteral("long.npz")), path = folder.filePath(QStringLiteral("s.omega"));
  Booth booth;
  booth.openFile(data, 200, 4);
  booth.lockQuery(150);
  writeSession(path, booth.workbench().session());
  Window w;
  REQUIRE(w.window.sessions().open(path));
  w.settle();
  CHECK(w.workbench().selection().locked().query == 150);
  CHECK(w.workbench().snapshot()->query == 150);
}

TEST_CASE("data that moved: the session stays and offers to locate them", "[session][window]") {
  QTemporaryDir folder;
  const QString data = folder.filePath(QStringLiteral("d.npz")), path = folder.filePath(QStringLiteral("s.omega"));
  Booth booth;
  booth.openFile(data, 40, 4);
  Session session = booth.workbench().session();
  session.document.view.colourMap = "grey";
  writeSession(path, session);
  REQUIRE(QDir(folder.path()).mkdir(QStringLiteral("elsewhere")));
  const QString moved = folder.filePath(QStringLiteral("elsewhere/d.npz"));
  REQUIRE(QFile::rename(data, moved));
  Window w;
  REQUIRE(w.window.sessions().open(path));
  w.settle();
  CHECK(w.says(QStringLiteral("d.npz")));
  CHECK(offersToLocate(w));
  CHECK(w.workbench().document().view.colourMap == "grey");
  CHECK(w.workbench().document().workload.file == data.toStdString());
  w.window.openData(moved);  // what the button does with the file that is chosen
  w.settle();
  CHECK_FALSE(offersToLocate(w));
  CHECK(w.workbench().snapshot()->sequence->sizes.N == 40);
  // Moved together with the session they are found without asking.
  const QString together = folder.filePath(QStringLiteral("elsewhere/s.omega"));
  REQUIRE(QFile::rename(path, together));
  Window other;
  REQUIRE(other.window.sessions().open(together));
  other.settle();
  CHECK_FALSE(offersToLocate(other));
  CHECK(other.workbench().snapshot()->sequence->sizes.N == 40);
}

TEST_CASE("a session opened by a name from where one stands is found again from elsewhere", "[session][window]") {
  QTemporaryDir folder, elsewhere;
  const QString session = QDir(folder.path()).canonicalPath() + QStringLiteral("/mine.omega");
  writeSession(session, startSession());
  QProcess process;
  process.setWorkingDirectory(folder.path());
  start(elsewhere.path(), {QStringLiteral("--autosave"), QStringLiteral("1"), QStringLiteral("mine.omega")}, process);
  const QString left = keptBy(elsewhere.path());
  REQUIRE(waitFor([&] { return QFile::exists(left); }));
  process.kill();
  REQUIRE(process.waitForFinished(kProgramMs));
  CHECK(QFileInfo(readSession(left).savedAs).isAbsolute());
  CHECK(QFileInfo(readSession(left).savedAs) == QFileInfo(session));
}

TEST_CASE("killed after an autosave: the next start offers what was there", "[session][window]") {
  QTemporaryDir folder;
  Session session = startSession();
  session.document.seed = 23;
  session.document.cards[3].visible = true;
  session.locked.query = 31;
  QProcess process;
  const QString left = startSavingOften(folder.path(), stateText(session), process);
  REQUIRE(waitFor([&] { return QFile::exists(left); }));
  process.kill();  // no handler, no farewell
  REQUIRE(process.waitForFinished(kProgramMs));
  CHECK(process.exitStatus() == QProcess::CrashExit);
  CHECK(readSession(left).document == session.document);
  const auto leave = [&] {
    QFile::remove(Settings::recoveryFile());
    QFile::remove(Settings::offeredFile());
    REQUIRE(QFile::copy(left, Settings::recoveryFile()));
  };
  SECTION("taken") {
    leave();
    Window w;
    w.window.sessions().offerRecovery();
    REQUIRE(w.says(QStringLiteral("did not end properly")));
    CHECK(w.workbench().document() == Document::start());  // nothing is restored unasked
    CHECK_FALSE(QFile::exists(Settings::recoveryFile()));  // the next autosave cannot replace it
    REQUIRE(w.press(QStringLiteral("Restore")));
    w.settle();
    CHECK(w.workbench().document() == session.document);
    CHECK(w.workbench().selection().locked().query == 31);
    CHECK(w.window.isWindowModified());  // it was never saved
    CHECK_FALSE(w.says(QStringLiteral("did not end properly")));
    CHECK_FALSE(QFile::exists(Settings::offeredFile()));
    CHECK(readSession(Settings::recoveryFile()).document ==
          session.document);  // a crash before the next autosave loses nothing
  }
  SECTION("another message comes before the answer: it stands above the offer, which is back afterwards") {
    leave();
    Window w;
    w.window.sessions().offerRecovery();
    w.window.showBanner(QStringLiteral("Something is wrong."));
    CHECK(w.says(QStringLiteral("Something is wrong.")));
    CHECK_FALSE(w.press(QStringLiteral("Restore")));
    w.window.banner().takeBackWarning();
    CHECK(w.says(QStringLiteral("did not end properly")));
    w.window.banner().tell(QStringLiteral("This takes long."), {{QStringLiteral("Compute"), [] {}}});
    QCoreApplication::processEvents();
    REQUIRE(w.press(QStringLiteral("Compute")));
    QCoreApplication::processEvents();
    REQUIRE(w.press(QStringLiteral("Discard")));
    CHECK_FALSE(w.window.banner().isVisible());
  }
  SECTION("declined") {
    leave();
    Window w;
    w.window.sessions().offerRecovery();
    REQUIRE(w.press(QStringLiteral("Discard")));
    CHECK(w.workbench().document() == Document::start());
    CHECK_FALSE(QFile::exists(Settings::offeredFile()));
    Window next;
    next.window.sessions().offerRecovery();
    CHECK_FALSE(next.window.banner().isVisible());
  }
  SECTION("not answered: offered again") {
    leave();
    {
      Window w;
      w.window.sessions().offerRecovery();
      CHECK(w.window.close());
    }
    Window next;
    next.window.sessions().offerRecovery();
    CHECK(next.says(QStringLiteral("An earlier session ended with unsaved changes.")));
    QFile::remove(Settings::offeredFile());
  }
}

TEST_CASE("a link opens the window as it was: from a text, and in a shell", "[session][window]") {
  Document document;
  Cursor locked;
  QByteArray layout;
  {
    Window w;
    layout = w.window.saveState(1);
    changeEverything(w);
    w.window.layoutOfDocks().setWorkspace(Workspace::Train);
    REQUIRE(w.window.sessions().copyLink());
    document = w.workbench().document();
    locked = w.workbench().selection().locked();
  }
  const QString line = QGuiApplication::clipboard()->text();
  REQUIRE(line.startsWith(QStringLiteral("omegascope --state ")));
  SECTION("in a window, from a text with words around it") {
    Window w;
    REQUIRE(w.window.sessions().openLink(QStringLiteral("Look at this:\n%1\nIs it not odd?").arg(line)));
    w.settle();
    CHECK(w.workbench().document() == document);
    CHECK(w.workbench().selection().locked() == locked);
    REQUIRE(w.workbench().pinned() != nullptr);
    CHECK(w.workbench().pinned()->query == 20);
    CHECK(w.window.layoutOfDocks().workspace() == Workspace::Train);
    const ShellLine render = renderLine(w.workbench().session(), QStringLiteral("mis"), 0, QStringLiteral("mis.csv"));
    const std::optional<Session> rendered = sessionOfLine(render.text);
    REQUIRE(rendered.has_value());
    CHECK(rendered->document == document);
    CHECK_FALSE(w.window.sessions().openLink(QStringLiteral("Look at this")));
    CHECK(w.says(QStringLiteral("There is no link")));
    CHECK_FALSE(w.window.sessions().openLink(QStringLiteral("omegascope --state bm8")));
    CHECK(w.says(QStringLiteral("--state")));
    CHECK(w.workbench().document() == document);
  }
  SECTION("in a shell, whatever the last window looked like") {
    const QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("omegascope"));
    QSettings(folder.filePath(QStringLiteral("omegascope/omegascope.conf")), QSettings::IniFormat)
        .setValue(QStringLiteral("window/layout"), layout);
    QProcess process;
    const QString kept = startSavingOften(folder.path(), line.section(QLatin1Char(' '), -1).toLatin1(), process);
    REQUIRE(waitFor([&] { return QFile::exists(kept); }));
    process.kill();
    REQUIRE(process.waitForFinished(kProgramMs));
    const Session session = readSession(kept);
    CHECK(session.document == document);
    CHECK(session.workspace == Workspace::Train);
  }
}
