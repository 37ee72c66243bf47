// Pictures in little room: below a certain size their words and numbers would cover each other.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <algorithm>
#include <utility>
#include <vector>

namespace omegascope {

/// Whether a picture of that size would show nothing.
inline bool isTooSmall(const QSizeF& size) {
  constexpr double kSmallestPicture = 8;  // logical pixels
  return std::min(size.width(), size.height()) < kSmallestPicture;
}

/// While it lives: how much smaller than asked words are painted where they lack room, and what is left empty for that.
class ShrinkMeter {
 public:
  struct Part {
    QString name;
    double whole = 1;  // how large the painter paints before anything lacks room
    double scale = 1;  // of the smallest words, relative to that
    bool isEmpty = false;
  };

  ShrinkMeter() : m_outer(std::exchange(s_now, this)) {}
  ~ShrinkMeter() { s_now = m_outer; }
  ShrinkMeter(const ShrinkMeter&) = delete;
  ShrinkMeter& operator=(const ShrinkMeter&) = delete;

  const std::vector<Part>& parts() const { return m_parts; }

  /// What is painted from now on is of the part `name`.
  static void begin(const QPainter& painter, const QString& name) {
    if (s_now) s_now->m_parts.push_back({name, painter.worldTransform().m11(), 1});
  }
  /// The painter is scaled for what lacks room.
  static void note(const QPainter& painter) {
    if (!s_now || s_now->m_parts.empty()) return;
    Part& part = s_now->m_parts.back();
    part.scale = std::min(part.scale, painter.worldTransform().m11() / part.whole);
  }
  /// What began last has no room at all.
  static void leaveEmpty() {
    if (s_now && !s_now->m_parts.empty()) s_now->m_parts.back().isEmpty = true;
  }

 private:
  static inline ShrinkMeter* s_now = nullptr;  // pictures are painted by one thread
  ShrinkMeter* m_outer;
  std::vector<Part> m_parts;
};

/// Paints as if into an area at least this large, scaled down where the real area is smaller. `paint` is given the area
/// to paint into, and is not called where there is none.
template <class Paint>
void paintAtLeast(QPainter& painter, const QRectF& area, QSizeF least, Paint paint) {
  if (area.isEmpty()) return;
  const double scale = std::min({1.0, area.width() / least.width(), area.height() / least.height()});
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  ShrinkMeter::note(painter);
  paint(QRectF(QPointF(), area.size() / scale));
  painter.restore();
}

}  // namespace omegascope
