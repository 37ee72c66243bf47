// Measures: the papers' tables for the runs that are ticked: gradients at the classifier at 20, 40, 60 and 80 %, how
// much outputs vary with the noise, gradients by layer.
#pragma once

#include "views/train/train_panel.h"

class QTextBrowser;

namespace omegascope {

class MeasuresPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit MeasuresPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString caption() const override { return captionOfShown(); }
  QString subject() const override { return {}; }

 protected:
  std::vector<const TrainRun*> ofRuns() const override { return shownRuns(); }
  void refresh() override;

 private:
  QString html(const Theme& theme) const;
  QString gradientsHtml(const Theme& theme) const;
  QString comparisonHtml(const Theme& theme) const;
  QString variancesHtml(const Theme& theme) const;
  QString layersHtml(const Theme& theme) const;

  QTextBrowser* m_text = nullptr;
};

}  // namespace omegascope
