// Pictures in little room: their words and numbers have a size of their own, and beyond that they would cover each
// other.
#pragma once

#include <QPainter>
#include <QRectF>
#include <algorithm>

namespace omegascope {

/// Paints as into an area at least this large, and smaller by as much as the area is. `paint` is given the area to
/// paint into.
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
