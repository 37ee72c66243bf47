// What may go wrong does no harm: closing in the middle of work, a slider in a hurry, an estimator that is taken away
// or dies, a disk that is full, a folder that cannot be written to.
#include <sys/resource.h>

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QProgressDialog>
#include <QSlider>
#include <QTimer>
#include <catch2/catch.hpp>
#include <csignal>
#include <ctime>

#include "app/window_booth.h"
#include "core/error.h"
#include "export/exporter.h"
#include "support/seed.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// Work for many minutes: every query of a long sequence against every key, thousands of times.
void startLongWork(DocumentStore& store) {
  store.change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "8192"}, {"dim", "64"}};
    d.cards[3].visible = true;
    d.cards[3].options["samples"] = "65536";
  });
}

int samplesOf(const Snapshot& snapshot, int card) {
  const CardResult* result = snapshot.card(card);
  return result && result->result && result->result->has("weights")
             ? static_cast<int>(result->result->at("weights").shape().back())
             : -1;
}

/// What the threads of this process have worked, in seconds; another program beside it does not count.
double secondsOfWork() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Files of a folder, also hidden ones.
QStringList filesIn(const QString& folder) { return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name); }

/// While it lives, no file can grow beyond this: what a full disk does to a program, without one.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    m_signal = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &m_before);
    const rlimit now{bytes, m_before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  SmallDisk(const SmallDisk&) = delete;
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_signal);
  }

 private:
  rlimit m_before{};
  void (*m_signal)(int) = nullptr;
};

}  // namespace

TEST_CASE("closed in the middle of work, the window goes at once", "[bad_luck]") {
  double before = 0;
  {
    Window w;
    startLongWork(w.workbench().store());
    for (int i = 0; i < 20; ++i) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    CHECK(w.workbench().isBusy());
    before = secondsOfWork();
    CHECK(w.window.close());
  }
  // ra alone is N·S·M·2D = 5.6e14 operations: of a core that does 64 of them in each of 5e9 cycles a second, half an
  // hour. What is under way may end; that is less than a thirtieth of it.
  CHECK(secondsOfWork() - before < 60);
}

TEST_CASE("after 1000 random moves of a slider the last value is shown", "[bad_luck]") {
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(11)));
  Window w;
  QSlider* slider = nullptr;
  for (QSlider* each : w.window.panel(QStringLiteral("estimators"))->findChildren<QSlider*>())
    if (each->isVisible() && each->isEnabled() && each->maximum() > each->minimum() + 2 && slider == nullptr)
      slider = each;
  REQUIRE(slider != nullptr);
  const Document before = w.workbench().document();
  slider->setSliderDown(true);
  for (int i = 0; i < 1000; ++i) {
    slider->setSliderPosition(
        slider->minimum() +
        static_cast<int>(random() % static_cast<unsigned>(slider->maximum() - slider->minimum() + 1)));
    if (random() % 8 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  }
  slider->setSliderPosition(slider->minimum() + (slider->maximum() - slider->minimum()) * 3 / 4);
  slider->setSliderDown(false);
  w.settle();
  const Document after = w.workbench().document();
  CHECK_FALSE(after == before);
  CHECK(*w.workbench().snapshot()->document == after);
  CHECK(w.workbench().snapshot()->complete);
  CHECK(w.workbench().store().undoStack()->count() == 1);
  w.workbench().store().undoStack()->undo();
  CHECK(w.workbench().document() == before);
}

TEST_CASE("... also where it is edited faster than it is computed", "[bad_luck]") {
  std::mt19937 random(static_cast<std::mt19937::result_type>(omega::test_seed(12)));
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("weights")));
  int last = 0;
  for (int i = 0; i < 1000; ++i) {
    last = 1 + static_cast<int>(random() % 200);
    booth.workbench().store().change(QStringLiteral("S"),
                                     [last](Document& d) { d.cards[1].options["samples"] = std::to_string(last); });
    if (random() % 8 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
  }
  booth.settle();
  CHECK(samplesOf(*booth.workbench().snapshot(), booth.workbench().document().cards[1].id) == last);
  int rows = 0;
  for (const auto& row : rowsOf(panel->data())) rows += row[0] == QStringLiteral("rfa");
  CHECK(rows == last);
}

TEST_CASE("the estimator that is being computed is removed", "[bad_luck]") {
  Window w;
  startLongWork(w.workbench().store());
  for (int i = 0; i < 10; ++i) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
  CHECK(w.workbench().isBusy());
  w.workbench().store().change(QStringLiteral("back"), [](Document& d) {
    d.workload = Workload{};
    d.cards.erase(d.cards.begin() + 1, d.cards.end());
  });
  w.settle();
  CHECK(w.workbench().snapshot()->complete);
  CHECK(w.workbench().snapshot()->cards.size() == 1);
  for (PanelDock* dock : w.window.docks()) CHECK_FALSE(dock->panel()->grab().isNull());
  w.workbench().store().change(QStringLiteral("none"), [](Document& d) { d.cards.clear(); });
  w.settle();
  CHECK(w.workbench().snapshot()->cards.empty());
}

TEST_CASE("an estimator that dies says so on its card; the others go on", "[bad_luck]") {
  Window w;
  w.workbench().store().change(QStringLiteral("odd means"), [](Document& d) {
    d.cards[2].options["proposals"] = "given";  // and none are
  });
  w.settle();
  const Snapshot& snapshot = *w.workbench().snapshot();
  const CardResult* dead = snapshot.card(w.workbench().document().cards[2].id);
  const CardResult* alive = snapshot.card(w.workbench().document().cards[1].id);
  REQUIRE(dead != nullptr);
  REQUIRE(alive != nullptr);
  CHECK_FALSE(dead->error.empty());
  CHECK(alive->error.empty());
  CHECK(alive->result != nullptr);
  CHECK(snapshot.complete);
  for (PanelDock* dock : w.window.docks()) CHECK_FALSE(dock->panel()->grab().isNull());
  w.workbench().store().undoStack()->undo();
  w.settle();
  CHECK(w.workbench().snapshot()->card(w.workbench().document().cards[2].id)->error.empty());
}

TEST_CASE("a full disk: a sentence, the old file, and nothing half-written", "[bad_luck][export]") {
  Booth booth;
  booth.showAllCards();
  const QTemporaryDir folder;
  int withArrays = 0;
  for (const PanelKind& kind : panelKinds()) {
    const std::unique_ptr<Panel> panel = booth.show(kind);
    withArrays += !panel->data().arrays.empty();
    for (const ExportFormat format : exportFormats()) {
      INFO(text(kind.name) << " " << text(suffixOf(format)));
      ExportOptions options;
      options.format = format;
      const omega::Arrays arrays = panel->data().arrays;
      if ((format == ExportFormat::Npy || format == ExportFormat::Npz) && arrays.empty()) continue;
      if (format == ExportFormat::Npy) options.array = QString::fromStdString(arrays.begin()->first);
      const QString path = folder.filePath(QStringLiteral("x.") + suffixOf(format));
      QFile old(path);
      REQUIRE(old.open(QIODevice::WriteOnly));
      old.write("old");
      old.close();
      std::string sentence;
      {
        const SmallDisk disk(16);
        try {
          exportPanel(*panel, booth.workbench(), path, options);
        } catch (const omega::Error& error) {
          sentence = error.what();
        }
      }
      INFO(sentence);
      CHECK(sentence.find("x." + suffixOf(format).toStdString()) != std::string::npos);
      CHECK(sentence.find('\n') == std::string::npos);
      CHECK(bytesOf(path) == "old");
      CHECK(QFile::remove(path));
      CHECK(filesIn(folder.path()).isEmpty());
    }
  }
  CHECK(withArrays >= 3);
}

TEST_CASE("a full disk at Export all: the banner says it, and the files that are there are whole",
          "[bad_luck][export]") {
  Window w;
  const QTemporaryDir folder;
  ExportOptions options;
  options.dpi = 72;
  {
    const SmallDisk disk(16);
    CHECK_FALSE(w.actions.exportAllTo(folder.path(), options));
    options.format = ExportFormat::Pdf;
    CHECK_FALSE(w.actions.exportAllTo(folder.filePath(QStringLiteral("all.pdf")), options));
  }
  CHECK(w.says(QStringLiteral("all.pdf")));
  CHECK(filesIn(folder.path()).isEmpty());
  CHECK(w.actions.exportAllTo(folder.filePath(QStringLiteral("all.pdf")), options));
}

TEST_CASE("a full disk from the command line: exit code 1 and one line", "[bad_luck][headless]") {
  const QTemporaryDir folder;
  QProcess shell;
  shell.setWorkingDirectory(folder.path());
  const QString line =
      QStringLiteral("ulimit -f 1; exec " OMEGA_BINARY_DIR "/omega render --state %1 --panel attention --output a.png");
  shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), line.arg(QString::fromLatin1(stateText(startSession())))});
  REQUIRE(shell.waitForFinished(kProgramMs));
  const QByteArray said = shell.readAllStandardError();
  INFO(said.toStdString());
  CHECK(shell.exitStatus() == QProcess::NormalExit);
  CHECK(shell.exitCode() == 1);
  CHECK(said.contains("a.png"));
  CHECK(said.count('\n') == 1);
  CHECK(filesIn(folder.path()).isEmpty());
}

TEST_CASE("a full disk while a lesson is played: the reason, and no picture or folder", "[bad_luck][headless]") {
  const QTemporaryDir folder;
  QProcess shell;
  shell.setWorkingDirectory(folder.path());
  shell.start(QStringLiteral("bash"),
              {QStringLiteral("-c"), QStringLiteral("ulimit -f 1; exec " OMEGA_BINARY_DIR
                                                    "/omega lesson play one-cloud --keys skip --screenshots shots")});
  REQUIRE(shell.waitForFinished(kProgramMs));
  const QByteArray said = shell.readAllStandardError();
  INFO(said.toStdString());
  CHECK(shell.exitCode() == 1);
  CHECK(said.contains("one-cloud-1.png\" cannot be written: File too large"));
  CHECK(said.count('\n') == 1);
  CHECK_FALSE(QDir(folder.filePath(QStringLiteral("shots"))).exists());
}

TEST_CASE("after Export all, also a cancelled one, hidden panels are no longer computed for", "[bad_luck][export]") {
  const bool isCancelled = GENERATE(false, true);
  CAPTURE(isCancelled);
  Window w;
  for (PanelDock* dock : w.window.docks())
    if (dock->panel()->name() == QStringLiteral("weights")) dock->raise();  // in front of the output panel
  w.settle();
  const QTemporaryDir folder;
  ExportOptions options;
  options.dpi = 72;
  const auto cloudsOf = [&] {
    return w.workbench().snapshot()->clouds.empty() ? -1 : w.workbench().snapshot()->clouds.front().query;
  };
  if (isCancelled) {
    w.workbench().store().change(QStringLiteral("Draws"), [](Document& d) { d.outputDraws = 4096; });
    REQUIRE(w.workbench().isBusy());
    QTimer::singleShot(0, [&w] {
      for (auto* bar : w.window.findChildren<QProgressDialog*>()) bar->cancel();
    });
    REQUIRE_FALSE(w.actions.exportAllTo(folder.path(), options));
    CHECK(filesIn(folder.path()).isEmpty());
  } else {
    REQUIRE(w.actions.exportAllTo(folder.path(), options));
    w.settle();
    REQUIRE(cloudsOf() >= 0);
  }
  w.settle();
  const int before = cloudsOf();
  w.workbench().selection().lock({-1, 0, 33, -1, -1, -1});
  w.settle();
  CHECK(w.workbench().snapshot()->query == 33);
  CHECK(cloudsOf() == before);  // nobody sees them: they were not drawn anew
}
