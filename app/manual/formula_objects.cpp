#include "manual/formula_objects.h"

#include <QAbstractTextDocumentLayout>
#include <QFontInfo>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextImageFormat>

#include "manual/page_writer.h"

namespace omegascope {

namespace {

constexpr double kSide = 48;      // margins of the page and indent of formulas together
constexpr double kUnknown = 560;  // the width of a document that has none yet

}  // namespace

FormulaObjects::FormulaObjects(QTextDocument& document) : QObject(&document) {
  document.documentLayout()->registerHandler(QTextFormat::ImageObject, this);
}

MathSheet FormulaObjects::sheetOf(const QTextDocument& document, const QTextFormat& format) {
  std::vector<MathLine> lines;
  for (const QString& source : formulasOf(format.toImageFormat().name())) lines.push_back(formulaLine(source));
  MathSheet sheet;
  sheet.setLines(std::move(lines));
  const double width = document.textWidth() > 0 ? document.textWidth() : kUnknown;
  sheet.layOut(std::max(1.0, width - kSide), QFontInfo(document.defaultFont()).pixelSize());
  return sheet;
}

QSizeF FormulaObjects::intrinsicSize(QTextDocument* document, int, const QTextFormat& format) {
  const MathSheet sheet = sheetOf(*document, format);
  return {sheet.width(), sheet.height()};
}

void FormulaObjects::drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int,
                                const QTextFormat& format) {
  sheetOf(*document, format).paint(*painter, area.topLeft(), m_theme);
}

QString FormulaObjects::symbolAt(const QTextDocument& document, const QTextFormat& format, QPointF at) const {
  const MathSheet sheet = sheetOf(document, format);
  return sheet.idAt(sheet.at(at));
}

QString textBetween(const QTextDocument& document, int from, int to) {
  QTextCursor cursor(const_cast<QTextDocument*>(&document));
  QString text;
  for (int at = from; at < to; ++at) {
    const QChar letter = document.characterAt(at);
    if (letter == QChar::ObjectReplacementCharacter) {
      cursor.setPosition(at + 1);
      text += formulasOf(cursor.charFormat().toImageFormat().name()).join(QLatin1Char('\n'));
    } else {
      const bool ends = letter == QChar::ParagraphSeparator || letter == QChar::LineSeparator ||
                        letter.unicode() == 0xfdd0 || letter.unicode() == 0xfdd1;  // of tables' cells
      text += ends ? QLatin1Char('\n') : letter == QChar::Nbsp ? QLatin1Char(' ') : letter;
    }
  }
  return text;
}

}  // namespace omegascope
