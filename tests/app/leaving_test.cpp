// The end of a session: one question before changes are lost, none where nobody can answer, and what comes back at the
// next start.
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <catch2/catch.hpp>
#include <csignal>
#include <set>

#include "app/fake_job.h"
#include "app/window_booth.h"
#include "dialogs/lesson_recorder.h"
#include "jobs/waiting.h"
#include "model/settings.h"
#include "views/lesson/lesson_panel.h"
#include "widgets/banner.h"
#include "window/end_signals.h"
#include "window/lesson_stage.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Somebody at the keyboard: answers each question as it comes, and remembers what was asked.
class Somebody : public QObject {
 public:
  explicit Somebody(std::function<void(QMessageBox&)> answer) : m_answer(std::move(answer)) { startTimer(20); }
  QStringList asked;
  QString file;  // what a file dialog is given; empty: it is dismissed

 protected:
  void timerEvent(QTimerEvent*) override {
    QWidget* modal = QApplication::activeModalWidget();
    if (auto* box = qobject_cast<QMessageBox*>(modal)) {
      if (!box->isActiveWindow()) return;                 // keys would be lost
      if (std::exchange(m_answered, box) == box) return;  // its button is on its way down
      asked << box->text() + QLatin1Char('|') + box->informativeText();
      m_answer(*box);
    } else if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
      if (file.isEmpty()) return dialog->reject();
      auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
      if (name == nullptr) return;
      name->setText(file);
      QMetaObject::invokeMethod(dialog, "accept");
    }
  }

 private:
  std::function<void(QMessageBox&)> m_answer;
  QPointer<QMessageBox> m_answered;
};

auto press(QMessageBox::StandardButton button) {
  return [button](QMessageBox& box) {
    REQUIRE(box.button(button) != nullptr);
    box.button(button)->click();
  };
}

auto type(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  return [key, modifiers](QMessageBox& box) { QTest::keyClick(&box, static_cast<Qt::Key>(key), modifiers); };
}

void edit(Window& w) {
  w.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
}

void attend(Window& w) { w.window.sessions().setAttended(true); }

void forgetOffers() {
  QFile::remove(Settings::recoveryFile());
  while (QFile::remove(Settings::offeredFile())) continue;
}

}  // namespace

TEST_CASE("an untitled session with changes is asked about once, and every answer can be typed", "[leaving]") {
  Window w;
  attend(w);
  edit(w);
  REQUIRE(w.window.isWindowModified());
  SECTION("Esc: it stays") {
    Somebody somebody(type(Qt::Key_Escape));
    CHECK_FALSE(w.window.close());
    CHECK(somebody.asked.size() == 1);
    CHECK(w.window.isVisible());
    CHECK(w.workbench().document().seed == 99);
  }
  SECTION("Alt+D: it goes, and nothing is left") {
    Somebody somebody(type(Qt::Key_D, Qt::AltModifier));
    CHECK(w.window.close());
    CHECK(somebody.asked == QStringList{QStringLiteral("Save the changes to Untitled?|")});
    CHECK_FALSE(QFile::exists(Settings::recoveryFile()));
    CHECK_FALSE(QFile::exists(Settings::offeredFile()));
  }
  SECTION("Return: it is saved") {
    const QTemporaryDir folder;
    Somebody somebody(type(Qt::Key_Return));
    somebody.file = folder.filePath(QStringLiteral("kept.omega"));
    CHECK(w.window.close());
    CHECK(somebody.asked.size() == 1);
    CHECK(readSession(somebody.file).document.seed == 99);
  }
  SECTION("saved, but under no name: it stays") {
    Somebody somebody(press(QMessageBox::Save));
    CHECK_FALSE(w.window.close());
    CHECK(somebody.asked.size() == 1);
    CHECK(w.window.isVisible());
  }
}

TEST_CASE("nothing is asked where nothing would be lost", "[leaving]") {
  Somebody somebody(press(QMessageBox::Cancel));
  const QTemporaryDir folder;
  Window w;
  attend(w);
  SECTION("as it was begun") {}
  SECTION("changed and undone") {
    edit(w);
    w.workbench().store().undoStack()->undo();
  }
  SECTION("data was opened, to look at them") {
    Booth booth;
    const QString data = folder.filePath(QStringLiteral("d.npz"));
    booth.openFile(data, 24, 4);
    w.window.openFile(data);
    w.settle();
    REQUIRE(w.workbench().snapshot()->sequence->sizes.N == 24);
    CHECK_FALSE(w.window.isWindowModified());
  }
  SECTION("a lesson changed it, or whoever plays it, and is open or closed") {
    const std::string lesson = GENERATE("one-cloud", "game-of-chance");
    LessonPlayer& player = w.window.lessonPanel().player();
    REQUIRE(player.open(QString::fromStdString(lesson), 1));
    w.workbench().store().change(QStringLiteral("played"), [&](Document& d) {
      lesson == "one-cloud" ? d.seed = 99 : d.chance.seed = 99;
      d.view.logWeights = true;
    });
    player.goTo(2);
    REQUIRE(w.workbench().document() != Document::start());
    if (GENERATE(true, false)) player.close();
    if (GENERATE(true, false)) w.workbench().store().undoStack()->undo();
    CHECK_FALSE(w.window.isWindowModified());
  }
  SECTION("back to what a lesson took the place of") {
    LessonPlayer& player = w.window.lessonPanel().player();
    REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
    player.close();
    REQUIRE(player.mayGoBackToOwn());
    player.goBackToOwn();
    CHECK(w.workbench().document().workload == Document::start().workload);
  }
  SECTION("saved") {
    edit(w);
    REQUIRE(w.window.sessions().saveTo(folder.filePath(QStringLiteral("s.omega"))));
  }
  CHECK(w.window.close());
  CHECK(somebody.asked.isEmpty());
}

TEST_CASE("a lesson that is being recorded is asked about, as its file is not the session's", "[leaving]") {
  Window w;
  attend(w);
  const QTemporaryDir folder;
  w.window.lessonPanel().player().setFolder(folder.path());
  LessonStage& lessons = w.window.lessons();
  for (QAction* action : w.window.findChildren<QAction*>())
    if (QString(action->text()).remove(QLatin1Char('&')) == QStringLiteral("Record a lesson …")) action->trigger();
  auto* recorder = w.window.findChild<LessonRecorder*>();
  REQUIRE(recorder != nullptr);
  CHECK_FALSE(lessons.isRecordingUnsaved());
  recorder->addStep();
  REQUIRE(lessons.isRecordingUnsaved());
  w.window.activateWindow();
  SECTION("Esc: it stays") {
    Somebody somebody(type(Qt::Key_Escape));
    CHECK_FALSE(w.window.close());
    CHECK(somebody.asked == QStringList{QStringLiteral("Save the lesson that is being recorded?|")});
    CHECK(w.window.isVisible());
    CHECK(lessons.isRecordingUnsaved());
  }
  SECTION("saved, but it is half written: it stays, and the recorder says what is wrong") {
    Somebody somebody(press(QMessageBox::Save));
    recorder->hide();
    CHECK_FALSE(w.window.close());
    CHECK(somebody.asked.size() == 1);
    CHECK(recorder->isVisible());
    CHECK(QDir(folder.path()).isEmpty());
  }
  SECTION("given up: it goes") {
    Somebody somebody(press(QMessageBox::Discard));
    CHECK(w.window.close());
    CHECK(somebody.asked.size() == 1);
  }
  SECTION("saved: it is in the folder, and the session is as it was, to be asked about next") {
    for (QLineEdit* line : recorder->findChildren<QLineEdit*>())
      if (line->accessibleName().endsWith(QStringLiteral("of the lesson"))) line->setText(QStringLiteral("Mine"));
    for (QPlainTextEdit* prose : recorder->findChildren<QPlainTextEdit*>())
      prose->setPlainText(QStringLiteral("Look."));
    edit(w);
    const Document mine = w.workbench().document();
    Somebody somebody([](QMessageBox& box) {
      const bool isOfLesson = box.text().startsWith(QStringLiteral("Save the lesson"));
      press(isOfLesson ? QMessageBox::Save : QMessageBox::Discard)(box);
    });
    CHECK(w.window.close());
    CHECK(somebody.asked.size() == 2);
    CHECK(QDir(folder.path()).entryList({QStringLiteral("*.md")}).size() == 1);
    CHECK(w.workbench().document() == mine);
  }
  SECTION("a signal ends it: nobody is asked") {
    Somebody somebody(press(QMessageBox::Cancel));
    w.window.sessions().keepForNextStart();
    CHECK(w.window.close());
    CHECK(somebody.asked.isEmpty());
    forgetOffers();
  }
}

TEST_CASE("what was changed before a lesson, after it, or beside it is asked about", "[leaving]") {
  Window w;
  attend(w);
  LessonPlayer& player = w.window.lessonPanel().player();
  SECTION("before") {
    edit(w);
    REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
    player.close();
  }
  SECTION("after") {
    REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
    player.close();
    edit(w);
  }
  SECTION("in Explore, while a lesson is about Chance alone") {
    REQUIRE(player.open(QStringLiteral("game-of-chance"), 1));
    edit(w);
  }
  SECTION("of a session that was opened instead of a lesson's") {
    const QTemporaryDir folder;
    const QString other = folder.filePath(QStringLiteral("other.omega"));
    writeSession(other, startSession());
    REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
    CHECK(w.window.sessions().open(other));
    w.settle();
    CHECK_FALSE(w.window.isWindowModified());
    edit(w);
  }
  SECTION("of data that were opened instead of a lesson's") {
    const QTemporaryDir folder;
    const QString data = folder.filePath(QStringLiteral("d.npz"));
    Booth booth;
    booth.openFile(data, 24, 4);
    REQUIRE(player.open(QStringLiteral("one-cloud"), 1));
    w.window.openFile(data);
    w.settle();
    CHECK_FALSE(w.window.isWindowModified());
    edit(w);
  }
  CHECK(w.window.isWindowModified());
  Somebody somebody(press(QMessageBox::Discard));
  CHECK(w.window.close());
  CHECK(somebody.asked.size() == 1);
}

TEST_CASE("data opened after a change are no reason not to ask", "[leaving]") {
  const QTemporaryDir folder;
  const QString data = folder.filePath(QStringLiteral("d.npz"));
  Booth booth;
  booth.openFile(data, 24, 4);
  Window w;
  attend(w);
  edit(w);
  w.window.openFile(data);
  w.settle();
  CHECK(w.window.isWindowModified());
}

TEST_CASE("New and another session ask before they take the place of changes", "[leaving]") {
  const QTemporaryDir folder;
  const QString other = folder.filePath(QStringLiteral("other.omega"));
  writeSession(other, startSession());
  Window w;
  attend(w);
  edit(w);
  {
    Somebody somebody(press(QMessageBox::Cancel));
    w.window.sessions().begin();
    CHECK_FALSE(w.window.sessions().open(other));
    CHECK(somebody.asked.size() == 2);
    CHECK(w.workbench().document().seed == 99);
  }
  Somebody somebody(press(QMessageBox::Discard));
  w.window.sessions().begin();
  CHECK(somebody.asked.size() == 1);
  CHECK(w.workbench().document() == Document::start());
  CHECK_FALSE(w.window.isWindowModified());
}

TEST_CASE("what runs is named in the same question; alone it is asked about, too", "[leaving]") {
  FakeJob training(false);
  Window w;
  attend(w);
  w.workbench().jobs().add(QStringLiteral("Training a"), &training);
  training.setUnderWay(true);
  const bool changed = GENERATE(true, false);
  if (changed) edit(w);
  {
    Somebody somebody(press(QMessageBox::Cancel));
    CHECK_FALSE(w.window.close());
    REQUIRE(somebody.asked.size() == 1);
    CHECK(somebody.asked.front().contains(QStringLiteral("Training a")));
    CHECK(somebody.asked.front().contains(QStringLiteral("Save")) == changed);
  }
  Somebody somebody(press(QMessageBox::Discard));
  CHECK(w.window.close());
  training.setUnderWay(false);
}

TEST_CASE("a window that nobody attends closes at once", "[leaving]") {
  Window w;  // without a screen
  edit(w);
  CHECK(w.window.close());
  QProcess program;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  program.setProcessEnvironment(environment);
  const QTemporaryDir folder;
  program.start(QStringLiteral(OMEGA_BINARY_DIR "/omegascope"),
                {QStringLiteral("--seed"), QStringLiteral("5"), QStringLiteral("--screenshot-to"),
                 folder.filePath(QStringLiteral("p.png"))});
  CHECK(program.waitForFinished(kProgramMs));
  CHECK(program.exitCode() == 0);
  CHECK(QFile::exists(folder.filePath(QStringLiteral("p.png"))));
}

TEST_CASE("ended by the session manager or a signal, changes come back at the next start, marked as unsaved",
          "[leaving]") {
  forgetOffers();
  Somebody somebody(press(QMessageBox::Cancel));
  {
    Window w;
    attend(w);
    edit(w);
    w.workbench().selection().lock({-1, 0, 31, -1, -1, -1});
    SECTION("by the session manager") {
      alignas(QObject) char nobody[64] = {};  // who manages is not looked at
      emit qGuiApp->commitDataRequest(reinterpret_cast<QSessionManager&>(nobody));
      CHECK(w.window.close());
    }
    SECTION("by a signal") {
      keepWhenAskedToEnd(w.window);
      QTimer::singleShot(0, [] { ::raise(SIGTERM); });
      QCoreApplication::exec();
      CHECK_FALSE(w.window.isVisible());
    }
  }
  CHECK(somebody.asked.isEmpty());
  CHECK_FALSE(QFile::exists(Settings::recoveryFile()));
  Window next;
  next.window.sessions().offerRecovery();
  REQUIRE(next.says(QStringLiteral("unsaved changes")));
  REQUIRE(next.press(QStringLiteral("Restore")));
  next.settle();
  CHECK(next.workbench().document().seed == 99);
  CHECK(next.workbench().selection().locked().query == 31);
  CHECK(next.window.isWindowModified());
  CHECK_FALSE(QFile::exists(Settings::offeredFile()));
  CHECK(QFile::exists(Settings::recoveryFile()));
  forgetOffers();
}

TEST_CASE("a signal ends what is waited for, too", "[leaving]") {
  Window w;
  keepWhenAskedToEnd(w.window);
  bool isThere = true;
  QTimer::singleShot(0, [&] {
    QTimer::singleShot(0, [] { ::raise(SIGTERM); });
    isThere = waitUntil([] { return false; });
  });
  QCoreApplication::exec();
  CHECK_FALSE(isThere);
}

TEST_CASE("without changes nothing is kept, and an end that did not come leaves nothing behind", "[leaving]") {
  forgetOffers();
  Window w;
  attend(w);
  w.window.sessions().keepForNextStart();
  CHECK_FALSE(QFile::exists(Settings::offeredFile()));
  edit(w);
  w.window.sessions().keepForNextStart();
  CHECK(QFile::exists(Settings::offeredFile()));
  w.workbench().store().change(QStringLiteral("more"), [](Document& d) { d.seed = 100; });
  Somebody somebody(press(QMessageBox::Discard));
  CHECK(w.window.close());
  CHECK(somebody.asked.size() == 1);
  CHECK_FALSE(QFile::exists(Settings::offeredFile()));
}

TEST_CASE("an offer that nobody answered waits beside what later ends would lose", "[leaving]") {
  forgetOffers();
  const auto leaveSeed = [](std::uint32_t seed) {
    Session session = startSession();
    session.document.seed = seed;
    writeSession(Settings::recoveryFile(), session);
  };
  leaveSeed(1);
  {
    Window w;
    w.window.sessions().offerRecovery();
    edit(w);
    w.window.sessions().keepForNextStart();
  }
  leaveSeed(2);
  Window next;
  next.window.sessions().offerRecovery();
  std::set<std::uint32_t> restored;
  for (int i = 0; i < 3; ++i) {
    INFO(i);
    REQUIRE(next.press(QStringLiteral("Restore")));
    restored.insert(next.workbench().document().seed);
  }
  CHECK(restored == std::set<std::uint32_t>{1, 2, 99});
  CHECK_FALSE(next.press(QStringLiteral("Restore")));
  CHECK(QFile::exists(Settings::recoveryFile()));
  forgetOffers();
}

TEST_CASE("what an end left has its name and its time, and is asked about before it is deleted", "[leaving]") {
  forgetOffers();
  const QTemporaryDir folder;
  {
    Window w;
    REQUIRE(w.window.sessions().saveTo(folder.filePath(QStringLiteral("sess1.omega"))));
    edit(w);
    w.window.sessions().keepForNextStart();
  }
  Window next;
  attend(next);
  next.window.sessions().offerRecovery();
  CHECK(next.says(QStringLiteral("Kept: sess1.omega, as it was at ")));
  for (const auto& answer : {QMessageBox::Cancel, QMessageBox::Discard}) {
    const QString kept = Settings::offeredFile();
    Somebody somebody(press(answer));
    REQUIRE(next.press(QStringLiteral("Discard")));
    CHECK(somebody.asked.size() == 1);
    CHECK(QFile::exists(kept) == (answer == QMessageBox::Cancel));
    CHECK(next.says(QStringLiteral("sess1.omega")) == (answer == QMessageBox::Cancel));
  }
  edit(next);
  REQUIRE(next.window.sessions().saveTo(folder.filePath(QStringLiteral("sess2.omega"))));
  next.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 5; });
  next.window.sessions().keepForNextStart();
  Window last;
  last.window.sessions().offerRecovery();
  REQUIRE(last.press(QStringLiteral("Restore")));
  CHECK(last.window.sessions().name() == QStringLiteral("sess2.omega"));
  CHECK(last.window.isWindowModified());
  CHECK(last.workbench().document().seed == 5);
  forgetOffers();
}

TEST_CASE("a file that is opened at the start does not hide what was left behind", "[leaving]") {
  forgetOffers();
  const QTemporaryDir folder;
  const QString data = folder.filePath(QStringLiteral("d.npz"));
  Booth booth;
  booth.openFile(data, 24, 4);
  writeSession(Settings::recoveryFile(), startSession());
  Window w;
  w.window.sessions().offerRecovery();
  w.window.openFile(data);
  w.settle();
  CHECK(w.workbench().snapshot()->sequence->sizes.N == 24);
  CHECK(w.says(QStringLiteral("did not end properly")));
  forgetOffers();
}

TEST_CASE("a warning goes with what it was about; New begins without it, and without a pin", "[leaving]") {
  Window w;
  w.workbench().pin();
  w.window.openFile(QStringLiteral("/no/such/file.npz"));
  w.settle();
  REQUIRE(w.window.banner().isVisible());
  w.window.sessions().begin();
  w.settle();
  CHECK_FALSE(w.window.banner().isVisible());
  CHECK(w.workbench().pinned() == nullptr);
}

TEST_CASE("data that moved: located, what was pinned and moved by hand is there again", "[leaving]") {
  const QTemporaryDir folder;
  const QString data = folder.filePath(QStringLiteral("d.npz")), path = folder.filePath(QStringLiteral("s.omega")),
                moved = folder.filePath(QStringLiteral("elsewhere/d.npz"));
  Session session;
  {
    Booth booth;
    booth.openFile(data, 40, 4);
    booth.lockQuery(7);
    booth.workbench().pin();
    booth.workbench().store().change(QStringLiteral("move"), [](Document& d) {
      d.workload.moved = {{MovedToken::Kind::query, 0, 9, {1, 2, 3, 4}}};
    });
    booth.lockQuery(9);
    session = booth.workbench().session();
    REQUIRE(session.pinned);
  }
  writeSession(path, session);
  REQUIRE(QDir(folder.path()).mkdir(QStringLiteral("elsewhere")));
  REQUIRE(QFile::rename(data, moved));
  SECTION("by hand") {
    Window w;
    REQUIRE(w.window.sessions().open(path));
    w.settle();
    CHECK(w.workbench().pinned() == nullptr);
    CHECK(w.workbench().session().pinned == session.pinned);  // saved now, it is not lost
    const Somebody hesitant([](QMessageBox&) {});
    for (int i = 0; i < 2; ++i) {  // whoever closes the dialog is asked still
      REQUIRE(w.press(QStringLiteral("Locate")));
      w.settle();
    }
    w.window.locateData(moved);
    w.settle();
    REQUIRE(w.workbench().pinned() != nullptr);
    CHECK(w.workbench().pinned()->query == 7);
    CHECK(w.workbench().pinned()->sequence->sizes.N == 40);
    CHECK(w.workbench().document().workload.moved == session.document.workload.moved);
    CHECK(w.window.isWindowModified());
  }
  SECTION("together with the session") {
    const QString together = folder.filePath(QStringLiteral("elsewhere/s.omega"));
    REQUIRE(QFile::rename(path, together));
    Window w;
    REQUIRE(w.window.sessions().open(together));
    w.settle();
    REQUIRE(w.workbench().pinned() != nullptr);
    CHECK(w.workbench().pinned()->query == 7);
  }
}
