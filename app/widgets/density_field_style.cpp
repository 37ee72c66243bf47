#include "widgets/density_field_style.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "widgets/canvas_title.h"
#include "widgets/ticks.h"

namespace omegascope {
namespace {

constexpr double kFieldTick = 4;
constexpr double kTitledLines = 4;  // of a field with a title below it: in less, the field has the title's line

double labelWidth(const FieldStyle& style) {
  return std::ceil(QFontMetricsF(style.theme.font).horizontalAdvance(QStringLiteral("-00.0")));
}

}  // namespace

QRectF fieldPlotRect(const QRectF& rect, const FieldLabels& labels, const FieldStyle& style) {
  const double height = style.theme.lineHeight();
  const double left = 4 + (labels.y.isEmpty() ? 0 : height + 2) + labelWidth(style) + kFieldTick + 2;
  double bottom = 3 + height + kFieldTick;
  const double high = rect.height() - (height + 6) - bottom - height;
  if (!labels.x.isEmpty() && high >= kTitledLines * height) bottom += height;
  const QRectF plot = inWholePixels(rect.adjusted(std::ceil(left), height + 6, -8, -std::ceil(bottom)));
  // What is said above the field is not to be overlooked: it has a second line where one is too short.
  if (canvasTitleLines(plot.width(), style.theme, labels.title, labels.badges) == 1) return plot;
  return inWholePixels(plot.adjusted(0, secondLineHeight(style.theme), 0, 0));
}

void paintFieldFurniture(QPainter& painter, const QRectF& rect, const FieldTransform& transform,
                         const FieldStyle& style, const FieldLabels& labels, bool stale) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(style.theme.font);
  const QRectF plot = transform.plot(), seen = transform.visible();
  const double height = style.theme.lineHeight();
  QStringList badges = labels.badges;
  if (stale) badges.prepend(tr("updating …"));
  // As many lines as the field leaves free, with what is said in passing.
  const int lines = canvasTitleLines(plot.width(), style.theme, labels.title, labels.badges);
  paintCanvasTitle(painter, {plot.left(), rect.top() + 2, plot.width(), height}, style.theme, labels.title, badges,
                   lines);

  const QPen line(style.theme.axis, style.theme.lineScale);
  painter.setPen(line);
  painter.drawRect(plot.adjusted(-0.5, -0.5, 0.5, 0.5));
  const int wantedX = std::clamp(static_cast<int>(plot.width() / (labelWidth(style) + 1.2 * height)), 1, 8);
  for (const Tick& tick : linearTicks(seen.left(), seen.right(), wantedX, style.locale)) {
    const double x = transform.toPixel({tick.value, 0}).x();
    painter.setPen(line);
    painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + kFieldTick));
    painter.setPen(style.theme.text);
    painter.drawText(QRectF(x - 60, plot.bottom() + kFieldTick, 120, height), Qt::AlignHCenter | Qt::AlignTop,
                     tick.label);
  }
  const int wantedY = std::clamp(static_cast<int>(plot.height() / (2.2 * height)), 1, 8);
  for (const Tick& tick : linearTicks(seen.top(), seen.bottom(), wantedY, style.locale)) {
    const double y = transform.toPixel({0, tick.value}).y();
    painter.setPen(line);
    painter.drawLine(QPointF(plot.left() - kFieldTick, y), QPointF(plot.left(), y));
    painter.setPen(style.theme.text);
    painter.drawText(QRectF(plot.left() - kFieldTick - 2 - 120, y - height / 2, 120, height),
                     Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  painter.setPen(style.theme.text);
  const auto fitted = [&](const QString& label, double length) {
    return QFontMetricsF(painter.font()).elidedText(label, Qt::ElideRight, length);
  };
  if (!labels.x.isEmpty() && plot.bottom() + kFieldTick + 2 * height <= rect.bottom()) {
    painter.drawText(QRectF(plot.left(), plot.bottom() + kFieldTick + height, plot.width(), height), Qt::AlignCenter,
                     fitted(labels.x, plot.width()));
  }
  if (!labels.y.isEmpty()) {
    painter.translate(rect.left() + 3 + height / 2, plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-plot.height() / 2, -height / 2, plot.height(), height), Qt::AlignCenter,
                     fitted(labels.y, plot.height()));
  }
  painter.restore();
}

void paintVeil(QPainter& painter, const QRectF& plot, const Theme& theme) {
  QColor veil = theme.window;
  veil.setAlpha(110);
  painter.fillRect(plot, veil);
}

void paintBrush(QPainter& painter, const QRectF& brush, const Theme& theme) {
  QColor tint = theme.accent;
  tint.setAlpha(40);
  painter.setPen(QPen(theme.accent, theme.lineScale, Qt::DashLine));
  painter.setBrush(tint);
  painter.drawRect(brush);
}

}  // namespace omegascope
