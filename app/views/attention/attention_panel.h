// Attention: the maps of all visible estimators side by side on one colour scale; they move in step. Shows A, the signed
// error A − π, or A on a logarithmic scale.
#pragma once

#include <vector>

#include "views/panel.h"
#include "widgets/colour_bar.h"
#include "widgets/heat_map.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace omegascope {

class AttentionPanel : public Panel {
  Q_OBJECT

 public:
  explicit AttentionPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Map {
    int card = -1;
    HeatMap* widget = nullptr;
    // What is shown: a map is filled again only when its numbers are others.
    omega::Array values, truth;
    MapContent content = MapContent::attention;
    float largest = 0, smallestPositive = 1;
  };

  void matchMaps();
  void arrange();
  void fillMap(Map& map);
  ColourScale sharedScale() const;
  MapLabels labelsFor(const Map& map, const MapImage& image) const;
  static std::vector<float> shownValues(const Map& map);
  void onHovered(qint64 n, qint64 m);
  void onClicked(int card, qint64 n, qint64 m);

  std::vector<Map> m_maps;
  QGridLayout* m_grid = nullptr;
  ColourBar* m_bar = nullptr;
  QComboBox* m_content = nullptr;
  QComboBox* m_colours = nullptr;
  QComboBox* m_norm = nullptr;
  QLabel* m_empty = nullptr;
};

}  // namespace omegascope
