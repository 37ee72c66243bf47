#include "views/rich_text.h"

#include <QAbstractTextDocumentLayout>
#include <QLocale>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextOption>
#include <cmath>
#include <optional>

#include "language/language.h"
#include "views/fitted_picture.h"
#include "widgets/ticks.h"

namespace omegascope {

namespace {

void setRichText(QTextDocument& document, const Theme& theme, const QString& html) {
  document.setDocumentMargin(4);
  document.setDefaultFont(theme.font);
  QTextOption option;
  option.setWrapMode(QTextOption::WordWrap);  // no number is cut in two
  document.setDefaultTextOption(option);
  document.setHtml(html);
}

/// Returns the scale at which it fits.
double layOutRichText(QTextDocument& document, const QRectF& area, const Theme& theme, const QString& html) {
  setRichText(document, theme, html);
  double scale = 1;
  document.setTextWidth(area.width());  // also where nothing may be smaller, as in a room
  for (; scale > theme.shrunk(0.3); scale *= 0.92) {
    document.setTextWidth(area.width() / scale);
    if (document.size().height() * scale <= area.height() && document.idealWidth() * scale <= area.width() + 1) break;
  }
  return scale;
}

}  // namespace

QString numberText(double value, int digits) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
  return formatNumber(value, digits, QLocale());
}

QString countText(qint64 count) { return QLocale().toString(count); }

QString numberWithError(double value, double error, int digits) {
  const double percent = 100 * error / std::abs(value);
  if (error == 0 || !std::isfinite(percent)) return numberText(value, digits);
  return tr("%1 ± %2 %").arg(numberText(value, digits), numberText(percent, percent < 9.95 ? 2 : 3));
}

QString queriesText(qint64 some, qint64 all) {
  return tr("from %1 of %2 queries").arg(countText(some), countText(all));
}

QString plainNumber(double value) { return std::isnan(value) ? QString() : QString::number(value, 'g', 9); }

QString vectorText(const std::vector<double>& values, std::size_t most) {
  QStringList parts;
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) parts << numberText(values[i]);
  if (values.size() > most) parts << QStringLiteral("… %1").arg(values.size());
  return values.size() == 1 ? parts.front() : QStringLiteral("(%1)").arg(parts.join(QStringLiteral("; ")));
}

QString plainTip(const QString& text) {
  return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

QString markerLetter(const EstimatorStyle& style) {
  static const QString letters = QStringLiteral("●■▲◆★✚▼✖");
  return letters.mid(static_cast<int>(style.marker), 1);
}

QString markerHtml(const EstimatorStyle& style, const Theme& theme) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>")
      .arg(readable(style.colour, theme).name(), markerLetter(style));
}

QString tableHtml(const QStringList& header, const std::vector<QStringList>& rows, const Theme& theme, int words) {
  QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
  const auto addRow = [&](const QStringList& cells, const QString& tag, const QString& style) {
    html += QStringLiteral("<tr>");
    for (int i = 0; i < cells.size(); ++i)
      html += QStringLiteral("<%1 align=\"%2\" style=\"padding-right:10px;%3\">%4</%1>")
                  .arg(tag, i < words ? QStringLiteral("left") : QStringLiteral("right"),
                       cells[i].contains(QLatin1Char(' ')) ? style : style + QStringLiteral("white-space:nowrap;"),
                       cells[i]);
    html += QStringLiteral("</tr>");
  };
  if (!header.isEmpty())
    addRow(header, QStringLiteral("th"), QStringLiteral("font-weight:normal;color:%1;").arg(theme.faint.name()));
  for (const QStringList& row : rows) addRow(row, QStringLiteral("td"), {});
  return html + QStringLiteral("</table>");
}

void paintRichText(QPainter& painter, const QRectF& area, const Theme& theme, const QString& html) {
  QTextDocument document;
  const double scale = layOutRichText(document, area, theme, html);
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, theme.text);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  ShrinkMeter::note(painter);
  document.documentLayout()->draw(&painter, context);
  painter.restore();
}

double richTextHeight(double width, const Theme& theme, const QString& html) {
  QTextDocument document;
  setRichText(document, theme, html);
  document.setTextWidth(width);
  return document.size().height();
}

QRectF richTextRows(const QRectF& area, const Theme& theme, const QString& html, const QString& first,
                    const QString& next) {
  QTextDocument document;
  const double scale = layOutRichText(document, area, theme, html);
  std::optional<double> top;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    const double here = area.top() + scale * document.documentLayout()->blockBoundingRect(block).top();
    if (!top && block.text() == first) top = here;
    if (top && block.text() == next) return {area.left(), *top, area.width(), here - *top};
  }
  return {};
}

QString richTextAt(const QRectF& area, const Theme& theme, const QString& html, QPointF at) {
  QTextDocument document;
  const double scale = layOutRichText(document, area, theme, html);
  const int place = document.documentLayout()->hitTest((at - area.topLeft()) / scale, Qt::FuzzyHit);
  return place < 0 ? QString() : document.findBlock(place).text();
}

}  // namespace omegascope
