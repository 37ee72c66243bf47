// Asks how a panel, or all of them, are exported: format, size, colours; with a live preview. Remembers the choice by
// panel.
#pragma once

#include <QDialog>
#include <QTimer>

#include "export/export_options.h"
#include "views/panel.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace omegascope {

class PicturePreview;

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  enum class Of { OnePanel, AllPanels };

  /// For one panel, or for all that are open; `preview` is what is drawn meanwhile.
  ExportDialog(const Panel& preview, const Workbench& workbench, Of of, QWidget* parent);

  /// With the usual caption where none of one's own was written.
  ExportOptions options() const;
  void rememberChoice() const;
  /// What the last dialog for this panel ended with.
  static ExportOptions remembered(const QString& panel);
  static void remember(const QString& panel, const ExportOptions& options);

 private:
  enum class Unit { Millimetres, Pixels };

  void makeForm();
  void makeSizeRows(QFormLayout& form);
  void makeChecks(QFormLayout& form);
  void listen();
  void fillIn(const ExportOptions& options);
  void choosePreset(int index);
  void chooseUnit(int index);
  void onEdited();
  void readForm();
  void enableWhatMatters();
  void drawPreview();
  QString tableSummary() const;

  const Panel& m_panel;
  QString m_usualCaption;
  bool m_all;
  ExportOptions m_options;
  PicturePreview* m_preview = nullptr;
  QLabel* m_result = nullptr;
  QPushButton* m_export = nullptr;
  QComboBox* m_format = nullptr;
  QComboBox* m_preset = nullptr;
  QDoubleSpinBox* m_width = nullptr;
  QDoubleSpinBox* m_height = nullptr;
  QComboBox* m_unit = nullptr;
  QDoubleSpinBox* m_dpi = nullptr;
  QComboBox* m_colours = nullptr;
  QDoubleSpinBox* m_points = nullptr;
  QFormLayout* m_form = nullptr;
  QComboBox* m_array = nullptr;
  QCheckBox* m_transparent = nullptr;
  QCheckBox* m_legend = nullptr;
  QCheckBox* m_title = nullptr;
  QCheckBox* m_withCaption = nullptr;
  QLineEdit* m_caption = nullptr;
  QCheckBox* m_visibleOnly = nullptr;
  QCheckBox* m_outlines = nullptr;
  std::vector<std::pair<QCheckBox*, bool ExportOptions::*>> m_checks;  // all of them
  QTimer m_redraw;
  bool m_filling = false;
};

}  // namespace omegascope
