// PicturePreview: how a picture will look, at its true size or fitted into the window.
#pragma once

#include <QWidget>

#include "export/export_options.h"

class QCheckBox;
class QLabel;
class QScrollArea;

namespace omegascope {

class Panel;

class PicturePreview : public QWidget {
  Q_OBJECT

 public:
  explicit PicturePreview(QWidget* parent = nullptr);

  /// Where the panel cannot be painted so, the reason stands there, and it returns false.
  bool showPicture(const Panel& panel, const ExportOptions& options);
  /// Shows words in place of a picture.
  void showText(const QString& text);

 signals:
  /// It has another size, or is to be fitted or not.
  void redrawWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QScrollArea* m_scroll = nullptr;
  QLabel* m_picture = nullptr;
  QLabel* m_scaleNote = nullptr;
  QCheckBox* m_fit = nullptr;
};

}  // namespace omegascope
