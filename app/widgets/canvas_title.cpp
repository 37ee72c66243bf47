#include "widgets/canvas_title.h"

#include <QFontMetricsF>
#include <algorithm>

namespace omegascope {

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges) {
  const QFont small = theme.scaled(0.85);
  const QFontMetricsF smallMetrics(small), boldMetrics(theme.bold());
  // Which estimator this is comes first, but never takes the room of a badge's first word: that must not be overlooked.
  const QString note = badges.join(QStringLiteral(" · "));
  const double gap = note.isEmpty() ? 0 : 8, wanted = note.isEmpty() ? 0 : smallMetrics.horizontalAdvance(note) + 1;
  const double beginning =
      smallMetrics.horizontalAdvance(note.section(QLatin1Char(' '), 0, 0) + QStringLiteral(" …")) + 1;
  const double leastNote = std::min(wanted, std::max(beginning, 0.3 * line.width()));
  const double leastTitle =
      std::min(boldMetrics.horizontalAdvance(title) + 1, std::max(0.0, line.width() - leastNote - gap));
  const double noteWidth = std::min(wanted, std::max(0.0, line.width() - leastTitle - gap));
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
