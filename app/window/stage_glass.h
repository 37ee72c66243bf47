// StageGlass: what lies above everything that a room sees: a curtain, ink, a halo or a lens at the pointer. Clicks go
// through it, except those of the pen and those on the curtain.
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
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
  /// Shows what lies below this place enlarged, in a circle; an empty picture: no more.
  void magnify(const QPixmap& picture, QPoint at);
  /// Paints nothing meanwhile, while what lies below is painted.
  void stepAside(bool on) { m_isAside = on; }
  int lensRadius() const { return static_cast<int>(kLensShare * height()); }
  bool hasLens() const { return !m_lens.isNull(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRect around(QPoint at, int radius) const {
    return {at.x() - radius, at.y() - radius, 2 * radius + 1, 2 * radius + 1};
  }
  QRect haloAt(QPoint at) const;
  QRect lensAt(QPoint at) const { return around(at, lensRadius() + kLensRing); }
  void paintLens(QPainter& painter) const;
  QPointF shareOf(QPointF at) const;
  void followState();

  static constexpr double kLensShare = 0.17;  // of the height
  static constexpr int kLensRing = 4;

  QColor m_curtain;
  bool m_pen = false;
  std::vector<QPolygonF> m_ink;  // in shares of the width and the height: another screen shows it in the same place
  std::optional<QPoint> m_at;
  bool m_rests = false;
  QElapsedTimer m_still;
  QPixmap m_lens;
  QPoint m_lensPlace;
  bool m_isAside = false;
};

}  // namespace omegascope
