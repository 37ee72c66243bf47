// Curves: loss and accuracy of all runs that are ticked, as they are recorded and, if wanted, smoothed over.
#pragma once

#include "views/train/curves_drawing.h"
#include "views/train/train_panel.h"
#include "widgets/map_transform.h"
#include "widgets/plot_zoom.h"

class QCheckBox;
class QSlider;

namespace omegascope {

class CurvesPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit CurvesPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool isZoomed() const override { return m_drawing && m_zoom->isZoomed(); }
  PanelData visibleData() const override { return m_zoom->across() ? rowsIn(*m_zoom->across()) : data(); }
  bool hasPicture() const override;
  PanelData data() const override;
  void fillMenu(QMenu& menu) override;
  std::vector<LegendEntry> legend() const override;
  QString caption() const override { return captionOfShown(); }
  QString subject() const override { return {}; }

  const CurvesDrawing* drawing() const { return m_drawing.get(); }

 protected:
  std::vector<const TrainRun*> ofRuns() const override { return shownRuns(); }
  void refresh() override;

 private:
  QWidget* makeControls();
  CurvesLook look(const Theme& theme) const;
  std::vector<RunCurve> curves() const;
  QString words() const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  /// The rows in a part of the horizontal axis, in steps or seconds.
  PanelData rowsIn(const QCPRange& part) const;
  void onMoved(QMouseEvent* event);

  QCheckBox *m_training = nullptr, *m_validation = nullptr, *m_log = nullptr, *m_overTime = nullptr;
  QSlider* m_smoothing = nullptr;
  QCustomPlot* m_plot = nullptr;
  PlotZoom* m_zoom = nullptr;
  std::unique_ptr<CurvesDrawing> m_drawing;
};

}  // namespace omegascope
