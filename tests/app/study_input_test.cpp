// A study that asks of Explore's sequence: the layer that is shown, points that lead back, and what is said where that
// cannot be.
#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QTest>
#include <QUndoStack>
#include <catch2/catch.hpp>

#include "app/hands.h"
#include "app/studio.h"
#include "figures/figure_view.h"
#include "io/safetensors.h"
#include "synthetic/synthetic.h"
#include "views/studies/study_controls.h"
#include "views/studies/study_point.h"
#include "workbench/layers.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

QComboBox& inputsOf(Studio& room) { return *room.panel().findChild<StudyControls*>()->inputs; }

/// 1: Explore's sequence.
void chooseInput(Studio& room, int index) {
  inputsOf(room).setCurrentIndex(index);
  emit inputsOf(room).activated(index);
  REQUIRE(waitFor([&] { return room.run().isRead(); }));
}

void run(Studio& room) {
  room.press(QStringLiteral("Run"));
  REQUIRE(waitFor([&] { return room.run().isDone(); }));
}

/// A model of three layers, opened at its first.
void openLayers(Studio& room) {
  const std::string file = room.folder.filePath(QStringLiteral("layers.safetensors")).toStdString();
  omega::Arrays arrays;
  for (int layer = 0; layer < 3; ++layer) {
    const auto made = omega::make_synthetic("gaussian", {{"n", "16"}, {"dim", "4"}, {"heads", "1"}},
                                            static_cast<std::uint32_t>(layer));
    const std::string name = "layers." + std::to_string(layer) + ".";
    arrays.insert({{name + "q", made->q}, {name + "k", made->k}, {name + "v", made->v}});
  }
  omega::write_safetensors(file, arrays, {});
  room.booth.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
    d.workload = Workload{};
    d.workload.preset.clear();
    d.workload.file = file;
  });
  room.booth.settle();
}

}  // namespace

TEST_CASE("a study asks of the layer that Explore shows, and its points open there", "[studies][own]") {
  Studio room;
  openLayers(room);
  Workbench& workbench = room.booth.workbench();
  const Document before = workbench.document();
  room.choose("lara_ablation");
  moveLayer(workbench, 2);
  room.booth.settle();
  chooseInput(room, 1);
  const omega::studies::StudyDefinition& study = room.panel().run()->study();
  CHECK_FALSE(room.says(QStringLiteral("a study can")));
  REQUIRE(study.given.options == omega::Options::Given{{"layer", "2"}});
  const auto point = std::find_if(study.points.begin(), study.points.end(),
                                  [](const omega::studies::StudyPoint& one) { return !one.what.method.empty(); });
  REQUIRE(point != study.points.end());
  // Whichever layer is shown by then, the point's own is.
  moveLayer(workbench, -1);
  room.booth.settle();
  CHECK(whyNotInExplore(*point, workbench.document()).isEmpty());
  room.panel().openInExplore(point->index, 0);
  CHECK(workbench.document().workload.fileOptions == OptionTexts{{"layer", "2"}});
  // The line for a shell reads the same layer.
  run(room);
  CHECK(room.panel().command().contains(QStringLiteral(" --layer 2")));
  // Back where the file begins it is asked for as it was opened.
  room.booth.settle();
  moveLayer(workbench, -2);
  CHECK(workbench.document().workload == before.workload);
}

TEST_CASE("where no point can be shown a click says so at once, and no longer than it is true", "[studies][own]") {
  Studio room;
  QFile file(room.folder.filePath(QStringLiteral("pairs.json")));
  REQUIRE(file.open(QIODevice::WriteOnly));
  file.write(R"({"format": 1, "name": "pairs", "title": "Pairs", "draws": 2, "seeds": 2, "blocks": [
      {"method": "rfa", "x": "samples", "input": {"preset": "gaussian", "n": 8, "dim": 2, "heads": 2},
       "options": {"samples": [1, 2]}}], "panels": [{"name": "mse", "y": "mse"}]})");
  file.close();
  room.panel().add(file.fileName());
  room.choose("pairs");
  run(room);
  auto& view = *room.panel().findChild<FigureView*>();
  REQUIRE(waitFor([&] { return view.figure() && !view.drawing().marks.empty(); }));
  const auto& part = view.figure()->panels.front();
  REQUIRE_FALSE(part.curves.empty());
  const omega::studies::Spot spot{&part, &part.curves.front(), &part.curves.front().points.front(), nullptr};
  const Document before = room.booth.workbench().document();
  const auto menus = room.panel().findChildren<QMenu*>().size();
  QTest::mouseClick(&view, Qt::LeftButton, {}, pixelOf(view, spot).toPoint());
  CHECK(room.panel().findChildren<QMenu*>().size() == menus);  // no seeds are offered
  CHECK(room.says(QStringLiteral("It is about several heads at once; Explore shows one.")));
  CHECK(room.booth.workbench().document() == before);
  room.booth.workbench().store().change(QStringLiteral("seed"), [](Document& d) { ++d.workload.presetSeed; });
  CHECK_FALSE(room.says(QStringLiteral("It is about several heads at once")));
}

TEST_CASE("why a study cannot ask of Explore's sequence is said while it is so", "[studies][own]") {
  Studio room;
  Workbench& workbench = room.booth.workbench();
  room.choose("lara_ablation");
  workbench.store().change(QStringLiteral("move"), [](Document& d) {
    d.workload.moved = {{MovedToken::Kind::key, 0, 0, {0.5, 0.5}}};
  });
  chooseInput(room, 1);
  CHECK(room.says(QStringLiteral("were moved by hand")));
  CHECK(inputsOf(room).currentIndex() == 0);
  workbench.store().undoStack()->undo();
  CHECK_FALSE(room.says(QStringLiteral("were moved by hand")));
}

TEST_CASE("another layer says how many moved tokens it leaves out", "[own][layers]") {
  Studio room;
  openLayers(room);
  Workbench& workbench = room.booth.workbench();
  QStringList told;
  QObject::connect(&workbench, &Workbench::told, &room.panel(), [&](const QString& sentence) { told << sentence; });
  moveLayer(workbench, 1);
  room.booth.settle();
  CHECK(told.isEmpty());
  workbench.store().change(QStringLiteral("move"), [](Document& d) {
    d.workload.moved = {{MovedToken::Kind::key, 0, 0, {1, 1, 1, 1}}, {MovedToken::Kind::query, 0, 1, {1, 0, 1, 1}}};
  });
  room.booth.settle();
  moveLayer(workbench, 1);
  CHECK(told == QStringList{QStringLiteral("2 tokens moved by hand left out: other tokens are shown now.")});
  CHECK(workbench.document().workload.moved.empty());
}
