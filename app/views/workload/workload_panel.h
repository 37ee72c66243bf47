// Workload: what is looked at: a synthetic preset with its options, or a file, and what is known of it.
#pragma once

#include "views/panel.h"

class QComboBox;
class QLabel;
class QDoubleSpinBox;
class QVBoxLayout;

namespace omegascope {

class FileForm;
class OptionForm;
class PatchPicture;
class VerticalScroll;

class WorkloadPanel : public Panel {
  Q_OBJECT

 public:
  explicit WorkloadPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  QStringList equations() const override { return {QStringLiteral("q_n ← √τ q_n,  k_m ← √τ k_m,  τ = 1/√D")}; }
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  int heightFor(int width) const override;

  /// A synthetic sequence, in one step of undo.
  void choose(const QString& preset);

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QStringList facts() const;
  void matchForm();

  QComboBox* m_preset = nullptr;
  QLabel* m_about = nullptr;
  QLabel* m_facts = nullptr;
  QDoubleSpinBox* m_seed = nullptr;
  OptionForm* m_form = nullptr;  // of a preset
  FileForm* m_fileForm = nullptr;
  PatchPicture* m_picture = nullptr;  // of a file that is one
  QWidget* m_seedRow = nullptr;
  VerticalScroll* m_scroll = nullptr;
  QVBoxLayout* m_layout = nullptr;  // of what scrolls
  QString m_formOf;
  int m_height = 0;
};

}  // namespace omegascope
