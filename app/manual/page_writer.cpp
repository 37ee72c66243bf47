#include "manual/page_writer.h"

#include <QRegularExpression>

#include "views/word_tips.h"

namespace omegascope {

namespace {

const QString kFormula = QStringLiteral("formula:");

}  // namespace

QString formulaHtml(const QStringList& sources) {
  return QStringLiteral("<img src=\"%1%2\">")
      .arg(kFormula, QString::fromLatin1(sources.join(QLatin1Char('\n')).toUtf8().toHex()));
}

QStringList formulasOf(const QString& imageName) {
  if (!imageName.startsWith(kFormula)) return {};
  return QString::fromUtf8(QByteArray::fromHex(imageName.mid(kFormula.size()).toLatin1())).split(QLatin1Char('\n'));
}

QString withoutTags(const QString& html) {
  static const QRegularExpression s_formula(QStringLiteral("<img src=\"(formula:[0-9a-f]*)\">")),
      s_block(QStringLiteral("</?(p|br|tr|td|th|li|h\\d|div|pre)\\b[^>]*>")), s_tag(QStringLiteral("<[^>]*>"));
  QString text = html;
  for (auto match = s_formula.match(text); match.hasMatch(); match = s_formula.match(text))
    text.replace(match.capturedStart(), match.capturedLength(),
                 formulasOf(match.captured(1)).join(QLatin1Char(' ')).toHtmlEscaped());
  text.replace(s_block, QStringLiteral(" ")).remove(s_tag);
  return text.replace(QStringLiteral("&nbsp;"), QStringLiteral(" "))
      .replace(QStringLiteral("&lt;"), QStringLiteral("<"))
      .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
      .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
      .replace(QStringLiteral("&amp;"), QStringLiteral("&"))
      .simplified();
}

PageWriter::PageWriter(const QString& id, const QString& chapter, const QString& title, const Theme& theme,
                       const QString& names, const QString& heading)
    : m_theme(theme) {
  m_page.id = id;
  m_page.chapter = chapter;
  m_page.title = title;
  m_page.html = QStringLiteral("<h1>%1</h1>").arg(heading.isEmpty() ? title.toHtmlEscaped() : heading);
  m_page.sections.push_back({{}, title, {}, names});
}

QString PageWriter::place(const QString& anchor, const QString& html) {
  m_page.anchors << anchor;
  return QStringLiteral("<a name=\"%1\">%2</a>").arg(anchor.toHtmlEscaped(), html);
}

ManualSection& PageWriter::section(const QString& anchor, const QString& html, const QString& names) {
  m_page.sections.push_back({anchor, withoutTags(html), {}, names});
  return m_page.sections.back();
}

void PageWriter::heading(int level, const QString& html, const QString& anchor, const QString& names) {
  const QString wanted = anchor.isEmpty() ? anchorOf(withoutTags(html)) : anchor;
  section(wanted, html, names);
  m_current = m_page.sections.size() - 1;
  m_page.html += QStringLiteral("<h%1>%2</h%1>").arg(level).arg(place(wanted, html));
}

void PageWriter::html(const QString& html) {
  m_page.sections[m_current].text += QLatin1Char(' ') + withoutTags(html);
  m_page.html += html;
}

void PageWriter::formulas(const QStringList& sources) {
  if (!sources.isEmpty()) html(QStringLiteral("<p style=\"margin-left:12px\">%1</p>").arg(formulaHtml(sources)));
}

void PageWriter::code(const QString& text, bool isShell) {
  if (isShell)
    for (const QString& line :
         QString(text).replace(QStringLiteral("\\\n"), QStringLiteral(" ")).split(QLatin1Char('\n')))
      if (line.startsWith(QStringLiteral("omega "))) m_page.commands << line;
  // Remarks behind commands stand in columns where lines are long enough.
  static const QRegularExpression s_gap(QStringLiteral(" {3,}#"));
  const QString shown = isShell ? QString(text).replace(s_gap, QStringLiteral("  #")) : text;
  html(QStringLiteral("<table width=\"100%\" cellpadding=\"6\" cellspacing=\"0\" bgcolor=\"%1\"><tr><td><pre "
                      "style=\"white-space:pre-wrap;margin:0\">%2</pre></td></tr></table>")
           .arg((m_theme.dark ? m_theme.window.lighter(140) : m_theme.window.darker(105)).name(),
                shown.toHtmlEscaped()));
}

void PageWriter::table(const QStringList& header, const std::vector<Row>& rows) {
  const auto cells = [](const QStringList& all, const QString& tag) {
    QString html;
    for (const QString& cell : all)
      html += QStringLiteral("<%1 align=\"left\" style=\"padding:2px 12px 2px 0\">%2</%1>").arg(tag, cell);
    return QStringLiteral("<tr>%1</tr>").arg(html);
  };
  QString out = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\">");
  if (!header.isEmpty()) out += cells(header, QStringLiteral("th"));
  QString loose = header.join(QLatin1Char(' '));
  for (const Row& row : rows) {
    QStringList shown = row.cells;
    if (row.anchor.isEmpty() || m_page.anchors.contains(row.anchor)) {
      loose += QLatin1Char(' ') + withoutTags(row.cells.join(QLatin1Char(' ')));
    } else {
      section(row.anchor, row.cells.front(), row.names).text = withoutTags(row.cells.mid(1).join(QLatin1Char(' ')));
      shown.front() = place(row.anchor, shown.front());
    }
    out += cells(shown, QStringLiteral("td"));
  }
  m_page.sections[m_current].text += QLatin1Char(' ') + loose;
  m_page.html += out + QStringLiteral("</table>");
}

ManualPage PageWriter::take() { return std::move(m_page); }

}  // namespace omegascope
