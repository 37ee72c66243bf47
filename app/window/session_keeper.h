// SessionKeeper: the session as a file: open, save, save as, recovery after a crash, and the one question before
// changes are lost. Where nobody can answer, nothing is asked: what a session manager or a signal ends is kept for the
// next start.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

namespace omegascope {

class MainWindow;
struct Document;
struct Session;

class SessionKeeper : public QObject {
  Q_OBJECT

 public:
  explicit SessionKeeper(MainWindow& window);

  /// These tell of problems in the banner and return whether all went well. Opening asks before changes are lost.
  bool open(const QString& path);
  bool save();
  bool saveAs();
  bool saveTo(const QString& path);

  /// Copies the line for a shell that opens the window as it is; opens such a line. These tell of problems, too.
  bool copyLink();
  bool openLink(const QString& text);

  /// A new session, from the start picture.
  void begin();
  /// Takes over from that of another window of the same workbench.
  void takeOver(SessionKeeper& before);
  /// Offers what an earlier run left unsaved.
  void offerRecovery();
  void setAutosave(int seconds) { m_autosave.start(seconds * 1000); }
  /// Whether somebody sits at the window and can answer; else nothing is asked. True on a screen unless said otherwise.
  void setAttended(bool attended);
  /// Whether something was changed since the session was begun, opened or saved, lessons aside.
  bool isChanged() const;
  /// False where the user would rather stay. Otherwise nothing is left to recover afterwards, except what was kept.
  bool mayEnd();
  /// The next start offers the changes: for an end that leaves no time to ask.
  void keepForNextStart();
  /// A data file has become the workload.
  void dataOpened();

  /// The name of the session; "Untitled" before it was saved.
  QString name() const;

 signals:
  void nameChanged();

 private:
  bool mayDiscard(const QString& stops = {});
  bool mayLeaveRecorder();
  bool tried(const std::function<bool()>& work);
  bool take(const Session& session, const QString& path);
  void offerNext(const QString& what);
  /// The session as it is, with where it is saved: for the next start.
  Session unsaved() const;
  bool mayForget(const QString& kept);
  void autosave();
  void setPath(const QString& path);

  MainWindow& m_window;
  QString m_path;  // empty before it was saved
  QTimer m_autosave;
  bool m_attended = false;
  std::shared_ptr<const Document> m_kept;  // for the next start; null where nothing was kept ...
  QString m_keptFile;                      // ... here; empty where nothing would have been lost
};

}  // namespace omegascope
