// ω-space of the shown query: its target p_n as a field with contours, the proposals as unit circles, samples as dots whose
// area is their weight, and the queries and keys themselves, which can be dragged, as can proposal means.
#pragma once

#include "views/panel.h"
#include "widgets/density_field.h"

class QCheckBox;
class QComboBox;

namespace omegascope {

class OmegaSpacePanel : public Panel {
  Q_OBJECT

 public:
  explicit OmegaSpacePanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;

  /// Shows only the first `count` samples of each card; −1: all. The opening animation adds them one by one.
  void setSampleLimit(int count);

 protected:
  void refresh() override;

 private:
  /// What a point in the scene stands for.
  struct Handle {
    enum class Kind { query, key, proposal, sample } kind = Kind::sample;
    int card = -1;
    int index = -1;
  };

  DensityScene scene(const Theme& theme) const;
  void addTokens(DensityScene& scene, const Theme& theme) const;
  void addCard(DensityScene& scene, const PlaneCard& placed, const Theme& theme) const;
  int addHandle(const Handle& handle) const;
  std::vector<double> inSpace(QPointF at, const std::vector<double>& from) const;
  void onDragged(int id, QPointF to);
  void onClicked(int id);
  void onHovered(int id);
  Cursor cursorOf(const Handle& handle) const;

  DensityField* m_field = nullptr;
  QComboBox* m_density = nullptr;
  mutable std::vector<Handle> m_handles;  // by point id, of the last scene
  int m_sampleLimit = -1;
};

}  // namespace omegascope
