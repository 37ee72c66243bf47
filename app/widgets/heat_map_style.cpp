#include "widgets/heat_map_style.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "language/language.h"
#include "widgets/canvas_title.h"
#include "widgets/ticks.h"

namespace omegascope {
namespace {

constexpr double kTick = 4, kGap = 4;

double widestRowLabel(qint64 rows, const MapStyle& style) {
  const QFontMetricsF metrics(style.theme.font);
  return std::ceil(
      metrics.horizontalAdvance(QString(QString::number(std::max<qint64>(rows, 10)).size(), QLatin1Char('0'))));
}

// Names are set smaller than numbers: as high as the cells, between these shares of the font.
constexpr double kLeastName = 0.6, kLargestName = 0.85;

QFont nameFont(double cell, const MapStyle& style) {
  QFont font = style.theme.font;
  const double usual = font.pixelSize();
  font.setPixelSize(std::max(1, qRound(std::clamp(cell, kLeastName * usual, kLargestName * usual))));
  return font;
}

double nameRoom(const MapNames& names, const MapStyle& style) {
  return std::ceil(QFontMetricsF(nameFont(style.theme.font.pixelSize(), style)).horizontalAdvance(names.widest)) + 2;
}

// Which whole cells have their middle within [first, last].
std::pair<double, double> middles(double first, double last, qint64 count) {
  return {std::max(0.0, std::ceil(first - 0.5 - 1e-9)),
          std::min(static_cast<double>(count - 1), std::floor(last - 0.5 + 1e-9))};
}

qint64 rowsOf(const MapTransform& at) { return qRound64(at.mapRect().height() / at.cellHeight()); }

// Names may come and go while one zooms: the room stays.
double rowLabelRoom(const MapLabels& labels, qint64 rows, const MapStyle& style) {
  const double numbers = widestRowLabel(rows * labels.rowsEach, style);
  return labels.rowNames.all.isEmpty() ? numbers : std::max(numbers, nameRoom(labels.rowNames, style));
}

double columnLabelRoom(const MapLabels& labels, const MapStyle& style) {
  const double numbers = style.theme.lineHeight();
  return labels.columnNames.all.isEmpty() ? numbers : std::max(numbers, nameRoom(labels.columnNames, style));
}

bool isNamed(const MapNames& names, double cell, qint64 each, const MapStyle& style) {
  return each == 1 && !names.all.isEmpty() && hasRoomForNames(cell, style.theme);
}

// The numbers of the cells whose middle is in sight: all of them have names, or they have none.
template <class Paint>
void paintNames(QPainter& painter, const MapNames& names, std::pair<double, double> seen, qint64 firstNumber,
                double cell, const MapStyle& style, const Paint& paint) {
  painter.save();
  painter.setFont(nameFont(cell, style));
  painter.setPen(style.theme.text);
  const QFontMetricsF metrics(painter.font());
  for (double at = seen.first; at <= seen.second; ++at)
    if (const qint64 number = firstNumber + qRound64(at); number < names.all.size())
      paint(at, metrics.elidedText(names.all[number], Qt::ElideRight, nameRoom(names, style)));
  painter.restore();
}

void paintRowAxis(QPainter& painter, const QRectF& rect, const MapTransform& at, const MapStyle& style,
                  const MapLabels& labels) {
  const QRectF seen = at.visibleRect();
  const double height = style.theme.lineHeight();
  painter.setPen(QPen(style.theme.axis, style.theme.lineScale));
  painter.drawLine(QPointF(seen.left() - 0.5, seen.top()), QPointF(seen.left() - 0.5, seen.bottom()));
  if (isNamed(labels.rowNames, at.cellHeight(), labels.rowsEach, style)) {
    const double room = nameRoom(labels.rowNames, style);
    paintNames(painter, labels.rowNames, middles(at.rowAt(seen.top()), at.rowAt(seen.bottom()), rowsOf(at)),
               labels.firstRow, at.cellHeight(), style, [&](double row, const QString& name) {
                 painter.drawText(QRectF(seen.left() - kTick - room, at.yOf(row + 0.5) - height / 2, room, height),
                                  Qt::AlignRight | Qt::AlignVCenter, name);
               });
  } else {
    const auto each = static_cast<double>(labels.rowsEach), offset = static_cast<double>(labels.firstRow);
    const auto [first, last] =
        middles(at.rowAt(seen.top()) * each, at.rowAt(seen.bottom()) * each, rowsOf(at) * labels.rowsEach);
    for (const Tick& tick :
         indexTicks(first + offset, last + offset, static_cast<int>(seen.height() / (2.2 * height)), style.locale)) {
      const double y = at.yOf((tick.value - offset + 0.5) / each);
      painter.setPen(QPen(style.theme.axis, style.theme.lineScale));
      painter.drawLine(QPointF(seen.left() - kTick, y), QPointF(seen.left(), y));
      painter.setPen(style.theme.text);
      painter.drawText(QRectF(rect.left(), y - height / 2, seen.left() - kTick - 2 - rect.left(), height),
                       Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
  }
  if (labels.rows.isEmpty()) return;
  painter.save();
  painter.setPen(style.theme.text);
  const double labelWidth = rowLabelRoom(labels, rowsOf(at), style) + kTick + 2;
  painter.translate(seen.left() - labelWidth - kGap - height / 2, seen.center().y());
  painter.rotate(-90);
  const double room = rect.height();
  painter.drawText(QRectF(-room / 2, -height / 2, room, height), Qt::AlignCenter, labels.rows);
  painter.restore();
}

void paintColumnNumbers(QPainter& painter, const QRectF& rect, const MapTransform& at, const MapStyle& style,
                        const MapLabels& labels) {
  const QRectF seen = at.visibleRect();
  const double height = style.theme.lineHeight();
  const auto each = static_cast<double>(labels.columnsEach);
  const qint64 columns = qRound64(at.mapRect().width() / at.cellWidth()) * labels.columnsEach;
  const auto [first, last] = middles(at.columnAt(seen.left()) * each, at.columnAt(seen.right()) * each, columns);
  const double widest =
      QFontMetricsF(style.theme.font).horizontalAdvance(style.locale.toString(static_cast<qlonglong>(last)));
  for (const Tick& tick :
       indexTicks(first, last, static_cast<int>(seen.width() / (widest + 1.5 * height)), style.locale)) {
    const double x = at.xOf((tick.value + 0.5) / each);
    painter.setPen(QPen(style.theme.axis, style.theme.lineScale));
    painter.drawLine(QPointF(x, seen.bottom()), QPointF(x, seen.bottom() + kTick));
    painter.setPen(style.theme.text);
    const double half = QFontMetricsF(style.theme.font).horizontalAdvance(tick.label) / 2 + 1;
    const double middle = std::min(x, rect.right() - half);  // the last one stays inside
    painter.drawText(QRectF(middle - 60, seen.bottom() + kTick, 120, height), Qt::AlignHCenter | Qt::AlignTop,
                     tick.label);
  }
}

// Upwards, each below its column.
void paintColumnNames(QPainter& painter, const MapTransform& at, const MapStyle& style, const MapNames& names) {
  const QRectF seen = at.visibleRect();
  const double height = style.theme.lineHeight(), room = nameRoom(names, style);
  const qint64 columns = qRound64(at.mapRect().width() / at.cellWidth());
  paintNames(painter, names, middles(at.columnAt(seen.left()), at.columnAt(seen.right()), columns), 0, at.cellWidth(),
             style, [&](double column, const QString& name) {
               painter.save();
               painter.translate(at.xOf(column + 0.5), seen.bottom() + kTick);
               painter.rotate(-90);
               painter.drawText(QRectF(-room, -height / 2, room, height), Qt::AlignRight | Qt::AlignVCenter, name);
               painter.restore();
             });
}

void paintColumnAxis(QPainter& painter, const QRectF& rect, const MapTransform& at, const MapStyle& style,
                     const MapLabels& labels) {
  const QRectF seen = at.visibleRect();
  const double height = style.theme.lineHeight();
  painter.setPen(QPen(style.theme.axis, style.theme.lineScale));
  painter.drawLine(QPointF(seen.left(), seen.bottom() + 0.5), QPointF(seen.right(), seen.bottom() + 0.5));
  if (isNamed(labels.columnNames, at.cellWidth(), labels.columnsEach, style))
    paintColumnNames(painter, at, style, labels.columnNames);
  else
    paintColumnNumbers(painter, rect, at, style, labels);
  if (labels.columns.isEmpty()) return;
  painter.setPen(style.theme.text);
  const double room = std::max(seen.width(), 160.0), below = seen.bottom() + (kTick + columnLabelRoom(labels, style));
  painter.drawText(QRectF(seen.center().x() - room / 2, below + 1, room, height), Qt::AlignCenter, labels.columns);
}

void paintTitle(QPainter& painter, const QRectF& rect, const MapTransform& at, const MapStyle& style,
                const MapFurniture& furniture) {
  QStringList badges = furniture.labels.badges, shorter = furniture.labels.shortBadges;
  if (const PooledBadge& pooling = furniture.pooling; !pooling.text.isEmpty()) {
    if (shorter.isEmpty()) shorter = badges + QStringList{pooling.shortText};
    badges.append(pooling.text);
  }
  if (furniture.stale) badges.prepend(tr("updating …"));
  if (furniture.stale && !shorter.isEmpty()) shorter.prepend(badges.front());
  // Right above what is drawn, however the map lies within its room.
  const QRectF seen = at.visibleRect();
  const double height = style.theme.lineHeight();
  QRectF line(seen.left(), std::max(rect.top() + 2, seen.top() - height - 4), rect.right() - 2 - seen.left(), height);
  // For a short mark there is room beside the map, too.
  if (const QStringList& own = furniture.labels.shortBadges; !own.isEmpty())
    line.setLeft(std::clamp(line.right() - canvasTitleWidth(style.theme, furniture.labels.title, own), rect.left() + 2,
                            line.left()));
  paintCanvasTitle(painter, line, style.theme, furniture.labels.title, badges, 1, shorter);
}

void paintBracket(QPainter& painter, const MapTransform& at, const MapStyle& style, const MapMarks& marks) {
  const QRectF seen = at.visibleRect();
  painter.setPen(QPen(style.theme.accent, 3 * style.theme.lineScale, Qt::SolidLine, Qt::FlatCap));
  const double from = std::max(seen.top(), at.yOf(marks.rowsFirst)),
               to = std::min(seen.bottom(), at.yOf(marks.rowsLast));
  if (to > from) painter.drawLine(QPointF(seen.left() - 2, from), QPointF(seen.left() - 2, to));
}

}  // namespace

PooledBadge pooledBadge(const MapFactor& factor, const MapLabels& labels) {
  const qint64 rows = factor.rows * labels.rowsEach, columns = factor.columns * labels.columnsEach;
  if (rows <= 1 && columns <= 1) return {};
  const QString share =
      rows == columns ? QStringLiteral("%1:1").arg(rows) : QStringLiteral("%1×%2:1").arg(rows).arg(columns);
  const QString along = rows == 1 ? labels.columns : columns == 1 ? labels.rows : QString();
  if (along.isEmpty()) return {tr("%1 pooled (mean)").arg(share), share};
  return {tr("%1:1 pooled (mean) along %2").arg(std::max(rows, columns)).arg(along), share};
}

bool hasRoomForNames(double cell, const Theme& theme) { return cell >= kLeastName * theme.font.pixelSize(); }

QRectF mapPlotRect(const QRectF& rect, const MapLabels& labels, qint64 rows, const MapStyle& style) {
  const double height = style.theme.lineHeight();
  double left = 6 + (rowLabelRoom(labels, rows, style) + kTick + 2),
         bottom = 4 + (kTick + columnLabelRoom(labels, style));
  if (!labels.rows.isEmpty()) left += height + kGap;
  if (!labels.columns.isEmpty()) bottom += height + 1;
  const QRectF plot = rect.adjusted(std::ceil(left), std::ceil(height + 6), -8, -std::ceil(bottom));
  return inWholePixels(plot);
}

void paintMapFurniture(QPainter& painter, const QRectF& rect, const MapTransform& transform, const MapStyle& style,
                       const MapFurniture& furniture) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(style.theme.font);
  paintTitle(painter, rect, transform, style, furniture);
  paintRowAxis(painter, rect, transform, style, furniture.labels);
  paintColumnAxis(painter, rect, transform, style, furniture.labels);
  paintBracket(painter, transform, style, furniture.marks);
  painter.restore();
}

}  // namespace omegascope
