// Studies of one's own: another grid, another sequence, files that are none, and which study runs when one had to wait.
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <catch2/catch.hpp>

#include "app/painted_text.h"
#include "app/window_booth.h"
#include "core/error.h"
#include "export/provenance.h"
#include "io/atomic_file.h"
#include "jobs/heads_run.h"
#include "support/refusal.h"
#include "views/studies/studies_panel.h"
#include "views/studies/study_controls.h"
#include "views/studies/study_editor.h"
#include "views/studies/study_gallery.h"
#include "views/studies/study_grid.h"
#include "views/studies/study_point.h"
#include "views/studies/study_words.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

struct Room {
  QTemporaryDir folder;
  Booth booth;
  std::unique_ptr<Panel> shown = booth.show(kindOf(QStringLiteral("studies")), {1100, 760});

  Room() { panel().setFolder(folder.path()); }
  StudiesPanel& panel() { return static_cast<StudiesPanel&>(*shown); }
  StudyControls& controls() { return *panel().findChild<StudyControls*>(); }
  void choose(const QString& study) {
    panel().choose(study, QStringLiteral("toy"));
    REQUIRE(waitFor([&] { return panel().run()->isRead(); }));
  }
  void useExploresSequence() {
    controls().inputs->setCurrentIndex(1);
    emit controls().inputs->activated(1);
    REQUIRE(waitFor([&] { return panel().run()->isRead(); }));
  }
  void runAll() {
    controls().start->click();
    REQUIRE(waitFor([&] { return panel().run()->isDone(); }));
  }
  bool says(const QString& part) {
    for (const QLabel* label : controls().findChildren<QLabel*>())
      if (label->isVisibleTo(&controls()) && label->text().contains(part)) return true;
    return false;
  }
};

int rowOf(const StudyGrid& grid, const QString& block, const QString& name) {
  for (int row = 0; row < grid.rowCount(); ++row)
    if (grid.index(row, StudyGrid::kBlock).data().toString() == block &&
        grid.index(row, StudyGrid::kName).data().toString() == name)
      return row;
  FAIL("no row " << text(block) << " " << text(name));
  return -1;
}

bool isSaidIn(StudyEditor& editor, const char* part) {
  const auto labels = editor.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(),
                     [part](const QLabel* label) { return label->text().contains(QLatin1String(part)); });
}

bool canSave(StudyEditor& editor) {
  return editor.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled();
}

}  // namespace

TEST_CASE("another grid of a study is a study of one's own, which runs and stays", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("convergence"));
  StudyCatalogue catalogue(room.folder.filePath(QStringLiteral("own")));
  StudyEditor editor(catalogue, QStringLiteral("convergence"), QStringLiteral("toy"), 1, nullptr);
  StudyGrid& grid = editor.grid();
  const int samples = rowOf(grid, QStringLiteral("smooth · ra"), QStringLiteral("samples"));
  CHECK(grid.index(samples, StudyGrid::kValues).data().toString() == QStringLiteral("4, 8, 16"));
  const auto rows = [&] {
    return omega::studies::read_study("e", editor.text().toPlainText().toStdString(), "toy").rows();
  };
  const std::size_t before = rows();
  REQUIRE(grid.setData(grid.index(samples, StudyGrid::kValues), QStringLiteral(" 2,4 , 8,16,32 ")));
  const std::size_t added = 2 * static_cast<std::size_t>(room.panel().run()->study().seeds);
  CHECK(rows() == before + added);
  CHECK(grid.index(rowOf(grid, QStringLiteral("smooth · ra"), QStringLiteral("samples")), StudyGrid::kValues)
            .data()
            .toString() == QStringLiteral("2, 4, 8, 16, 32"));
  // The other sizes are as they were.
  CHECK(omega::studies::read_study("e", editor.text().toPlainText().toStdString(), "small").rows() ==
        omega::studies::read_study("e", catalogue.textOf(QStringLiteral("convergence")).toStdString(), "small").rows());
  REQUIRE(canSave(editor));
  editor.accept();
  REQUIRE(editor.saved() == QStringLiteral("my_convergence"));
  room.panel().setFolder(room.folder.path());  // as after a start
  room.choose(QStringLiteral("my_convergence"));
  CHECK(room.panel().run()->study().rows() == before + added);
  room.runAll();
  CHECK(room.panel().run()->picture()->rows.size() == before + added);
  CHECK(room.panel().command().contains(QStringLiteral("/own/my_convergence.json")));
}

TEST_CASE("what is wrong in a study of one's own is said with its place, and not kept", "[studies][own][bad_luck]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  const int own = catalogue.count();
  StudyEditor editor(catalogue, QStringLiteral("bias"), QStringLiteral("toy"), 1, nullptr);
  const auto says = [&](const char* part) { return isSaidIn(editor, part); };
  const QString good = editor.text().toPlainText();
  editor.text().setPlainText(QString(good).replace(QStringLiteral("\"blocks\""), QStringLiteral("\"blocs\"")));
  CHECK(says("line"));
  CHECK_FALSE(canSave(editor));
  editor.text().setPlainText(good.left(100));
  CHECK(says("line"));
  CHECK(editor.grid().rowCount() == 0);
  editor.text().setPlainText(QString(good).replace(QStringLiteral("my_bias"), QStringLiteral("bias")));
  REQUIRE(canSave(editor));
  editor.accept();
  CHECK(says("belongs to a study of the program"));
  editor.text().setPlainText(QString(good).replace(QStringLiteral("my_bias"), QStringLiteral("../x")));
  editor.accept();
  CHECK(says("letters, digits"));
  CHECK(editor.saved().isEmpty());
  CHECK(QDir(folder.path()).isEmpty());
  // An empty list is taken by no row, and two numbers not where there can be one; both are said.
  editor.text().setPlainText(good);
  StudyGrid& grid = editor.grid();
  const QModelIndex draws = grid.index(rowOf(grid, QStringLiteral("all"), QStringLiteral("draws")), StudyGrid::kValues);
  const QString before = draws.data().toString();
  CHECK_FALSE(grid.setData(draws, QStringLiteral(" , ")));
  CHECK(says(("draws needs a value; it stays " + before.toStdString()).c_str()));
  CHECK_FALSE(grid.setData(draws, QStringLiteral("2,4")));
  CHECK(says(("draws takes one value, no list; it stays " + before.toStdString()).c_str()));
  CHECK(canSave(editor));
  CHECK(draws.data(Qt::ToolTipRole).toString().contains(QStringLiteral("one value")));
  CHECK_FALSE(grid.setData(draws, before));  // as it was
  CHECK_FALSE(says("it stays"));
  CHECK(editor.text().toPlainText() == good);
  CHECK(catalogue.count() == own);
  // A cell is named, since a table has no lines; 1e3 is a whole number.
  REQUIRE(grid.setData(draws, QStringLiteral("many")));
  CHECK(says("\"draws\" must be a whole number"));
  CHECK_FALSE(canSave(editor));
  const auto drawsNow = [&] {
    return grid.index(rowOf(grid, QStringLiteral("all"), QStringLiteral("draws")), StudyGrid::kValues);
  };
  REQUIRE(grid.setData(drawsNow(), QStringLiteral("1e3")));
  CHECK(drawsNow().data().toString() == QStringLiteral("1000"));
  CHECK(canSave(editor));
}

TEST_CASE("keys edit the grid of a study, stay at its cell, and lead out of it", "[studies][own]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  StudyEditor editor(catalogue, QStringLiteral("bias"), QStringLiteral("toy"), 1, nullptr);
  editor.show();
  editor.activateWindow();
  REQUIRE(waitFor([&] { return editor.isActiveWindow(); }));
  auto& table = *editor.findChild<QTableView*>();
  const int row = rowOf(editor.grid(), QStringLiteral("all"), QStringLiteral("draws"));
  table.setFocus();
  table.setCurrentIndex(editor.grid().index(row, StudyGrid::kValues));
  QTest::keyClick(&table, Qt::Key_9);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  CHECK(waitFor([&] { return table.hasFocus(); }));
  CHECK(editor.grid().index(row, StudyGrid::kValues).data().toString() == QStringLiteral("9"));
  CHECK(table.currentIndex() == editor.grid().index(row, StudyGrid::kValues));
  QTest::keyClick(&table, Qt::Key_Tab);
  CHECK_FALSE(table.hasFocus());
  editor.findChild<QTabWidget*>()->setCurrentIndex(1);
  editor.text().setFocus();
  QTest::keyClick(&editor.text(), Qt::Key_Tab);
  CHECK_FALSE(editor.text().hasFocus());
  CHECK_FALSE(editor.text().toPlainText().contains(QLatin1Char('\t')));
}

TEST_CASE("steps of the study editor are undone one by one; fields rest while the text is no study", "[studies][own]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  catalogue.save(catalogue.textOf(QStringLiteral("growth"))
                     .replace(QStringLiteral("\"name\": \"growth\""), QStringLiteral("\"name\": \"mine\"")));
  StudyEditor editor(catalogue, QStringLiteral("mine"), QStringLiteral("toy"), 1, nullptr);
  const auto says = [&](const char* part) { return isSaidIn(editor, part); };
  const auto lines = editor.findChildren<QLineEdit*>();
  const auto name = std::find_if(lines.begin(), lines.end(),
                                 [](const QLineEdit* line) { return line->text() == QStringLiteral("mine"); });
  REQUIRE(name != lines.end());
  const QString first = editor.text().toPlainText();
  editor.text().appendPlainText(QStringLiteral("x"));
  CHECK_FALSE((*name)->isEnabled());
  CHECK((*name)->text() == QStringLiteral("mine"));
  editor.text().undo();
  CHECK((*name)->isEnabled());
  editor.show();
  editor.activateWindow();
  REQUIRE(waitFor([&] { return editor.isActiveWindow(); }));
  CHECK_FALSE(says("saved as another study"));
  (*name)->setFocus();
  QTest::keyClick(*name, Qt::Key_2);
  CHECK(says("saved as another study; mine stays"));
  auto& table = *editor.findChild<QTableView*>();
  table.setFocus();
  StudyGrid& grid = editor.grid();
  const QModelIndex draws = grid.index(rowOf(grid, QStringLiteral("all"), QStringLiteral("draws")), StudyGrid::kValues);
  const QString before = draws.data().toString();
  for (const char* value : {"7", "9"}) REQUIRE(grid.setData(draws, QLatin1String(value)));
  const auto undo = [&] { QTest::keyClick(&table, Qt::Key_Z, Qt::ControlModifier); };
  undo();
  CHECK(draws.data().toString() == QStringLiteral("7"));
  undo();
  CHECK(draws.data().toString() == before);
  CHECK((*name)->text() == QStringLiteral("mine2"));
  undo();
  CHECK(editor.text().toPlainText() == first);
  CHECK((*name)->text() == QStringLiteral("mine"));
  QTest::keyClick(&table, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  CHECK((*name)->text() == QStringLiteral("mine2"));
}

TEST_CASE("the editor says where points of a curve have one place, and gives up nothing by Return", "[studies][own]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  StudyEditor editor(catalogue, QStringLiteral("bridge"), QStringLiteral("toy"), 1, nullptr);
  const auto says = [&](const char* part) { return isSaidIn(editor, part); };
  CHECK_FALSE(says("stand at one place"));
  StudyGrid& grid = editor.grid();
  const int landmarks = rowOf(grid, QStringLiteral("smooth · lara"), QStringLiteral("landmarks"));
  REQUIRE(grid.setData(grid.index(landmarks, StudyGrid::kValues), QStringLiteral("4, 16, 32")));
  CHECK(says("up to 3 points of a curve stand at one place, for neither series nor x tells landmarks"));
  CHECK(says("row"));
  CHECK(canSave(editor));
  QTimer::singleShot(50, &editor, [] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    REQUIRE(box != nullptr);
    QTest::keyClick(box, Qt::Key_Return);
  });
  editor.show();
  editor.reject();
  CHECK(editor.isVisible());
}

TEST_CASE("with large text the editor shows its words whole, and the list how much is measured", "[studies][own]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  StudyEditor editor(catalogue, QStringLiteral("growth"), QStringLiteral("toy"), 1, nullptr);
  QFont large = editor.font();
  large.setPixelSize(26);
  editor.setFont(large);
  editor.show();
  const auto& table = *editor.findChild<QTableView*>();
  const QAbstractItemView& view = table;
  for (const int column : {StudyGrid::kBlock, StudyGrid::kKind, StudyGrid::kName})
    CHECK(table.columnWidth(column) >= view.sizeHintForColumn(column));
  StudyGallery gallery;
  gallery.setFont(large);
  gallery.add(*catalogue.shownAt(0, QStringLiteral("toy")), QStringLiteral("Title"));
  gallery.show(0, QPixmap(), QStringLiteral("999 of 1008 rows"));
  gallery.resize(260, 300);
  static_cast<QWidget&>(gallery).show();
  QStringList all;
  for (const PaintedText& text : paintedTexts(gallery)) all << text.text;
  CHECK(all.contains(QStringLiteral("999 of 1008 rows")));
}

TEST_CASE("in the list a study of one's own says so, and its name to whoever points at it", "[studies][own]") {
  Room room;
  StudyCatalogue catalogue(room.folder.filePath(QStringLiteral("own")));
  catalogue.save(catalogue.textOf(QStringLiteral("growth"))
                     .replace(QStringLiteral("\"name\": \"growth\""), QStringLiteral("\"name\": \"mine\"")));
  room.panel().setFolder(room.folder.path());
  const auto& gallery = *room.panel().findChild<StudyGallery*>();
  const StudyCatalogue& shown = room.panel().catalogue();
  const auto state = [&](const char* name) {
    return gallery.item(shown.rowOf(QLatin1String(name)))->data(Qt::UserRole + 1).toString();
  };
  CHECK(state("mine").startsWith(QStringLiteral("your own · ")));
  CHECK(gallery.item(shown.rowOf(QStringLiteral("mine")))->toolTip().contains(QStringLiteral("mine")));
  CHECK_FALSE(state("growth").contains(QStringLiteral("your own")));
}

TEST_CASE("a file that is no study is told and left alone; one of one's own can be deleted", "[studies][own]") {
  Room room;
  const QDir own(room.folder.filePath(QStringLiteral("own")));
  REQUIRE(QDir().mkpath(own.path()));
  QFile broken(own.filePath(QStringLiteral("broken.json")));
  REQUIRE(broken.open(QIODevice::WriteOnly));
  broken.write("{\"format\": 1,\n  \"name\": }");
  broken.close();
  room.panel().setFolder(room.folder.path());
  CHECK(room.says(QStringLiteral("broken.json")));
  CHECK(room.says(QStringLiteral("line 2")));
  StudyCatalogue catalogue(own.path());
  const int count = catalogue.count();
  const QString name =
      catalogue.save(catalogue.textOf(QStringLiteral("growth"))
                         .replace(QStringLiteral("\"name\": \"growth\""), QStringLiteral("\"name\": \"mine\"")));
  CHECK(name == QStringLiteral("mine"));
  CHECK(catalogue.isOwn(name));
  CHECK(catalogue.count() == count + 1);
  catalogue.remove(name);
  CHECK(catalogue.count() == count);
  CHECK(broken.exists());
  catalogue.remove(QStringLiteral("bias"));
  CHECK(catalogue.rowOf(QStringLiteral("bias")) >= 0);
}

TEST_CASE("a study asks of the sequence that Explore shows, and its points open there", "[studies][own]") {
  Room room;
  room.booth.openFile(room.folder.filePath(QStringLiteral("my data.npz")), 40, 4);
  Workbench& workbench = room.booth.workbench();
  room.choose(QStringLiteral("lara_ablation"));
  room.useExploresSequence();
  const StudyRun& run = *room.panel().run();
  CHECK(run.study().given.file == workbench.document().workload.file);
  room.runAll();
  CHECK(room.panel().command().contains(QStringLiteral(" --input '")));
  int checked = 0;
  for (const auto& row : run.picture()->rows) {
    const auto index = row.at("point").get<omega::Index>();
    const auto& point = run.study().points[static_cast<std::size_t>(index)];
    if (point.measure != "error" || checked == 2 || !whyNotInExplore(point, workbench.document()).isEmpty()) continue;
    ++checked;
    room.panel().openInExplore(index, row.at("seed").get<omega::Index>());
    double sum = 0;
    const auto draws = row.at("values").at("draws").get<int>();
    for (int draw = 0; draw < draws; ++draw) {
      workbench.store().change(QStringLiteral("draw"),
                               [draw](Document& d) { d.draw = static_cast<std::uint32_t>(draw); });
      room.booth.settle();
      sum += workbench.snapshot()->cards.back().metrics.mse;
    }
    CHECK(sum / draws == Approx(row.at("values").at("mse").get<double>()).epsilon(1e-13));
  }
  CHECK(checked == 2);
}

TEST_CASE("the study of heads asks every layer and head of Explore's model, whichever is shown", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("heads"));
  room.booth.workbench().store().change(QStringLiteral("layer"), [](Document& document) {
    Workload model;
    model.preset = "minilm";
    document.workload = withLayer(model, 3);
  });
  room.useExploresSequence();
  const auto& points = room.panel().run()->study().points;
  REQUIRE(points.size() == 5 * 6 * 12);  // five methods
  const Document shown = inExplore(room.booth.workbench().document(), points[13], 0);
  CHECK(shown.workload.presetOptions == OptionTexts{{"head", "1"}, {"layer", "1"}});
}

TEST_CASE("a point about a head in a file opens that head in Explore", "[studies][own]") {
  omega::studies::StudyPoint point;
  point.input.file = "model.safetensors";
  point.input.options = {{"layer", "1"}, {"head", "2"}};
  point.what.method = "rfa";
  Document document;
  document.workload.file = point.input.file;
  document.workload.fileOptions = {{"layer", "0"}};
  CHECK(inExplore(document, point, 0).workload.fileOptions == OptionTexts{{"head", "2"}, {"layer", "1"}});
}

TEST_CASE("a study that varies its sequences cannot ask of another, and says so", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("scaling"));
  room.useExploresSequence();
  CHECK(room.says(QStringLiteral("cannot be asked of one")));
  CHECK(room.panel().run()->study().given.text().empty());
  CHECK(room.controls().inputs->currentIndex() == 0);
}

TEST_CASE("a study in double precision is another study, beside which that in single can be drawn", "[studies][own]") {
  Room room;
  StudyControls& controls = room.controls();
  room.choose(QStringLiteral("sparsity"));  // of training
  CHECK(controls.precisions->isHidden());
  room.choose(QStringLiteral("bridge"));
  CHECK_FALSE(controls.precisions->isHidden());
  room.runAll();
  const StudyRun* single = room.panel().run();
  controls.precisions->setCurrentIndex(1);
  emit controls.precisions->activated(1);
  REQUIRE(waitFor([&] { return room.panel().run()->isRead(); }));
  const StudyRun* twice = room.panel().run();
  REQUIRE(twice != single);
  CHECK(twice->study().precision == omega::Precision::f64);
  CHECK(twice->folder() != single->folder());
  CHECK_FALSE(twice->picture());
  room.runAll();
  CHECK(room.panel().caption().contains(QStringLiteral("size toy, float64")));
  CHECK(room.panel().command().contains(QStringLiteral("--precision f64 ")));
  double apart = 0;
  for (std::size_t i = 0; i < single->picture()->rows.size(); ++i) {
    const double one = single->picture()->rows[i].at("values").at("mse"),
                 other = twice->picture()->rows[i].at("values").at("mse");
    CHECK(one == Approx(other).epsilon(1e-3));
    apart = std::max(apart, std::abs(one - other));
  }
  CHECK(apart > 0);
  CHECK(controls.besides->findText(QStringLiteral("size toy")) > 0);
  room.choose(QStringLiteral("sparsity"));
  CHECK(room.panel().run()->study().precision == omega::Precision::f32);
}

TEST_CASE("what was set aside of Explore's sequence is drawn beside it", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("lara_ablation"));
  room.useExploresSequence();
  room.runAll();
  room.runAll();
  QComboBox& besides = *room.controls().besides;
  const int aside = besides.findText(QStringLiteral("set aside 1"));
  REQUIRE(aside > 0);
  const FigureView& view = room.panel().view();
  const std::size_t alone = view.drawing().marks.size();
  besides.setCurrentIndex(aside);
  emit besides.activated(aside);
  REQUIRE(waitFor([&] { return view.drawing().marks.size() > alone; }));
}

TEST_CASE("Explore's sequence is the one that is open there, when Studies is shown and when a study is run",
          "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("lara_ablation"));
  room.useExploresSequence();
  const auto explore = [&](const char* preset) {
    room.booth.workbench().store().change(QStringLiteral("preset"), [preset](Document& d) {
      d.workload.preset = preset;
      d.workload.presetOptions.clear();
    });
  };
  const auto asked = [&] { return room.panel().run()->study().given.preset; };
  room.shown->hide();
  explore("gaussian");
  room.shown->show();
  CHECK(asked() == "gaussian");
  REQUIRE(waitFor([&] { return room.panel().run()->isRead(); }));
  explore("needle");
  room.controls().start->click();
  CHECK(asked() == "needle");
  CHECK(room.panel().run()->isUnderWay());
}

TEST_CASE("the study that had to wait is the one that runs, whichever is looked at meanwhile", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("scaling"));
  StudyRun* scaling = room.panel().run();
  room.booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) { d.seed = 99; });
  REQUIRE(room.booth.workbench().isBusy());
  room.controls().start->click();
  CHECK(scaling->phase() == StudyRun::Phase::Resting);
  CHECK(room.says(QStringLiteral("waiting until Explore")));
  room.choose(QStringLiteral("bias"));
  CHECK(room.controls().start->isEnabled());  // it could stand in the queue too
  room.booth.settle();
  REQUIRE(waitFor([&] { return scaling->isDone(); }));
  CHECK(room.panel().run()->picture() == nullptr);
  CHECK_FALSE(room.booth.workbench().isHeld());
}

TEST_CASE("a study of several seeds names each, with its number", "[studies][own]") {
  Room room;
  StudyCatalogue catalogue(room.folder.filePath(QStringLiteral("own")));
  QString text = catalogue.textOf(QStringLiteral("lara_ablation"))
                     .replace(QStringLiteral("\"name\": \"lara_ablation\""), QStringLiteral("\"name\": \"seeds\""));
  const auto at = text.indexOf(QStringLiteral("\"seeds\": {"));
  REQUIRE(at > 0);
  text.replace(at, text.indexOf(QLatin1Char('}'), at) + 1 - at, QStringLiteral("\"seeds\": 3"));
  catalogue.save(text);
  room.panel().setFolder(room.folder.path());
  room.choose(QStringLiteral("seeds"));
  REQUIRE(room.panel().run()->study().seeds == 3);
  room.runAll();
  const auto seeds = seedsOf(room.panel().run()->picture()->rows, 0);
  REQUIRE(seeds.size() == 3);
  CHECK(seeds[2].first == 2);
  CHECK(seeds[2].second.contains(QStringLiteral("seed 2")));
  CHECK(seeds[0].second != seeds[1].second);
}

TEST_CASE("what is exported of a study speaks of the study, not of Explore", "[studies][own][export]") {
  Room room;
  room.choose(QStringLiteral("bias"));
  // Where not all is measured, a command would give more: a sentence says so in its place.
  const Provenance before = provenanceOf(room.panel(), room.booth.workbench());
  CHECK(before.json().contains("run it first"));
  CHECK_FALSE(before.json().contains("omega study run"));
  room.runAll();
  const Provenance provenance = provenanceOf(room.panel(), room.booth.workbench());
  CHECK(provenance.sentence().contains(QString::fromStdString(room.panel().run()->study().title)));
  CHECK_FALSE(provenance.sentence().contains(QStringLiteral("seed")));
  CHECK(provenance.json().contains("omega study run bias"));
  CHECK_FALSE(provenance.json().contains("\"data\""));
}

TEST_CASE("a study of one's own whose file is gone says so, and can be looked at", "[studies][own][bad_luck]") {
  Room room;
  StudyCatalogue catalogue(room.folder.filePath(QStringLiteral("own")));
  catalogue.save(QStringLiteral(R"({"format": 1, "name": "gone", "title": "Gone", "draws": 2, "seeds": 1, "blocks": [
      {"method": "rfa", "x": "samples", "input": {"file": "%1"}, "options": {"samples": [1, 2]}}],
      "panels": [{"name": "mse", "y": "mse"}]})")
                     .arg(room.folder.filePath(QStringLiteral("nope.npz"))));
  room.panel().setFolder(room.folder.path());
  room.choose(QStringLiteral("gone"));
  CHECK(introductionOf(*room.panel().run(), 1).contains(QStringLiteral("nope.npz")));
  room.controls().start->click();
  REQUIRE(waitFor([&] { return !room.panel().run()->isUnderWay(); }));
  CHECK(room.says(QStringLiteral("nope.npz")));
  Document shown;
  shown.workload.file = room.folder.filePath(QStringLiteral("nope.npz")).toStdString();
  CHECK(whyNotInExplore(room.panel().run()->study().points.front(), shown).contains(QStringLiteral("nope.npz")));
}

TEST_CASE("a study may have values for some sizes only, and is shown at those", "[studies][own]") {
  Room room;
  const QString text = QStringLiteral(R"({"format": 1, "name": "sized", "title": "Sized", "draws": {"small": 2},
      "blocks": [{"method": "rfa", "input": {"preset": "smooth", "n": 8}}], "panels": [{"name": "mse", "y": "mse"}]})");
  QFile file(room.folder.filePath(QStringLiteral("sized.json")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(text.toUtf8());
  file.close();
  room.panel().add(file.fileName());
  REQUIRE(room.panel().catalogue().isOwn(QStringLiteral("sized")));
  room.choose(QStringLiteral("sized"));
  CHECK(room.panel().run()->study().size == "small");
  CHECK(room.says(QStringLiteral("It has no size toy and is shown at small.")));
  CHECK(room.controls().sizes->currentData().toString() == QStringLiteral("small"));
  room.choose(QStringLiteral("bias"));
  CHECK(room.panel().run()->study().size == "toy");
  // What is wrong is said with the path.
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write("{}");
  file.close();
  room.panel().add(file.fileName());
  CHECK(room.says(file.fileName()));
}

TEST_CASE("no text of one's own is replaced by another but that which it was made of", "[studies][own]") {
  const QTemporaryDir folder;
  StudyCatalogue catalogue(folder.path());
  const auto named = [&](const char* name, const char* title) {
    return catalogue.textOf(QStringLiteral("growth"))
        .replace(QStringLiteral("\"name\": \"growth\""), QStringLiteral("\"name\": \"%1\"").arg(QLatin1String(name)))
        .replace(QStringLiteral("How the error grows"), QLatin1String(title));
  };
  const auto refusal = [&](const QString& text) { return omega::test::refusal_of([&] { catalogue.save(text); }); };
  const QString first = named("mine", "first"), other = first + QStringLiteral("\n");
  catalogue.save(first);
  CHECK_NOTHROW(catalogue.save(first));
  CHECK_THAT(refusal(other), Catch::Contains("there is another study of your own named \"mine\""));
  CHECK(catalogue.textOf(QStringLiteral("mine")) == first);
  CHECK_NOTHROW(catalogue.save(other, QStringLiteral("mine")));
  CHECK(catalogue.textOf(QStringLiteral("mine")) == other);
  CHECK_THAT(refusal(named(".x", "hidden")), Catch::Contains("no '.' first"));
  // Editing a study of the program again begins another of one's own.
  for (const char* name : {"my_growth", "my_growth_2"}) {
    StudyEditor editor(catalogue, QStringLiteral("growth"), QStringLiteral("toy"), 1, nullptr);
    editor.accept();
    CHECK(editor.saved() == QLatin1String(name));
  }
  // Nor is a file that could not be read, however deep it is nested.
  const QString path = folder.filePath(QStringLiteral("torn.json"));
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  omega::write_file(path.toStdString(), deep);
  StudyCatalogue again(folder.path());
  CHECK_FALSE(again.isOwn(QStringLiteral("torn")));
  CHECK(again.freeName(QStringLiteral("torn")) == QStringLiteral("torn_2"));
  CHECK_THAT(omega::test::refusal_of([&] { again.save(named("torn", "new")); }),
             Catch::Contains("there is a file") && Catch::Contains("torn.json"));
  CHECK(QFileInfo(path).size() == static_cast<qint64>(deep.size()));
}

TEST_CASE("a study that makes its own examples does not offer Explore's sequence", "[studies][own]") {
  Room room;
  room.choose(QStringLiteral("bias"));
  CHECK_FALSE(room.controls().inputs->isHidden());
  room.useExploresSequence();
  CHECK_FALSE(room.panel().run()->study().given.text().empty());
  room.choose(QStringLiteral("sparsity"));
  CHECK(room.controls().inputs->isHidden());
  CHECK(room.panel().run()->study().given.text().empty());
  CHECK_FALSE(room.says(QStringLiteral("own examples")));
}
