#include "widgets/estimator_style.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace omegascope {
namespace {

struct Family {
  QRgb light, dark;
  Marker marker;
  QList<QString> methods;  // those beyond the first start at the next markers and dashes
};

const QList<Family>& families() {
  static const QList<Family> all = {
      {0x000000, 0xffffff, Marker::Plus, {"softmax"}},
      {0x91911a, 0xf9d71c, Marker::Circle, {"rfa"}},
      {0x006c5b, 0x00976a, Marker::Square, {"ra", "is", "mis"}},
      {0x3117a3, 0x9048ff, Marker::Triangle, {"lara"}},
      {0x952f04, 0xdd441c, Marker::Diamond, {"eva"}},
      {0xc67195, 0xb4b0b1, Marker::Star, {"gmm", "fastfood", "generative"}},
      {0x007aff,
       0x4dccff,
       Marker::Cross,
       {"linear_elu", "local", "nystrom", "linformer", "scatterbrain", "combiner", "clustered", "reformer", "longshort"}},
  };
  return all;
}

constexpr int kMarkers = 8;

const QList<QList<qreal>>& dashes() {
  static const QList<QList<qreal>> all = {{}, {5, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {10, 3}, {3, 1.5, 3, 4}};
  return all;
}

void addPolygon(QPainterPath& path, QPointF centre, double radius, int corners, double startDegrees, double inner = 1) {
  QPolygonF polygon;
  for (int i = 0; i < corners; ++i) {
    const double angle = (startDegrees + 360.0 * i / corners) * std::numbers::pi / 180;
    const double r = i % 2 ? radius * inner : radius;
    polygon << centre + QPointF(r * std::cos(angle), r * std::sin(angle));
  }
  path.addPolygon(polygon);
  path.closeSubpath();
}

void addBars(QPainterPath& path, QPointF centre, double radius, double degrees) {
  const double w = radius * 0.3;
  QPainterPath bars;
  bars.addRect(QRectF(-radius, -w, 2 * radius, 2 * w));
  QPainterPath upright;
  upright.addRect(QRectF(-w, -radius, 2 * w, 2 * radius));
  QTransform place = QTransform::fromTranslate(centre.x(), centre.y());
  place.rotate(degrees);
  path.addPath(place.map(bars.united(upright)));
}

}  // namespace

QPen EstimatorStyle::pen(double width) const {
  QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (!dash.isEmpty()) pen.setDashPattern(dash);
  return pen;
}

EstimatorStyle estimatorStyle(const QString& method, int copy, bool dark) {
  const auto& all = families();
  auto family = std::find_if(all.begin(), all.end(), [&](const Family& f) { return f.methods.contains(method); });
  const bool known = family != all.end();
  if (!known) family = all.end() - 1;
  const int first = known ? static_cast<int>(family->methods.indexOf(method)) : 0;
  EstimatorStyle style;
  style.colour = QColor(dark ? family->dark : family->light);
  style.marker = static_cast<Marker>((static_cast<int>(family->marker) + first + copy) % kMarkers);
  style.dash = dashes()[(first + copy) % dashes().size()];
  return style;
}

QString copyLetter(int copy) {
  if (copy <= 0) return {};
  return copy < 26 ? QString(QLatin1Char(static_cast<char>('a' + copy))) : QString::number(copy + 1);
}

QPainterPath markerPath(Marker marker, QPointF centre, double size) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  const double r = size / 2;
  switch (marker) {
    case Marker::Circle: path.addEllipse(centre, r, r); break;
    case Marker::Square: path.addRect(QRectF(centre - QPointF(0.88 * r, 0.88 * r), QSizeF(1.76 * r, 1.76 * r))); break;
    case Marker::Triangle: addPolygon(path, centre + QPointF(0, 0.2 * r), 1.2 * r, 3, -90); break;
    case Marker::DownTriangle: addPolygon(path, centre - QPointF(0, 0.2 * r), 1.2 * r, 3, 90); break;
    case Marker::Diamond: addPolygon(path, centre, 1.15 * r, 4, 0); break;
    case Marker::Star: addPolygon(path, centre, 1.25 * r, 10, -90, 0.45); break;
    case Marker::Plus: addBars(path, centre, 1.1 * r, 0); break;
    case Marker::Cross: addBars(path, centre, 1.15 * r, 45); break;
  }
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
