// ω-space of the shown query: its target p_n as a field with contours, the proposals as unit circles, samples as dots
// whose area is their weight, and the queries and keys themselves, which can be dragged, as can proposal means. Or the
// densities along one line.
#pragma once

#include "views/omega_space/omega_look.h"
#include "views/panel.h"
#include "widgets/density_field.h"

class QCustomPlot;
class QStackedWidget;

namespace omegascope {

class OmegaControls;

class OmegaSpacePanel : public Panel {
  Q_OBJECT

 public:
  explicit OmegaSpacePanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  Work work() const override { return Work::estimates; }
  QStringList equations() const override;
  bool isOld() const override { return Panel::isOld() || (snapshot().plane && snapshot().plane->isOld); }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return snapshot().plane != nullptr; }
  int heightFor(int width) const override;
  PanelData data() const override;
  std::vector<LegendEntry> legend() const override;
  bool isZoomed() const override { return !isLine() && m_field->isMoved(); }
  void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData visibleData() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;

  /// Shows only the first `count` samples of each card, as when they are played one by one; −1: all.
  void setSampleLimit(int count);
  /// The number of samples of the visible card that has the most.
  int largestSampleCount() const;

  DensityField& field() { return *m_field; }

 protected:
  void refresh() override;
  void showNothing(const Theme& style);

 private:
  OmegaLook look() const;
  /// For a figure: with all samples, and without what is selected where the theme marks no selection.
  OmegaLook lookIn(const Theme& theme) const;
  bool isLine() const;
  QString words() const;
  FieldLabels labels(const OmegaLook& look) const;
  static QRectF homeOf(const OmegaPlane& plane);
  void comeHome(const OmegaPlane& plane);
  void paintPlane(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  std::vector<double> inSpace(QPointF at, const std::vector<double>& from) const;
  void onDragged(int id, QPointF to);
  void moveProposal(const OmegaHandle& handle, QPointF to);
  void moveToken(const OmegaHandle& handle, QPointF to);
  void onClicked(const OmegaHandle& handle, Qt::KeyboardModifiers modifiers);
  void onHovered(const std::optional<OmegaHandle>& handle);
  void onBrushed(const QRectF& area, Qt::KeyboardModifiers modifiers);
  Cursor cursorOf(const OmegaHandle& handle) const;

  /// The data and the plane that the view was moved over.
  struct Place {
    Workload workload;
    int head = 0;
    std::vector<double> axisX, axisY;
    bool operator==(const Place&) const = default;
  };

  OmegaControls* m_controls = nullptr;
  QStackedWidget* m_stack = nullptr;
  DensityField* m_field = nullptr;
  QCustomPlot* m_linePlot = nullptr;
  LegendStrip* m_legend = nullptr;
  Place m_place;
  bool m_dragging = false;  // the view stays where it is meanwhile
  int m_sampleLimit = -1;
};

}  // namespace omegascope
