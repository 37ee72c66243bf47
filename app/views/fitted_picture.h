// Pictures in little room: below a certain size their words and numbers would cover each other.
#pragma once

#include <QPainter>
#include <QRectF>
#include <algorithm>

namespace omegascope {

/// Paints as if into an area at least this large, scaled down where the real area is smaller. `paint` is given the area
/// to paint into.
template <class Paint>
void paintAtLeast(QPainter& painter, const QRectF& area, QSizeF least, Paint paint) {
  const double scale = std::min({1.0, area.width() / least.width(), area.height() / least.height()});
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  paint(QRectF(QPointF(), area.size() / scale));
  painter.restore();
}

}  // namespace omegascope
