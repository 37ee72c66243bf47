// New run: a preset, and every option of the trainer as it describes itself.
#pragma once

#include "model/document.h"
#include "views/train/train_panel.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace omegascope {

class OptionForm;

class NewRunPanel : public TrainPanel {
  Q_OBJECT

 public:
  explicit NewRunPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  double leastHeight(double width, const Theme& theme) const override;
  PanelData data() const override;
  QString caption() const override { return title(); }
  QString command() const override { return {}; }
  QString whyNoCommand() const override {
    return tr("Nothing of this is trained yet: once it is, the curves have its command.");
  }

  /// Chooses as the user would: the preset with its options, then options of one's own.
  void choosePreset(const QString& name);
  void choosePreset(const QString& task, const QString& name);
  void setOption(const QString& name, const QString& text);
  void start();
  /// The same with each of the attentions that are usually compared.
  void startAll();

 protected:
  void refresh() override;

 private:
  omega::Options options() const;
  const omega::train::Task& task() const;
  void setTask(const QString& name);
  void showPresets();
  void showOptions();
  void say(const QString& problem);
  QString tableOf(const Theme& theme) const;
  QString aboutText() const;
  QString forecastText(const omega::train::TrainPlan& plan) const;

  QString m_preset;
  OptionTexts m_values;  // those of the preset with the user's over them
  QComboBox* m_presets = nullptr;
  QPushButton *m_start = nullptr, *m_all = nullptr;
  QLabel *m_about = nullptr, *m_message = nullptr;  // m_message: what does not go together
  OptionForm* m_form = nullptr;
};

}  // namespace omegascope
