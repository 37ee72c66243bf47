// ManualView: one page of the manual, with its history. Words and symbols say under the pointer what they mean.
#pragma once

#include <QTextBrowser>

class QPrinter;

namespace omegascope {

class FormulaObjects;
class ManualBook;

class ManualView : public QTextBrowser {
  Q_OBJECT

 public:
  explicit ManualView(QWidget* parent = nullptr);

  /// The book must live until another takes its place. The place and how far it is read stay.
  void setBook(const ManualBook* book);
  /// Opens a place, which must be there: "method/lara#landmarks".
  void open(const QString& place);
  QString place() const;

  /// How large its text is, in percent.
  int zoom() const { return m_zoom; }
  void setZoom(int percent);

  /// Lights up all occurrences; returns how many there are.
  int light(const QString& text);
  /// Goes to the next or previous occurrence, counted from the last one, around the ends.
  void goToNext(const QString& text, bool backwards = false);
  /// Prints the page that is shown from `light`, a book in light colours.
  void printTo(QPrinter& printer, const ManualBook& light) const;
  /// The selection, else the whole page, with formulas in their notation.
  QString text() const;
  /// What the pointer is told there; empty: nothing.
  QString tipAt(QPoint at) const;

 signals:
  /// "lesson/one-cloud/2": something of the app, not of the manual.
  void appAsked(const QString& what);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
  void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
  QMimeData* createMimeDataFromSelection() const override;
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Lines stay short enough to be read, however wide the window is.
  void fitWidth();

  const ManualBook* m_book = nullptr;
  FormulaObjects* m_formulas = nullptr;
  int m_zoom = 100;
};

}  // namespace omegascope
