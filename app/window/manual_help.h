// ManualHelp: the manual of this window. F1 opens it at what has the keyboard, links such as "manual:method/lara" open
// it anywhere, and its pages lead back to panels and lessons.
#pragma once

#include <QObject>
#include <QUrl>
#include <memory>

#include "manual/manual_book.h"

namespace omegascope {

class MainWindow;
class ManualWindow;

class ManualHelp : public QObject {
  Q_OBJECT

 public:
  explicit ManualHelp(MainWindow& window);
  ~ManualHelp() override;

  /// Made when it is first asked for.
  ManualWindow& window();
  /// Opens a place, which must exist.
  void open(const QString& place);
  /// The place in the manual about a widget: its option, its card, the step of its lesson, its panel.
  QString placeOf(const QWidget* widget);
  /// From now on links to the manual are answered by this one.
  void answerLinks();
  /// Opens the place about what has the keyboard.
  void openForFocus();

 public slots:
  void openUrl(const QUrl& url);

 private:
  ManualSources sources() const;
  void goTo(const QString& what);

  MainWindow& m_window;
  std::unique_ptr<ManualWindow> m_manual;
};

}  // namespace omegascope
