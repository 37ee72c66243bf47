#include "views/lesson/lesson_text.h"

#include <QDir>
#include <QImageReader>
#include <QRegularExpression>
#include <QStringList>
#include <QTextDocumentFragment>
#include <QUrl>
#include <functional>

#include "math_text/symbol_colours.h"

namespace omegascope {

namespace {

/// Words between formulas and code: emphasis only.
QString emphasised(QString text) {
  static const QRegularExpression s_strong(QStringLiteral("\\*\\*(\\S(?:.*?\\S)?)\\*\\*")),
      s_emphasis(QStringLiteral("\\*(\\S(?:.*?\\S)?)\\*"));
  text.replace(s_strong, QStringLiteral("<b>\\1</b>"));
  return text.replace(s_emphasis, QStringLiteral("<i>\\1</i>"));
}

QString pictureHtml(const QString& words, const QString& file, const QString& folder, int width) {
  const QString path = QDir(folder).filePath(file);
  const QSize size = QImageReader(path).size();
  if (!size.isValid()) return QStringLiteral("<i>%1</i>").arg(words.toHtmlEscaped());
  return QStringLiteral("<br><img src=\"%1\" width=\"%2\" alt=\"%3\"><br>")
      .arg(QUrl::fromLocalFile(path).toString(), QString::number(std::min(width, size.width())), words.toHtmlEscaped());
}

/// With what `math` makes of each formula.
QString htmlOfLine(const QString& text, const std::function<QString(const QString&)>& math, const QString& folder,
                   int width) {
  static const QRegularExpression s_part(QStringLiteral("\\$([^$]*)\\$|`([^`]*)`|!\\[([^\\]]*)\\]\\(([^)]*)\\)"));
  // Emphasis may enclose formulas: marks stand for them until it is made.
  QString words;
  QStringList parts;
  qsizetype from = 0;
  for (auto match = s_part.globalMatch(text); match.hasNext();) {
    const QRegularExpressionMatch one = match.next();
    words +=
        text.mid(from, one.capturedStart() - from).toHtmlEscaped() + QChar(0xE000 + static_cast<int>(parts.size()));
    if (one.hasCaptured(4))
      parts << pictureHtml(one.captured(3), one.captured(4), folder, width);
    else if (one.hasCaptured(2))
      parts << QStringLiteral("<code>%1</code>").arg(one.captured(2).toHtmlEscaped());
    else
      parts << math(one.captured(1));
    from = one.capturedEnd();
  }
  words = emphasised(words + text.mid(from).toHtmlEscaped());
  for (qsizetype i = 0; i < parts.size(); ++i) words.replace(QChar(0xE000 + static_cast<int>(i)), parts[i]);
  return words;
}

}  // namespace

QString lineHtml(const QString& text, const Theme& theme, const QString& folder, int width) {
  return htmlOfLine(
      text, [&](const QString& formula) { return mathHtml(formula, theme); }, folder, width);
}

QString lineText(const QString& text) {
  const QString html = htmlOfLine(
      text, [](const QString& formula) { return formula.toHtmlEscaped(); }, {}, 0);
  return QTextDocumentFragment::fromHtml(html).toPlainText();
}

QString proseHtml(const QString& prose, const Theme& theme, const QString& folder, int width) {
  static const QRegularExpression s_blank(QStringLiteral("\n\\s*\n"));
  QString html;
  for (const QString& paragraph : prose.split(s_blank, Qt::SkipEmptyParts))
    html += QStringLiteral("<p>%1</p>")
                .arg(lineHtml(QString(paragraph).replace(QLatin1Char('\n'), QLatin1Char(' ')), theme, folder, width));
  return html;
}

}  // namespace omegascope
