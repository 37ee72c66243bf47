// Weights of the shown query: how much each sample counts in each estimator, largest first, with the effective sample size.
#pragma once

#include "views/panel.h"

class QCustomPlot;
class QLabel;

namespace omegascope {

class WeightsPanel : public Panel {
  Q_OBJECT

 public:
  explicit WeightsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  void fillMenu(QMenu& menu) override;

 protected:
  void refresh() override;

 private:
  struct Sorted {
    const Card* card = nullptr;
    std::vector<double> weights;  // largest first
    std::vector<int> samples;     // whose they are
    double ess = 0;
  };
  std::vector<Sorted> sorted() const;
  void fillPlot(QCustomPlot& plot, const Theme& theme) const;
  void onClicked(double x, double y);

  QCustomPlot* m_plot = nullptr;
  QLabel* m_summary = nullptr;
};

}  // namespace omegascope
