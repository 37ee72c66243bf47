// StageGlass: what lies above everything that a room sees: a curtain, ink, a halo around the pointer. Clicks go through
// it, except those of the pen and those on the curtain.
#pragma once

#include <QElapsedTimer>
#include <QPolygonF>
#include <QWidget>
#include <optional>
#include <vector>

namespace omegascope {

class StageGlass : public QWidget {
 public:
  explicit StageGlass(QWidget* parent);

  /// An invalid colour: open.
  void setCurtain(const QColor& colour);
  QColor curtain() const { return m_curtain; }
  void setPen(bool on);
  bool hasPen() const { return m_pen; }
  /// Removes the ink.
  void wipe();
  /// Where the pointer is; a halo that does not move fades away.
  void pointAt(std::optional<QPoint> at);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRect haloAt(QPoint at) const;
  QPointF shareOf(QPointF at) const;
  void followState();

  QColor m_curtain;
  bool m_pen = false;
  std::vector<QPolygonF> m_ink;  // in shares of the width and the height: another screen shows it in the same place
  std::optional<QPoint> m_at;
  bool m_rests = false;
  QElapsedTimer m_still;
};

}  // namespace omegascope
