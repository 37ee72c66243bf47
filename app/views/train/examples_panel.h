// Examples: what the task looks like, as sequences or pictures, and how many examples each class has.
#pragma once

#include "views/train/train_panel.h"

class QComboBox;
class QSpinBox;

namespace omegascope {

class PaintedCanvas;

class ExamplesPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit ExamplesPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr("Examples are shown here only: omega train draws the same ones, and writes none of them.");
  }

 protected:
  bool looksInside() const override { return true; }
  void refresh() override;

 private:
  const omega::train::TaskData* shownData() const;
  const omega::train::TrainPlan& plan() const;  // of the data shown
  void showClasses();
  QString nothingHtml() const;
  /// The chosen example and those after it, of the chosen class.
  std::vector<omega::Index> examplesFrom(omega::Index first, std::size_t most) const;
  void chooseClass();
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const;
  void paintStrip(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const;
  void paintSums(QPainter& painter, const QRectF& area, const Theme& theme, omega::Index example) const;
  void paintHistogram(QPainter& painter, const QRectF& area, const Theme& theme) const;
  std::vector<std::pair<QRectF, omega::Index>> places(const QRectF& area, const Theme& theme) const;

  QSpinBox* m_example = nullptr;
  QStringList m_classNames;
  QComboBox* m_class = nullptr;
  PaintedCanvas* m_canvas = nullptr;
};

}  // namespace omegascope
