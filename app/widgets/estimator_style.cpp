#include "widgets/estimator_style.h"

#include <algorithm>

#include "estimators/look.h"

namespace omegascope {

QPen EstimatorStyle::pen(double width) const {
  QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!dash.isEmpty()) pen.setDashPattern(dash);
  return pen;
}

static_assert(static_cast<int>(Marker::Cross) == static_cast<int>(omega::Marker::cross),
              "the engine's markers by other names");

EstimatorStyle estimatorStyle(const QString& method, int copy, bool dark) {
  const omega::EstimatorLook look = omega::look_of(method.toStdString(), copy);
  return {QColor(QRgb{dark ? look.dark : look.light}), static_cast<Marker>(look.marker),
          QList<qreal>(look.dash.begin(), look.dash.end())};
}

QPainterPath markerPath(Marker marker, QPointF centre, double size) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  QPolygonF corners;
  for (const auto& [x, y] : omega::corners_of(static_cast<omega::Marker>(marker)))
    corners << centre + QPointF(x, y) * (size / 2);
  corners.isEmpty() ? path.addEllipse(centre, size / 2, size / 2) : path.addPolygon(corners);
  path.closeSubpath();
  return path;
}

void drawMarker(QPainter& painter, Marker marker, QPointF centre, double size, const QColor& colour, bool hollow) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hollow ? QPen(colour, std::max(1.0, size / 6)) : QPen(Qt::NoPen));
  painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(colour));
  painter.drawPath(markerPath(marker, centre, size));
  painter.restore();
}

void drawEstimatorChip(QPainter& painter, const QRectF& rect, const EstimatorStyle& style, double lineWidth) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(style.pen(lineWidth));
  const QPointF middle = rect.center();
  painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()));
  drawMarker(painter, style.marker, middle, std::min({rect.height(), rect.width(), 5 * lineWidth}), style.colour);
  painter.restore();
}

}  // namespace omegascope
