#include "views/omega_space/omega_legend.h"

#include "model/document.h"
#include "widgets/colour_maps.h"
#include "widgets/field_picture.h"

namespace omegascope {

namespace {

constexpr double kMarkerShare = 0.72;  // of the height of a sign

QRectF squareIn(const QRectF& rect) {
  const double side = std::min(rect.width(), rect.height()) - 2;
  return {rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side)};
}

void drawShape(QPainter& painter, const QRectF& rect, PointShape shape, const QColor& colour) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPath(pointPath(shape, rect.center(), rect.height() * kMarkerShare / 2));
}

void drawRing(QPainter& painter, const QRectF& rect, const QPen& pen) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(squareIn(rect));
}

}  // namespace

PointShape dotShape(const EstimatorStyle& style) {
  switch (style.marker) {
    case Marker::Circle: return PointShape::Disc;
    case Marker::Square: return PointShape::Square;
    case Marker::Triangle: return PointShape::Triangle;
    case Marker::Diamond: return PointShape::Diamond;
    case Marker::Star: return PointShape::FiveStar;
    case Marker::DownTriangle: return PointShape::DownTriangle;
    case Marker::Plus: return PointShape::WidePlus;
    case Marker::Cross: return PointShape::WideCross;
  }
  return PointShape::Disc;
}

LegendEntry omegaTargetEntry(const QString& text) {
  return {text, [](QPainter& painter, const QRectF& rect, const Theme& theme) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.axis, theme.lineScale));
            painter.setBrush(tinted(theme.axis, 0.25f));
            painter.drawEllipse(squareIn(rect));
          }};
}

LegendEntry omegaSampleEntry(const Card& card, const QString& text, bool isBehind) {
  return {text,
          [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            const EstimatorStyle style = styleOf(card, theme.dark);
            drawShape(painter, rect, dotShape(style), style.colour);
          },
          isBehind};
}

LegendEntry omegaProposalEntry(const QString& text) {
  return {text, [](QPainter& painter, const QRectF& rect, const Theme& theme) {
            // Proposals have colours of their own: two rings that differ.
            const double shift = rect.height() / 3;
            drawRing(painter, rect.translated(-shift, 0), QPen(proposalColour(0, theme.dark), 1.5 * theme.lineScale));
            drawRing(painter, rect.translated(shift, 0), QPen(proposalColour(1, theme.dark), 1.5 * theme.lineScale));
          }};
}

LegendEntry omegaStandardEntry(const Card& card, const QString& text) {
  return {text, [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            QPen pen(styleOf(card, theme.dark).colour, 1.5 * theme.lineScale);
            pen.setDashPattern({2, 1.5});
            drawRing(painter, rect, pen);
          }};
}

LegendEntry omegaDrawnEntry(const Card& card, const QString& text, bool isBehind) {
  return {text,
          [card](QPainter& painter, const QRectF& rect, const Theme& theme) {
            drawRing(painter, rect, QPen(styleOf(card, theme.dark).colour, 1.5 * theme.lineScale));
          },
          isBehind};
}

LegendEntry omegaTokenEntry(PointShape shape, const QString& text) {
  return {text, [shape](QPainter& painter, const QRectF& rect, const Theme& theme) {
            drawShape(painter, rect, shape, shape == kQueryShape ? theme.accent : theme.faint);
          }};
}

}  // namespace omegascope
