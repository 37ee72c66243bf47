// PageWriter: a page of the manual as rich text with places that links and the search lead to.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "widgets/theme.h"

namespace omegascope {

/// Where the search may lead.
struct ManualSection {
  QString anchor;  // empty: the page's beginning
  QString title;
  QString text;   // without marks
  QString names;  // further words it is found by
};

struct ManualPage {
  QString id;  // "method/lara"
  QString chapter, title;
  QString html;
  std::vector<ManualSection> sections;  // the first is the page's own
  QStringList anchors;
  QStringList commands;  // lines for a shell that it shows
};

/// A formula, or several lines of them, as an object of the text: see FormulaObjects.
QString formulaHtml(const QStringList& sources);
/// The formulas that an image's name holds; empty where it holds none.
QStringList formulasOf(const QString& imageName);

class PageWriter {
 public:
  /// `names` are further words that the page is found by; `heading`, rich text, stands above it in place of its title.
  PageWriter(const QString& id, const QString& chapter, const QString& title, const Theme& theme,
             const QString& names = {}, const QString& heading = {});

  const Theme& theme() const { return m_theme; }
  /// A heading of level 2 or 3; the anchor is made of its text where none is given.
  void heading(int level, const QString& html, const QString& anchor = {}, const QString& names = {});
  void html(const QString& html);
  void paragraph(const QString& html) { this->html(QStringLiteral("<p>%1</p>").arg(html)); }
  void formulas(const QStringList& sources);
  /// Text as it is written; lines that begin with "omega " are commands.
  void code(const QString& text, bool isShell = true);
  /// Cells are rich text. A row with an anchor is a place of its own, found by the text of its first cell and `names`.
  struct Row {
    QStringList cells;
    QString anchor, names;
  };
  void table(const QStringList& header, const std::vector<Row>& rows);

  ManualPage take();

 private:
  QString place(const QString& anchor, const QString& html);
  ManualSection& section(const QString& anchor, const QString& html, const QString& names);

  ManualPage m_page;
  Theme m_theme;
  std::size_t m_current = 0;  // the section that text goes to
};

/// Without tags.
QString withoutTags(const QString& html);

}  // namespace omegascope
