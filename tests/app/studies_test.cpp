// Studies in the window: run, pause, cancel, go on after the panel has gone, and back to Explore with the same numbers.
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <catch2/catch.hpp>
#include <fstream>

#include "app/hands.h"
#include "app/shell.h"
#include "app/studio.h"
#include "app/svg_file.h"
#include "app/window_booth.h"
#include "export/exporter.h"
#include "export/provenance.h"
#include "views/remedy.h"
#include "views/studies/studies_panel.h"
#include "views/studies/study_point.h"
#include "views/studies/study_words.h"

using namespace omegascope;
using namespace omegascope::test;
using omega::studies::Json;

namespace {

/// What is the same wherever it is measured.
std::vector<std::string> measuredIn(const StudyPicture& picture) {
  std::vector<std::string> all;
  for (Json row : picture.rows) {
    row.erase("machine");
    all.push_back(row.dump());
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("a study runs to its end: every row, a figure, findings", "[studies]") {
  Studio s;
  s.runAll("bridge");
  CHECK(s.rows() == s.run().study().rows());
  REQUIRE(s.panel().view().figure() != nullptr);
  const auto& figure = *s.panel().view().figure();
  CHECK(figure.panels.size() == s.run().study().panels.size());
  CHECK(s.run().picture()->summary.findings.size() >= s.run().study().findings.size());
  CHECK(s.panel().findChild<QTableView*>()->model()->rowCount() == static_cast<int>(s.rows()));
  // The table of the panel is the figure.
  std::size_t points = 0;
  for (const auto& part : figure.panels) {
    points += part.cells.size();
    for (const auto& curve : part.curves) points += curve.points.size();
  }
  CHECK(s.panel().data().rows.size() == points);
  CHECK(s.panel().command().contains(QStringLiteral("omega study run bridge --size toy")));
}

TEST_CASE("the copied line measures the same study again, row for row; before its end there is none",
          "[studies][commands]") {
  Studio s;
  s.choose("bridge");
  CHECK(lineOf(s.panel(), s.booth.workbench()).whyNot.contains(QStringLiteral("run it first")));
  s.runAll("bridge");
  const ShellLine line = lineOf(s.panel(), s.booth.workbench());
  INFO(text(line.whyNot));
  REQUIRE_FALSE(line.text.isEmpty());
  Shell shell;
  shell.run(line.text);
  StudyRun again(std::make_shared<const StudyDefinition>(s.run().study()), shell.file(QStringLiteral("bridge-toy")));
  REQUIRE(waitFor([&] { return again.isRead() && again.picture(); }));
  CHECK(measuredIn(*again.picture()) == measuredIn(*s.run().picture()));
  // Half of the rows are not the study.
  QFile rows(s.run().folder() + QStringLiteral("/rows.jsonl"));
  REQUIRE(rows.open(QIODevice::ReadWrite));
  const QByteArrayList all = rows.readAll().split('\n');
  rows.resize(0);
  rows.seek(0);
  rows.write(QByteArrayList(all.mid(0, all.size() / 2)).join('\n') + '\n');
  rows.close();
  s.open();
  s.choose("bridge");
  CHECK(lineOf(s.panel(), s.booth.workbench()).whyNot.contains(QStringLiteral("rows are measured")));
}

TEST_CASE("a study draws its figure, as picture, SVG and CSV", "[studies][export]") {
  Studio s;
  for (const char* study : {"convergence", "eva_ablation", "lara_ablation", "kernel_laws", "bias", "growth"}) {
    INFO(study);
    s.runAll(study);
    CHECK(colourCount(pictureOf(s.panel(), {1000, 700})) > 20);
    ExportOptions options;
    options.millimetres = {300, 220};
    options.format = ExportFormat::Svg;
    const QString svg = s.folder.filePath(QStringLiteral("figure.svg")),
                  csv = s.folder.filePath(QStringLiteral("figure.csv"));
    exportPanel(s.panel(), s.booth.workbench(), svg, options);
    const SvgFile drawn = readSvg(bytesOf(svg));
    CHECK(drawn.isWellFormed);
    // Titles as they are, but for long ones, which are cut, and rare signs, which others write as pieces of their own.
    for (const auto& part : s.panel().view().figure()->panels)
      if (const QString title = QString::fromStdString(part.title);
          title.size() < 30 && QString::fromLatin1(title.toLatin1()) == title)
        CHECK(drawn.texts.join(QLatin1Char('\n')).contains(title));
    CHECK(drawn.viewBox.adjusted(-2, -2, 2, 2).contains(drawn.ink));
    options.format = ExportFormat::Csv;
    exportPanel(s.panel(), s.booth.workbench(), csv, options);
    qsizetype lines = 0;
    for (const QByteArray& line : bytesOf(csv).split('\n')) lines += !line.isEmpty() && !line.startsWith('#');
    CHECK(lines == static_cast<qsizetype>(s.panel().data().rows.size()) + 1);
    CHECK(bytesOf(csv).contains("omega study run"));
    CHECK_FALSE(bytesOf(csv).contains("omega render"));  // no session makes it again
  }
}

TEST_CASE("paused, cancelled, and gone on with by another panel: the rows of an unbroken run", "[studies]") {
  Studio whole;
  whole.runAll("growth");
  Studio s;
  s.choose("growth");
  s.press(QStringLiteral("Run"));
  s.press(QStringLiteral("Pause"));
  CHECK(s.run().isPaused());
  const std::size_t held = s.run().study().rows();
  QTest::qWait(150);  // what was under way ends
  CHECK(s.run().phase() == StudyRun::Phase::Running);
  CHECK(s.run().sweep().done < held);
  s.press(QStringLiteral("Cancel"));
  s.rest();
  CHECK_FALSE(s.run().isDone());
  const std::size_t before = s.rows();
  s.open();  // the panel goes, its results stay
  s.choose("growth");
  CHECK(s.rows() == before);
  s.press(before > 0 ? QStringLiteral("Resume") : QStringLiteral("Run"));
  s.rest();
  REQUIRE(s.run().isDone());
  CHECK(measuredIn(*s.run().picture()) == measuredIn(*whole.run().picture()));
  // And a third has it all without measuring.
  s.open();
  s.choose("growth");
  CHECK(s.run().isDone());
}

TEST_CASE("a panel that goes while its study runs leaves whole rows", "[studies]") {
  Studio s;
  s.choose("convergence", "small");
  s.press(QStringLiteral("Run"));
  REQUIRE(waitFor([&] { return s.run().sweep().done >= 2; }));
  s.open();
  s.choose("convergence", "small");
  CHECK(s.rows() >= 2);
  CHECK(s.run().error().isEmpty());
}

TEST_CASE("a point of a study is the same number in Explore, to the last digit", "[studies]") {
  Studio s;
  s.runAll("lara_ablation");
  Workbench& workbench = s.booth.workbench();
  int checked = 0;
  for (const Json& row : s.run().picture()->rows) {
    const auto index = row.at("point").get<omega::Index>();
    const auto& point = s.run().study().points[static_cast<std::size_t>(index)];
    if (point.measure != "error" || checked == 4 || !whyNotInExplore(point, workbench.document()).isEmpty()) continue;
    INFO(row.dump());
    ++checked;
    bool explores = false;
    QObject context;
    QObject::connect(&workbench, &Workbench::workspaceWanted, &context,
                     [&](Workspace workspace) { explores = workspace == Workspace::Explore; });
    s.panel().openInExplore(index, row.at("seed").get<omega::Index>());
    CHECK(explores);
    const auto draws = row.at("values").at("draws").get<int>();
    double sum = 0;
    for (int draw = 0; draw < draws; ++draw) {
      workbench.store().change(QStringLiteral("draw"),
                               [draw](Document& d) { d.draw = static_cast<std::uint32_t>(draw); });
      s.booth.settle();
      REQUIRE(workbench.snapshot()->cards.size() == 2);
      const CardResult& result = workbench.snapshot()->cards.back();
      REQUIRE(result.error == "");
      sum += result.metrics.mse;
    }
    // A mean of doubles, summed in another order.
    CHECK(sum / draws == Approx(row.at("values").at("mse").get<double>()).epsilon(1e-13));
  }
  CHECK(checked == 4);
}

TEST_CASE("a click on a point of the figure opens it; a series can be hidden", "[studies]") {
  Studio s;
  s.runAll("bridge");
  FigureView& view = *s.panel().findChild<FigureView*>();
  const auto& part = view.figure()->panels.front();
  const omega::studies::Spot spot{&part, &part.curves.front(), &part.curves.front().points[3], nullptr};
  const QPointF at = pixelOf(view, spot);
  REQUIRE(view.spotAt(at).at == spot.at);
  const omega::Index index = spot.at->point;
  const std::size_t marks = view.drawing().marks.size();
  QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint());
  const Document& opened = s.booth.workbench().document();
  const auto& point = s.run().study().points[static_cast<std::size_t>(index)];
  CHECK(opened.workload.preset == point.input.preset);
  REQUIRE(opened.cards.size() == 2);
  CHECK(opened.cards.back().method == point.what.method);
  CHECK(opened.seed == 0);
  QToolButton* series = nullptr;
  for (QToolButton* button : s.panel().findChildren<QToolButton*>())
    if (button->text() == QString::fromStdString(part.curves.front().legend)) series = button;
  REQUIRE(series != nullptr);
  series->click();
  REQUIRE(waitFor([&] { return view.drawing().marks.size() < marks; }));
  CHECK(view.spotAt(at).curve != spot.curve);
  series->click();
  REQUIRE(waitFor([&] { return view.drawing().marks.size() == marks; }));
}

TEST_CASE("numbers in the cells of a map keep to their cells, and are left out where they cannot", "[studies]") {
  Studio s;
  s.runAll("eva_ablation");
  const FigureView& view = *s.panel().findChild<FigureView*>();
  std::vector<int> shown;
  for (const int width : {2600, 1280, 700}) {
    s.panel().resize(width, 800);
    s.booth.settle();
    shown.push_back(0);
    for (const auto& placed : view.drawing().panels) {
      if (placed.panel->kind != omega::studies::PanelKind::map) continue;
      const double cell = placed.x.at(1) - placed.x.at(0);
      for (const auto& mark : view.drawing().marks) {
        const auto* words = std::get_if<omega::studies::TextMark>(&mark);
        const auto& plot = placed.plot;
        if (words == nullptr || words->at.x < plot.left || words->at.x > plot.right() || words->at.y < plot.top ||
            words->at.y > plot.bottom())
          continue;
        INFO(words->words << " in " << cell << " of " << width);
        CHECK(QFontMetricsF(plotFont(words->size)).horizontalAdvance(QString::fromStdString(words->words)) <= cell);
        ++shown.back();
      }
    }
  }
  CHECK(shown.front() > 0);
}

TEST_CASE("what Explore has no picture of says so and changes nothing", "[studies]") {
  Studio s;
  s.choose("kernel_laws");
  const Document before = s.booth.workbench().document();
  const auto& points = s.run().study().points;
  const auto law =
      std::find_if(points.begin(), points.end(), [](const auto& point) { return point.input.text().empty(); });
  REQUIRE(law != points.end());
  s.panel().openInExplore(law->index, 0);
  CHECK(s.booth.workbench().document() == before);
  bool isSaid = false;
  for (const QLabel* label : s.panel().findChildren<QLabel*>())
    isSaid = isSaid || label->text() == whyNotInExplore(*law, before);
  CHECK(isSaid);
}

TEST_CASE("a study that measures times holds the workbench, and lets it go", "[studies]") {
  Studio s;
  s.choose("scaling");
  REQUIRE(s.run().isExclusive());
  s.press(QStringLiteral("Run"));
  CHECK(s.booth.workbench().isHeld());
  s.booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
  CHECK(s.booth.workbench().isBusy());
  s.rest();
  CHECK(s.run().isDone());
  CHECK_FALSE(s.booth.workbench().isHeld());
  s.booth.settle();
  CHECK(s.booth.workbench().snapshot()->document->seed == 99);
}

TEST_CASE("a study whose figure shows times beside its errors measures them alone, and says so", "[studies]") {
  Studio s;
  for (const char* study : {"convergence", "eva_ablation", "sparsity"}) {
    INFO(study);
    s.choose(study);
    CHECK(s.run().isExclusive());
    CHECK(introductionOf(s.run(), 1).contains(QStringLiteral("It measures times: nothing else computes meanwhile")));
  }
  s.choose("bridge");
  CHECK_FALSE(s.run().isExclusive());
}

TEST_CASE("a study that rests while Explore is in front, and is cancelled there, does not begin again on the way back",
          "[studies]") {
  Studio s;
  s.choose("scaling");
  s.press(QStringLiteral("Run"));
  s.panel().hide();
  REQUIRE(s.run().isPaused());
  CHECK_FALSE(s.booth.workbench().isHeld());
  s.run().cancel();  // as Jobs does
  s.rest();
  s.panel().show();
  CHECK(s.run().phase() == StudyRun::Phase::Resting);
  CHECK_FALSE(s.booth.workbench().isHeld());
}

TEST_CASE("a study that is run while another one runs begins after it; Pause and Cancel are of the study that is shown",
          "[studies]") {
  Studio s;
  s.choose("convergence", "small");
  StudyRun& first = s.run();
  s.press(QStringLiteral("Run"));
  REQUIRE(waitFor([&] { return first.sweep().done >= 1; }));
  s.choose("bridge");
  StudyRun& second = s.run();
  CHECK(s.button(QStringLiteral("Pause")) == nullptr);  // it would not be this one that pauses
  CHECK(s.button(QStringLiteral("Cancel")) == nullptr);
  s.press(QStringLiteral("Run"));
  CHECK_FALSE(second.isUnderWay());
  CHECK(s.says(QStringLiteral("queued, number 1")));
  s.choose("bias");
  StudyRun& third = s.run();
  s.press(QStringLiteral("Run"));
  CHECK(s.says(QStringLiteral("queued, number 2")));
  CHECK(s.button(QStringLiteral("Run")) == nullptr);  // it is in the queue already
  s.press(QStringLiteral("Cancel"));                  // out of the queue: nothing else ends
  CHECK_FALSE(s.says(QStringLiteral("queued")));
  CHECK(first.phase() == StudyRun::Phase::Running);
  s.choose("convergence", "small");
  s.press(QStringLiteral("Pause"));
  CHECK(first.isPaused());
  CHECK_FALSE(second.isUnderWay());
  s.press(QStringLiteral("Resume"));
  CHECK_FALSE(first.isPaused());
  s.press(QStringLiteral("Cancel"));
  REQUIRE(waitFor([&] { return second.isDone(); }));
  CHECK_FALSE(first.isUnderWay());
  CHECK(third.picture() == nullptr);
}

TEST_CASE("of studies that wait one begins at a time, also where the first sets results aside", "[studies]") {
  Studio s;
  s.runAll("bridge");
  StudyRun& again = s.run();
  s.choose("convergence", "small");
  StudyRun& running = s.run();
  s.press(QStringLiteral("Run"));
  s.choose("bridge");
  s.press(QStringLiteral("Run again"));
  s.choose("bias");
  StudyRun& last = s.run();
  s.press(QStringLiteral("Run"));
  REQUIRE(s.says(QStringLiteral("queued, number 2")));
  int together = 0;
  const auto look = [&] { together += again.isUnderWay() && last.isUnderWay() ? 1 : 0; };
  for (StudyRun* run : {&again, &last}) QObject::connect(run, &StudyRun::phaseChanged, &s.panel(), look);
  const bool cannot = GENERATE(false, true);
  if (cannot) REQUIRE(QFile::link(s.folder.filePath(QStringLiteral("nowhere")), again.folder() + QStringLiteral("-1")));
  running.cancel();
  REQUIRE(waitFor([&] { return last.isDone(); }));
  CHECK(together == 0);
  CHECK(again.isDone());
  CHECK(again.error().isEmpty() != cannot);
}

TEST_CASE("a study of one's own that runs or waits is neither edited nor deleted; twins have their names beside titles",
          "[studies][own]") {
  Studio s;
  StudyCatalogue own(s.folder.filePath(QStringLiteral("own")));
  for (const char* name : {"one", "two"})
    own.save(own.textOf(QStringLiteral("convergence"))
                 .replace(QStringLiteral("\"convergence\","), QStringLiteral("\"%1\",").arg(QLatin1String(name))));
  s.open();
  const auto edit = QStringLiteral("Edit …");
  const auto canDelete = [&] {
    QMenu menu;
    s.panel().fillMenu(menu);
    return menu.actions().back()->isEnabled();
  };
  s.choose("one", "small");
  CHECK(s.button(edit) != nullptr);
  CHECK(canDelete());
  s.press(QStringLiteral("Run"));
  REQUIRE(waitFor([&] { return s.run().sweep().done >= 1; }));
  CHECK(s.button(edit) == nullptr);
  s.press(QStringLiteral("Pause"));
  CHECK(s.button(edit) == nullptr);
  CHECK_FALSE(canDelete());
  s.choose("one");  // its other size
  CHECK(s.button(edit) == nullptr);
  s.choose("two");
  CHECK(s.button(edit) != nullptr);
  CHECK(s.says(QStringLiteral("one: %1 is paused").arg(QString::fromStdString(s.run().study().title))));
  s.press(QStringLiteral("Run"));
  CHECK(s.button(edit) == nullptr);  // it is in the queue
  CHECK_FALSE(canDelete());
  s.press(QStringLiteral("Cancel"));
  CHECK(s.button(edit) != nullptr);
  s.choose("convergence");
  CHECK(s.button(edit) != nullptr);
  s.choose("one", "small");
  s.press(QStringLiteral("Cancel"));
  s.rest();
  CHECK(s.button(edit) != nullptr);
  CHECK(canDelete());
  QStringList titles;
  const auto& list = *s.panel().findChild<QListWidget*>();
  for (int row = 0; row < list.count(); ++row) titles << list.item(row)->text();
  for (const char* name : {"one: ", "two: ", ""})
    CHECK(titles.count(QLatin1String(name) + QString::fromStdString(s.run().study().title)) == 1);
}

TEST_CASE("the buttons of a study stay where they are, whatever is said beside them", "[studies]") {
  Studio s;
  const auto places = [&] {
    QTest::qWait(20);  // the layout has its turn
    std::vector<QRect> all;
    for (const QPushButton* each : s.panel().findChildren<QPushButton*>())
      if (!qobject_cast<const RemedyButton*>(each))  // which go as soon as there is something to see
        all.emplace_back(each->mapTo(&s.panel(), QPoint()), each->size());
    return all;
  };
  s.choose("kernel_laws");
  const std::vector<QRect> before = places();
  const QRect figure(s.panel().findChild<QStackedWidget*>()->mapTo(&s.panel(), QPoint()),
                     s.panel().findChild<QStackedWidget*>()->size());
  const auto& points = s.run().study().points;
  const auto law =
      std::find_if(points.begin(), points.end(), [](const auto& point) { return point.input.text().empty(); });
  s.panel().openInExplore(law->index, 0);  // which cannot be, and is said
  CHECK(places() == before);
  CHECK(QRect(s.panel().findChild<QStackedWidget*>()->mapTo(&s.panel(), QPoint()),
              s.panel().findChild<QStackedWidget*>()->size()) == figure);
  s.press(QStringLiteral("Run"));
  CHECK(places() == before);
  s.rest();
  REQUIRE(s.run().isDone());
  CHECK(places() == before);  // "Run again"
}

TEST_CASE("results that cannot be read, or of another study, are an error in words", "[studies][bad_luck]") {
  Studio s;
  s.runAll("bias");
  const QString folder = s.run().folder();
  QFile rows(folder + QStringLiteral("/rows.jsonl"));
  REQUIRE(rows.open(QIODevice::WriteOnly));
  rows.write("not a row\n");
  rows.close();
  s.open();
  s.choose("bias");
  CHECK(s.run().error().contains(QStringLiteral("rows.jsonl")));
  CHECK(s.rows() == 0);
  s.press(QStringLiteral("Run"));
  s.rest();
  CHECK(s.run().error().contains(QStringLiteral("rows.jsonl")));
  CHECK(bytesOf(rows.fileName()) == "not a row\n");
}

TEST_CASE("run again sets the results aside, and they can be drawn beside the new ones", "[studies]") {
  Studio s;
  s.runAll("bridge");
  const auto first = measuredIn(*s.run().picture());
  s.press(QStringLiteral("Run again"));
  s.rest();
  REQUIRE(s.run().isDone());
  CHECK(measuredIn(*s.run().picture()) == first);
  CHECK(QDir(s.run().folder() + QStringLiteral("-1")).exists());
  auto* besides = [&] {
    for (QComboBox* box : s.panel().findChildren<QComboBox*>())
      if (box->findText(QStringLiteral("set aside 1")) >= 0) return box;
    return static_cast<QComboBox*>(nullptr);
  }();
  REQUIRE(besides != nullptr);
  const FigureView& view = s.panel().view();
  const std::size_t alone = view.drawing().marks.size();
  besides->setCurrentIndex(besides->findText(QStringLiteral("set aside 1")));
  emit besides->activated(besides->currentIndex());
  REQUIRE(waitFor([&] { return view.drawing().marks.size() > alone; }));
}

TEST_CASE("results that are set aside: it is said where they lie, and they can be taken back", "[studies]") {
  Studio s;
  s.runAll("bridge");
  const auto first = measuredIn(*s.run().picture());
  const QString folder = s.run().folder(), aside = folder + QStringLiteral("-1");
  const auto setAside = [&] {
    QMenu menu;
    s.panel().fillMenu(menu);
    for (QAction* action : menu.actions())
      if (action->text() == QStringLiteral("Set these results aside") && action->isEnabled()) return action->trigger();
    FAIL("nothing can be set aside");
  };
  const auto follow = [&] {  // the link that is shown
    for (QLabel* label : s.panel().findChildren<QLabel*>())
      if (!label->isHidden() && label->text().contains(QLatin1String(StudiesPanel::kTakeBack)))
        return emit label->linkActivated(QLatin1String(StudiesPanel::kTakeBack));
    FAIL("nothing can be taken back");
  };
  setAside();
  CHECK(s.rows() == 0);
  CHECK(QFileInfo::exists(aside));
  CHECK(s.says(QFileInfo(aside).fileName()));
  follow();
  CHECK_FALSE(s.says(QLatin1String(StudiesPanel::kTakeBack)));
  REQUIRE(waitFor([&] { return s.run().isRead() && s.run().isDone(); }));
  CHECK(measuredIn(*s.run().picture()) == first);
  CHECK_FALSE(QFileInfo::exists(aside));
  CHECK(s.run().error().isEmpty());
  // What was measured in their place stays.
  setAside();
  s.press(QStringLiteral("Run"));
  CHECK_FALSE(s.says(QLatin1String(StudiesPanel::kTakeBack)));
  s.rest();
  CHECK(QFileInfo::exists(folder));
  CHECK(QFileInfo::exists(aside));
}

TEST_CASE("results that are taken back and cannot be read are said to be so", "[studies][bad_luck]") {
  Studio s;
  s.runAll("bridge");
  const QString aside = s.run().setAside();
  REQUIRE_FALSE(aside.isEmpty());
  std::ofstream((aside + QStringLiteral("/rows.jsonl")).toStdString()) << "not a row\n";
  REQUIRE(s.run().takeBack(aside));
  REQUIRE(waitFor([&] { return s.run().isRead(); }));
  CHECK(s.run().error().contains(QStringLiteral("rows.jsonl")));
}

TEST_CASE("results that cannot be set aside stay, and it is said that they are in the way", "[studies][bad_luck]") {
  Studio s;
  s.runAll("bridge");
  const auto first = measuredIn(*s.run().picture());
  REQUIRE(QFile::link(s.folder.filePath(QStringLiteral("nowhere")), s.run().folder() + QStringLiteral("-1")));
  s.press(QStringLiteral("Run again"));
  s.rest();
  CHECK(s.run().error().contains(QStringLiteral("cannot be renamed")));
  CHECK(s.run().isDone());
  CHECK(measuredIn(*s.run().picture()) == first);
}

TEST_CASE("findings have minus signs as all numbers of the window", "[studies]") {
  omega::studies::StudySummary summary;
  summary.findings.push_back({"mse ~ S^-0.272 ± 3.9e-05 from -4 to 64 of gmm-prf-2, 1e+06 (-1.5)"});
  CHECK(findingsHtml(summary, Theme::light())
            .contains(QStringLiteral("mse ~ S^−0.272 ± 3.9e−5 from −4 to 64 of gmm-prf-2, 1e6 (−1.5)")));
}

TEST_CASE("the Studies workspace takes the window, and a point leads back to Explore", "[studies][window]") {
  Window w;
  emit w.workbench().workspaceWanted(Workspace::Studies);
  w.settle();
  auto* panel = qobject_cast<StudiesPanel*>(w.window.panel(QStringLiteral("studies")));
  REQUIRE(panel != nullptr);
  CHECK(panel->isOnScreen());
  CHECK_FALSE(w.window.panel(QStringLiteral("attention"))->isVisible());
  CHECK_FALSE(w.window.dockOf(panel)->features().testFlag(QDockWidget::DockWidgetClosable));  // nothing would be left
  CHECK_FALSE(w.window.findChild<QToolBar*>(QStringLiteral("hint_toolbar"))->isVisible());    // it speaks of Explore
  const auto* seed = w.window.findChild<QToolBar*>(QStringLiteral("main_toolbar"))->findChild<QDoubleSpinBox*>();
  CHECK_FALSE(seed->isVisible());  // that of Explore's noise
  const QTemporaryDir folder;
  panel->setFolder(folder.path());
  panel->choose(QStringLiteral("bias"), QStringLiteral("toy"));
  panel->openInExplore(0, 0);
  w.settle();
  CHECK(w.window.panel(QStringLiteral("attention"))->isVisible());
  CHECK(w.window.findChild<QToolBar*>(QStringLiteral("hint_toolbar"))->isVisible());
  CHECK(seed->isVisible());
  CHECK_FALSE(panel->isOnScreen());
}
