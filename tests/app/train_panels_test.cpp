// The panels of the Train workspace: curves, tables and exports, where runs are told of, and the way of a trained head
// to Explore with the same numbers.
#include <QCheckBox>
#include <QListWidget>
#include <QPushButton>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "app/gym.h"
#include "app/painted_text.h"
#include "app/shell.h"
#include "app/speaking.h"
#include "app/svg_file.h"
#include "export/exporter.h"
#include "export/provenance.h"
#include "train/series.h"
#include "views/painted_canvas.h"
#include "views/train/curves_panel.h"
#include "views/train/new_run_panel.h"

using namespace omegascope;
using namespace omegascope::test;
using namespace omega::train;

namespace {

const CardResult& resultOfMethod(const Workbench& workbench, const std::string& method) {
  for (const CardResult& one : workbench.snapshot()->cards)
    if (one.request && one.request->method == method) return one;
  throw std::logic_error("there is no card of " + method);
}

/// Where a loss stands in the upper part of the plot of curves.
QPointF lossPixel(const QCustomPlot& plot, double across, double loss) {
  const QCPAxisRect* rect = plot.axisRect(0);
  return {rect->axis(QCPAxis::atBottom)->coordToPixel(across), rect->axis(QCPAxis::atLeft)->coordToPixel(loss)};
}

/// All cards are still there; those that are shown beside the trained one are those that a user wants there.
void checkKeptCards(const Document& before, const Document& now, const std::string& method) {
  for (const Card& had : before.cards) {
    INFO(had.label());
    const Card* has = now.card(had.id);
    REQUIRE(has != nullptr);
    if (had.method != method) CHECK(has->options == had.options);
    const bool isCompared = had.method == "softmax" || had.method == method;
    CHECK(has->visible == (isCompared || (method == "softmax" && had.visible)));
  }
  CHECK(now.cards.size() <= before.cards.size() + 1);
}

}  // namespace

TEST_CASE("a head opened in Explore is the same numbers there, for every attention; and undone", "[train]") {
  const std::vector<Given> all = {{{"attention", "softmax"}},
                                  {{"attention", "local"}},
                                  {{"attention", "linear_elu"}},
                                  {{"attention", "ra"}},
                                  {{"attention", "mis"}},
                                  {{"attention", "lara"}},
                                  {{"attention", "lara"}, {"proposals", "learned"}, {"adapt", "true"}},
                                  {{"attention", "eva"}},
                                  {{"attention", "eva"}, {"group_samples", "2"}},
                                  {{"attention", "rfa"}, {"features", "positive"}},
                                  {{"attention", "gmm"}, {"features", "prf"}},
                                  {{"attention", "gmm"}, {"features", "rks"}},
                                  {{"attention", "fastfood"}, {"features", "prf"}},
                                  {{"attention", "generative"}, {"features", "prf"}}};
  Gym gym;
  Workbench& workbench = gym.booth->workbench();
  auto& panel = gym.panel("train_heads");
  gym.panel("estimators");
  const Document before = workbench.document();
  const HeadPlace place{1, 1, 17};
  for (const Given& attention : all) {
    INFO(attention.front().second << " " << attention.back().second);
    TrainRun& run = gym.start(small(attention));
    gym.rest(run);
    gym.runs().setPlace(place);
    REQUIRE(waitFor(
        [&] { return gym.runs().seen() && gym.runs().seen()->place == place && gym.runs().seen()->step == 40; }));
    const HeadView& view = gym.runs().seen()->view;
    std::optional<omegascope::Workspace> wanted;
    QObject context;
    QObject::connect(&workbench, &Workbench::workspaceWanted, &context,
                     [&](omegascope::Workspace workspace) { wanted = workspace; });
    for (QPushButton* button : panel.findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Open in Explore")) button->click();
    REQUIRE(waitFor([&] { return wanted.has_value(); }));
    CHECK(*wanted == omegascope::Workspace::Explore);
    gym.booth->settle();
    const omegascope::Snapshot& snapshot = *workbench.snapshot();
    CHECK(snapshot.head == 3);
    const std::string& method = attention.front().second;
    const CardResult& card = resultOfMethod(workbench, method);
    INFO(card.error);
    checkKeptCards(before, workbench.document(), method);
    REQUIRE(card.result);
    CHECK(card.request->method == attention.front().second);
    if (card.request->method == "lara") CHECK(gym.says("estimators", QStringLiteral("landmarks")));
    const omega::Array& y = card.result->at("y");
    double worst = 0, largest = 0;
    for (omega::Index n = 0; n < view.v.rows(); ++n)
      for (omega::Index d = 0; d < view.v.cols(); ++d) {
        double expected = 0;
        for (omega::Index m = 0; m < view.v.rows(); ++m)
          expected += static_cast<double>(view.attention(n, m)) * static_cast<double>(view.v(m, d));
        const double off = std::abs(expected - y.at(static_cast<std::size_t>(n * view.v.cols() + d)));
        if (!(off <= worst)) worst = off;
        largest = std::max(largest, std::abs(expected));
      }
    CHECK(worst < 2e-4 * largest);
    // Another draw is other noise, where there is any.
    const auto yOfModel = y.to_vector<double>();
    workbench.store().change(QStringLiteral("Redraw"), [](Document& d) { ++d.draw; });
    gym.booth->settle();
    REQUIRE(resultOfMethod(workbench, method).result);
    CHECK((resultOfMethod(workbench, method).result->at("y").to_vector<double>() != yOfModel) ==
          run.picture()->plan.model.has_noise());
    workbench.store().undoStack()->undo();
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
  ExportOptions options;
  for (const char* name : {"train_runs", "train_new", "train_curves", "train_measures", "train_examples",
                           "train_confusion", "train_heads", "train_kernels"}) {
    INFO(name);
    auto& panel = gym.panel(name);
    CHECK(colourCount(pictureOf(panel, {900, 500})) > 10);
    CHECK_FALSE(rowsOf(panel.data()).empty());
    CHECK(panel.data().columns.front() != QStringLiteral("preset"));
    for (const QWidget* one : panel.findChildren<QWidget*>())
      if (one->isVisibleTo(&panel) &&
          (qobject_cast<const QCustomPlot*>(one) || qobject_cast<const PaintedCanvas*>(one)))
        CHECK(canvasWords(*one).startsWith(one->accessibleName() + QStringLiteral(": ")));
    options.millimetres = {240, 160};
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv}) {
      options.format = format;
      const QString path = gym.folder.filePath(QStringLiteral("out.%1").arg(suffixOf(format)));
      exportPanel(panel, gym.booth->workbench(), path, options);
      CHECK(bytesOf(path).size() > 100);
      if (format == ExportFormat::Svg) CHECK(readSvg(bytesOf(path)).isWellFormed);
    }
  }
  for (const char* name : {"train_curves", "train_examples", "train_confusion", "train_heads", "train_kernels"}) {
    INFO(name);
    const omega::Arrays arrays = gym.panel(name).data().arrays;
    REQUIRE_FALSE(arrays.empty());
    options.format = ExportFormat::Npy;
    options.array = QString::fromStdString(arrays.begin()->first);
    const QString path = gym.folder.filePath(QStringLiteral("out.npy"));
    exportPanel(gym.panel(name), gym.booth->workbench(), path, options);
    CHECK(bytesOf(path).startsWith("\x93NUMPY"));
  }
  CHECK(curves.data().arrays.at("gmm-prf_loss").at(7) == gym.run().picture()->record.steps[7].loss);
  CHECK(gym.panel("train_confusion").data().arrays.at("confusion").shape() == omega::Shape{9, 9});
  const auto rows = rowsOf(curves.data());
  REQUIRE(rows.size() == 60);
  CHECK(rows[7][2].toDouble() == Approx(gym.run().picture()->record.steps[7].loss).epsilon(1e-8));
  CHECK(rows[9][8].toDouble() == Approx(gym.run().picture()->record.validations[1].accuracy).epsilon(1e-8));
  CHECK(curves.command().startsWith(QStringLiteral("omega train sparsity --length 12")));
  CHECK(curves.legend().size() == 3);  // the run, training, validation
  // The cursor finds what is drawn.
  const CurvesDrawing& drawing = *curves.drawing();
  curves.findChild<QCustomPlot*>()->replot();
  const ValidationRecord& fourth = gym.run().picture()->record.validations[3];
  const CurvesDrawing::Spot found =
      drawing.spotAt(lossPixel(*curves.findChild<QCustomPlot*>(), static_cast<double>(fourth.step), fourth.loss));
  REQUIRE(found.curve != nullptr);
  CHECK(found.isValidation);
  CHECK(found.number == 3);
  gym.runs().setShown(&gym.run(), false);
  CHECK(curves.legend().empty());
}

TEST_CASE("curves over time: the table of what is seen goes by seconds, and what has no time is not drawn", "[train]") {
  Gym gym;
  gym.start(small({{"steps", "60"}}));
  gym.rest(gym.run());
  auto& curves = gym.panel<CurvesPanel>("train_curves");
  for (QCheckBox* box : curves.findChildren<QCheckBox*>())
    if (box->text() == QStringLiteral("over time")) box->click();
  auto* plot = curves.findChild<QCustomPlot*>();
  plot->replot();
  const QCPAxis* across = plot->axisRect(1)->axis(QCPAxis::atBottom);
  const Record& record = gym.run().picture()->record;
  CHECK(across->label().contains(QStringLiteral("time")));
  CHECK(across->range().upper == Approx(std::max(0.1, record.seconds_until(60)) * 1.01));
  const QPointF at = lossPixel(*plot, record.validations[3].seconds, record.validations[3].loss);
  const CurvesDrawing::Spot again = curves.drawing()->spotAt(at);
  REQUIRE(again.curve != nullptr);
  CHECK(again.isValidation);
  CHECK(again.number == 3);
  for (int i = 0; i < 2; ++i) {
    QWheelEvent wheel(at, plot->mapToGlobal(at), QPoint(), QPoint(0, 480), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot, &wheel);
  }
  REQUIRE(curves.isZoomed());
  const QCPRange part = plot->axisRect(0)->axis(QCPAxis::atBottom)->range();
  const auto seen = std::count_if(record.steps.begin(), record.steps.end(),
                                  [&](const StepRecord& s) { return part.contains(record.seconds_until(s.step)); });
  CHECK(seen > 0);
  CHECK(seen < 60);
  CHECK(rowsOf(curves.visibleData()).size() == static_cast<std::size_t>(seen));
  // The seconds across are in the table and the arrays.
  const PanelData all = curves.data();
  REQUIRE(all.columns.back() == QStringLiteral("seconds"));
  const auto rows = rowsOf(all);
  REQUIRE(rows.size() == 60);
  for (std::size_t i = 0; i < rows.size(); ++i)
    CHECK(rows[i].back().toDouble() == Approx(record.seconds_until(record.steps[i].step)).margin(1e-12));
  REQUIRE(all.arrays.count("softmax_seconds") == 1);
  CHECK(all.arrays.at("softmax_seconds").count() == 60);
  CHECK(all.arrays.count("softmax_validation_seconds") == 1);
  // Before the first validation nothing says when steps were.
  auto young = std::make_shared<TrainPicture>(*gym.run().picture());
  young->record.validations.clear();
  const auto curvesOf = [&](bool isOverTime) {
    QCustomPlot other;
    const CurvesDrawing drawn(other, {{QStringLiteral("young"), {}, young}},
                              {Theme::light(), true, true, false, isOverTime, 0});
    return other.graphCount();
  };
  CHECK(curvesOf(false) > 0);
  CHECK(curvesOf(true) == 0);
}

TEST_CASE("without validation the lines of training have the marks of their runs", "[train]") {
  Gym gym;
  gym.rest(gym.start(small({{"steps", "5"}})));
  for (const bool hasValidation : {true, false})
    for (const double smoothing : {0.0, 0.5}) {
      QCustomPlot plot;
      const CurvesDrawing drawn(plot, {{QStringLiteral("second"), {QStringLiteral("softmax"), 1}, gym.run().picture()}},
                                {Theme::light(), true, hasValidation, false, false, smoothing});
      int marked = 0;
      for (int i = 0; i < plot.graphCount(); ++i) marked += plot.graph(i)->scatterStyle().isNone() ? 0 : 1;
      CHECK(marked == 2);  // of loss and accuracy, one line each
    }
}

TEST_CASE("curves are zoomed and moved by hand, and stay so while the run learns", "[train]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "100000"}, {"checkpoint_every", "100000"}}));
  gym.untilStep(run, 60);
  run.setPaused(true);
  gym.untilStill(run);
  auto& panel = gym.panel<CurvesPanel>("train_curves");
  auto* plot = panel.findChild<QCustomPlot*>();
  plot->replot();
  CHECK_FALSE(panel.isZoomed());
  CHECK(plot->axisRect(0)->axis(QCPAxis::atBottom)->scaleType() == QCPAxis::stLogarithmic);
  CHECK(plot->axisRect(0)->axis(QCPAxis::atBottom)->range().lower == 1);
  const QImage whole = pictureOf(panel);
  const auto rows = rowsOf(panel.data()).size();
  QStringList signs;  // which line is which, where no box says it
  for (const LegendEntry& entry : panel.legend()) signs << entry.text;
  CHECK(signs.mid(1) == QStringList{QStringLiteral("training"), QStringLiteral("validation")});
  const QPointF at = QRectF(plot->axisRect(1)->rect()).center();
  QWheelEvent wheel(at, plot->mapToGlobal(at), QPoint(), QPoint(0, 480), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(plot, &wheel);
  CHECK(panel.isZoomed());
  const QCPRange shown = plot->axisRect(0)->axis(QCPAxis::atBottom)->range();
  CHECK(plot->axisRect(1)->axis(QCPAxis::atBottom)->range() == shown);
  CHECK(rowsOf(panel.visibleData()).size() < rows);
  CHECK(rowsOf(panel.data()).size() == rows);
  CHECK(pictureOf(panel) != whole);
  const omega::Index before = run.trainer()->state().step;
  run.setPaused(false);
  gym.untilStep(run, before + 30);
  panel.bringUpToDate();
  plot->replot();
  CHECK(plot->axisRect(0)->axis(QCPAxis::atBottom)->range() == shown);
  QTest::mouseDClick(plot, Qt::LeftButton, Qt::NoModifier, at.toPoint());
  CHECK_FALSE(panel.isZoomed());
  CHECK(plot->axisRect(0)->axis(QCPAxis::atBottom)->range().upper > before);
  run.stop();
  gym.rest(run);
}

TEST_CASE("training runs are in the list of jobs, where they are paused, gone on with and ended", "[train][jobs]") {
  Gym gym;
  auto& jobs = gym.panel("jobs");
  gym.panel("train_heads");  // which loads what rests: no job
  TrainRun& run = gym.start(small({{"steps", "100000"}, {"checkpoint_every", "100000"}}));
  const auto button = [&](const QString& label, const QString& tip) {
    for (QPushButton* one : jobs.findChildren<QPushButton*>())
      if (one->text() == label && one->toolTip().contains(tip) && one->isVisibleTo(&jobs)) return one;
    return static_cast<QPushButton*>(nullptr);
  };
  gym.untilStep(run, 5);
  REQUIRE(waitFor([&] {
    return run.phase() == TrainRun::Phase::Running && gym.says("jobs", QStringLiteral("Training softmax: 0 %"));
  }));
  CHECK(colourCount(pictureOf(jobs)) > 1);
  REQUIRE(button(QStringLiteral("Pause"), QStringLiteral("Rests")) != nullptr);
  button(QStringLiteral("Pause"), QStringLiteral("Rests"))->click();
  CHECK(run.isPaused());
  CHECK(gym.says("jobs", QStringLiteral("paused")));
  REQUIRE(button(QStringLiteral("Resume"), QStringLiteral("Goes on")) != nullptr);
  button(QStringLiteral("Resume"), QStringLiteral("Goes on"))->click();
  CHECK_FALSE(run.isPaused());
  REQUIRE(button(QStringLiteral("Cancel"), QStringLiteral("Training softmax")) != nullptr);
  button(QStringLiteral("Cancel"), QStringLiteral("Training softmax"))->click();
  gym.rest(run);
  CHECK(read_run(run.folder().toStdString()).state.step == run.picture()->state.step);
  CHECK(waitFor([&] { return button(QStringLiteral("Cancel"), QStringLiteral("Training softmax")) == nullptr; }));
  gym.open();
  gym.panel("train_heads");
  REQUIRE(waitFor([&] {
    CHECK(gym.booth->workbench().jobs().running().empty());
    return gym.runs().seen() != nullptr;
  }));
}

TEST_CASE("what shows several runs is captioned with all of them, and its command makes them all", "[train]") {
  Gym gym;
  TrainRun& a = gym.start(small({{"steps", "5"}}));
  TrainRun& b = gym.start(small({{"steps", "5"}, {"seed", "3"}}));
  gym.rest(a);
  gym.rest(b);
  for (const char* name : {"train_curves", "train_measures"}) {
    const Panel& panel = gym.panel(name);
    CHECK(panel.caption() == QStringLiteral("softmax, step 5; softmax-2, step 5"));
    {
      const Speaking chinese(Language::Chinese);
      CHECK(panel.caption() == QStringLiteral("softmax，第 5 步；softmax-2，第 5 步"));
    }
    const QStringList lines = panel.command().split(QLatin1Char('\n'));
    REQUIRE(lines.size() == 3);
    CHECK(lines[2] == QStringLiteral("omega train report softmax softmax-2 --output report --json > report.json"));
    CHECK(panel.command().contains(QStringLiteral("--seed 3")));
  }
  gym.runs().setShown(&a, false);
  CHECK(gym.panel("train_curves").caption() == QStringLiteral("softmax-2, step 5"));
}

TEST_CASE("the copied lines train the same runs again, number for number", "[train][commands]") {
  Gym gym;
  gym.rest(gym.start(small({{"steps", "15"}})));
  TrainRun& run = gym.start(small({{"steps", "15"}, {"seed", "3"}, {"attention", "gmm"}, {"features", "prf"}}));
  gym.rest(run);
  for (const char* name : {"train_curves", "train_measures", "train_confusion", "train_runs"}) {
    INFO(name);
    Panel& panel = gym.panel(name);
    const ShellLine line = lineOf(panel, gym.booth->workbench());
    INFO(text(line.whyNot));
    INFO(text(line.text));
    REQUIRE_FALSE(line.text.isEmpty());
    Shell shell;
    shell.run(line.text);
    const auto report = nlohmann::json::parse(bytesOf(shell.file(QStringLiteral("report.json"))).toStdString());
    std::size_t compared = 0;
    for (const auto& [key, one] : report.at("runs").items())
      for (const TrainingRuns::Entry& entry : gym.runs().entries()) {
        if (entry.run->name().toStdString() != one.at("name").get<std::string>()) continue;
        ++compared;
        const omega::train::Record again = omega::train::record_from(one.at("record")),
                                   own = entry.run->picture()->record;
        CHECK(curveOf(again) == curveOf(own));
        CHECK(again.confusion == own.confusion);
        CHECK(again.best_accuracy() == own.best_accuracy());
        REQUIRE(again.variances.size() == own.variances.size());
        for (std::size_t i = 0; i < own.variances.size(); ++i)
          CHECK(again.variances[i].gain == own.variances[i].gain);  // none where nothing is drawn
      }
    CHECK(compared == (panel.name() == QStringLiteral("train_confusion") ? 1 : 2));
    // The table of the curves is that of the report, but for times.
    if (panel.name() != QStringLiteral("train_curves")) continue;
    const auto rows = rowsOf(panel.data());
    QByteArrayList lines = bytesOf(shell.file(QStringLiteral("report/curves.csv"))).trimmed().split('\n');
    CHECK(lines.takeFirst().startsWith("# {"));
    REQUIRE(static_cast<std::size_t>(lines.size()) == rows.size() + 1);
    const std::vector<QString> columns = panel.data().columns;
    CHECK(lines.front() == QStringList(columns.begin(), columns.end()).join(QLatin1Char(',')).toUtf8());
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 1; c + 1 < rows[r].size(); ++c)
        CHECK(rows[r][c].toDouble() ==
              Approx(lines[static_cast<qsizetype>(r) + 1].split(',')[static_cast<qsizetype>(c)].toDouble())
                  .epsilon(1e-8));
  }
}

TEST_CASE(
    "a run that was changed by hand, or is not at its end, has no line, nor has what is looked at in the window only",
    "[train][commands]") {
  Gym gym;
  TrainRun& run = gym.start(small({{"steps", "4000"}}));
  gym.untilStep(run, 10);
  const auto whyNot = [&](const char* name) { return lineOf(gym.panel(name), gym.booth->workbench()).whyNot; };
  run.stop();
  gym.rest(run);
  CHECK(whyNot("train_curves").contains(QStringLiteral("of 4000")));
  run.setRate(run.rate() / 2);
  const omega::Index before = run.picture()->state.step;
  run.start(1);
  gym.untilStep(run, before + 1);
  run.stop();
  gym.rest(run);
  const QString byHand = QStringLiteral("changed by hand at step %1").arg(before + 1);
  CHECK(whyNot("train_curves").contains(byHand));
  // What is exported says so too, in place of a command that makes something else.
  const Panel& curves = gym.panel("train_curves");
  REQUIRE_FALSE(curves.command().isEmpty());
  const Provenance provenance = provenanceOf(curves, gym.booth->workbench());
  CHECK(provenance.commands.isEmpty());
  CHECK(provenance.lines().join(QLatin1Char('\n')).contains(byHand));
  CHECK(QString::fromUtf8(provenance.json()).contains(byHand));
  CHECK_FALSE(provenance.json().contains("omega train"));
  const PanelData runs = gym.panel("train_runs").data();
  REQUIRE(runs.columns.back() == QStringLiteral("no_command"));
  REQUIRE(runs.columns[runs.columns.size() - 2] == QStringLiteral("command"));
  const std::vector<QString> first = rowsOf(runs).front();
  CHECK(first[first.size() - 2].isEmpty());
  CHECK(first.back().contains(byHand));
  for (const QListWidget* list : gym.panel("train_runs").findChildren<QListWidget*>()) {
    CHECK(list->item(0)->toolTip().contains(byHand));
    CHECK_FALSE(list->item(0)->toolTip().contains(QStringLiteral("omega train")));
    // Made when somebody points, not at each step: it says how things are then, whatever the list has shown last.
    const QString shown = list->item(0)->toolTip();
    gym.panel("train_runs").hide();
    run.start(1);
    gym.untilStep(run, run.picture()->state.step + 1);
    run.stop();
    gym.rest(run);
    CHECK(list->item(0)->toolTip() != shown);
    CHECK(list->item(0)->toolTip().contains(stateOf(run).toHtmlEscaped()));
    gym.panel("train_runs").show();
  }
  CHECK(whyNot("train_confusion").contains(QStringLiteral("changed by hand")));
  for (const char* name : {"train_heads", "train_examples", "train_kernels", "train_new"}) {
    INFO(name);
    CHECK_FALSE(whyNot(name).isEmpty());
  }
}

TEST_CASE("a narrow map of a head says its step", "[train]") {
  Gym gym;
  gym.rest(gym.start(small({{"steps", "5"}})));
  Panel& heads = gym.panel("train_heads");
  REQUIRE(waitFor([&] { return gym.runs().seen() != nullptr; }));
  heads.resize(210, 300);
  QStringList all;
  for (const PaintedText& text : paintedTexts(heads)) all << text.text;
  CHECK(all.contains(QStringLiteral("step\u00a05")));
}

TEST_CASE("each panel says what it will show before there is a run", "[train]") {
  Gym gym;
  std::set<QByteArray> pictures;
  const QStringList names = {QStringLiteral("train_curves"),   QStringLiteral("train_measures"),
                             QStringLiteral("train_examples"), QStringLiteral("train_confusion"),
                             QStringLiteral("train_heads"),    QStringLiteral("train_kernels")};
  for (const QString& name : names) {
    INFO(text(name));
    const QImage picture = pictureOf(gym.panel(name.toLatin1().constData()));
    CHECK(colourCount(picture) > 3);
    pictures.insert(QByteArray(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes()));
  }
  CHECK(static_cast<int>(pictures.size()) == names.size());
  CHECK(gym.says("train_runs", QStringLiteral("No run yet")));
}

TEST_CASE("smoothing is a running mean without a pull to its start", "[train]") {
  CHECK(smoothed({2, 2, 2}, 0.9) == std::vector<double>{2, 2, 2});
  const std::vector<double> raw = {4, 0, 0};
  CHECK(smoothed(raw, 0) == raw);
  CHECK(smoothed(raw, 0.5)[1] == Approx(4.0 / 3));
}

TEST_CASE("every task brings its presets, and its examples are shown", "[train]") {
  Gym gym;
  auto& panel = gym.panel<NewRunPanel>("train_new");
  for (const Task& task : tasks()) {
    panel.setOption(QStringLiteral("task"), QString::fromStdString(task.name));
    CHECK(gym.says("train_new", QString::fromStdString(task.summary)));
    CHECK(gym.says("train_new", QString::fromStdString(task.presets.front().name)));
  }
  for (const char* task : {"listops", "image", "sparsity"}) {
    INFO(task);
    gym.start(small({{"task", task}, {"side", "8"}, {"steps", "5"}, {"length", "16"}}));
    gym.rest(gym.run());
    auto& examples = gym.panel("train_examples");
    REQUIRE(waitFor([&] { return examples.data().columns.front() == QStringLiteral("example"); }));
    CHECK(colourCount(pictureOf(examples, {900, 500})) > 5);
    CHECK((examples.data().columns.back() == QStringLiteral("token")) == (task != std::string("sparsity")));
    const auto classes = static_cast<omega::Index>(gym.run().picture()->record.class_names.size());
    CHECK(gym.panel("train_confusion").data().arrays.at("confusion").shape() == omega::Shape{classes, classes});
  }
}

TEST_CASE("one button starts a run with each of the attentions that are compared", "[train]") {
  Gym gym;
  auto& panel = gym.panel<NewRunPanel>("train_new");
  for (const auto& [name, value] : small({{"steps", "5"}, {"seed", "3"}}))
    panel.setOption(QString::fromStdString(name), QString::fromStdString(value));
  panel.setOption(QStringLiteral("attention"), QStringLiteral("gmm"));
  panel.setOption(QStringLiteral("features"), QStringLiteral("rks"));
  panel.setOption(QStringLiteral("proposals"), QStringLiteral("zero"));  // which lara refuses
  panel.startAll();
  REQUIRE(gym.runs().entries().size() == usual_attentions().size());
  std::set<std::string> titles;
  for (const TrainingRuns::Entry& entry : gym.runs().entries()) {
    gym.rest(*entry.run);
    titles.insert(title_of(entry.run->picture()->plan.model));
    CHECK(entry.run->picture()->plan.training.seed == 3);
  }
  for (const std::string& title : usual_attentions()) CHECK(titles.count(title) == 1);
}

TEST_CASE("what does not go together is said before anything runs; controls are the trainer's options", "[train]") {
  Gym gym;
  auto& panel = gym.panel<NewRunPanel>("train_new");
  for (const omega::OptionSpec& spec : train_options()) {
    INFO(spec.name);
    CHECK(panel.findChild<QWidget*>(QString::fromStdString(spec.name)) != nullptr);
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
  panel.setOption(QStringLiteral("attention"), QStringLiteral("lara"));
  panel.setOption(QStringLiteral("adapt"), QStringLiteral("true"));
  panel.choosePreset(QStringLiteral("class"));
  const auto valueOf = [&](const QString& name) {
    for (const auto& row : panel.data().rows)
      if (row[0] == name) return row[1];
    return QString();
  };
  for (const TrainPreset& preset : train_presets())
    if (preset.name == "class")
      for (const auto& [name, value] : preset.options)
        CHECK(valueOf(QString::fromStdString(name)) == QString::fromStdString(value));
  CHECK(valueOf(QStringLiteral("adapt")) == QStringLiteral("true"));  // a kind of attention, no size
  panel.setOption(QStringLiteral("attention"), QStringLiteral("gmm"));
  const auto saysItself = [&] {
    const std::vector<TrainPreset>& presets = find_task("sparsity").presets;
    return std::any_of(presets.begin(), presets.end(), [&](const TrainPreset& preset) {
      return preset.name == "class" && gym.says("train_new", QString::fromStdString(preset.summary));
    });
  };
  CHECK(saysItself());
  panel.setAttribute(Qt::WA_DontShowOnScreen);
  panel.resize(260, 500);
  panel.show();
  QTest::qWait(50);
  const auto* control = panel.findChild<QWidget*>(QStringLiteral("steps"));
  const QPoint before = control->mapTo(&panel, QPoint());
  panel.setOption(QStringLiteral("steps"), QStringLiteral("7"));
  QTest::qWait(50);
  CHECK(control->mapTo(&panel, QPoint()) == before);  // for a second click, though less is said
  CHECK_FALSE(saysItself());                          // with other sizes it may not be true
  CHECK(gym.says("train_new", QStringLiteral("All steps take roughly")));
  panel.choosePreset(QStringLiteral("class"));
  CHECK(saysItself());
  for (const auto& [name, value] : small())
    panel.setOption(QString::fromStdString(name), QString::fromStdString(value));
  startButton->click();
  REQUIRE(gym.runs().current() != nullptr);
  CHECK(gym.run().name() == QStringLiteral("gmm-prf-class"));
  gym.rest(gym.run());
  CHECK(gym.run().picture()->plan.model.attention == AttentionKind::gmm);
  CHECK(gym.run().picture()->plan.model.length == 12);
  // What has run here tells how long another takes.
  const QString pace = QStringLiteral("at the pace of gmm-prf-class");
  CHECK(waitFor([&] { return gym.says("train_new", pace); }));
  panel.setOption(QStringLiteral("seed"), QStringLiteral("9"));
  CHECK(gym.says("train_new", pace));
  for (const auto& [name, value] : {std::pair("length", "14"), std::pair("features", "rks")}) {
    INFO(name);
    panel.setOption(QLatin1String(name), QLatin1String(value));
    CHECK_FALSE(gym.says("train_new", pace));
    CHECK(gym.says("train_new", QStringLiteral("at an ordinary speed")));
    panel.setOption(QLatin1String(name),
                    QLatin1String(name) == QLatin1String("length") ? QStringLiteral("12") : QString());
  }
}
