#include "widgets/canvas_title.h"

#include <QFontMetricsF>
#include <algorithm>

namespace omegascope {

namespace {

/// Its first words that have room, the very first in any case.
QString wordsWithin(double room, const QString& note, const QFontMetricsF& metrics) {
  QStringList words = note.split(QLatin1Char(' '));
  QString shown = note;
  while (metrics.horizontalAdvance(shown) + 1 > room && words.size() > 1) {
    words.removeLast();
    shown = words.join(QLatin1Char(' ')) + QStringLiteral(" …");
  }
  return shown;
}

}  // namespace

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges) {
  const QFont small = theme.scaled(0.85);
  const QFontMetricsF smallMetrics(small), boldMetrics(theme.bold());
  // Which estimator this is comes first, but never takes the room of a badge's first word: that must not be overlooked.
  const QString all = badges.join(QStringLiteral(" · "));
  const double gap = all.isEmpty() ? 0 : 8, titleWanted = boldMetrics.horizontalAdvance(title) + 1;
  const QString note = wordsWithin(line.width() - titleWanted - gap, all, smallMetrics);
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
                   Qt::AlignRight | Qt::AlignVCenter, smallMetrics.elidedText(note, Qt::ElideRight, noteWidth));
  painter.restore();
}

}  // namespace omegascope
