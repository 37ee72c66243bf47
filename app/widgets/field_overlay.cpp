#include "widgets/field_overlay.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace omegascope {
namespace {

QPen pen(const QColor& colour, double width, bool dashed) {
  QPen result(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (dashed) result.setDashPattern({4, 3});
  return result;
}

// The unit circle under the lower triangular root of the covariance.
QPainterPath ellipsePath(const FieldEllipse& ellipse, const FieldTransform& transform) {
  const double a = std::sqrt(std::max(0.0, ellipse.xx));
  const double b = a > 0 ? ellipse.xy / a : 0, c = std::sqrt(std::max(0.0, ellipse.yy - b * b));
  const double s = transform.pixelsPerUnit();
  const QPointF centre = transform.toPixel(ellipse.centre);
  QPainterPath circle;
  circle.addEllipse(QPointF(0, 0), 1, 1);
  return QTransform(a * s, -b * s, 0, -c * s, centre.x(), centre.y()).map(circle);
}

void paintEllipse(QPainter& painter, const FieldEllipse& ellipse, const FieldTransform& transform, const Theme& theme) {
  const QColor ink = inkOf(ellipse.palette, ellipse.colour, theme);
  painter.setPen(pen(ink, (ellipse.emphasised ? 2.6 : 1.4) * theme.lineScale, ellipse.dashed));
  painter.setBrush(ellipse.filled ? QBrush(tinted(ink, 0.10f)) : QBrush(Qt::NoBrush));
  painter.drawPath(ellipsePath(ellipse, transform));
}

// As near to `at` as there is room inside the plot.
void paintText(QPainter& painter, QPointF at, const QString& text, const QRectF& plot, const Theme& theme) {
  // Readable on any ground: the letters on a patch of the canvas.
  const QFontMetricsF metrics(theme.font);
  QRectF box(at, QSizeF(metrics.horizontalAdvance(text) + 4, metrics.height()));
  box.moveLeft(std::max(plot.left(), std::min(box.left(), plot.right() - box.width())));
  box.moveTop(std::max(plot.top(), std::min(box.top(), plot.bottom() - box.height())));
  QColor patch = theme.canvas;
  patch.setAlpha(190);
  painter.fillRect(box, patch);
  painter.setPen(theme.text);
  painter.setFont(theme.font);
  painter.drawText(box, Qt::AlignCenter, text);
}

void paintArrow(QPainter& painter, const FieldArrow& arrow, const FieldTransform& transform, const Theme& theme) {
  const QPointF from = transform.toPixel(arrow.from), to = transform.toPixel(arrow.to);
  const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
  if (!(length > 0.5) || !std::isfinite(length)) return;
  const QColor ink = arrow.colour.isValid() ? arrow.colour : theme.text;
  const double width = 2 * theme.lineScale, head = std::min(5 * width, 0.6 * length);
  const QPointF along = (to - from) / length, across(-along.y(), along.x());
  const QPointF neck = to - along * head;
  painter.setPen(pen(ink, width, false));
  painter.drawLine(from, neck);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ink);
  painter.drawPolygon(QPolygonF{to, neck + across * head * 0.42, neck - across * head * 0.42});
  if (!arrow.label.isEmpty()) paintText(painter, to + QPointF(6, -6), arrow.label, transform.plot(), theme);
}

void paintRing(QPainter& painter, const FieldPoint& point, double radius, QPointF at, const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  const double thin = theme.lineScale;
  if (point.locked) {
    painter.setPen(QPen(Qt::white, 2 * thin));
    painter.drawEllipse(at, radius + 2.5 * thin, radius + 2.5 * thin);
    painter.setPen(QPen(Qt::black, 1.4 * thin));
    painter.drawEllipse(at, radius + 4 * thin, radius + 4 * thin);
  } else if (point.hovered) {
    painter.setPen(QPen(QColor(255, 255, 255, 153), thin));
    painter.drawEllipse(at, radius + 3.5 * thin, radius + 3.5 * thin);
    painter.setPen(QPen(QColor(0, 0, 0, 153), thin));
    painter.drawEllipse(at, radius + 2.5 * thin, radius + 2.5 * thin);
  }
}

QPolygonF fiveStar(double radius) {
  QPolygonF corners;
  for (int i = 0; i < 10; ++i) {
    const double angle = (36 * i - 90) * std::numbers::pi / 180, r = radius * 1.5413 * (i % 2 == 0 ? 1 : 0.45);
    corners << QPointF(r * std::cos(angle), r * std::sin(angle));
  }
  return corners;
}

/// Two crossed bars, half as wide as long.
QPolygonF wideBars(double degrees, double radius) {
  constexpr double w = 0.5;  // of half a bar's length
  const QPolygonF plus{
      {{1, -w}, {1, w}, {w, w}, {w, 1}, {-w, 1}, {-w, w}, {-1, w}, {-1, -w}, {-w, -w}, {-w, -1}, {w, -1}, {w, -w}}};
  return QTransform().rotate(degrees).scale(1.0233 * radius, 1.0233 * radius).map(plus);
}

void addPolygon(QPainterPath& path, QPointF at, const QPolygonF& corners) {
  path.addPolygon(corners.translated(at));
  path.closeSubpath();
}

}  // namespace

void paintBelowPoints(QPainter& painter, const DensityScene& scene, const std::vector<QPolygonF>& contours,
                      const FieldTransform& transform, const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(tinted(theme.text, 0.5f), theme.lineScale, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  const auto mapped = [&](const QPolygonF& points) {
    QPolygonF result;
    result.reserve(points.size());
    for (const QPointF& point : points) result << transform.toPixel(point);
    return result;
  };
  for (const QPolygonF& contour : contours) painter.drawPolyline(mapped(contour));
  for (const FieldEllipse& ellipse : scene.ellipses) paintEllipse(painter, ellipse, transform, theme);
  painter.setBrush(Qt::NoBrush);
  for (const FieldTrail& trail : scene.trails) {
    painter.setPen(pen(trail.colour, theme.lineScale, trail.dashed));
    painter.drawPolyline(mapped(trail.points));
  }
}

void paintAbovePoints(QPainter& painter, const DensityScene& scene, const FieldTransform& transform,
                      const Theme& theme) {
  for (const FieldArrow& arrow : scene.arrows) paintArrow(painter, arrow, transform, theme);
  for (const FieldPoint& point : scene.points) {
    const double radius = pointRadius(scene, point, theme);
    const QPointF at = transform.toPixel(point.at);
    if (!transform.plot().adjusted(-radius, -radius, radius, radius).contains(at)) continue;
    paintRing(painter, point, radius, at, theme);
    if (!point.label.isEmpty())
      paintText(painter, at + QPointF(radius + 5, -radius - 12), point.label, transform.plot(), theme);
  }
}

void paintFieldVector(QPainter& painter, const DensityScene& scene, const FieldGrid& finite,
                      const std::vector<QPolygonF>& contours, const FieldTransform& transform, const Theme& theme) {
  const QRectF plot = transform.plot();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(plot, Qt::IntersectClip);
  painter.fillRect(plot, theme.canvas);
  if (!finite.isEmpty()) {
    DensityScene bare;
    bare.scale = scene.scale;
    const double ratio = std::clamp(2000 / std::max(plot.width(), plot.height()), 1.0, 3.0);
    painter.drawImage(plot, paintField(fieldFrame(bare, finite, {}, transform, theme, ratio)));
  }
  paintBelowPoints(painter, scene, contours, transform, theme);
  for (const FieldPoint& point : scene.points) {
    const double radius = pointRadius(scene, point, theme);
    const QPointF at = transform.toPixel(point.at);
    if (!plot.adjusted(-2 * radius, -2 * radius, 2 * radius, 2 * radius).contains(at)) continue;
    QColor ink = inkOf(point.palette, point.colour, theme);
    if (point.faded) ink.setAlphaF(0.35f);
    const QColor halo = tinted(theme.canvas, ink.alphaF());
    const QPainterPath shape = pointPath(point.shape, at, radius);
    painter.setBrush(point.hollow ? QBrush(Qt::NoBrush) : QBrush(ink));
    painter.setPen(point.hollow ? QPen(ink, 1.7 * theme.lineScale) : QPen(halo, 1));
    painter.drawPath(shape);
  }
  paintAbovePoints(painter, scene, transform, theme);
  painter.restore();
}

QPainterPath pointPath(PointShape shape, QPointF at, double radius) {
  QPainterPath path;
  const auto polygon = [&](std::initializer_list<QPointF> corners) {
    QPolygonF points;
    for (const QPointF& corner : corners) points << at + corner * radius;
    path.addPolygon(points);
    path.closeSubpath();
  };
  switch (shape) {
    case PointShape::Disc: path.addEllipse(at, radius, radius); break;
    case PointShape::Square: polygon({{-.8862, -.8862}, {.8862, -.8862}, {.8862, .8862}, {-.8862, .8862}}); break;
    case PointShape::Diamond: polygon({{0, -1.2533}, {1.2533, 0}, {0, 1.2533}, {-1.2533, 0}}); break;
    case PointShape::Triangle: polygon({{0, -1.5552}, {1.3468, .7776}, {-1.3468, .7776}}); break;
    case PointShape::Plus:
      polygon({{-.36, -1.25},
               {.36, -1.25},
               {.36, -.36},
               {1.25, -.36},
               {1.25, .36},
               {.36, .36},
               {.36, 1.25},
               {-.36, 1.25},
               {-.36, .36},
               {-1.25, .36},
               {-1.25, -.36},
               {-.36, -.36}});
      break;
    case PointShape::Star:
      polygon({{1.6, 0},
               {.4909, .4909},
               {0, 1.6},
               {-.4909, .4909},
               {-1.6, 0},
               {-.4909, -.4909},
               {0, -1.6},
               {.4909, -.4909}});
      break;
    case PointShape::Cross:
      for (const double s : {1.0, -1.0}) {
        const QPointF end(.8839, .8839 * s), side(.2546 * s, -.2546);
        polygon({end + side, end - side, -end - side, -end + side});
      }
      path.setFillRule(Qt::WindingFill);
      path = path.simplified();  // no lines where the bars overlap
      break;
    case PointShape::DownTriangle: polygon({{0, 1.5552}, {1.3468, -.7776}, {-1.3468, -.7776}}); break;
    case PointShape::FiveStar: addPolygon(path, at, fiveStar(radius)); break;
    case PointShape::WidePlus: addPolygon(path, at, wideBars(0, radius)); break;
    case PointShape::WideCross: addPolygon(path, at, wideBars(45, radius)); break;
  }
  return path;
}

}  // namespace omegascope
