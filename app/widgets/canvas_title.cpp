#include "widgets/canvas_title.h"

#include <QFontMetricsF>
#include <algorithm>

namespace omegascope {

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges) {
  const QFont small = theme.scaled(0.85);
  const QFontMetricsF smallMetrics(small), boldMetrics(theme.bold());
  // The badges say what must not be overlooked: they have the first right to room, up to four fifths; a title has the rest.
  const QString note = badges.join(QStringLiteral(" · "));
  const double noteWidth = note.isEmpty() ? 0 : std::min(smallMetrics.horizontalAdvance(note) + 1, line.width() * (title.isEmpty() ? 1 : 0.8));
  const double titleWidth = std::max(0.0, line.width() - noteWidth - (note.isEmpty() ? 0 : 8));
  painter.save();
  painter.setFont(theme.bold());
  painter.setPen(theme.text);
  painter.drawText(QRectF(line.left(), line.top(), titleWidth, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   boldMetrics.elidedText(title, Qt::ElideRight, titleWidth));
  painter.setFont(small);
  painter.setPen(theme.faint);
  painter.drawText(QRectF(line.right() - noteWidth, line.top(), noteWidth, line.height()), Qt::AlignRight | Qt::AlignVCenter,
                   smallMetrics.elidedText(note, Qt::ElideRight, noteWidth));
  painter.restore();
}

}  // namespace omegascope
