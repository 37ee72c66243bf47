#include "widgets/canvas_title.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace omegascope {

namespace {

/// The words of it that have room, its first in any case.
QString beginningOf(const QString& note, double room, const QFontMetricsF& metrics) {
  const QString shown = metrics.elidedText(note, Qt::ElideRight, room);
  if (shown == note) return note;
  const QString letters = shown.left(shown.size() - 1);  // without the dots
  if (note.mid(letters.size()).startsWith(QLatin1Char(' '))) return shown;
  const qsizetype end = letters.lastIndexOf(QLatin1Char(' '));
  return (end > 0 ? letters.left(end) : note.section(QLatin1Char(' '), 0, 0)) + QStringLiteral(" …");
}

}  // namespace

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges) {
  const QFont small = theme.scaled(kSmallText);
  const QFontMetricsF smallMetrics(small), boldMetrics(theme.bold());
  // Which estimator this is comes first, but never takes the room of a badge's first word: that must not be overlooked.
  const QString all = badges.join(QStringLiteral(" · "));
  const double gap = all.isEmpty() ? 0 : 8, titleWanted = boldMetrics.horizontalAdvance(title) + 1;
  const double noteRoom = std::max(line.width() - titleWanted - gap, 0.3 * line.width());
  const QString note = beginningOf(all, noteRoom, smallMetrics);
  const double noteWidth =
      note.isEmpty() ? 0 : std::min(smallMetrics.horizontalAdvance(note) + 1, std::max(0.0, line.width()));
  const double titleWidth = std::max(0.0, line.width() - noteWidth - gap);
  painter.save();
  painter.setFont(theme.bold());
  painter.setPen(theme.text);
  painter.drawText(QRectF(line.left(), line.top(), titleWidth, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   boldMetrics.elidedText(title, Qt::ElideRight, titleWidth));
  painter.setFont(small);
  painter.setPen(theme.faint);
  painter.drawText(QRectF(line.right() - noteWidth, line.top(), noteWidth, line.height()),
                   Qt::AlignRight | Qt::AlignVCenter, note);
  painter.restore();
}

QRectF inWholePixels(const QRectF& room) {
  return {room.topLeft(), QSizeF(std::max(1.0, std::floor(room.width())), std::max(1.0, std::floor(room.height())))};
}

}  // namespace omegascope
