// Heads: what any head of the current run attends to on one example, as it learns; and the way to Explore.
#pragma once

#include "views/train/train_panel.h"
#include "widgets/heat_map.h"

class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTextBrowser;

namespace omegascope {

class ColourBar;

class HeadsPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit HeadsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString whyNoCommand() const override {
    return tr(
        "What a head does to one example is looked at here only; open the head in Explore, where every panel has its "
        "command.");
  }
  QString caption() const override;

 protected:
  bool looksInside() const override { return true; }
  void refresh() override;

 private:
  QWidget* makeControls();
  QSpinBox* makeSpin(const QString& name, const QString& tip);
  void showPlace();
  QString mapWords() const;
  void showMap();
  void openInExplore(const HeadFile& file);
  QString nothingHtml() const;

  QSpinBox *m_layer = nullptr, *m_head = nullptr, *m_example = nullptr;
  QPushButton* m_open = nullptr;
  QLabel* m_says = nullptr;
  QStackedWidget* m_middle = nullptr;
  QTextBrowser* m_text = nullptr;
  HeatMap* m_map = nullptr;
  ColourBar* m_bar = nullptr;
  std::shared_ptr<const HeadPicture> m_drawn;
};

}  // namespace omegascope
