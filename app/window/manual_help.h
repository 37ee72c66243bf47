// ManualHelp: the manual of this window: opened by F1 at what has the keyboard, by links "manual:method/lara" anywhere,
// and from its pages back to panels and lessons.
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
  /// A place that must be there.
  void open(const QString& place);
  /// Where the manual speaks of a widget: its option, its card, the step of its lesson, its panel.
  QString placeOf(const QWidget* widget);
  /// Links to the manual are this one's: the last that says so has them.
  void answerLinks();
  /// Of what has the keyboard.
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
