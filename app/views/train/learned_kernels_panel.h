// Kernels: what the current run has learned of its kernels: eigenvalues of the covariances of every head, and the
// kernel of the chosen head along each axis.
#pragma once

#include "views/train/train_panel.h"
#include "widgets/map_transform.h"
#include "widgets/plot_zoom.h"

class QStackedWidget;
class QTextBrowser;

namespace omegascope {

class LearnedKernelsPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit LearnedKernelsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void renderWhole(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool isZoomed() const override { return hasKernel() && m_zoom->isZoomed(); }
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr(
        "A learned kernel is drawn here only; its eigenvalues are in the report of the run, whose command the curves "
        "have.");
  }

 protected:
  bool looksInside() const override { return true; }
  Remedy remedyNow() const override;
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Whether there is anything of a kernel to draw.
  bool hasKernel() const;
  QString nothingHtml() const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme, Extent extent) const;
  void fill(QCustomPlot& plot, const Theme& theme, double height) const;
  void addEigenvalues(QCustomPlot& plot, const Theme& theme, double height) const;
  void addKernel(QCustomPlot& plot, const Theme& theme) const;

  QStackedWidget* m_middle = nullptr;
  QTextBrowser* m_text = nullptr;
  QCustomPlot* m_plot = nullptr;
  PlotZoom* m_zoom = nullptr;
};

}  // namespace omegascope
