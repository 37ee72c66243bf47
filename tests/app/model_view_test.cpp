// Model view: all heads of the real model, as the engine measures them; previews, clicks, orders, exports, and a stop.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>
#include <chrono>

#include "app/hands.h"
#include "app/painted_text.h"
#include "app/shell.h"
#include "app/svg_file.h"
#include "app/window_booth.h"
#include "export/panel_picture.h"
#include "io/npz.h"
#include "io/safetensors.h"
#include "jobs/heads_run.h"
#include "language/language.h"
#include "model/session_file.h"
#include "model/settings.h"
#include "synthetic/synthetic.h"
#include "views/model_view/model_view_panel.h"
#include "widgets/accessible_canvas.h"
#include "widgets/clipping_device.h"
#include "window/appearance.h"
#include "window/window_maker.h"
#include "workbench/layers.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

/// As somebody chooses in the lists of the panel. `quantity` is a name such as "entropy" or "error lara".
void chooseHeadsAs(ModelViewPanel& panel, const char* quantity, bool isSorted = false) {
  const QList<QComboBox*> boxes = panel.findChildren<QComboBox*>();
  const auto choose = [](QComboBox& box, int index) {
    REQUIRE(index >= 0);
    if (index == box.currentIndex()) return;
    box.setCurrentIndex(index);
    emit box.activated(index);
  };
  choose(*boxes[0], boxes[0]->findData(QString::fromUtf8(quantity)));
  choose(*boxes[1], isSorted ? 1 : 0);
}

/// The window on layer 2 of the model, with the panel in front.
struct ModelRoom {
  Window w;

  ModelRoom() {
    w.workbench().store().change(QStringLiteral("model"), [](Document& d) {
      d.workload = Workload{};
      d.workload.preset = "minilm";
      d.workload.presetOptions = {{"heads", "12"}, {"head", "0"}, {"layer", "2"}};
    });
    w.settle();
    w.window.dockOf(&panel())->raise();
    QCoreApplication::processEvents();
    finish();
  }
  ModelViewPanel& panel() { return *qobject_cast<ModelViewPanel*>(w.window.panel(QStringLiteral("model_view"))); }
  QWidget& canvas() {
    for (QWidget* widget : panel().findChildren<QWidget*>())
      if (widget->accessibleName() == QStringLiteral("Heads of the model")) return *widget;
    throw std::runtime_error("no canvas");
  }
  void finish() {
    REQUIRE(waitFor([&] { return panel().run().isDone(); }));
    QCoreApplication::processEvents();
    w.settle();
  }
  void show(const char* quantity, bool isSorted = false) {
    chooseHeadsAs(panel(), quantity, isSorted);
    QCoreApplication::processEvents();
    finish();
  }
  /// Where a head stands while all are in order.
  QPointF placeOf(int layer, int head) {
    HeadGrid grid;
    grid.rows = 6;
    grid.columns = 12;
    grid.rowNames = QStringList(6, QStringLiteral("0"));
    grid.columnNames = QStringList(12, QStringLiteral("0"));
    HeadGridCell cell;
    cell.row = layer;
    cell.column = head;
    return grid.placesIn(panel().gridArea(canvas().rect()), Theme::of(panel().palette())).of(cell).center();
  }
  QString numberOf(int layer, int head, const QString& column) {
    const PanelData data = panel().data();
    const auto at = std::find(data.columns.begin(), data.columns.end(), column) - data.columns.begin();
    for (const auto& row : rowsOf(data))
      if (static_cast<std::size_t>(at) < row.size() && row[0].toInt() == layer && row[1].toInt() == head)
        return row[static_cast<std::size_t>(at)];
    return {};
  }
};

}  // namespace

TEST_CASE("names of layers and heads are as many as have room", "[model_view]") {
  CHECK(everyNth(12, 30) == 1);
  CHECK(everyNth(12, 10) == 1);  // with what lies between two cells
  CHECK(everyNth(12, 9) == 2);
  CHECK(everyNth(12, 1) == 5);
  CHECK(everyNth(42, 0) == 50);
}

TEST_CASE("all 72 heads of the real model are there, each with the engine's numbers", "[model_view]") {
  ModelRoom room;
  CHECK(rowsOf(room.panel().data()).size() == 72);
  CHECK(room.panel().data().arrays.size() == 72);
  room.show("error lara");
  omega::heads::Question question;
  const Card& lara = *room.w.workbench().document().card(kLara);
  question.methods = {{"lara", {lara.options.begin(), lara.options.end()}}};
  question.seed = room.w.workbench().document().seed;
  for (const auto& [layer, head] : {std::pair(0, 11), std::pair(5, 3)}) {
    const omega::heads::Model model =
        omega::heads::Model::of_preset("minilm", {{"layer", std::to_string(layer)}, {"head", std::to_string(head)}}, 7);
    const omega::heads::Head own = omega::heads::measure_model(model, question).front();
    CHECK(room.numberOf(layer, head, QStringLiteral("error lara")).toDouble() ==
          Approx(own.estimates[0].error).epsilon(1e-8));
    CHECK(room.numberOf(layer, head, QStringLiteral("entropy")).toDouble() == Approx(own.facts.entropy).epsilon(1e-8));
  }
  CHECK(canvasWords(room.canvas()).startsWith(QStringLiteral("Heads of the model: 72 heads, ")));
  CHECK(canvasWords(room.canvas()).contains(QStringLiteral("error of lara ")));
  REQUIRE_FALSE(room.panel().sentences().isEmpty());
  CHECK(room.panel().sentences().front().startsWith(QStringLiteral("lara: within 20 %")));
  CHECK(
      room.panel().command().contains(QStringLiteral("omega heads --preset minilm:seed=7 --methods lara --opt lara.")));
}

TEST_CASE("what was measured of an estimator goes with it: changed, hidden, or with other noise", "[model_view]") {
  ModelRoom room;
  room.show("error lara");
  room.show("");
  const auto tells = [&](const std::function<void(Document&)>& edit) {
    room.w.workbench().store().change(QStringLiteral("change"), edit);
    room.w.settle();
    const PanelData data = room.panel().data();
    const bool isTold = std::count(data.columns.begin(), data.columns.end(), QStringLiteral("error lara")) > 0;
    CHECK(room.panel().command().contains(isTold ? QStringLiteral("--methods lara ")
                                                 : QStringLiteral("--methods none ")));
    CHECK(canvasWords(room.canvas()).contains(QStringLiteral("error of lara ")) == isTold);
    CHECK(room.panel().sentences().filter(QStringLiteral("lara: within 20 %")).isEmpty() != isTold);
    return isTold;
  };
  CHECK(tells([](Document& d) { d.cards[kRfa].options["samples"] = "32"; }));
  CHECK_FALSE(tells([](Document& d) { d.cards[kLara].visible = false; }));
  CHECK(tells([](Document& d) { d.cards[kLara].visible = true; }));
  CHECK_FALSE(tells([](Document& d) { ++d.seed; }));
}

TEST_CASE("a click goes to a head in one undo step, and pointing at one changes nothing", "[model_view]") {
  ModelRoom room;
  QUndoStack* steps = room.w.workbench().store().undoStack();
  const int before = steps->index();
  moveTo(room.canvas(), room.placeOf(4, 7));
  const QImage pointed = room.canvas().grab().toImage();
  CHECK(steps->index() == before);
  leave(room.canvas());
  QTest::mouseClick(&room.canvas(), Qt::LeftButton, {}, room.placeOf(4, 7).toPoint());
  room.w.settle();
  CHECK(steps->index() == before + 1);
  CHECK(layersOf(room.w.workbench()).shown == 4);
  CHECK(room.w.workbench().selection().locked().head == 7);
  CHECK(room.w.workbench().snapshot()->head == 7);
  CHECK(room.panel().run().isDone());  // it is the same model: nothing is measured again
  leave(room.canvas());
  CHECK(room.canvas().grab().toImage() != pointed);
  // In the layer that is shown a click is no step: only the head is another.
  QTest::mouseClick(&room.canvas(), Qt::LeftButton, {}, room.placeOf(4, 2).toPoint());
  room.w.settle();
  CHECK(steps->index() == before + 1);
  CHECK(room.w.workbench().selection().locked().head == 2);
  steps->undo();
  room.w.settle();
  CHECK(layersOf(room.w.workbench()).shown == 2);
}

TEST_CASE("heads are drawn as maps or numbers, in order or sorted, on the screen and in files", "[model_view]") {
  ModelRoom room;
  const auto textsOf = [&] { return readSvg(svgPicture(room.panel(), {}, {})).texts; };
  const QStringList maps = textsOf();
  CHECK(maps.contains(QStringLiteral("11")));
  const auto* box = room.panel().findChild<QComboBox*>();
  REQUIRE(box->count() > 5);
  for (int i = 1; i < box->count(); ++i) CHECK_FALSE(box->itemData(i, Qt::ToolTipRole).toString().isEmpty());
  CHECK(maps.join(QLatin1Char('\n')).contains(QStringLiteral("(auto)")));
  CHECK(colourCount(pictureOf(room.panel())) > 60);
  room.show("largest");
  CHECK(textsOf().contains(QStringLiteral("largest weight")));
  room.show("largest", true);
  CHECK(textsOf().filter(QStringLiteral("·")).size() >= 72);  // layer·head
  room.show("samples rfa");
  const auto columns = room.panel().data().columns;
  CHECK(std::count(columns.begin(), columns.end(), QStringLiteral("samples rfa")) == 1);
}

TEST_CASE("another model begins anew; cancelled, what is there stays and Measure goes on", "[model_view]") {
  ModelRoom room;
  QPushButton* stop = nullptr;  // not the button of an empty panel
  for (QPushButton* button : room.panel().findChildren<QPushButton*>())
    if (qobject_cast<RemedyButton*>(button) == nullptr) stop = button;
  REQUIRE(stop != nullptr);
  CHECK_FALSE(stop->isVisible());
  room.w.workbench().store().change(QStringLiteral("other"), [](Document& d) { d.workload.presetOptions["n"] = "60"; });
  room.w.settle();
  room.finish();
  chooseHeadsAs(room.panel(), "samples rfa");
  REQUIRE(waitFor([&] { return room.panel().run().picture()->asked.target > 0; }));
  REQUIRE(room.panel().run().isUnderWay());
  REQUIRE(stop->isVisible());
  CHECK(stop->toolTip().startsWith(QStringLiteral("Stops; ")));
  stop->click();
  REQUIRE(waitFor([&] { return !room.panel().run().isUnderWay(); }));
  QCoreApplication::processEvents();
  CHECK(stop->text() == QStringLiteral("Measure"));
  CHECK(stop->toolTip().startsWith(QStringLiteral("Measures ")));
  const PanelData some = room.panel().data();
  CHECK(std::count(some.columns.begin(), some.columns.end(), QStringLiteral("samples rfa")) == 1);
  CHECK(rowsOf(some).size() >= 1);
  CHECK(rowsOf(some).size() < 72);
  stop->click();
  room.finish();
  CHECK(rowsOf(room.panel().data()).size() == 72);
}

TEST_CASE("the time that is left is what was spent on what is done, for what is not", "[model_view]") {
  using Clock = std::chrono::steady_clock;
  HeadsAsked asked;
  asked.workload.preset = "minilm";
  asked.workload.presetOptions = {{"heads", "12"}};
  HeadsRun run;
  CHECK_FALSE(run.secondsLeft());
  const Clock::time_point before = Clock::now();
  run.ask(asked, 1);
  const Clock::time_point begun = Clock::now();
  REQUIRE(waitFor([&] { return run.fraction() > 0; }));
  // The run's own clock lies between these, however busy the machine is.
  const auto leftAfter = [&](Clock::duration spent) {
    return std::chrono::duration<double>(spent).count() * (1 - run.fraction()) / run.fraction();
  };
  const double least = leftAfter(Clock::now() - begun), left = run.secondsLeft().value_or(-1);
  CHECK(left >= least);
  CHECK(left <= leftAfter(Clock::now() - before));
  REQUIRE(waitFor([&] { return run.isDone(); }));
  CHECK(run.fraction() == 1);
  CHECK(run.secondsLeft() == 0.0);
}

TEST_CASE("heads of a preset are counted round, and causal attention answers no question of the other",
          "[model_view]") {
  Workload workload;
  workload.preset = "minilm";
  workload.presetOptions = {{"heads", "12"}};
  workload.presetSeed = 7;  // the seed chooses the first of them
  CHECK(headOfModel(workload, 0) == 7);
  CHECK(headOfModel(workload, 6) == 1);
  workload.presetOptions["head"] = "3";
  CHECK(headOfModel(workload, 10) == 1);
  Card rfa;
  rfa.method = "rfa";
  const HeadsAsked plain{workload, {rfa}, 0, 0}, exact{workload, {}, 0, 0};
  CHECK(plain.covers(exact));
  rfa.options["causal"] = "true";
  const HeadsAsked causal{workload, {rfa}, 0, 0};
  CHECK(causal.covers(causal));
  CHECK_FALSE(causal.covers(exact));
}

TEST_CASE("how a file was read is said below its heads, that it is causal while the question is not", "[model_view]") {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("causal.safetensors")).toStdString();
  const auto sequence = omega::make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7);
  omega::write_safetensors(file, {{"q", sequence->q}, {"k", sequence->k}, {"v", sequence->v}}, {{"causal", "all"}});
  ModelRoom room;
  const auto show = [&](const char* causal) {
    room.w.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
      d.workload = Workload{};
      d.workload.file = file;
      for (Card& card : d.cards) card.options["causal"] = causal;
    });
    room.w.settle();
    room.show("error rfa");
    return room.panel().sentences().join(QLatin1Char(' '));
  };
  CHECK(show("false").count(QStringLiteral("no token sees later ones")) == 1);
  CHECK(show("true").count(QStringLiteral("no token sees later ones")) == 0);
}

TEST_CASE("a file that was written anew is measured anew", "[model_view]") {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("heads.npz")).toStdString();
  ModelRoom room;
  const auto keysOf = [&](const char* preset) {
    const auto sequence = omega::make_synthetic(preset, {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7);
    omega::write_npz(file, {{"q", sequence->q}, {"k", sequence->k}, {"v", sequence->v}}, "{}");
    room.w.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
      d.workload = Workload{};
      d.workload.file = file;
    });
    room.w.workbench().readAgain();
    room.w.settle();
    room.show("entropy");
    return rowsOf(room.panel().data());
  };
  const auto before = keysOf("gaussian"), after = keysOf("clusters");
  REQUIRE(before.size() == after.size());
  CHECK(before != after);
}

TEST_CASE("beside the heads a name gives way to its number, and colours of errors count in percent as cells do",
          "[model_view]") {
  ModelRoom room;
  room.w.window.resize(1600, 1300);
  QCoreApplication::processEvents();
  room.show("error rfa");
  int numbers = 0;
  bool isInPercent = false;
  for (const PaintedText& text : paintedTexts(room.canvas())) {
    isInPercent |= text.text == QStringLiteral("error of rfa (%)");
    if (!text.text.startsWith(QStringLiteral("eff"))) continue;
    ++numbers;
    INFO(text.text.toStdString());
    CHECK(text.text.back().isDigit());
  }
  CHECK(numbers > 0);
  CHECK(isInPercent);
}

TEST_CASE("a layer that cannot be read is one cell among the others that are measured", "[model_view]") {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("part.safetensors")).toStdString();
  const auto good = omega::make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7),
             bad = omega::make_synthetic("gaussian", {{"n", "16"}, {"dim", "3"}, {"heads", "2"}}, 7);
  omega::write_safetensors(file,
                           {{"layers.0.q", good->q},
                            {"layers.0.k", good->k},
                            {"layers.0.v", good->v},
                            {"layers.1.q", good->q},
                            {"layers.1.k", bad->k},
                            {"layers.1.v", good->v}},
                           {});
  ModelRoom room;
  room.w.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.file = file;
  });
  room.w.settle();
  room.show("entropy");
  CHECK(rowsOf(room.panel().data()).size() == 3);
  CHECK_FALSE(room.numberOf(0, 1, QStringLiteral("entropy")).isEmpty());
  CHECK(room.panel().run().picture()->error.isEmpty());
  CHECK(room.panel().run().picture()->layers.back() == std::pair<omega::Index, omega::Index>(1, 1));
  // A picture, at which nobody can point, says what its axes are and what is wrong with the cell.
  ExportOptions options;
  const SvgFile svg = readSvg(svgPicture(room.panel(), options, {}));
  for (const char* words : {"layer", "head", "!"}) CHECK(svg.texts.contains(QLatin1String(words)));
  CHECK_FALSE(svg.texts.filter(QStringLiteral("layer 1, ")).isEmpty());
}

TEST_CASE("what is said of layers alike says so, and a number that no head has needs no colours", "[model_view]") {
  const QTemporaryDir folder;
  const std::string file = folder.filePath(QStringLiteral("two.safetensors")).toStdString();
  const auto made = omega::make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "2"}}, 7);
  omega::Arrays arrays;
  for (const char* layer : {"layers.0.", "layers.1."})
    arrays.insert({{std::string(layer) + "q", made->q},
                   {std::string(layer) + "k", made->k},
                   {std::string(layer) + "v", made->v}});
  omega::write_safetensors(file, arrays, {});
  ModelRoom room;
  room.w.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.file = file;
    d.view.modelView.target = 0.1;
  });
  room.w.settle();
  room.show("samples lara");
  CHECK(room.panel().sentences().front() ==
        QStringLiteral("2 layers, from 0 to 1; what is said of several alike names the arrays of the first"));
  const SvgFile svg = readSvg(svgPicture(room.panel(), ExportOptions(), {}));
  REQUIRE(svg.texts.filter(QStringLiteral("> ")).size() == 4);
  CHECK_FALSE(svg.texts.contains(QStringLiteral("1.0")));
  CHECK_FALSE(svg.texts.contains(QStringLiteral("budget needed by lara")));
}

TEST_CASE("before they are measured, the heads of the shown layer are listed by their numbers", "[model_view]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("model"), [](Document& d) {
    d.workload = Workload{};
    d.workload.preset = "minilm";
    d.workload.presetOptions = {{"heads", "2"}, {"head", "5"}, {"layer", "3"}};
  });
  booth.settle();
  const std::unique_ptr<Panel> panel(kindOf(QStringLiteral("model_view")).make(booth.workbench(), nullptr));
  const auto rows = rowsOf(panel->data());
  REQUIRE(rows.size() == 2);
  CHECK(rows[0][0] == QStringLiteral("3"));
  CHECK(rows[0][1] == QStringLiteral("5"));
  CHECK(rows[1][1] == QStringLiteral("6"));
}

TEST_CASE("what was measured goes over to the window of another language", "[model_view][language]") {
  WindowMaker maker([](MainWindow&) {});
  maker.window().show();
  maker.window().resetLayout();
  maker.window().workbench().store().change(QStringLiteral("model"), [](Document& d) {
    d.workload = Workload{};
    d.workload.preset = "minilm";
  });
  REQUIRE(maker.window().settle());
  const auto panel = [&] { return qobject_cast<ModelViewPanel*>(maker.window().panel(QStringLiteral("model_view"))); };
  maker.window().dockOf(panel())->raise();
  QCoreApplication::processEvents();
  chooseHeadsAs(*panel(), "largest", true);
  REQUIRE(waitFor([&] { return panel()->run().isDone(); }));
  const auto picture = panel()->run().picture();
  const MainWindow* before = &maker.window();
  chooseLanguage(Language::Chinese, maker.window());
  REQUIRE(waitFor([&] { return &maker.window() != before; }));
  CHECK(panel()->run().isDone());
  CHECK(panel()->run().picture() == picture);
  const QList<QComboBox*> boxes = panel()->findChildren<QComboBox*>();
  CHECK(std::count_if(boxes.begin(), boxes.end(), [](const QComboBox* box) {
          return box->currentText() == described("largest weight") || box->currentText() == described("largest first");
        }) == 2);
  before = &maker.window();
  chooseLanguage(Language::English, maker.window());
  REQUIRE(waitFor([&] { return &maker.window() != before; }));
  Settings::setLanguage({});
}

TEST_CASE("each choice in Model view is a step, and comes back with a session", "[model_view]") {
  ModelRoom room;
  const auto boxes = [&] { return room.panel().findChildren<QComboBox*>(); };
  QUndoStack& steps = *room.w.workbench().store().undoStack();
  const int before = steps.index();
  room.show("largest", true);
  CHECK(steps.index() == before + 2);
  CHECK(boxes()[0]->currentText() == QStringLiteral("largest weight"));
  CHECK(boxes()[1]->currentText() == QStringLiteral("largest first"));
  CHECK(boxes()[1]->width() >= boxes()[1]->sizeHint().width());  // its words are not cut
  const Session session = room.w.window.session();
  steps.undo();
  CHECK(boxes()[0]->currentText() == QStringLiteral("largest weight"));
  CHECK(boxes()[1]->currentIndex() == 0);
  steps.undo();
  room.finish();
  CHECK(boxes()[0]->currentIndex() == 0);
  room.w.window.apply(sessionFromJson(sessionJson(session), {}));
  room.w.settle();
  CHECK(boxes()[0]->currentText() == QStringLiteral("largest weight"));
  CHECK(boxes()[1]->currentIndex() == 1);
}

TEST_CASE("columns have their names also where the first layer has fewer heads", "[model_view]") {
  HeadGrid grid;
  grid.rows = 2;
  grid.columns = 3;
  grid.rowNames = {QStringLiteral("7"), QStringLiteral("9")};
  grid.columnNames = {QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")};
  for (const auto& [row, column] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(1, 2)})
    grid.cells.push_back({nullptr, 0, 0, row, column, false});
  const SvgFile svg = readSvg(paintedSvg({400, 300}, {}, {}, [&](QPainter& painter) {
    grid.paint(painter, QRectF(0, 0, 400, 300), Theme::light(), QLocale::c());
  }));
  for (const char* name : {"7", "9", "0", "1", "2"}) CHECK(svg.texts.count(QLatin1String(name)) == 1);
}

TEST_CASE("one head fills a picture of its own; on the screen it stands larger beside", "[model_view]") {
  HeadGrid grid;
  grid.rows = grid.columns = 1;
  grid.rowNames = grid.columnNames = {QStringLiteral("0")};
  const QRectF area(0, 0, 900, 600);
  const Theme theme = Theme::light();
  CHECK(grid.placesIn(area, theme).of({}).height() <= 160);
  grid.largestMap = 900;
  CHECK(grid.placesIn(area, theme).of({}).height() > 500);
}

namespace {

bool isSame(const ColourScale& a, const ColourScale& b) {
  return a.map == b.map && a.norm == b.norm && a.min == b.min && a.max == b.max;
}

omega::heads::Head headWith(const std::vector<float>& map) {
  omega::heads::Head head;
  head.map = omega::Array::from(map, {2, 2});
  return head;
}

/// Counts how often a widget is painted.
struct Paints : QObject {
  int count = 0;
  bool eventFilter(QObject*, QEvent* event) override {
    count += event->type() == QEvent::Paint;
    return false;
  }
};

}  // namespace

TEST_CASE("the scale of maps follows a picture that grows, and another one", "[model_view]") {
  const auto scaleAnew = [](const HeadsPicture& picture) {
    return HeadMapScale().of(std::make_shared<const HeadsPicture>(picture));
  };
  HeadsPicture picture;
  HeadMapScale scale;
  const auto scaleOf = [&] { return scale.of(std::make_shared<const HeadsPicture>(picture)); };
  for (const std::vector<float>& map : std::vector<std::vector<float>>{
           {0.5f, 0.5f, 0.25f, 0.75f}, {0.25f, 0.75f, 0.125f, 0.875f}, {1e-5f, 1, 1e-6f, 1}}) {
    picture.heads.push_back(headWith(map));
    CHECK(isSame(scaleOf(), scaleAnew(picture)));
  }
  CHECK(scaleOf().max == 1);
  picture.heads.push_back({});  // one that could not be measured
  CHECK(isSame(scaleOf(), scaleAnew(picture)));
  for (omega::heads::Head& head : picture.heads) head = headWith({0.125f, 0.25f, 0.25f, 0.125f});
  CHECK(scaleOf().max == 0.25);
  picture.heads.resize(1);
  CHECK(isSame(scaleOf(), scaleAnew(picture)));
  picture.heads.clear();
  CHECK(isSame(scaleOf(), scaleAnew(picture)));
}

TEST_CASE("heads are painted again when they change, and not when a pointer moves elsewhere", "[model_view]") {
  ModelRoom room;
  Paints paints;
  room.canvas().installEventFilter(&paints);
  const auto isPainted = [&](const std::function<void()>& change) {
    paints.count = 0;
    change();
    room.finish();
    QCoreApplication::processEvents();
    return paints.count > 0;
  };
  Workbench& workbench = room.w.workbench();
  isPainted([] {});  // what is left from before
  CHECK_FALSE(isPainted([&] {
    Cursor cursor = workbench.selection().locked();
    for (cursor.query = 1; cursor.query < 4; ++cursor.query) workbench.selection().hover(cursor);
  }));
  CHECK(isPainted([&] { chooseHeadsAs(room.panel(), "entropy"); }));
  CHECK(isPainted([&] { chooseHeadsAs(room.panel(), "entropy", true); }));
  CHECK(isPainted([&] { chooseHeadsAs(room.panel(), "error lara"); }));
  CHECK(isPainted([&] {
    Cursor cursor = workbench.selection().locked();
    cursor.head = 3;
    workbench.selection().lock(cursor);
  }));
  CHECK(isPainted([&] { workbench.store().change(QStringLiteral("noise"), [](Document& d) { ++d.seed; }); }));
  CHECK(isPainted([&] {
    workbench.store().change(QStringLiteral("layer"), [](Document& d) { d.workload.presetOptions["layer"] = "3"; });
  }));
  CHECK(isPainted([&] { applyAppearance(Appearance::Dark); }));
  applyAppearance(Appearance::Light);
}

TEST_CASE("a sequence without layers is one row of heads", "[model_view]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("model_view")));
  panel->complete();
  const auto rows = rowsOf(panel->data());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0][0].isEmpty());
  CHECK(rows[0][1] == QStringLiteral("0"));
}

TEST_CASE("the copied command gives the numbers of the heads again", "[model_view][commands]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("model_view")));
  panel->complete();
  Shell shell;
  shell.run(panel->command());
  QList<QByteArray> lines = bytesOf(shell.file(QStringLiteral("heads.csv"))).split('\n');
  lines.removeIf([](const QByteArray& line) { return line.isEmpty() || line.startsWith('#'); });
  REQUIRE(lines.size() == 2);
  const QList<QByteArray> names = lines[0].split(','), numbers = lines[1].split(',');
  const PanelData data = panel->data();
  const auto row = rowsOf(data).front();
  int compared = 0;
  for (std::size_t c = 0; c < data.columns.size(); ++c) {
    const qsizetype found = names.indexOf(data.columns[c].toUtf8());
    if (found < 0 || row[c].isEmpty()) continue;
    INFO(text(data.columns[c]));
    CHECK(row[c].toDouble() == Approx(numbers[found].toDouble()).epsilon(1e-8));
    ++compared;
  }
  CHECK(compared >= 4);
}
