// Names of tokens wherever they are shown, the layers of a file, and the scale that goes by the values.
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QStatusBar>
#include <QTest>
#include <QToolBar>
#include <QUndoStack>
#include <catch2/catch.hpp>

#include "app/hands.h"
#include "app/svg_file.h"
#include "app/window_booth.h"
#include "export/panel_picture.h"
#include "io/npz.h"
#include "model/token_names.h"
#include "views/attention/attention_cells.h"
#include "views/attention/attention_rows.h"
#include "views/attention/map_scale.h"
#include "views/inspector/inspected_numbers.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"
#include "workbench/layers.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

constexpr int kTokenCount = 12;
const QStringList kTokenNames = {QStringLiteral("[CLS]"),        QStringLiteral("the"),    QStringLiteral("<s>"),
                                 QStringLiteral("%1"),           QStringLiteral("注意力"), QStringLiteral("אבג"),
                                 QStringLiteral(" space"),       QStringLiteral("bell\a"), QString(),
                                 QString(300, QLatin1Char('w')), QStringLiteral("dog"),    QStringLiteral(".")};

omega::Array waves(omega::Shape shape, float step) {
  omega::Array array(omega::Dtype::f32, std::move(shape));
  for (std::size_t i = 0; i < array.count(); ++i) array.data<float>()[i] = std::sin(step * static_cast<float>(i));
  return array;
}

/// Layers 0, 2 and 5, of 12, 13 and 12 tokens and two heads.
QString layersFile(const QTemporaryDir& folder) {
  omega::Arrays arrays;
  for (const int layer : {0, 2, 5})
    for (const char* role : {"q", "k", "v"})
      arrays.emplace("layers." + std::to_string(layer) + "." + role,
                     waves({2, layer == 2 ? 13 : kTokenCount, 4}, 0.7F + static_cast<float>(layer)));
  const QString path = folder.filePath(QStringLiteral("model.npz"));
  omega::write_npz(path.toStdString(), arrays, "{}");
  return path;
}

/// The same, with a name for each of the 12 tokens.
QString fileWithNames(const QTemporaryDir& folder) {
  QFile names(folder.filePath(QStringLiteral("model.tokens.txt")));
  REQUIRE(names.open(QIODevice::WriteOnly));
  names.write((kTokenNames.join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8());
  return layersFile(folder);
}

struct NamedTokens {
  QTemporaryDir folder;
  Window w;

  NamedTokens() {
    w.window.openFile(fileWithNames(folder));
    w.settle();
  }
  const Snapshot& snapshot() { return *w.workbench().snapshot(); }
  void lock(int query, int key) {
    w.workbench().selection().lock({kRfa, 0, query, key, -1, -1});
    w.settle();
    w.window.statusBar()->clearMessage();  // beneath it nothing is seen of what follows
  }
  template <class Box>
  Box* box(const QString& name) {
    for (Box* each : w.window.findChild<QToolBar*>(QStringLiteral("main_toolbar"))->findChildren<Box*>())
      if (each->accessibleName() == name) return each;
    return nullptr;
  }
};

}  // namespace

TEST_CASE("a query and a key are called by their names in the tool bar, the status bar and the inspector", "[tokens]") {
  NamedTokens n;
  n.lock(1, 4);
  CHECK(n.box<QSpinBox>(QStringLiteral("query n"))->text() == QStringLiteral("1: ‘the’"));
  CHECK(n.w.says(QStringLiteral("query 1 ‘the’ → key 4 ‘注意力’")));
  CHECK(selectionPath(*n.w.workbench().document().card(kRfa), n.snapshot(), n.w.workbench().selection().locked())
            .contains(QStringLiteral("query 1 ‘the’ › key 4 ‘注意力’")));
  n.lock(8, 9);
  CHECK(n.w.says(QStringLiteral("query 8 ‘∅’ → key 9 ‘wwwwwwwwwwwwwwwwwwwwwww…’")));
  n.lock(6, 7);
  CHECK(n.w.says(QStringLiteral("query 6 ‘␣space’ → key 7 ‘bell\\x07’")));
  n.w.window.statusBar()->showMessage(QStringLiteral("something"));
  n.w.workbench().selection().lock({kRfa, 0, 6, 3, -1, -1});
  n.w.settle();
  CHECK_FALSE(n.w.says(QStringLiteral("query 6")));  // no text over text
  // From right to left, set apart from the numbers beside it.
  CHECK(queryText(n.snapshot().sequence.get(), 5) == QStringLiteral("query 5 \u2068‘אבג’\u2069"));
  n.w.workbench().store().change(QStringLiteral("other"), [](Document& d) { d.workload = Workload{}; });
  n.lock(1, 4);
  CHECK(n.box<QSpinBox>(QStringLiteral("query n"))->text() == QStringLiteral("1"));
  CHECK_FALSE(n.w.says(QStringLiteral("→ key 4")));
}

TEST_CASE("a token that looks like a tag or a place for a value is shown as it is", "[tokens]") {
  NamedTokens n;
  n.lock(2, 3);
  for (const QString& tip :
       {attentionCellTip(n.w.workbench(), kRfa, 2, 3), attentionRowTip(n.w.workbench(), 3, false)}) {
    INFO(tip.toStdString());
    CHECK(tip.contains(QStringLiteral("query 2 ‘&lt;s&gt;’, key 3 ‘%1’")));
    CHECK(tip.contains(QStringLiteral("<br")));
  }
  CHECK(attentionCellTip(n.w.workbench(), kRfa, 1, 3).contains(QStringLiteral("query 1 ‘the’, key 3 ‘%1’\nA = ")));
  CHECK(n.w.says(QStringLiteral("query 2 ‘<s>’ → key 3 ‘%1’")));
}

TEST_CASE("maps name their rows and columns where there is room, and number them where there is none", "[tokens]") {
  const QTemporaryDir folder;
  Booth booth;
  booth.workbench().store().change(QStringLiteral("file"), [&](Document& d) {
    d.workload.preset.clear();
    d.workload.file = fileWithNames(folder).toStdString();
  });
  booth.settle();
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {900, 700});
  const auto textsOf = [&](const QSizeF& millimetres) {
    ExportOptions options;
    options.millimetres = millimetres;
    return readSvg(svgPicture(*panel, options, {})).texts;
  };
  const QStringList large = textsOf({240, 180}), small = textsOf({30, 25});
  CHECK(large.count(QStringLiteral("dog")) >= 2);  // a row and a column
  CHECK(large.contains(QStringLiteral("∅")));
  CHECK(large.contains(QStringLiteral("注意力")));
  CHECK_FALSE(small.contains(QStringLiteral("dog")));
  const PanelData data = panel->data();
  CHECK(data.columns == std::vector<QString>{QStringLiteral("estimator"), QStringLiteral("n"), QStringLiteral("m"),
                                             QStringLiteral("query"), QStringLiteral("key"), QStringLiteral("A")});
  CHECK(rowsOf(data)[10][4] == QStringLiteral("‘dog’"));
}

TEST_CASE("layers are chosen in the tool bar and by keys, each one undo step; the query stays", "[tokens][layers]") {
  NamedTokens n;
  auto* layer = n.box<QComboBox>(QStringLiteral("layer"));
  REQUIRE(layer != nullptr);
  QStringList there;
  for (int i = 0; i < layer->count(); ++i) there << layer->itemText(i);
  CHECK(there == QStringList{QStringLiteral("0"), QStringLiteral("2"), QStringLiteral("5")});
  CHECK(layer->isVisible());
  CHECK(layer->currentText() == QStringLiteral("0"));
  n.lock(3, -1);
  QUndoStack* steps = n.w.workbench().store().undoStack();
  const int before = steps->index();
  const auto q = n.snapshot().sequence->q.at(1);
  layer->setCurrentIndex(2);
  emit layer->activated(2);
  n.w.settle();
  CHECK(steps->index() == before + 1);
  CHECK(layer->currentText() == QStringLiteral("5"));
  CHECK(n.snapshot().sequence->q.at(1) != q);
  CHECK(n.w.workbench().selection().locked().query == 3);
  steps->undo();
  n.w.settle();
  CHECK(n.snapshot().sequence->q.at(1) == q);
  CHECK(layer->currentText() == QStringLiteral("0"));
  // Of 13 tokens, which 12 names do not fit.
  QTest::keyClick(&n.w.window, Qt::Key_BraceRight);
  n.w.settle();
  CHECK(layersOf(n.w.workbench()).shown == 2);
  CHECK(n.snapshot().sequence->sizes.N == 13);
  CHECK(n.snapshot().sequence->labels.empty());
  moveLayer(n.w.workbench(), 5);
  CHECK(layersOf(n.w.workbench()).shown == 2);
  QTest::keyClick(&n.w.window, Qt::Key_BraceLeft);
  CHECK(layersOf(n.w.workbench()).shown == 0);
  n.w.workbench().store().change(QStringLiteral("other"), [](Document& d) { d.workload = Workload{}; });
  n.w.settle();
  CHECK_FALSE(layer->isVisible());
}

TEST_CASE("the real model opens with all heads of a layer, its layers and its tokens", "[tokens][layers]") {
  NamedTokens n;
  auto* preset = n.w.window.panel(QStringLiteral("workload"))->findChild<QComboBox*>();
  preset->setCurrentIndex(preset->findData(QStringLiteral("minilm")));
  emit preset->activated(preset->currentIndex());
  n.w.settle();
  CHECK(n.snapshot().sequence->sizes.heads == 12);
  CHECK(n.box<QComboBox>(QStringLiteral("head"))->count() == 12);
  CHECK(n.box<QComboBox>(QStringLiteral("layer"))->count() == 6);
  n.lock(1, 2);
  CHECK(n.w.says(QStringLiteral("query 1 ‘a’ → key 2 ‘fisher’")));
}

TEST_CASE("auto is linear, square root or logarithmic by how small most cells are beside the largest",
          "[tokens][scale]") {
  ViewSettings view;
  REQUIRE(view.norm == "auto");
  const auto normOf = [&](float quartile) {
    MapExtent extent;
    extent.highest = extent.largest = extent.usual = 1;
    extent.smallestPositive = 1e-30F;
    extent.quartile = quartile;
    return mapScale(view, extent);
  };
  CHECK(normOf(0.3F).norm == Norm::Linear);
  CHECK(normOf(0).norm == Norm::Linear);
  CHECK(normOf(0.03F).norm == Norm::Sqrt);
  CHECK(normOf(0.003F).norm == Norm::Log);
  CHECK(normOf(0.003F).min == Approx(1e-5));
  CHECK(normOf(1e-6F).min == Approx(1e-8));
  CHECK(normOf(1e-20F).min == Approx(1e-12));
  view.norm = "linear";
  CHECK(normOf(1e-6F).norm == Norm::Linear);
  view.norm = "auto";
  view.map = MapContent::error;
  CHECK(normOf(1e-6F).effectiveNorm() == Norm::Sqrt);
}

TEST_CASE("the bar says why auto took its scale, and nothing where it was chosen", "[tokens][scale]") {
  ViewSettings view;
  MapExtent extent;
  extent.highest = extent.largest = extent.usual = 0.5F;
  extent.smallestPositive = 1e-30F;
  const auto why = [&] { return whyAuto(view, extent, mapScale(view, extent)).toStdString(); };
  CHECK(why().empty());  // all values are 0
  extent.quartile = 0.001F;
  CHECK(why() ==
        "auto: in the map with the smallest values about three quarters of the cells that are not 0 are below "
        "0.001 in size, and the last colour stands for 0.5, so the scale is logarithmic.");
  extent.lowest = -0.25F;
  CHECK(why() == "auto: values go down to −0.25, and a logarithm has no colours below 0, so the scale is square root.");
  view.map = MapContent::error;
  CHECK(why().ends_with("below 0.001 in size, and the last colour stands for 0.5, so the scale is square root."));
  view.norm = "sqrt";
  CHECK(why().empty());
}

TEST_CASE("a tip names the tokens of a cell that there are, also of the last cell", "[tokens]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("odd"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "701"}, {"dim", "4"}};
  });
  booth.settle();
  REQUIRE(booth.workbench().snapshot()->map(kRfa)->map.row_pool == 2);
  const auto tip = [&](qint64 n, qint64 m) { return attentionCellTip(booth.workbench(), kRfa, n, m); };
  CHECK(tip(0, 349).contains(QStringLiteral("query 0–1, key 698–699\n")));
  CHECK(tip(350, 350).contains(QStringLiteral("query 700, key 700\n")));
  CHECK(tip(351, 0).isEmpty());
}

TEST_CASE("a tip says about of an exact value only where that itself is from some of its rows", "[tokens]") {
  Booth booth;
  booth.workbench().store().change(QStringLiteral("long"), [](Document& d) {
    d.workload.preset = "clusters";
    d.workload.presetOptions = {{"n", "701"}, {"dim", "4"}};
  });
  booth.settle();
  const std::shared_ptr<const Snapshot> snapshot = booth.workbench().snapshot();
  REQUIRE(truthOfMap(*snapshot, kRfa) != nullptr);
  const omega::PooledMap whole = snapshot->map(kRfa)->map, exact = truthOfMap(*snapshot, kRfa)->map;
  omega::PooledMap part = whole, exactPart = exact;
  part.rows_taken = exactPart.rows_taken = 1;
  const auto tip = [](const omega::PooledMap& map, const omega::PooledMap& truth) {
    return valueText(map, &truth, 0, map.row_pool);
  };
  CHECK_FALSE(tip(whole, exact).contains(QStringLiteral("about")));
  CHECK_FALSE(tip(part, exact).contains(QStringLiteral("exact: about")));
  CHECK(tip(part, exact).contains(QStringLiteral("error: about")));
  CHECK(tip(part, exactPart).contains(QStringLiteral("exact: about")));
  CHECK(tip(whole, exactPart).contains(QStringLiteral("error: about")));
}

TEST_CASE("a quarter of the cells that are not 0 is above the quartile", "[tokens][scale]") {
  std::vector<float> values(1 << 18, 0.0F);
  for (std::size_t i = 0; i < values.size(); i += 2)
    values[i] = static_cast<float>(i) / static_cast<float>(values.size());
  values[2] = std::numeric_limits<float>::quiet_NaN();
  values[4] = kNoCell;
  CHECK(extentOf(values.data(), 512, 512).quartile == Approx(0.75F).epsilon(0.02));
  CHECK(extentOf(values.data(), 1, 1).quartile == 0);
}

TEST_CASE("no head of the real model is an all dark picture, and the bar says which scale it has", "[tokens][scale]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  const auto& bar = *panel->findChild<ColourBar*>();
  CHECK(bar.scale().norm == Norm::Linear);  // three clusters
  for (const int layer : {0, 3, 5}) {
    booth.workbench().store().change(QStringLiteral("model"), [&](Document& d) {
      d.workload.preset = "minilm";
      d.workload.presetOptions = {{"heads", "12"}, {"layer", std::to_string(layer)}};
      d.workload.presetSeed = 0;
    });
    for (int head = 0; head < 12; head += 5) {
      INFO("layer " << layer << ", head " << head);
      booth.workbench().selection().lock({-1, head, 3, -1, -1, -1});
      booth.settle();
      const QList<HeatMap*> maps = panel->findChildren<HeatMap*>();
      REQUIRE(maps.size() == 3);
      for (const HeatMap* map : maps) {
        CHECK(map->scale() == bar.scale());
        const MapLevel cells = map->source().level({});
        std::size_t seen = 0, count = 0;
        for (qint64 i = 0; i < cells.rows * cells.columns; ++i)
          if (const float x = cells.values.get()[i]; x != 0) ++count, seen += bar.scale().position(std::abs(x)) > 0.09;
        CHECK(count > 0);
        CHECK(4 * seen >= count);
      }
      const QStringList texts = readSvg(svgPicture(*panel, {}, {})).texts;
      INFO(texts.join(QLatin1Char('|')).toStdString());
      CHECK(texts.join(QLatin1Char('\n')).contains(normSign(bar.scale()) + QStringLiteral(" (auto)")));
    }
  }
}
