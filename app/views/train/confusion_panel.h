// Confusion: which class the current run takes for which, at its latest validation.
#pragma once

#include "views/train/train_panel.h"

namespace omegascope {

class PaintedCanvas;

class ConfusionPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit ConfusionPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;

 protected:
  void refresh() override;

 private:
  QString nothingHtml() const;
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;

  PaintedCanvas* m_canvas = nullptr;
};

}  // namespace omegascope
