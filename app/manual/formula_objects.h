// FormulaObjects: formulas in rich text, laid out and painted as everywhere else: images whose name is formulas.
#pragma once

#include <QObject>
#include <QTextObjectInterface>

#include "math_text/math_sheet.h"

class QTextDocument;

namespace omegascope {

class FormulaObjects : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)

 public:
  /// Takes over all images of a document, which has none but these; make one object for each document.
  explicit FormulaObjects(QTextDocument& document);

  void setTheme(const Theme& theme) { m_theme = theme; }

  QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
  void drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int position,
                  const QTextFormat& format) override;

  /// The symbol of a formula, at a point from its top left corner; empty: none.
  QString symbolAt(const QTextDocument& document, const QTextFormat& format, QPointF at) const;

 private:
  static MathSheet sheetOf(const QTextDocument& document, const QTextFormat& format);

  Theme m_theme;
};

/// The text between two places as it is copied: formulas in their notation.
QString textBetween(const QTextDocument& document, int from, int to);

}  // namespace omegascope
