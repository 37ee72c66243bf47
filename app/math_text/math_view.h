// MathView: formulas on the screen. Hovering a symbol lights up all its occurrences; they copy as text and as a
// picture, and screen readers hear them. Letters have the size of the widget's font.
#pragma once

#include <QWidget>

#include "math_text/math_sheet.h"

namespace omegascope {

class MathView : public QWidget {
  Q_OBJECT

 public:
  explicit MathView(QWidget* parent = nullptr);

  void setLines(std::vector<MathLine> lines);
  /// Formulas in the notation of math_parser.h, one a line.
  void setFormulas(const QStringList& sources);
  /// All occurrences of a symbol; empty: none.
  void setHighlighted(const QString& id);
  const QString& highlighted() const { return m_highlighted; }

  QString asText() const { return m_sheet.plainText(); }
  QImage asImage(double scale = 2) const;

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// Empty when the pointer or the keyboard left the symbols.
  void symbolHovered(const QString& id);
  void symbolClicked(const QString& id);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  double pixels() const;
  void layOut();
  void stepTo(MathSheet::Place place);
  void copyText() const;
  void copyImage() const;

  MathSheet m_sheet;
  MathSheet::Place m_current;  // under the pointer, or where the keyboard is
  QString m_told;              // the last symbolHovered()
  QString m_highlighted;
};

}  // namespace omegascope
