// Attention: the maps of all visible estimators side by side on one colour scale; they move in step. Shows A, the
// signed error A − π, or A on a logarithmic scale. Below them the row of the shown query, and the column of the shown
// key.
#pragma once

#include <vector>

#include "views/attention/attention_places.h"
#include "views/attention/map_limits.h"
#include "views/panel.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"

class QComboBox;
class QCustomPlot;
class QLabel;
class QLayout;
class QPushButton;

namespace omegascope {

class MapPager;

class AttentionPanel : public Panel {
  Q_OBJECT

 public:
  explicit AttentionPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  Work work() const override { return Work::maps; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return emptyText().isEmpty(); }
  PanelData data() const override { return cellsIn({}); }
  bool isZoomed() const override { return !m_maps.empty() && m_maps.front().widget->view().zoom > 1; }
  void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData visibleData() const override;
  QString command() const override { return estimatesOf(visibleCards(), QStringLiteral("y,attention")); }
  void fillMenu(QMenu& menu) override;
  std::vector<LegendEntry> legend() const override;
  std::vector<LegendEntry> legendAbove() const override { return {}; }
  /// MapLimits::locked keeps the colours where they are now.
  void setLimits(MapLimits limits);
  /// Unlocking brings back the limits from before.
  void setLocked(bool locked) { setLimits(locked ? MapLimits::locked : m_unlocked); }

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Map {
    int card = -1;
    HeatMap* widget = nullptr;
    // What is shown now: a map is filled again only when its numbers change.
    omega::Array values, truth;
    bool isCausal = false;
    MapContent content = MapContent::attention;
    MapExtent extent;
  };

  QLayout* makeControls();
  void showChoices();
  void makeQuestion();
  void askForMemory();
  void setDetail(MapDetail detail);
  void makeStrips();
  void matchMaps();
  void arrange();
  void placeBar(const AttentionPlaces& places);
  /// `isOnScreen`: the strip keeps its place while no query is shown, so that nothing moves under the pointer.
  AttentionPlaces placesIn(const QRectF& area, const Theme& theme, std::size_t count, bool isOnScreen) const;
  void placeWords(const AttentionPlaces& places);
  omega::Shape shapeOfMaps() const;
  std::vector<std::size_t> shownMaps();
  QRectF stripOf(const QRectF& strip, bool column) const;
  const MapImage* shownImage(int card) const;
  void fillMap(Map& map);
  void clearMap(Map& map);
  bool isUpdating(const Map& map) const;
  QString emptyText() const;
  void followSelection();
  void fillStrip(bool column);
  void readNames();
  void readExact();
  MapExtent sharedExtent() const;
  void fillBar(const ColourScale& scale, const MapExtent& extent);
  QSizeF leastSize(const QSizeF& size, const Theme& theme) const;
  void paintMaps(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  void paintPlaces(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  PanelData cellsIn(const std::optional<QRect>& part) const;
  MapLabels labelsFor(const Map& map, MapLabels labels) const;
  void onHovered(int card, qint64 n, qint64 m);
  void onClicked(int card, qint64 n, qint64 m);
  Cursor cursorAt(const omega::PooledMap& map, qint64 n, qint64 m) const;

  std::vector<Map> m_maps;
  std::shared_ptr<const omega::Sequence> m_named;
  MapNames m_names;      // of its tokens
  omega::Array m_exact;  // softmax's own map, shown or not
  float m_exactHighest = 0;
  MapLimits m_unlocked = MapLimits::robust;  // where unlocking leads
  Cursor m_followed;                         // the query and key that were chosen when it was drawn last
  bool m_clickMoved = false;                 // the selection, by the last click into a map
  MapPager* m_pager = nullptr;
  QWidget* m_body = nullptr;  // holds maps, bar and strips, which are placed by hand
  ColourBar* m_bar = nullptr;
  QCustomPlot* m_row = nullptr;
  QCustomPlot* m_column = nullptr;
  QComboBox* m_content = nullptr;
  QComboBox* m_colours = nullptr;
  QComboBox* m_norm = nullptr;
  QLabel* m_empty = nullptr;
  QLabel* m_noRow = nullptr;
  QLabel* m_noQuery = nullptr;
  LegendStrip* m_legend = nullptr;  // of the row and the column beside it
  QWidget* m_question = nullptr;
  QLabel* m_questionText = nullptr;
  QPushButton* m_showPooled = nullptr;
  QPushButton* m_showAround = nullptr;
};

}  // namespace omegascope
