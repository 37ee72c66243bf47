// What of training outlives the program, and who may write to a run: crashes, other programs, deleted runs and the way
// back.
#include <qcustomplot.h>

#include <QAction>
#include <QDir>
#include <QUndoGroup>
#include <fstream>

#include "app/gym.h"
#include "app/window_booth.h"
#include "views/train/run_words.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;
using namespace omega::train;

namespace {

const Given kLong = small(
    {{"attention", "gmm"}, {"features", "rks"}, {"samples", "2"}, {"steps", "300"}, {"checkpoint_every", "100000"}});

TrainRun& stoppedRun(Gym& gym, const Given& options = kLong) {
  TrainRun& run = gym.start(options);
  gym.untilStep(run, 10);
  run.stop();
  gym.rest(run);
  return run;
}

/// As a killed program leaves the folder of a run that it trained.
void leaveLock(const QString& folder) {
  const QString lock = folder + QStringLiteral("/run.lock");
  QByteArray words;
  {
    const RunFolder held(folder.toStdString());
    words = bytesOf(lock);
  }
  REQUIRE_FALSE(words.isEmpty());
  std::ofstream(lock.toStdString(), std::ios::binary) << words.toStdString();
}

QString stateOnDisk(const TrainRun& run) {
  const TrainState state = read_run(run.folder().toStdString()).state;
  return QStringLiteral("%1 %2 %3").arg(state.step).arg(state.rate).arg(state.redraw);
}

}  // namespace

TEST_CASE("after a crash the runs that were trained are offered where they were, and go on exactly",
          "[train][bad_luck]") {
  Gym gym;
  QStringList folders;
  for (const char* seed : {"1", "2"}) {
    Given options = kLong;
    options.emplace_back("seed", seed);
    folders << stoppedRun(gym, options).folder();
  }
  const QString peaceful = stoppedRun(gym).folder();
  gym.close();
  for (const QString& folder : folders) leaveLock(folder);
  gym.open();
  gym.panel("train_runs");
  REQUIRE(waitFor([&] { return gym.runs().interrupted() == 2; }));
  // To look into them, which reads them whole, changes nothing of that.
  gym.panel("train_heads");
  for (const auto& entry : gym.runs().entries()) {
    gym.runs().setCurrent(entry.run.get());
    REQUIRE(waitFor([&] { return entry.run->trainer() != nullptr; }));
    gym.rest(*entry.run);
  }
  CHECK(gym.runs().interrupted() == 2);
  REQUIRE(waitFor([&] { return gym.says("train_runs", QStringLiteral("2 runs were interrupted")); }));
  for (const auto& entry : gym.runs().entries())
    CHECK(stateOf(*entry.run).contains(QStringLiteral("interrupted")) == folders.contains(entry.run->folder()));
  gym.runs().resumeInterrupted();
  for (const auto& entry : gym.runs().entries()) {
    gym.rest(*entry.run);
    CHECK(entry.run->isFinished() == (entry.run->folder() != peaceful));
    if (entry.run->folder() == folders[1]) {
      Given options = kLong;
      options.emplace_back("seed", "2");
      CHECK(curveOf(entry.run->picture()->record) == wholeCurve(options));
    }
  }
  CHECK(gym.runs().interrupted() == 0);
  REQUIRE(waitFor([&] { return !gym.says("train_runs", QStringLiteral("interrupted")); }));
}

namespace {

/// The folder of a run whose program was killed, as the next start finds it.
QString interruptedRun(Gym& gym) {
  const QString folder = stoppedRun(gym).folder();
  gym.close();
  leaveLock(folder);
  gym.open();
  gym.panel("train_runs");
  REQUIRE(waitFor([&] { return gym.runs().interrupted() == 1; }));
  return folder;
}

}  // namespace

TEST_CASE("an interrupted run that was deleted comes back interrupted", "[train][bad_luck]") {
  Gym gym;
  interruptedRun(gym);
  gym.runs().remove(&gym.run());
  CHECK(gym.runs().interrupted() == 0);
  gym.runs().restore();
  gym.rest(gym.run());
  CHECK(gym.run().isInterrupted());
  gym.open();
  gym.rest(gym.run());
  CHECK(gym.run().isInterrupted());
}

TEST_CASE("an interrupted run that cannot be read stays interrupted, until it is trained again", "[train][bad_luck]") {
  Gym gym;
  const QString folder = interruptedRun(gym);
  TrainRun& run = *gym.runs().entries().front().run;
  const QStringList steps = QDir(folder).entryList({QStringLiteral("step-*.safetensors")});
  REQUIRE(steps.size() == 1);
  const QString state = folder + QLatin1Char('/') + steps.front(), aside = state + QStringLiteral(".aside");
  REQUIRE(QFile::rename(state, aside));
  gym.runs().resumeInterrupted();
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK_FALSE(run.error().isEmpty());
  CHECK(gym.runs().interrupted() == 1);
  REQUIRE(QFile::rename(aside, state));
  gym.runs().resumeInterrupted();
  gym.rest(run);
  CHECK(run.error().isEmpty());
  CHECK(run.isFinished());
  CHECK(gym.runs().interrupted() == 0);
}

TEST_CASE("a pause, and a rate changed at rest or while paused, are on the disk at once", "[train]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "100000"}, {"checkpoint_every", "100000"}}));
  gym.untilStep(run, 5);
  run.setPaused(true);
  REQUIRE(waitFor([&] {
    return run.trainer() && read_run(run.folder().toStdString()).state.step == run.trainer()->state().step &&
           run.trainer()->state().step >= 5;
  }));
  run.setRate(0.5);
  REQUIRE(waitFor([&] { return stateOnDisk(run).contains(QStringLiteral(" 0.5 ")); }));
  run.stop();
  gym.rest(run);
  run.setRate(0.25);  // in memory: its model is loaded
  run.setRedraw(3);
  REQUIRE(waitFor([&] { return stateOnDisk(run).endsWith(QStringLiteral(" 0.25 3")); }));
  gym.rest(run);
  gym.open();
  gym.rest(gym.run());
  gym.run().setRate(0.125);  // only its folder was read
  REQUIRE(waitFor([&] { return stateOnDisk(gym.run()).endsWith(QStringLiteral(" 0.125 3")); }));
  gym.rest(gym.run());
  CHECK(gym.run().rate() == 0.125);
  CHECK(gym.run().picture()->state.redraw == 3);
}

TEST_CASE(
    "a run that is trained elsewhere is neither gone on with nor deleted here, and later goes on from where that one "
    "left it",
    "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  TrainRun& run = stoppedRun(gym);
  const std::filesystem::path folder(run.folder().toStdString());
  omega::Index there = 0;
  {
    const RunFolder held(folder);
    gym.press(QStringLiteral("Resume"));
    REQUIRE(waitFor([&] { return !run.error().isEmpty(); }));
    CHECK(run.error().contains(QStringLiteral("is being written by")));
    CHECK(gym.says("train_runs", QStringLiteral("is being written by")));
    gym.press(QStringLiteral("Delete"));
    CHECK(gym.runs().said().contains(QStringLiteral("is being written by")));
    REQUIRE(gym.runs().entries().size() == 1);
    CHECK(QFileInfo::exists(run.folder()));
    CHECK(gym.runs().removed().isEmpty());
    const auto other = Trainer::resume(folder);
    for (int step = 0; step < 20; ++step) other->advance();
    other->save(held);
    there = other->state().step;
  }
  gym.runs().start(run);
  gym.rest(run);
  CHECK(run.isFinished());
  CHECK(there > 20);
  CHECK(curveOf(run.picture()->record) == wholeCurve(kLong));
}

TEST_CASE("a run whose variation was not measured any more gets it", "[train]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"attention", "lara"}}));
  gym.rest(run);
  const auto measured = run.picture()->record.variances;
  REQUIRE(measured.size() == 1);
  const QString folder = run.folder();
  gym.close();
  {
    Trainer trainer(make_train_options("", small({{"attention", "lara"}})));  // as if killed after the last step
    while (!trainer.finished()) trainer.advance();
    trainer.save(RunFolder(folder.toStdString()));
  }
  gym.open();
  gym.panel("train_runs");
  gym.rest(gym.run());
  CHECK_FALSE(gym.run().isFinished());
  CHECK(stateOf(gym.run()).contains(QStringLiteral("variation not measured yet")));
  gym.press(QStringLiteral("Resume"));
  gym.rest(gym.run());
  CHECK(gym.run().isFinished());
  REQUIRE(gym.run().picture()->record.variances.size() == 1);
  CHECK(gym.run().picture()->record.variances.front().inconsistency == measured.front().inconsistency);
  CHECK(read_run(folder.toStdString()).record.variances.size() == 1);
}

TEST_CASE("deleted runs come back one by one, and go again", "[train]") {
  Gym gym;
  gym.panel("train_runs");
  QStringList names;
  for (int i = 0; i < 2; ++i) {
    gym.rest(gym.start(small({{"steps", "2"}})));
    names << gym.run().name();
  }
  for (const QString& name : {names[1], names[0]}) {
    gym.press(QStringLiteral("Delete"));
    CHECK(gym.runs().removed() == name);
    CHECK(gym.says("train_runs", name + QStringLiteral(" was deleted")));
  }
  CHECK(gym.runs().entries().empty());
  gym.rest(gym.start(small({{"steps", "2"}})));
  CHECK_FALSE(names.contains(gym.run().name()));  // their places are theirs
  gym.runs().undoStack()->undo();
  CHECK(gym.run().name() == names[0]);
  gym.runs().undoStack()->undo();
  CHECK(gym.run().name() == names[1]);
  CHECK(gym.runs().entries().size() == 3);
  CHECK_FALSE(gym.runs().undoStack()->canUndo());
  CHECK_FALSE(gym.says("train_runs", QStringLiteral("was deleted")));
  gym.rest(gym.run());
  gym.runs().undoStack()->redo();
  CHECK(gym.runs().entries().size() == 2);
  CHECK(gym.runs().removed() == names[1]);
}

TEST_CASE("a deleted run leaves the user's own files where they are, and comes back beside them", "[train]") {
  Gym gym;
  gym.panel("train_runs");
  gym.rest(gym.start(small({{"steps", "2"}})));
  const QString folder = gym.run().folder();
  const QStringList own = {"heads-step-2-example-0-mine.npz", "notes.txt", "step-before.safetensors"};
  for (const QString& name : own) std::ofstream((folder + "/" + name).toStdString()) << "mine";
  std::ofstream((folder + "/heads-step-2-example-0.npz").toStdString()) << "of the program";
  const auto names = [&] { return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name); };
  const QStringList before = names();
  REQUIRE(before.size() > own.size() + 2);
  gym.press(QStringLiteral("Delete"));
  CHECK(names() == own);
  gym.runs().restore();
  CHECK(names() == before);
  gym.rest(gym.run());
  gym.press(QStringLiteral("Delete"));
  gym.close();
  CHECK(names() == own);
  CHECK(bytesOf(folder + "/notes.txt") == "mine");
  // Its place is theirs.
  gym.open();
  gym.panel("train_runs");
  CHECK(gym.runs().entries().empty());
  gym.rest(gym.start(small({{"steps", "2"}})));
  CHECK(gym.run().folder() != folder);
  CHECK(names() == own);
}

TEST_CASE("a deleted run that cannot come back whole stays deleted whole", "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  gym.rest(gym.start(small({{"steps", "2"}})));
  const QString folder = gym.run().folder();
  std::ofstream((folder + "/notes.txt").toStdString()) << "mine";
  gym.press(QStringLiteral("Delete"));
  std::ofstream((folder + "/step-2.safetensors").toStdString()) << "came meanwhile";
  gym.runs().restore();
  CHECK(gym.runs().said().contains(QStringLiteral("cannot be moved")));
  CHECK(gym.runs().entries().empty());
  CHECK(QDir(folder).entryList(QDir::Files) == QStringList{"notes.txt", "step-2.safetensors"});
  CHECK(bytesOf(folder + "/step-2.safetensors") == "came meanwhile");
}

TEST_CASE("runs keep their colours when the program starts again", "[train]") {
  Gym gym;
  const Given softmax = small({{"steps", "2"}}), lara = small({{"steps", "2"}, {"attention", "lara"}});
  std::vector<TrainRun*> runs;
  for (const Given& options : {softmax, softmax, lara, softmax, lara}) runs.push_back(&gym.start(options));
  for (const TrainRun* run : runs) gym.rest(*run);
  const auto looks = [&] {
    std::map<QString, std::pair<QString, int>> all;
    for (const auto& entry : gym.runs().entries()) all[entry.run->name()] = {entry.look.method, entry.look.number};
    return all;
  };
  const QString first = runs[0]->name();
  std::vector<std::pair<QString, int>> each;
  for (const TrainRun* run : runs) each.push_back(looks()[run->name()]);
  // The hue is that of the attention; runs of one are counted.
  CHECK(each ==
        std::vector<std::pair<QString, int>>{{"softmax", 0}, {"softmax", 1}, {"lara", 0}, {"softmax", 2}, {"lara", 1}});
  for (const auto& entry : gym.runs().entries())
    for (const bool dark : {false, true}) {
      const EstimatorStyle style = runStyle(entry.look, dark),
                           estimator = estimatorStyle(entry.look.method, entry.look.number, dark);
      CHECK((style.colour == estimator.colour) == (entry.look.number == 0));
      CHECK(style.marker == estimator.marker);
    }
  // One that was deleted and may come back has its number, and has it again.
  gym.runs().remove(runs[0]);
  TrainRun& later = gym.start(softmax);
  gym.rest(later);
  CHECK(looks()[later.name()] == std::pair<QString, int>("softmax", 3));
  gym.runs().restore();
  CHECK(looks()[first] == std::pair<QString, int>("softmax", 0));
  gym.rest(gym.run());
  gym.runs().remove(&gym.run());
  const auto before = looks();
  REQUIRE(before.size() == 5);
  gym.close();
  gym.open();
  gym.panel("train_runs");
  CHECK(looks() == before);  // at once
  for (const auto& entry : gym.runs().entries()) gym.rest(*entry.run);
  CHECK(looks() == before);
  // The first free number.
  TrainRun& last = gym.start(softmax);
  CHECK(looks()[last.name()] == std::pair<QString, int>("softmax", 0));
  gym.rest(last);
}

TEST_CASE("a second copy of the program does not clear what this one deleted", "[train]") {
  Gym gym;
  gym.panel("train_runs");
  gym.rest(gym.start(small({{"steps", "2"}})));
  const QString name = gym.run().name(), folder = gym.run().folder();
  gym.press(QStringLiteral("Delete"));
  REQUIRE_FALSE(QFileInfo::exists(folder));
  {
    Booth other;
    other.workbench().training().setFolder(gym.folder.path());
    CHECK(other.workbench().training().entries().empty());
  }
  gym.runs().undoStack()->undo();
  CHECK(gym.run().name() == name);
  CHECK(QFileInfo::exists(folder));
  gym.rest(gym.run());
  gym.press(QStringLiteral("Delete"));
  gym.close();
  CHECK(QDir(gym.folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
}

TEST_CASE("undo is of the workspace that is shown: in Train a deleted run comes back, and Explore stays",
          "[train][window]") {
  const QTemporaryDir own;
  Window w;
  TrainingRuns& runs = w.workbench().training();
  runs.setFolder(own.path());
  w.workbench().store().change(QStringLiteral("Seed 99"), [](Document& d) { d.seed = 99; });
  auto* undo = w.window.findChild<QAction*>(QStringLiteral("undo"));
  auto* redo = w.window.findChild<QAction*>(QStringLiteral("redo"));
  REQUIRE(undo != nullptr);
  CHECK(undo->text().contains(QStringLiteral("Seed 99")));
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
  w.settle();
  CHECK_FALSE(undo->isEnabled());
  TrainRun* run = runs.create({}, make_train_options("", small({{"steps", "2"}})));
  REQUIRE(waitFor([&] { return run->phase() == TrainRun::Phase::Resting; }));
  const QString name = run->name();
  runs.remove(run);
  CHECK(runs.entries().empty());
  CHECK(undo->isEnabled());
  CHECK(undo->text().contains(name));
  undo->trigger();
  CHECK(runs.entries().size() == 1);
  CHECK_FALSE(undo->isEnabled());
  CHECK(w.workbench().document().seed == 99);
  REQUIRE(waitFor([&] { return runs.current()->phase() == TrainRun::Phase::Resting; }));
  redo->trigger();
  CHECK(runs.entries().empty());
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Studies);
  CHECK_FALSE(undo->isEnabled());
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Explore);
  CHECK(undo->text().contains(QStringLiteral("Seed 99")));
  undo->trigger();
  CHECK(w.workbench().document().seed != 99);
  CHECK(runs.entries().empty());
}

TEST_CASE("a run that starts is seen in the list, also where that was behind", "[train][window]") {
  const QTemporaryDir own;
  Window w;
  w.workbench().training().setFolder(own.path());
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
  w.settle();
  Panel &runs = *w.window.panel(QStringLiteral("train_runs")), &fresh = *w.window.panel(QStringLiteral("train_new"));
  w.window.tabifyDockWidget(w.window.dockOf(&runs), w.window.dockOf(&fresh));
  w.window.dockOf(&fresh)->raise();
  REQUIRE(waitFor([&] { return fresh.isOnScreen() && !runs.isOnScreen(); }));
  w.workbench().training().create({}, make_train_options("", small({{"steps", "3"}})));
  CHECK(waitFor([&] { return runs.isOnScreen(); }));
}

TEST_CASE("what looks into a run brings its model to memory though nobody sees it", "[train]") {
  for (const char* name : {"train_heads", "train_kernels"}) {
    Gym gym;
    gym.rest(gym.start(small({{"steps", "3"}})));
    gym.open();
    const std::unique_ptr<Panel> panel(kindOf(QLatin1String(name)).make(gym.booth->workbench(), nullptr));
    panel->complete();
    CHECK(gym.runs().seen());
  }
}

TEST_CASE("the words at the line where eigenvalues began lie over none of them", "[train]") {
  Gym gym;
  gym.start(small({{"attention", "gmm"}, {"features", "prf"}, {"steps", "5"}}));
  gym.rest(gym.run());
  auto& plot = *gym.panel("train_kernels").findChild<QCustomPlot*>();
  REQUIRE(waitFor([&] { return plot.itemCount() > 0; }));
  plot.replot();
  const auto& words = *qobject_cast<QCPItemText*>(plot.item(0));
  QCPAxisRect& rect = *plot.axisRect(0);
  CHECK(words.bottom->pixelPosition().y() <= rect.top());
  CHECK(words.top->pixelPosition().y() >= rect.outerRect().top());
  CHECK(words.visible());
  QCPAxis& across = *rect.axis(QCPAxis::atBottom);
  across.setRange(across.range().upper, 2 * across.range().upper);
  CHECK_FALSE(words.visible());  // the line is elsewhere
}
