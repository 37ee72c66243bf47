#include "figures/mark_painter.h"

#include "language/language.h"
#include "widgets/estimator_style.h"
#include "widgets/theme.h"

namespace omegascope {

using namespace omega::studies;

namespace {

QColor colourOf(Ink ink) {
  QColor colour(QRgb{ink.colour});
  colour.setAlphaF(static_cast<float>(ink.opacity));
  return colour;
}

QPolygonF polygonOf(const std::vector<Position>& places) {
  QPolygonF polygon;
  for (const Position& place : places) polygon << QPointF(place.x, place.y);
  return polygon;
}

struct MarkPainter {
  QPainter& painter;
  bool isClipped = false;

  void operator()(const LineMark& line) const {
    QPen pen(colourOf(line.ink), line.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!line.dash.empty()) pen.setDashPattern(QList<qreal>(line.dash.begin(), line.dash.end()));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(polygonOf(line.places));
  }
  void operator()(const AreaMark& area) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colourOf(area.ink));
    painter.drawPolygon(polygonOf(area.corners));
  }
  void operator()(const PointMark& mark) const {
    painter.setPen(QPen(colourOf(mark.edge), mark.stroke));
    painter.setBrush(colourOf(mark.inside));
    painter.drawPath(markerPath(static_cast<Marker>(mark.marker), {mark.at.x, mark.at.y}, mark.size));
  }
  void operator()(const TextMark& text) const {
    constexpr int kSmallest = 4;  // pixels; nobody reads less
    if (text.size < kSmallest) return;
    QFont font = plotFont(text.size);
    font.setBold(text.is_bold);
    const QString words = described(text.words);
    const double width = QFontMetricsF(font).horizontalAdvance(words);
    painter.setFont(font);
    painter.setPen(colourOf(text.ink));
    painter.save();
    painter.translate(text.at.x, text.at.y);
    if (text.is_upward) painter.rotate(-90);
    painter.drawText(QPointF(text.anchor == Anchor::start    ? 0
                             : text.anchor == Anchor::middle ? -width / 2
                                                             : -width,
                             0),
                     words);
    painter.restore();
  }
  void operator()(const ClipMark& clip) {
    if (std::exchange(isClipped, false)) painter.restore();
    if (clip.box.empty()) return;
    isClipped = true;
    painter.save();
    const Box& box = clip.box.front();
    painter.setClipRect(QRectF(box.left, box.top, box.width, box.height), Qt::IntersectClip);
  }
};

}  // namespace

void paintMarks(QPainter& painter, const Marks& marks) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  MarkPainter each{painter};
  for (const Mark& mark : marks) std::visit(each, mark);
  painter.restore();
}

}  // namespace omegascope
