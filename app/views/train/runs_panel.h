// Runs: every training run with its state: start, pause, step, stop; which are drawn, and which one is looked into.
#pragma once

#include "views/train/train_panel.h"

class QLabel;
class QListWidget;
class QToolButton;

namespace omegascope {

class OptionForm;

class RunsPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit RunsPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return !training().entries().empty(); }
  PanelData data() const override;
  void fillMenu(QMenu& menu) override;

  /// Asks for the folder of a run and opens it.
  void chooseFolder();

 protected:
  std::vector<const TrainRun*> ofRuns() const override;
  void refresh() override;

 private:
  QWidget* makeButtons();
  QToolButton* makeButton(const QString& text, const QString& tip, const std::function<void(TrainRun&)>& press);
  void showList();
  QString tipOf(const TrainingRuns::Entry& entry) const;
  void showButtons();
  void showMessage();
  void edit(const QString& name, const QString& text);
  QString html(const Theme& theme) const;

  QListWidget* m_list = nullptr;
  QToolButton *m_start = nullptr, *m_pause = nullptr, *m_step = nullptr, *m_stop = nullptr, *m_delete = nullptr;
  OptionForm* m_settings = nullptr;
  QLabel* m_message = nullptr;
  Theme m_drawnTheme;
  const TrainRun* m_drawnRun = nullptr;  // only compared
};

}  // namespace omegascope
