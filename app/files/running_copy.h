// A second start with a file opens it in the window that is already there: the first copy on a display listens, later
// ones ask.
#pragma once

#include <QLocalServer>

namespace omegascope {

/// Asks the copy that listens to open a file, as an absolute path. False where none answers within two seconds.
bool openInRunningCopy(const QString& path);

/// Listens for that. Where another copy does so already, this one is never asked.
class RunningCopy : public QObject {
  Q_OBJECT

 public:
  explicit RunningCopy(QObject* parent = nullptr);

 signals:
  void openAsked(const QString& path);

 private:
  void answer();

  QLocalServer m_server;
};

/// Starts another copy, with a window of its own; false where it does not start. `id`: of its process.
bool startAnotherCopy(qint64* id = nullptr);

}  // namespace omegascope
