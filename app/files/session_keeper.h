// SessionKeeper: the session as a file: open, save, save as, what a crash would lose, and the question before it is lost.
#pragma once

#include <QObject>
#include <QTimer>

namespace omegascope {

class MainWindow;

class SessionKeeper : public QObject {
  Q_OBJECT

 public:
  explicit SessionKeeper(MainWindow& window);

  /// These tell of problems in the banner and return whether all went well.
  bool open(const QString& path);
  bool save();
  bool saveAs();
  bool saveTo(const QString& path);

  /// A new session, from the start picture.
  void begin();
  /// What an earlier run left that did not end properly.
  void offerRecovery();
  void setAutosave(int seconds) { m_autosave.start(seconds * 1000); }
  /// False where the user would rather stay. After that nothing is left to recover.
  bool mayEnd();

  /// Of the session; "Untitled" before it was saved.
  QString name() const;

 signals:
  void nameChanged();

 private:
  bool mayDiscard();
  void autosave();
  void setPath(const QString& path);

  MainWindow& m_window;
  QString m_path;  // empty before it was saved
  QTimer m_autosave;
};

}  // namespace omegascope
