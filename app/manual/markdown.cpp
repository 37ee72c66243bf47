#include "manual/markdown.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "manual/manual_words.h"
#include "math_text/math_parser.h"
#include "views/lesson/lesson_text.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

/// "assets/manual/studies.md#the-rows" → "manual:studies#the-rows"; a place of the same page by "#x".
QString targetOf(const QString& target, const QString& pageId) {
  if (target.contains(QLatin1String("://"))) return target;
  const QString file = target.section(QLatin1Char('#'), 0, 0), anchor = target.section(QLatin1Char('#'), 1);
  return QStringLiteral("manual:") + (file.isEmpty() ? pageId : QFileInfo(file).completeBaseName()) +
         (anchor.isEmpty() ? QString() : QLatin1Char('#') + anchor);
}

/// The blocks of a page, one after another.
class MarkdownBlocks {
 public:
  MarkdownBlocks(PageWriter& page, const QString& pageId, const QString& text)
      : m_page(page), m_pageId(pageId), m_lines(text.split(QLatin1Char('\n'))) {}

  void write() {
    while (m_at < m_lines.size()) {
      const QString& line = m_lines[m_at];
      if (line.trimmed().isEmpty() || line.startsWith(QStringLiteral("<!--")) || line.startsWith(QStringLiteral("# ")))
        ++m_at;
      else if (line.startsWith(QStringLiteral("```")))
        writeCode();
      else if (line.startsWith(QLatin1Char('#')))
        writeHeading();
      else if (line.startsWith(QLatin1Char('|')))
        writeTable();
      else if (isItem(line))
        writeList();
      else
        m_page.paragraph(inline_(taken([](const QString& next) { return startsBlock(next); })));
    }
  }

 private:
  static bool isItem(const QString& line) {
    static const QRegularExpression s_item(QStringLiteral("^(-|\\d+\\.) "));
    return s_item.match(line).hasMatch();
  }
  static bool startsBlock(const QString& line) {
    return line.trimmed().isEmpty() || line.startsWith(QStringLiteral("```")) || line.startsWith(QLatin1Char('#')) ||
           line.startsWith(QLatin1Char('|')) || line.startsWith(QStringLiteral("<!--")) || isItem(line);
  }
  QString inline_(const QString& text) const { return markdownLine(text, m_pageId, m_page.theme()); }

  /// The lines from here to before the next one that `ends` accepts, joined.
  QString taken(const std::function<bool(const QString&)>& ends) {
    QStringList all;
    do {
      all << m_lines[m_at++].trimmed();
    } while (m_at < m_lines.size() && !ends(m_lines[m_at]));
    return all.join(QLatin1Char(' '));
  }

  void writeCode() {
    const QString fence = m_lines[m_at].section(QRegularExpression(QStringLiteral("[^`]")), 0, 0),
                  language = m_lines[m_at++].mid(fence.size()).trimmed();
    QStringList code;
    while (m_at < m_lines.size() && m_lines[m_at] != fence) code << m_lines[m_at++];
    ++m_at;
    m_page.code(code.join(QLatin1Char('\n')), language == QLatin1String("sh"));
  }

  void writeHeading() {
    const QString line = m_lines[m_at++];
    const auto level = line.indexOf(QLatin1Char(' '));
    const QString text = line.mid(level + 1);
    // Other names of a word stand below it.
    static const QString s_also = QStringLiteral("*also: ");
    QString also = m_at < m_lines.size() && m_lines[m_at].startsWith(s_also) ? m_lines[m_at++] : QString();
    also = also.mid(s_also.size()).remove(QLatin1Char('*'));
    m_page.heading(static_cast<int>(std::min<qsizetype>(level, 3)), inline_(text),
                   anchorOf(withoutTags(text.toHtmlEscaped())), also);
    if (!also.isEmpty()) m_page.paragraph(inline_(QStringLiteral("*%1*").arg(ManualWords::tr("also: %1").arg(also))));
  }

  QStringList cellsOf(const QString& line) const {
    static const QRegularExpression s_bar(QStringLiteral("(?<!\\\\)\\|"));
    QStringList cells = line.trimmed().split(s_bar).mid(1);
    cells.removeLast();
    for (QString& cell : cells) cell = cell.trimmed().replace(QStringLiteral("\\|"), QStringLiteral("|"));
    return cells;
  }

  void writeTable() {
    QStringList header;
    for (const QString& cell : cellsOf(m_lines[m_at++])) header << inline_(cell);
    ++m_at;  // the line of dashes
    std::vector<PageWriter::Row> rows;
    while (m_at < m_lines.size() && m_lines[m_at].startsWith(QLatin1Char('|'))) {
      PageWriter::Row row;
      const QStringList cells = cellsOf(m_lines[m_at++]);
      for (const QString& cell : cells) row.cells << inline_(cell);
      // What a row is about: a key of a file, a symbol.
      if (cells.front().startsWith(QLatin1Char('`')) || cells.front().startsWith(QLatin1Char('$'))) {
        const QString first = cells.front().section(QStringLiteral(", "), 0, 0);
        row.anchor = (first.startsWith(QLatin1Char('`')) ? QStringLiteral("key.") : QString()) +
                     QString(first).remove(QRegularExpression(QStringLiteral("[`$^]")));
        for (const QString& symbol : cells.front().split(QLatin1Char('$'), Qt::SkipEmptyParts))
          row.names += symbol + QLatin1Char(' ') + spokenText(mathOrWords(symbol)) + QLatin1Char(' ');
      }
      rows.push_back(std::move(row));
    }
    m_page.table(header, rows);
  }

  void writeList() {
    const bool isNumbered = m_lines[m_at].front().isDigit();
    QString items;
    const auto isOurs = [&](const QString& line) { return isItem(line) && line.front().isDigit() == isNumbered; };
    while (m_at < m_lines.size() && isOurs(m_lines[m_at])) {
      const QString item = taken([](const QString& next) { return !next.startsWith(QStringLiteral("  ")); });
      items += QStringLiteral("<li>%1</li>").arg(inline_(item.mid(item.indexOf(QLatin1Char(' ')) + 1)));
      // A blank line between two items.
      if (m_at + 1 < m_lines.size() && m_lines[m_at].isEmpty() && isOurs(m_lines[m_at + 1])) ++m_at;
    }
    m_page.html(QStringLiteral("<%1>%2</%1>").arg(isNumbered ? QStringLiteral("ol") : QStringLiteral("ul"), items));
  }

  PageWriter& m_page;
  QString m_pageId;
  QStringList m_lines;
  qsizetype m_at = 0;
};

}  // namespace

QString markdownLine(const QString& text, const QString& pageId, const Theme& theme) {
  // Pictures of the README show the window; here the reader is in it. Links stand aside while their words are read.
  static const QRegularExpression s_part(
      QStringLiteral("(`[^`]*`)|!\\[[^\\]]*\\]\\([^)]*\\)|\\[([^\\]]*)\\]\\(([^)]*)\\)"));
  const QChar opens(0xF000), closes(0xF001);
  QString words;
  QStringList targets;
  qsizetype from = 0;
  for (auto match = s_part.globalMatch(text); match.hasNext();) {
    const QRegularExpressionMatch one = match.next();
    words += text.mid(from, one.capturedStart() - from) + one.captured(1);
    if (one.hasCaptured(3)) {
      // A page that is named by its file is named by its title here.
      const QString title =
          one.captured(2) == one.captured(3) ? titleOfMarkdown(manualText(one.captured(3))) : QString();
      words += opens + (title.isEmpty() ? one.captured(2) : title) + closes;
      targets << targetOf(one.captured(3), pageId);
    }
    from = one.capturedEnd();
  }
  QString html = lineHtml(words + text.mid(from), theme);
  for (const QString& target : targets) {
    html.replace(html.indexOf(opens), 1, QStringLiteral("<a href=\"%1\">").arg(target.toHtmlEscaped()));
    html.replace(html.indexOf(closes), 1, QStringLiteral("</a>"));
  }
  return html;
}

void writeMarkdown(PageWriter& page, const QString& pageId, const QString& text) {
  MarkdownBlocks(page, pageId, text).write();
}

QString manualText(const QString& file) {
  QFile page(QStringLiteral(":/") + file);
  return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

QString titleOfMarkdown(const QString& text) { return text.section(QLatin1Char('\n'), 0, 0).mid(2); }

}  // namespace omegascope
