// EndSignals: turns what the system sends a program that is to end (SIGTERM, SIGHUP, SIGINT) into a signal of Qt, once;
// a second one of a kind ends the program as usual.
#pragma once

#include <QObject>

namespace omegascope {

class MainWindow;

class EndSignals : public QObject {
  Q_OBJECT

 public:
  explicit EndSignals(QObject* parent = nullptr);
  ~EndSignals() override;

 signals:
  void endAsked();
};

/// On such a signal the window closes without asking, and keeps changes for the next start.
void keepWhenAskedToEnd(MainWindow& window);

}  // namespace omegascope
