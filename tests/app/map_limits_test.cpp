// How far the colours of maps reach: past outliers, which are told; all, or locked; on the screen and in exports.
#include <qcustomplot.h>

#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "app/hands.h"
#include "app/svg_file.h"
#include "export/panel_picture.h"
#include "views/attention/attention_places.h"
#include "views/attention/map_limits.h"
#include "views/attention/map_pager.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"
#include "widgets/ticks.h"

using namespace omegascope;
using namespace omegascope::test;

namespace {

MapExtent extentOf(const std::vector<float>& values, std::size_t columns) {
  return omegascope::extentOf(values.data(), values.size() / columns, columns);
}

/// The attention panel of a sequence on which gmm's denominators come near 0.
struct Wild {
  Booth booth;
  int gmm = 0;
  std::unique_ptr<Panel> panel;

  Wild() {
    booth.workbench().store().change(QStringLiteral("gmm"), [&](Document& d) {
      d.workload.preset = "large_norms";
      gmm = d.add("gmm").id;
    });
    booth.settle();
    panel = booth.show(kindOf(QStringLiteral("attention")), {900, 700});
  }
  ColourBar& bar() { return *panel->findChild<ColourBar*>(); }
  std::pair<float, float> rangeOf(int card) {
    const omega::Array& map = booth.workbench().snapshot()->map(card)->map.values;
    const float* values = map.data<float>();
    const auto [low, high] = std::minmax_element(values, values + map.count());
    return {*low, *high};
  }
  void change(const std::function<void(ViewSettings&)>& edit) {
    booth.workbench().store().change(QStringLiteral("view"), [&](Document& d) { edit(d.view); });
    booth.settle();
  }
};

}  // namespace

TEST_CASE("a row far beyond the others is an outlier, a map whose rows differ is none", "[map_limits]") {
  std::vector<float> values;
  for (int row = 0; row < 20; ++row)
    for (int column = 0; column < 24; ++column)
      values.push_back(0.01F * static_cast<float>((row * 7 + column * 5) % 31));
  const MapExtent calm = extentOf(values, 24);
  CHECK(calm.largest == Approx(0.3F));
  CHECK(calm.usual == calm.largest);
  CHECK(robustLimit(calm.largest, calm.usual) == calm.largest);
  values[5 * 24 + 3] = -80;
  values[9 * 24 + 23] = 40;
  values[2 * 24] = std::numeric_limits<float>::quiet_NaN();
  values[2 * 24 + 1] = std::numeric_limits<float>::infinity();
  const MapExtent wild = extentOf(values, 24);
  CHECK(wild.lowest == -80);
  CHECK(wild.highest == 40);
  CHECK(wild.largest == 80);
  CHECK(wild.usual == Approx(0.3F));
  CHECK(wild.smallestPositive == Approx(0.01F));
  CHECK(robustLimit(wild.largest, wild.usual) == wild.usual);
  // Exact rows, whose errors are 0, are not what is usual; and little is not cut.
  std::vector<float> errors(10 * 4, 0.0F);
  for (int row = 7; row < 10; ++row) errors[static_cast<std::size_t>(row) * 4] = 0.2F;
  CHECK(extentOf(errors, 4).usual == 0.2F);
  CHECK(robustLimit(1.9F, 1.0F) == 1.9F);
}

TEST_CASE("one estimator's outliers leave the colours to the others, and are told on the bar", "[map_limits]") {
  Wild w;
  const auto [low, high] = w.rangeOf(w.gmm);
  REQUIRE(high > 20);
  REQUIRE(low < -5);
  const float exact = w.rangeOf(-1).second;
  CHECK(w.bar().scale().max >= exact);
  CHECK(w.bar().scale().max <= std::max(1.0F, exact));
  REQUIRE(w.bar().above());
  REQUIRE(w.bar().below());
  CHECK(*w.bar().above() == high);
  CHECK(*w.bar().below() == low);
  CHECK(w.bar().toolTip().contains(QStringLiteral("beyond")));
  for (const HeatMap* map : w.panel->findChildren<HeatMap*>()) CHECK(map->scale() == w.bar().scale());
  // In the file as on the screen.
  const auto textsOf = [&] { return readSvg(svgPicture(*w.panel, {}, {})).texts; };
  const QString told = formatNumber(high, 2, QLocale::c());
  CHECK(textsOf().contains(told));

  const double robust = w.bar().scale().max;
  w.change([](ViewSettings& v) { v.limits = MapLimits::all; });
  CHECK(w.bar().scale().max == high);
  CHECK_FALSE(w.bar().above());
  CHECK_FALSE(textsOf().contains(told));
  w.change([](ViewSettings& v) {
    v = {};
    v.map = MapContent::error;
  });
  CHECK(w.bar().scale().max < 5);
  CHECK(w.bar().scale().min == -w.bar().scale().max);
  CHECK(w.bar().below());

  // Locked by a double-click: other numbers leave the colours alone; another lets them follow again.
  w.change([](ViewSettings& v) { v = {}; });
  CHECK(w.bar().scale().max == robust);
  QTest::mouseDClick(&w.bar(), Qt::LeftButton);
  w.booth.settle();
  CHECK(w.booth.workbench().document().view.limits == MapLimits::locked);
  w.booth.workbench().store().change(QStringLiteral("other"),
                                     [](Document& d) { d.workload.preset = "three_clusters"; });
  w.booth.settle();
  CHECK(w.bar().scale().max == robust);
  CHECK(documentFromJson(toJson(w.booth.workbench().document())) == w.booth.workbench().document());
  QTest::mouseDClick(&w.bar(), Qt::LeftButton);
  w.booth.settle();
  CHECK(w.booth.workbench().document().view.limits == MapLimits::robust);
  CHECK(w.bar().scale().max < 0.5 * robust);
}

TEST_CASE("unlocked colours go by the limits from before they were locked", "[map_limits]") {
  Wild w;
  for (const MapLimits limits : {MapLimits::all, MapLimits::robust}) {
    w.change([limits](ViewSettings& v) { v.limits = limits; });
    for (const MapLimits wanted : {MapLimits::locked, limits}) {
      QTest::mouseDClick(&w.bar(), Qt::LeftButton);
      w.booth.settle();
      CHECK(w.booth.workbench().document().view.limits == wanted);
    }
  }
}

TEST_CASE("where nothing is far beyond, the colours reach the largest value", "[map_limits]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")));
  const auto& bar = *panel->findChild<ColourBar*>();
  float largest = 0;
  for (const MapImage& image : booth.workbench().snapshot()->maps) {
    const float* values = image.map.values.data<float>();
    largest = std::max(largest, *std::max_element(values, values + image.map.values.count()));
  }
  CHECK(bar.scale().max == largest);
  CHECK_FALSE(bar.above());
  CHECK_FALSE(bar.below());
}

TEST_CASE("a panel that grows until its row has room shows the row at once", "[attention]") {
  Booth booth;
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {420, 200});
  auto* row = panel->findChildren<QCustomPlot*>().front();
  REQUIRE_FALSE(row->isVisible());
  panel->resize(700, 600);
  QCoreApplication::processEvents();
  REQUIRE(row->isVisible());
  const std::vector<Card>& cards = booth.workbench().document().cards;
  CHECK(row->graphCount() == std::count_if(cards.begin(), cards.end(), [](const Card& c) { return c.visible; }));
}

TEST_CASE("maps are turned through where not all can be read; softmax stays to be compared with", "[attention]") {
  const Theme theme = Theme::light();
  const QRectF wide(0, 0, 500, 260);
  const int fitting = mapsWithRoom(wide, 12, 48, 48, theme);
  CHECK((fitting > 1 && fitting < 12));
  const QSizeF cells = attentionPlaces(wide, fitting, 48, 48, theme).cells;
  CHECK(std::min(cells.width(), cells.height()) >= 64);
  CHECK(mapsWithRoom(QRectF(0, 0, 2400, 1400), 12, 48, 48, theme) == 12);
  CHECK(mapsWithRoom(QRectF(0, 0, 60, 60), 3, 48, 48, theme) == 1);

  Booth booth;
  booth.workbench().store().change(QStringLiteral("many"), [](Document& d) {
    for (const char* method : {"ra", "is", "mis", "linear_elu", "local"}) d.add(method);
    for (Card& card : d.cards) card.visible = true;
  });
  const std::unique_ptr<Panel> panel = booth.show(kindOf(QStringLiteral("attention")), {420, 360});
  booth.settle();
  const QList<HeatMap*> maps = panel->findChildren<HeatMap*>();
  REQUIRE(maps.size() == static_cast<qsizetype>(booth.workbench().document().cards.size()));
  const auto* pager = panel->findChild<MapPager*>();
  REQUIRE(pager != nullptr);
  CHECK(pager->isVisible());
  const QList<QToolButton*> buttons = pager->findChildren<QToolButton*>();
  REQUIRE(buttons.size() == 2);
  std::set<const HeatMap*> seen;
  for (int page = 0; page < maps.size(); ++page) {
    std::set<const HeatMap*> here;
    for (const HeatMap* map : maps)
      if (map->isVisible()) {
        here.insert(map);
        const QRectF plot = map->transform().plot();
        CHECK(std::min(plot.width(), plot.height()) >= 60);
      }
    CHECK(here.count(maps.front()) == 1);  // that of softmax, the first card
    CHECK(here.size() < static_cast<std::size_t>(maps.size()));
    seen.insert(here.begin(), here.end());
    if (!buttons[1]->isEnabled()) break;
    buttons[1]->click();
  }
  CHECK(seen.size() == static_cast<std::size_t>(maps.size()));
  panel->resize(1900, 1000);
  QCoreApplication::processEvents();
  CHECK_FALSE(pager->isVisible());
  CHECK(std::all_of(maps.begin(), maps.end(), [](const HeatMap* map) { return map->isVisible(); }));
}
