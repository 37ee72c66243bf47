// ManualWindow: the manual in a window of its own, which need not be closed to go on: contents and search at the left,
// a page at the right.
#pragma once

#include <QMainWindow>
#include <functional>
#include <memory>

#include "manual/manual_book.h"

class QLineEdit;
class QListWidget;
class QStackedWidget;
class QToolBar;
class QTreeWidget;

namespace omegascope {

class ManualView;

class ManualWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `sources` is asked anew whenever what it holds may be another.
  explicit ManualWindow(std::function<ManualSources()> sources, QWidget* parent = nullptr);

  const ManualBook& book() const { return *m_book; }
  ManualView& view() { return *m_view; }
  /// Reads everything again: lessons, keys, panels as they are now.
  void renew();
  /// Shows a place, which must be there, and the window.
  void open(const QString& place);
  /// Lists at the left what is found for these words.
  void search(const QString& typed);
  QStringList found() const;

 signals:
  void appAsked(const QString& what);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void makeBar();
  void addWays(QToolBar& bar);
  void addTextSizes(QToolBar& bar);
  void addTakingAlong(QToolBar& bar);
  void addFinding(QToolBar& bar);
  QWidget* makeSide();
  void fillContents();
  /// Brings the contents, the title and what is lit up to date.
  void showPage(const QString& id);
  /// Lights up this text on the page, and goes to its first place.
  void light(const QString& text);
  void findAgain(bool backwards);
  void print();
  /// Esc: clears what is searched for; with nothing to clear, closes.
  void leave();

  std::function<ManualSources()> m_sources;
  std::unique_ptr<ManualBook> m_book;
  ManualView* m_view = nullptr;
  QLineEdit *m_search = nullptr, *m_find = nullptr;
  QStackedWidget* m_lists = nullptr;
  QTreeWidget* m_contents = nullptr;
  QListWidget* m_hits = nullptr;
};

}  // namespace omegascope
