// Training in the window: runs side by side that are paused, changed, closed and gone on with, and what can go wrong
// with them.
#include "app/gym.h"

#include <QDateTime>
#include <QDir>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTextBrowser>
#include <algorithm>
#include <fstream>

#include "app/painted_text.h"
#include "app/speaking.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "model/settings.h"
#include "views/painted_canvas.h"
#include "views/train/curves_drawing.h"
#include "views/train/run_words.h"
#include "widgets/banner.h"
#include "window/dock_layout.h"

using namespace omegascope;
using namespace omegascope::test;
using namespace omega::train;

namespace {

const std::vector<std::string>& trainedAttentions() {
  static const std::vector<omega::OptionSpec> options = train_options();
  return omega::option_named(options, "attention")->words;
}

/// As a line of that ink is seen.
QColor overCanvas(const QColor& ink, const Theme& theme) {
  QImage pixel(1, 1, QImage::Format_RGB32);
  pixel.fill(theme.canvas);
  QPainter(&pixel).fillRect(pixel.rect(), ink);
  return pixel.pixelColor(0, 0);
}

}  // namespace

TEST_CASE("three runs learn side by side, each the curve of its options", "[train]") {
  Gym gym;
  const std::vector<Given> all = {small(), small({{"attention", "gmm"}, {"features", "prf"}}),
                                  small({{"attention", "gmm"}, {"features", "rks"}, {"seed", "5"}})};
  for (const Given& options : all) gym.start(options);
  REQUIRE(gym.runs().entries().size() == 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const TrainRun& run = *gym.runs().entries()[i].run;
    gym.rest(run);
    CHECK(run.isFinished());
    CHECK(curveOf(run.picture()->record) == wholeCurve(all[i]));
    CHECK(QFileInfo::exists(run.folder() + QStringLiteral("/run.json")));
  }
  CHECK(gym.runs().entries()[0].run->name() == QStringLiteral("softmax"));
  CHECK(gym.runs().entries()[2].run->picture()->record.variances.size() == 1);
  // Runs of different attentions have the hues of those; runs of one differ as Explore's cards of it do, and the first
  // four in colour too: lines of training have no dashes.
  for (const bool dark : {false, true})
    for (const std::string& attention : trainedAttentions()) {
      const QString method = QString::fromStdString(attention);
      for (int a = 0; a < 12; ++a) {
        const EstimatorStyle own = runStyle({method, a}, dark);
        CHECK(own.marker == estimatorStyle(method, a, dark).marker);
        CHECK(own.dash == estimatorStyle(method, a, dark).dash);
        for (int b = 0; b < a; ++b) {
          const EstimatorStyle other = runStyle({method, b}, dark);
          CHECK((own.colour != other.colour || own.dash != other.dash));
          if (a < 4) CHECK(own.colour != other.colour);
          if (a < 8) CHECK(own.marker != other.marker);
        }
      }
      CHECK(runStyle({method, 0}, dark).colour == estimatorStyle(method, 0, dark).colour);
    }
}

TEST_CASE("curves of training are seen in every theme", "[train][colour]") {
  for (const bool isStrong : {false, true})
    for (const bool dark : {false, true}) {
      DrawingScale look;
      look.isStrong = isStrong;
      const Theme theme = dark ? Theme::night(look) : Theme::light(look);
      for (const std::string& attention : trainedAttentions())
        for (int number = 0; number < 12; ++number) {
          INFO(attention << ' ' << number << (dark ? ", dark" : ", light") << (isStrong ? ", strong" : ""));
          const QColor hue = runStyle({QString::fromStdString(attention), number}, dark).colour;
          CHECK(contrast(hue, theme.canvas) >= 3);
          CHECK(contrast(overCanvas(trainingInk(hue, theme, false), theme), theme.canvas) >= 3);
          // One beneath a smoothed line is fainter than that, but there.
          const double under = contrast(overCanvas(trainingInk(hue, theme, true), theme), theme.canvas);
          CHECK(under >= 1.7);
          CHECK(under < contrast(hue, theme.canvas));
        }
    }
}

TEST_CASE("paused, one step, gone on with: the curve of an unbroken run", "[train]") {
  Gym gym;
  const Given options =
      small({{"attention", "gmm"}, {"features", "rks"}, {"steps", "400"}, {"checkpoint_every", "400"}});
  const auto buttons = gym.panel("train_runs").findChildren<QToolButton*>();
  const auto first = std::find_if(buttons.begin(), buttons.end(),
                                  [](const QToolButton* button) { return button->text() == QStringLiteral("Start"); });
  REQUIRE(first != buttons.end());
  const int width = (*first)->minimumWidth();
  TrainRun& run = gym.start(options);
  gym.untilStep(run, 1);
  gym.press(QStringLiteral("Pause"));
  CHECK(run.isPaused());
  gym.untilStill(run);  // what was under way has ended and is shown
  CHECK((*first)->text() == QStringLiteral("Resume"));
  CHECK((*first)->sizeHint().width() <= width);  // the buttons beside it stayed
  const omega::Index at = run.trainer()->state().step;
  QTest::qWait(100);
  CHECK(run.trainer()->state().step == at);
  REQUIRE(run.speed() > 0);
  CHECK(run.secondsLeft().value_or(-1) * run.speed() == Approx(400 - at));
  gym.press(QStringLiteral("Step"));
  gym.untilStep(run, at + 1);
  gym.untilStill(run);
  CHECK(run.trainer()->state().step == at + 1);
  CHECK(run.isPaused());
  gym.press(QStringLiteral("Resume"));
  gym.rest(run);
  CHECK(run.isFinished());
  CHECK(curveOf(run.picture()->record) == wholeCurve(options));
}

TEST_CASE("a run that is still prepared can be paused, and is woken by whoever made it rest", "[train][jobs]") {
  Gym gym;
  TrainRun& run = gym.start(small());
  JobList& jobs = gym.booth->workbench().jobs();
  REQUIRE(run.phase() == TrainRun::Phase::Preparing);
  jobs.restOthers();
  CHECK(run.isPaused());
  jobs.restOthers();  // as what measures times says how far it is
  CHECK(run.isPaused());
  jobs.wakeOthers();
  CHECK_FALSE(run.isPaused());
  gym.rest(run);
  CHECK(run.isFinished());
}

TEST_CASE("the next start has the runs in the order in which they were made, and so in their colours", "[train]") {
  Gym gym;
  QStringList made;
  for (const char* attention : {"softmax", "local", "linear_elu"}) {
    TrainRun& run = gym.start(small({{"attention", attention}, {"steps", "2"}}));
    gym.rest(run);
    made << run.folder();
  }
  // The oldest is the last that is written to.
  QFile note(made.front() + QStringLiteral("/note.txt"));
  REQUIRE(note.open(QIODevice::WriteOnly));
  note.close();
  gym.open();
  QStringList found;
  for (const TrainingRuns::Entry& entry : gym.runs().entries()) found << entry.run->folder();
  if (QFileInfo(made.front()).birthTime().isValid())
    CHECK(found == made);
  else
    WARN("files have no times of birth here: the order of the runs is not looked at");
  CHECK(found.size() == made.size());
}

TEST_CASE("stopped, and closed in the middle of a step: found again and gone on with exactly", "[train]") {
  Gym gym;
  const Given options = small({{"attention", "lara"}, {"steps", "600"}});
  gym.panel("train_runs");
  TrainRun& first = gym.start(options);
  gym.untilStep(first, 20);
  gym.press(QStringLiteral("Stop"));
  gym.rest(first);
  const omega::Index stopped = first.picture()->state.step;
  CHECK(stopped < 600);
  CHECK(read_run(first.folder().toStdString()).state.step == stopped);
  gym.press(QStringLiteral("Resume"));
  gym.untilStep(first, stopped + 20);
  const QString folder = first.folder();
  gym.open();
  REQUIRE(gym.runs().entries().size() == 1);
  TrainRun& again = gym.run();
  CHECK(again.folder() == folder);
  gym.rest(again);
  CHECK(again.picture()->state.step >= stopped + 20);
  CHECK(again.picture()->state.step < 600);  // closing did not wait for the last step
  gym.runs().start(again);
  gym.rest(again);
  CHECK(again.isFinished());
  CHECK(curveOf(again.picture()->record) == wholeCurve(options));
}

TEST_CASE("the learning rate and the redraw period change while a run learns, and stay changed", "[train]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"attention", "gmm"}, {"steps", "4000"}, {"decay", "none"}}));
  gym.untilStep(run, 10);
  run.setPaused(true);
  QTest::qWait(300);
  run.setRate(0.0125);
  run.setRedraw(7);
  const omega::Index at = run.trainer()->state().step;
  run.setPaused(false);
  gym.untilStep(run, at + 2);
  run.stop();
  gym.rest(run);
  CHECK(run.picture()->record.steps[static_cast<std::size_t>(at)].rate == Approx(0.0125));
  CHECK(run.picture()->state.redraw == 7);
  gym.open();
  gym.rest(gym.run());
  CHECK(gym.run().rate() == 0.0125);
  CHECK(gym.run().redraw() == 7);
}

TEST_CASE("a checkpoint that is cut off is a sentence, and the run stays in the list", "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  TrainRun& run = gym.start(small({{"steps", "100000"}, {"checkpoint_every", "100000"}}));
  gym.untilStep(run, 10);
  run.stop();
  gym.rest(run);
  const QString folder = run.folder(),
                tensors = QStringLiteral("%1/step-%2.safetensors").arg(folder).arg(run.picture()->state.step);
  const QByteArray bytes = bytesOf(tensors), words = bytesOf(folder + QStringLiteral("/run.json"));
  const auto write = [](const QString& path, const QByteArray& content) {
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(content);
  };
  gym.open();
  gym.panel("train_runs");
  gym.rest(gym.run());
  write(tensors, bytes.left(bytes.size() / 2));
  gym.runs().start(gym.run());
  REQUIRE(waitFor([&] { return !gym.run().error().isEmpty(); }));
  INFO(text(gym.run().error()));
  CHECK(gym.run().error().contains(QStringLiteral("safetensors")));
  CHECK(gym.says("train_runs", gym.run().error().toHtmlEscaped()));
  write(tensors, bytes);
  gym.runs().start(gym.run());  // nothing was lost
  REQUIRE(waitFor([&] { return gym.run().phase() == TrainRun::Phase::Running; }));
  gym.run().stop();
  gym.rest(gym.run());
  gym.open();
  write(folder + QStringLiteral("/run.json"), words.left(words.size() / 2));
  gym.panel("train_runs");
  REQUIRE(waitFor([&] { return gym.runs().current() != nullptr && !gym.run().error().isEmpty(); }));
  CHECK(gym.run().error().contains(QStringLiteral("run.json")));
  REQUIRE(waitFor([&] { return gym.says("train_runs", gym.run().error().toHtmlEscaped()); }));
}

TEST_CASE("deleted with its folder, and brought back", "[train]") {
  Gym gym;
  gym.panel("train_runs");
  gym.start(small());
  gym.rest(gym.run());
  const QString folder = gym.run().folder();
  const auto curve = curveOf(gym.run().picture()->record);
  gym.press(QStringLiteral("Delete"));
  CHECK(gym.runs().entries().empty());
  CHECK_FALSE(QFileInfo::exists(folder));
  CHECK(gym.says("train_runs", QStringLiteral("was deleted")));
  gym.runs().restore();
  REQUIRE(gym.runs().entries().size() == 1);
  gym.rest(gym.run());
  CHECK(curveOf(gym.run().picture()->record) == curve);
  gym.press(QStringLiteral("Delete"));
  gym.open();  // for good
  CHECK(gym.runs().entries().empty());
  CHECK(QDir(gym.folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden).isEmpty());
}

TEST_CASE("a folder that holds no run, and a checkpoint of another model, are sentences", "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  const QTemporaryDir elsewhere;
  gym.runs().open(elsewhere.path());
  REQUIRE(waitFor([&] { return gym.runs().entries().empty(); }));
  CHECK(gym.runs().said().contains(QStringLiteral("run.json")));
  CHECK(gym.says("train_runs", QStringLiteral("holds no training run")));
  CHECK(Settings::trainingGuests().isEmpty());
  TrainRun& a = gym.start(small());
  gym.rest(a);
  TrainRun& b = gym.start(small({{"d_model", "12"}, {"steps", "100000"}}));
  gym.untilStep(b, 10);
  b.stop();
  gym.rest(b);
  const auto bytes = bytesOf(a.folder() + QStringLiteral("/step-40.safetensors"));
  const QString broken = b.folder() + QStringLiteral("/step-%1.safetensors").arg(b.picture()->state.step);
  gym.open();
  QFile file(broken);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(bytes);
  file.close();
  TrainRun* damaged = nullptr;
  for (const auto& entry : gym.runs().entries())
    if (broken.startsWith(entry.run->folder() + QLatin1Char('/'))) damaged = entry.run.get();
  REQUIRE(damaged != nullptr);
  gym.rest(*damaged);
  gym.runs().setCurrent(damaged);
  gym.runs().start(*damaged);
  REQUIRE(waitFor([&] { return !damaged->error().isEmpty(); }));
  CHECK(damaged->error().contains(QStringLiteral("another model")));
  CHECK(damaged->phase() == TrainRun::Phase::Resting);
  CHECK(bytesOf(broken) == bytes);
}

TEST_CASE("data of one's own: their path in the command, whole letters, and names of classes as far as there is room",
          "[train][commands]") {
  Gym gym;
  const QString data = gym.folder.filePath(QStringLiteral("my data.csv"));
  const auto train = [&](int classes, const std::string& name) -> TrainRun& {
    std::ofstream table(data.toStdString());
    for (int i = 0; i < 30 * classes; ++i)
      table << name << i % classes << ",m\u00fcrrisch \u2013 n\u00f6 " << i << "\n";
    table.close();
    TrainRun& run = gym.start(
        small({{"task", "text"}, {"length", "16"}, {"validation_examples", "900"}, {"data", data.toStdString()}}));
    gym.rest(run);
    return run;
  };
  TrainRun& two = train(2, "negative sentiment ");
  CHECK(commandOf(two).contains(QStringLiteral(" --data '%1' ").arg(data)));
  auto& confusion = gym.panel("train_confusion");
  const auto names = [&](const QString& part) {
    QStringList painted;
    for (const PaintedText& text : paintedTexts(confusion))
      if (text.text.startsWith(part)) painted << text.text;
    return painted;
  };
  CHECK(names(QStringLiteral("negative")).count(QStringLiteral("negative sentiment 1")) == 2);
  auto& examples = gym.panel("train_examples");
  REQUIRE(waitFor([&] { return !examples.data().arrays.empty(); }));
  QString read;
  for (const auto& row : examples.data().rows)
    if (row[0] == QStringLiteral("0")) read += row[3];
  CHECK(read == QStringLiteral("m\u00fcrrisch \u2013 n\ufffd"));  // its last letter is cut
  train(60, "c");
  const QStringList some = names(QStringLiteral("c")).filter(QRegularExpression(QStringLiteral("^c\\d+$")));
  CHECK((some.size() > 20 && some.size() < 80));
  train(20, "R&B sentiment ");
  confusion.resize(420, 200);  // where 20 lines have no room
  const qsizetype named = names(QStringLiteral("R&B")).size();
  CHECK((named > 2 && named < 20));
  CHECK(names(QStringLiteral("\u2026")).isEmpty());  // of which not one letter is left
  auto* canvas = confusion.findChild<PaintedCanvas*>();
  emit canvas->pointed(QPointF(canvas->width() / 2.0, canvas->height() / 2.0));
  CHECK(canvas->toolTip().startsWith(QStringLiteral("class R&B sentiment ")));
}

TEST_CASE("data that could not be read are read when the run is chosen again", "[train][bad_luck]") {
  Gym gym;
  const QString data = gym.folder.filePath(QStringLiteral("data.csv")), away = data + QStringLiteral(".away");
  std::ofstream table(data.toStdString());
  for (int i = 0; i < 120; ++i) table << (i % 2 == 0 ? "pos,good " : "neg,bad ") << i << "\n";
  table.close();
  TrainRun& run = gym.start(small({{"task", "text"}, {"length", "16"}, {"data", data.toStdString()}}));
  gym.rest(run);
  gym.open();
  REQUIRE(QFile::rename(data, away));
  gym.panel("train_examples");
  auto& kernels = gym.panel("train_kernels");
  REQUIRE(waitFor([&] { return gym.runs().current() != nullptr && !gym.run().error().isEmpty(); }));
  {
    const Speaking chinese(Language::Chinese);
    CHECK(errorHtml(gym.run()).contains(QStringLiteral("请把数据放回原处")));
  }
  // What learns no kernel shows none, whatever its data.
  CHECK(kernels.findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("learns no kernel")));
  REQUIRE(QFile::rename(away, data));
  gym.runs().setCurrent(&gym.run());
  CHECK(waitFor([&] { return gym.runs().seen() != nullptr; }));
  CHECK(gym.run().error().isEmpty());
}

TEST_CASE("numbers that are none end the run with step and place; its last checkpoint leads on", "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  TrainRun& run = gym.start(small({{"rate", "10"},
                                   {"weight_decay", "10"},
                                   {"decay", "none"},
                                   {"warmup", "0"},
                                   {"clip", "0"},
                                   {"steps", "2000"},
                                   {"checkpoint_every", "3"},
                                   {"validate_every", "500"}}));
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK(run.error().contains(QStringLiteral("not a finite number")));
  CHECK(run.error().startsWith(QStringLiteral("step ")));
  CHECK(gym.says("train_runs", QStringLiteral("not a finite number")));
  CHECK_FALSE(run.trainer());
  const omega::Index kept = read_run(run.folder().toStdString()).state.step;
  CHECK(kept <= run.picture()->state.step);
  CHECK(kept % 3 == 0);
  // With a lower rate it goes on from there.
  run.setRate(1e-9);
  gym.runs().start(run);
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Running && run.trainer()->state().step > kept; }));
  run.stop();
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK(run.picture()->record.steps[static_cast<std::size_t>(kept)].rate == Approx(1e-9));
}

TEST_CASE("a disk that is full ends the run with a sentence; what was learned stays in memory and is kept later",
          "[train][bad_luck]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "100000"}, {"checkpoint_every", "100000"}}));
  gym.untilStep(run, 5);
  run.setPaused(true);
  QTest::qWait(300);
  // In place of a full disk: the folder is gone, and a file has its name.
  const QString folder = run.folder(), aside = folder + QStringLiteral("-aside");
  REQUIRE(QDir().rename(folder, aside));
  QFile file(folder);
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.close();
  const omega::Index kept = run.trainer()->state().step;
  run.step(0);  // a checkpoint is due at the next pause
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK_FALSE(run.error().isEmpty());
  const omega::Index learned = run.picture()->state.step;
  CHECK(learned == kept + 1);
  REQUIRE(file.remove());
  REQUIRE(QDir().rename(aside, folder));
  gym.runs().start(run);
  gym.untilStep(run, learned + 1);
  run.stop();
  gym.rest(run);
  CHECK(read_run(folder.toStdString()).state.step == run.picture()->state.step);
  CHECK(run.picture()->record.steps.size() == static_cast<std::size_t>(run.picture()->state.step));
}

TEST_CASE("a run of somebody else's folder is opened, remembered, and only forgotten", "[train]") {
  Gym gym;
  const QTemporaryDir elsewhere;
  const QString folder = elsewhere.filePath(QStringLiteral("mine"));
  {
    Trainer trainer(make_train_options("", small({{"steps", "3"}})));
    while (!trainer.finished()) trainer.advance();
    trainer.save(RunFolder(folder.toStdString()));
  }
  gym.runs().open(folder);
  gym.rest(gym.run());
  CHECK(gym.run().picture()->state.step == 3);
  gym.open();
  REQUIRE(gym.runs().entries().size() == 1);
  gym.rest(gym.run());
  CHECK(gym.run().name() == QStringLiteral("mine"));
  gym.runs().remove(&gym.run());
  CHECK(QFileInfo::exists(folder + QStringLiteral("/run.json")));
  gym.open();
  CHECK(gym.runs().entries().empty());
}

TEST_CASE("the Train workspace has each panel once, also where another start left the arrangement", "[train][window]") {
  const QTemporaryDir own;
  QByteArray layout;
  {
    Window w;
    w.workbench().training().setFolder(own.path());
    w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
    w.settle();
    w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Explore);  // as at the end of the program
    w.settle();
    layout = w.window.session().layout;
  }
  Window w;
  w.workbench().training().setFolder(own.path());
  REQUIRE(w.window.restoreLayout(layout));
  w.window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
  w.settle();
  QTest::qWait(50);
  int tabs = 0;
  for (const QTabBar* bar : w.window.findChildren<QTabBar*>())
    for (int i = 0; bar->isVisible() && i < bar->count(); ++i) tabs += bar->tabText(i) == QStringLiteral("Examples");
  CHECK(tabs == 1);
  w.window.banner().tell(QStringLiteral("A sentence of one line."));
  QTest::qWait(50);
  CHECK(w.window.banner().height() < 50);
  // Nothing is between the columns but the line.
  const auto place = [&](const char* name) {
    const Panel* panel = w.window.panel(QLatin1String(name));
    return QRect(panel->mapTo(&w.window, QPoint()), panel->size());
  };
  CHECK(place("train_curves").left() - place("train_runs").right() < 20);
  CHECK(place("train_heads").left() - place("train_curves").right() < 20);
}

TEST_CASE("a start in Train leaves Explore as it first is, to the way back and to the next start", "[train][window]") {
  const QTemporaryDir own;
  Settings::setLayout({});
  const auto start = [&](MainWindow& window) {
    window.workbench().training().setFolder(own.path());
    window.resize(1280, 800);
    window.show();
    if (!window.restoreLayout(Settings::layout())) window.resetLayout();
  };
  const auto hasRoom = [](MainWindow& window) {
    return waitFor([&] { return window.panel(QStringLiteral("estimators"))->height() > 200; });
  };
  {
    MainWindow window;
    start(window);
    window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
    QTest::qWait(50);
    window.layoutOfDocks().release();  // a line between the docks was moved
    window.layoutOfDocks().setWorkspace(omegascope::Workspace::Explore);
    CHECK(hasRoom(window));
    window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
  }
  {
    MainWindow window;
    start(window);
    window.layoutOfDocks().setWorkspace(omegascope::Workspace::Train);
    QTest::qWait(50);
    window.close();
  }
  MainWindow window;
  start(window);
  CHECK(hasRoom(window));
  Settings::setLayout({});
}

TEST_CASE("the Train workspace takes the window, a folder opens there, a session comes back to it", "[train][window]") {
  const QTemporaryDir elsewhere, own;
  const QString folder = elsewhere.filePath(QStringLiteral("mine"));
  {
    Trainer trainer(make_train_options("", small({{"steps", "3"}})));
    while (!trainer.finished()) trainer.advance();
    trainer.save(RunFolder(folder.toStdString()));
  }
  Window w;
  w.workbench().training().setFolder(own.path());
  w.window.openFile(folder);
  w.settle();
  CHECK(w.window.layoutOfDocks().workspace() == omegascope::Workspace::Train);
  CHECK(w.window.panel(QStringLiteral("train_curves"))->isOnScreen());
  CHECK(w.window.currentPanel() == w.window.panel(QStringLiteral("train_curves")));  // of which export and copy are
  CHECK_FALSE(w.window.panel(QStringLiteral("attention"))->isVisible());
  REQUIRE(w.workbench().training().current() != nullptr);
  CHECK(w.workbench().training().current()->name() == QStringLiteral("mine"));
  const Session session = sessionFromJson(sessionJson(w.window.session()), QStringLiteral("test"));
  CHECK(session.workspace == omegascope::Workspace::Train);
  emit w.workbench().workspaceWanted(omegascope::Workspace::Explore);
  w.window.apply(session);
  CHECK(w.window.layoutOfDocks().workspace() == omegascope::Workspace::Train);
  w.workbench().training().remove(w.workbench().training().current());
}

TEST_CASE("what is seen of a head is told to those who show it, and no other panel is made anew for it", "[train]") {
  Gym gym;
  gym.rest(gym.start(small({{"steps", "5"}})));
  Panel& heads = gym.panel("train_heads");
  gym.panel("train_curves");
  REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr; }));
  QSignalSpy changed(&gym.runs(), &TrainingRuns::changed), seen(&gym.runs(), &TrainingRuns::seenChanged);
  do changed.clear();
  while (changed.wait(300));  // the end of the run is told a little later
  seen.clear();
  const HeadPlace other{1, 1, 7};
  gym.runs().setPlace(other);
  REQUIRE(waitFor([&] { return gym.runs().seen() && gym.runs().seen()->place == other; }));
  CHECK(seen.count() == 1);
  CHECK(changed.count() == 1);  // the place itself
  QStringList shown;
  for (const PaintedText& text : paintedTexts(heads)) shown << text.text;
  CHECK(shown.join(QLatin1Char('|')).contains(QStringLiteral("layer 1, head 1")));
}

TEST_CASE("a line of many steps is drawn whole, though it is painted in pieces", "[train]") {
  auto young = std::make_shared<TrainPicture>();
  for (omega::Index step = 1; step <= 200; ++step) {
    omega::train::StepRecord record;
    record.step = young->state.step = step;
    record.loss = step % 2 == 0 ? 2 : 3;  // between any two steps it crosses the middle
    young->record.steps.push_back(record);
  }
  const CurvesLook look{Theme::light(), true, false};
  QCustomPlot plot;
  plot.setViewport({0, 0, 1000, 500});
  const CurvesDrawing drawn(plot, {{QStringLiteral("young"), {}, young}}, look);
  plot.replot();
  const QImage picture = plot.toPixmap(1000, 500).toImage();
  const QCPAxisRect& rect = *plot.axisRects().front();
  const double height = rect.axis(QCPAxis::atLeft)->coordToPixel(2.5);  // between two lines of the grid
  const auto isInked = [&](double step) {
    const int x = qRound(rect.axis(QCPAxis::atBottom)->coordToPixel(step));
    double most = 1;
    for (int near = x - 1; near <= x + 1; ++near)
      most = std::max(most, contrast(QColor(picture.pixel(near, qRound(height))), look.theme.canvas));
    return most > 1.3;
  };
  CHECK_FALSE(isInked(201));
  for (int step = 1; step < 200; ++step)
    if (!isInked(step + 0.5)) FAIL("no stroke after step " << step);
}
