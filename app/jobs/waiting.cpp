#include "jobs/waiting.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <string>

#include "core/error.h"

namespace omegascope {

namespace {

int s_ends = 0;  // how often all waits were ended

}  // namespace

void endWaits() { ++s_ends; }

bool waitUntil(const std::function<bool()>& isDone, int milliseconds) {
  constexpr int kLookAgainMs = 10;  // for what becomes true without an event
  QElapsedTimer timer;
  timer.start();
  QTimer wake;
  wake.start(kLookAgainMs);
  const int ends = s_ends;
  while (!isDone() && s_ends == ends && (milliseconds < 0 || timer.elapsed() < milliseconds))
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  return isDone();
}

void requireSettled(bool isSettled) {
  if (!isSettled && s_ends > 0)
    throw omega::Error::failure("the program was asked to end before the panels were computed");
  if (!isSettled)
    throw omega::Error::failure("the panels were not computed within " + std::to_string(kUnattendedMs / 60000) +
                                " minutes");
}

}  // namespace omegascope
