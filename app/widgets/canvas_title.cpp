#include "widgets/canvas_title.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

namespace omegascope {

namespace {

/// The words of it that have room.
QString wordsOf(const QString& note, double room, const QFontMetricsF& metrics) {
  const QString shown = metrics.elidedText(note, Qt::ElideRight, room);
  if (shown == note) return note;
  const QString letters = shown.left(shown.size() - 1);  // without the dots
  if (note.mid(letters.size()).startsWith(QLatin1Char(' '))) return shown;
  const qsizetype end = letters.lastIndexOf(QLatin1Char(' '));
  if (end <= 0 && !note.contains(QLatin1Char(' '))) return note;  // the first word is all of it
  return (end > 0 ? letters.left(end) : note.section(QLatin1Char(' '), 0, 0)) + QStringLiteral(" …");
}

/// The same, or where not even the first has room the sign that there is more: half a word might be another.
QString beginningOf(const QString& note, double room, const QFontMetricsF& metrics) {
  const QString words = wordsOf(note, room, metrics);
  return metrics.horizontalAdvance(words) <= room ? words : QStringLiteral("…");
}

const QString kBetween = QStringLiteral(" · ");

/// What a title takes of a line, with the distance to what stands beside it.
double widthOfTitle(const Theme& theme, const QString& title, const QStringList& badges) {
  return QFontMetricsF(theme.bold()).horizontalAdvance(title) + 1 + (badges.isEmpty() ? 0 : 8);
}

/// The room beside a title. Which estimator this is comes first, but never takes the room of a short badge: that must
/// not be overlooked.
double roomBeside(double width, const Theme& theme, const QString& title, const QStringList& badges) {
  return std::max(width - widthOfTitle(theme, title, badges), 0.3 * width);
}

/// The words of a line that has no room for all, and the rest of them.
std::pair<QString, QString> broken(const QString& all, double room, const QFontMetricsF& metrics) {
  if (metrics.horizontalAdvance(all) <= room) return {all, {}};
  qsizetype end = all.indexOf(QLatin1Char(' '));
  for (qsizetype next = end; next >= 0 && metrics.horizontalAdvance(all.left(next)) <= room;
       next = all.indexOf(QLatin1Char(' '), next + 1))
    end = next;
  return end < 0 ? std::pair(all, QString()) : std::pair(all.left(end), all.mid(end + 1));
}

}  // namespace

double canvasTitleWidth(const Theme& theme, const QString& title, const QStringList& badges) {
  return widthOfTitle(theme, title, badges) +
         std::ceil(QFontMetricsF(theme.scaled(kSmallText)).horizontalAdvance(badges.join(kBetween)));
}

int canvasTitleLines(double width, const Theme& theme, const QString& title, const QStringList& badges) {
  const QFontMetricsF metrics(theme.scaled(kSmallText));
  return metrics.horizontalAdvance(badges.join(kBetween)) > roomBeside(width, theme, title, badges) ? 2 : 1;
}

double secondLineHeight(const Theme& theme) { return std::ceil(QFontMetricsF(theme.scaled(kSmallText)).lineSpacing()); }

void paintCanvasTitle(QPainter& painter, const QRectF& line, const Theme& theme, const QString& title,
                      const QStringList& badges, int lines, const QStringList& shorter) {
  const QFont small = theme.scaled(kSmallText);
  const QFontMetricsF smallMetrics(small), boldMetrics(theme.bold());
  const double gap = badges.isEmpty() ? 0 : 8, noteRoom = roomBeside(line.width(), theme, title, badges);
  QString all = badges.join(kBetween);
  if (!shorter.isEmpty() && smallMetrics.horizontalAdvance(all) > noteRoom) all = shorter.join(kBetween);
  const auto [first, second] = lines > 1 ? broken(all, noteRoom, smallMetrics) : std::pair(all, QString());
  const QString note = beginningOf(first, noteRoom, smallMetrics);
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
  if (!second.isEmpty())
    painter.drawText(QRectF(line.left(), line.bottom(), line.width(), secondLineHeight(theme)),
                     Qt::AlignRight | Qt::AlignVCenter, beginningOf(second, line.width(), smallMetrics));
  painter.restore();
}

QRectF inWholePixels(const QRectF& room) {
  return {room.topLeft(), QSizeF(std::max(1.0, std::floor(room.width())), std::max(1.0, std::floor(room.height())))};
}

}  // namespace omegascope
