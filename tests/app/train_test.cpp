// Training in the window: runs side by side that are paused, changed, closed and gone on with; their curves and tables; and the
// way of a trained head to Explore with the same numbers.
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/svg_file.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "dock_layout.h"
#include "export/exporter.h"
#include "jobs/training_runs.h"
#include "settings.h"
#include "views/train/curves_panel.h"
#include "views/train/new_run_panel.h"

using namespace omegascope;
using namespace omegascope::test;
using namespace omega::train;

namespace {

using Given = omega::Options::Given;

Given small(const Given& more = {}) {
  Given all = {{"length", "12"}, {"examples", "900"}, {"layers", "2"}, {"heads", "2"}, {"d_model", "8"}, {"d_ff", "8"}, {"samples", "8"}, {"landmarks", "3"}, {"window", "5"}, {"overlap", "1"},
               {"sparsity", "0.7"}, {"steps", "40"}, {"batch", "20"}, {"validate_every", "5"}, {"validation_examples", "45"}, {"checkpoint_every", "10"}, {"warmup", "4"}};
  for (const auto& [name, text] : more) {
    std::erase_if(all, [&](const auto& before) { return before.first == name; });
    all.emplace_back(name, text);
  }
  return all;
}

/// Everything of a curve that is a function of options and seed.
std::vector<double> curveOf(const Record& record) {
  std::vector<double> curve;
  for (const StepRecord& s : record.steps) curve.insert(curve.end(), {s.loss, s.accuracy, s.rate, s.gradient_norm});
  for (const ValidationRecord& v : record.validations) curve.insert(curve.end(), {v.loss, v.accuracy});
  return curve;
}

std::vector<double> wholeCurve(const Given& options) {
  Trainer trainer(make_train_options("", options));
  while (!trainer.finished()) trainer.advance();
  return curveOf(trainer.snapshot().record);
}

struct Gym {
  QTemporaryDir folder;
  std::unique_ptr<Booth> booth;
  std::map<QString, std::unique_ptr<Panel>> panels;

  Gym() { open(); }
  /// As if the program ended and began again.
  void open() {
    close();
    booth = std::make_unique<Booth>();
    runs().setFolder(folder.path());
  }
  void close() {
    panels.clear();
    booth.reset();
  }
  TrainingRuns& runs() { return booth->workbench().training(); }
  TrainRun& run() { return *runs().current(); }
  template <class Kind = Panel>
  Kind& panel(const char* name) {
    auto& shown = panels[QLatin1String(name)];
    if (!shown) shown = booth->show(kindOf(QLatin1String(name)), {900, 620});
    return static_cast<Kind&>(*shown);
  }
  TrainRun& start(const Given& options) { return *runs().create({}, make_train_options("", options)); }
  void press(const QString& label) {
    for (QToolButton* button : panel("train_runs").findChildren<QToolButton*>())
      if (button->text() == label && button->isEnabled()) return button->click();
    FAIL("there is no button " << label.toStdString() << " to press");
  }
  bool says(const char* name, const QString& part) {
    for (const QLabel* label : panel(name).findChildren<QLabel*>())
      if (label->text().contains(part)) return true;
    return false;
  }
  void rest(const TrainRun& run) {
    REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
    INFO(text(run.error()));
    REQUIRE(run.error().isEmpty());
  }
  void untilStep(const TrainRun& run, omega::Index step) {
    REQUIRE(waitFor([&] { return run.picture() && run.picture()->state.step >= step; }));
  }
};

}  // namespace

TEST_CASE("three runs learn side by side, each the curve of its options", "[train]") {
  Gym gym;
  const std::vector<Given> all = {small(), small({{"attention", "gmm"}, {"features", "prf"}}), small({{"attention", "gmm"}, {"features", "rks"}, {"seed", "5"}})};
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
  // Each has a colour or a dash of its own.
  for (const bool dark : {false, true})
    for (int a = 0; a < 12; ++a)
      for (int b = 0; b < a; ++b) CHECK((runStyle(a, dark).colour != runStyle(b, dark).colour || runStyle(a, dark).dash != runStyle(b, dark).dash));
}

TEST_CASE("paused, one step, gone on with: the curve of an unbroken run", "[train]") {
  Gym gym;
  const Given options = small({{"attention", "gmm"}, {"features", "rks"}, {"steps", "400"}});
  gym.panel("train_runs");
  TrainRun& run = gym.start(options);
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Running; }));
  gym.press(QStringLiteral("Pause"));
  CHECK(run.isPaused());
  QTest::qWait(400);  // what was under way ends and is shown
  const omega::Index at = run.trainer()->state().step;
  QTest::qWait(100);
  CHECK(run.trainer()->state().step == at);
  gym.press(QStringLiteral("Step"));
  gym.untilStep(run, at + 1);
  QTest::qWait(100);
  CHECK(run.trainer()->state().step == at + 1);
  CHECK(run.isPaused());
  gym.press(QStringLiteral("Go on"));
  gym.rest(run);
  CHECK(run.isFinished());
  CHECK(curveOf(run.picture()->record) == wholeCurve(options));
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
  QElapsedTimer closing;
  closing.start();
  gym.open();
  CHECK(closing.elapsed() < 5000);
  REQUIRE(gym.runs().entries().size() == 1);
  TrainRun& again = gym.run();
  CHECK(again.folder() == folder);
  gym.rest(again);
  CHECK(again.picture()->state.step >= stopped + 20);
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

TEST_CASE("a head opened in Explore is the same numbers there, for every attention; and undone", "[train]") {
  const std::vector<Given> all = {{{"attention", "softmax"}},
                                  {{"attention", "local"}},
                                  {{"attention", "linear_elu"}},
                                  {{"attention", "lara"}},
                                  {{"attention", "eva"}},
                                  {{"attention", "rfa"}, {"features", "positive"}},
                                  {{"attention", "gmm"}, {"features", "prf"}},
                                  {{"attention", "gmm"}, {"features", "rks"}},
                                  {{"attention", "fastfood"}, {"features", "prf"}},
                                  {{"attention", "generative"}, {"features", "prf"}}};
  Gym gym;
  Workbench& workbench = gym.booth->workbench();
  auto& panel = gym.panel("train_heads");
  const Document before = workbench.document();
  const HeadPlace place{1, 1, 17};
  for (const Given& attention : all) {
    INFO(attention.front().second << " " << attention.back().second);
    TrainRun& run = gym.start(small(attention));
    gym.rest(run);
    gym.runs().setPlace(place);
    REQUIRE(waitFor([&] { return gym.runs().seen() && gym.runs().seen()->place == place && gym.runs().seen()->step == 40; }));
    const HeadView& view = gym.runs().seen()->view;
    std::optional<omegascope::Workspace> wanted;
    QObject context;
    QObject::connect(&workbench, &Workbench::workspaceWanted, &context, [&](omegascope::Workspace workspace) { wanted = workspace; });
    panel.findChild<QPushButton*>()->click();
    REQUIRE(waitFor([&] { return wanted.has_value(); }));
    CHECK(*wanted == omegascope::Workspace::Explore);
    gym.booth->settle();
    const omegascope::Snapshot& snapshot = *workbench.snapshot();
    CHECK(snapshot.head == 3);
    REQUIRE(!snapshot.cards.empty());
    const CardResult& card = snapshot.cards.back();
    INFO(card.error);
    REQUIRE(card.result);
    CHECK(card.request->method == attention.front().second);
    const omega::Array& y = card.result->at("y");
    double worst = 0, largest = 0;
    for (omega::Index n = 0; n < view.v.rows(); ++n)
      for (omega::Index d = 0; d < view.v.cols(); ++d) {
        double expected = 0;
        for (omega::Index m = 0; m < view.v.rows(); ++m) expected += static_cast<double>(view.attention(n, m)) * static_cast<double>(view.v(m, d));
        worst = std::max(worst, std::abs(expected - y.at(static_cast<std::size_t>(n * view.v.cols() + d))));
        largest = std::max(largest, std::abs(expected));
      }
    CHECK(worst < 1e-4 * largest);
    workbench.store().undoStack()->undo();
    CHECK(workbench.document() == before);
    gym.booth->settle();
  }
}

TEST_CASE("panels of a trained run: pictures, tables, exports", "[train][export]") {
  Gym gym;
  gym.start(small({{"attention", "gmm"}, {"features", "prf"}, {"sparsity", "0.5"}, {"steps", "60"}}));
  gym.rest(gym.run());
  auto& curves = gym.panel<CurvesPanel>("train_curves");
  gym.panel("train_heads");
  REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr; }));
  for (const char* name : {"train_runs", "train_new", "train_curves", "train_measures", "train_examples", "train_confusion", "train_heads", "train_kernels"}) {
    INFO(name);
    auto& panel = gym.panel(name);
    CHECK(colourCount(pictureOf(panel, {900, 500})) > 10);
    CHECK_FALSE(rowsOf(panel.data()).empty());
    CHECK(panel.data().columns.front() != QStringLiteral("preset"));
    ExportOptions options;
    options.millimetres = {240, 160};
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv}) {
      options.format = format;
      const QString path = gym.folder.filePath(QStringLiteral("out.%1").arg(suffixOf(format)));
      exportPanel(panel, gym.booth->workbench(), path, options);
      CHECK(bytesOf(path).size() > 100);
      if (format == ExportFormat::Svg) CHECK(readSvg(bytesOf(path)).isWellFormed);
    }
  }
  const auto rows = rowsOf(curves.data());
  REQUIRE(rows.size() == 60);
  CHECK(rows[7][2].toDouble() == Approx(gym.run().picture()->record.steps[7].loss).epsilon(1e-8));
  CHECK(rows[9][8].toDouble() == Approx(gym.run().picture()->record.validations[1].accuracy).epsilon(1e-8));
  CHECK(curves.command().startsWith(QStringLiteral("omega train sparsity --length 12")));
  CHECK(curves.legend().size() == 1);
  // The cursor finds what is drawn.
  const CurvesDrawing& drawing = *curves.drawing();
  curves.findChild<QCustomPlot*>()->replot();
  RunCurve of{{}, 0, gym.run().picture()};
  const CurvesDrawing::Spot spot{&of, true, 3};
  const CurvesDrawing::Spot found = drawing.spotAt(drawing.lossPixel(spot));
  REQUIRE(found.curve != nullptr);
  CHECK(found.isValidation);
  CHECK(found.number == 3);
  gym.runs().setShown(&gym.run(), false);
  CHECK(curves.legend().empty());
}

TEST_CASE("smoothing is a running mean without a pull to its start", "[train]") {
  CHECK(smoothed({2, 2, 2}, 0.9) == std::vector<double>{2, 2, 2});
  const std::vector<double> raw = {4, 0, 0};
  CHECK(smoothed(raw, 0) == raw);
  CHECK(smoothed(raw, 0.5)[1] == Approx(4.0 / 3));
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

TEST_CASE("numbers that are none end the run with step and place; its last checkpoint leads on", "[train][bad_luck]") {
  Gym gym;
  gym.panel("train_runs");
  TrainRun& run = gym.start(small({{"rate", "10"}, {"weight_decay", "10"}, {"decay", "none"}, {"warmup", "0"}, {"clip", "0"}, {"steps", "2000"}, {"checkpoint_every", "3"}, {"validate_every", "500"}}));
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK(run.error().contains(QStringLiteral("no number")));
  CHECK(run.error().startsWith(QStringLiteral("step ")));
  CHECK(gym.says("train_runs", QStringLiteral("no number")));
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

TEST_CASE("a disk that is full ends the run with a sentence; what was learned stays in memory and is kept later", "[train][bad_luck]") {
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
  run.stop();
  REQUIRE(waitFor([&] { return run.phase() == TrainRun::Phase::Resting; }));
  CHECK_FALSE(run.error().isEmpty());
  const omega::Index learned = run.picture()->state.step;
  REQUIRE(file.remove());
  REQUIRE(QDir().rename(aside, folder));
  gym.runs().start(run);
  gym.untilStep(run, learned + 1);
  run.stop();
  gym.rest(run);
  CHECK(read_run(folder.toStdString()).state.step == run.picture()->state.step);
}

TEST_CASE("a run of somebody else's folder is opened, remembered, and only forgotten", "[train]") {
  Gym gym;
  const QTemporaryDir elsewhere;
  const QString folder = elsewhere.filePath(QStringLiteral("mine"));
  {
    Trainer trainer(make_train_options("", small({{"steps", "3"}})));
    while (!trainer.finished()) trainer.advance();
    trainer.save(folder.toStdString());
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

TEST_CASE("what does not go together is said before anything runs; controls are the trainer's options", "[train]") {
  Gym gym;
  auto& panel = gym.panel<NewRunPanel>("train_new");
  for (const omega::OptionSpec& spec : train_options()) {
    bool isThere = false;
    for (const QLabel* label : panel.findChildren<QLabel*>()) isThere = isThere || label->text().contains(QString::fromStdString(spec.name));
    INFO(spec.name);
    CHECK(isThere);
  }
  const auto startButton = [&] {
    for (QPushButton* button : panel.findChildren<QPushButton*>()) return button;
    return static_cast<QPushButton*>(nullptr);
  }();
  CHECK(startButton->isEnabled());
  panel.setOption(QStringLiteral("heads"), QStringLiteral("7"));
  CHECK_FALSE(startButton->isEnabled());
  CHECK(gym.says("train_new", QStringLiteral("d_model=64")));
  panel.setOption(QStringLiteral("heads"), {});
  CHECK(startButton->isEnabled());
  panel.choosePreset(QStringLiteral("class"));
  const auto valueOf = [&](const QString& name) {
    for (const auto& row : panel.data().rows)
      if (row[0] == name) return row[1];
    return QString();
  };
  for (const TrainPreset& preset : train_presets())
    if (preset.name == "class")
      for (const auto& [name, value] : preset.options) CHECK(valueOf(QString::fromStdString(name)) == QString::fromStdString(value));
  panel.setOption(QStringLiteral("attention"), QStringLiteral("gmm"));
  for (const auto& [name, value] : small()) panel.setOption(QString::fromStdString(name), QString::fromStdString(value));
  startButton->click();
  REQUIRE(gym.runs().current() != nullptr);
  CHECK(gym.run().name() == QStringLiteral("gmm-prf-class"));
  gym.rest(gym.run());
  CHECK(gym.run().picture()->plan.model.attention == AttentionKind::gmm);
  CHECK(gym.run().picture()->plan.task.length == 12);
}

TEST_CASE("the Train workspace takes the window, a folder opens there, a session comes back to it", "[train][window]") {
  const QTemporaryDir elsewhere, own;
  const QString folder = elsewhere.filePath(QStringLiteral("mine"));
  {
    Trainer trainer(make_train_options("", small({{"steps", "3"}})));
    while (!trainer.finished()) trainer.advance();
    trainer.save(folder.toStdString());
  }
  Window w;
  w.workbench().training().setFolder(own.path());
  w.window.openFile(folder);
  w.settle();
  CHECK(w.window.layoutOfDocks().workspace() == omegascope::Workspace::Train);
  CHECK(w.window.panel(QStringLiteral("train_curves"))->isOnScreen());
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
