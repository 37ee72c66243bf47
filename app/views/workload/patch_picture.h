// The picture whose patches are the tokens: the shown query's has a frame, those of keys dashed ones; a click chooses.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>

#include "workbench/workbench.h"

class QPainter;

namespace omegascope {

class PatchPicture : public QWidget {
  Q_OBJECT

 public:
  explicit PatchPicture(Workbench& workbench, QWidget* parent);

  /// Follows the snapshot; hides where that is of no picture.
  void refresh();
  bool isThere() const { return !m_image.isNull(); }
  /// As large as it fits into the area, at its top.
  QRectF placeIn(const QRectF& area) const;
  void paint(QPainter& painter, const QRectF& area, bool marked) const;
  /// The token whose patch is there; −1 beside the picture.
  int tokenAt(QPointF position) const;

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void paintFrames(QPainter& painter, const QRectF& picture) const;
  QRectF patchIn(const QRectF& picture, int token) const;
  QString words() const;
  const omega::Sequence* sequence() const { return m_workbench.snapshot()->sequence.get(); }

  Workbench& m_workbench;
  std::shared_ptr<const FileFacts> m_of;
  QImage m_image, m_scaled;       // as read, and as large as it is on the screen
  int m_rows = 0, m_columns = 0;  // of patches
};

}  // namespace omegascope
