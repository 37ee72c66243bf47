// EndSignals: what the system sends a program that is to end (SIGTERM, SIGHUP, SIGINT) becomes a signal of Qt, once;
// the second one of a kind ends the program as usual.
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

/// Nobody is asked then: changes are kept for the next start, and the window closes.
void keepWhenAskedToEnd(MainWindow& window);

}  // namespace omegascope
