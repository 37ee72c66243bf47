#include "window/end_signals.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "jobs/waiting.h"
#include "window/main_window.h"
#include "window/session_keeper.h"

namespace omegascope {

namespace {

// A signal handler may do almost nothing: it writes to one end, and the event loop reads at the other.
std::array<int, 2> s_ends = {-1, -1};

void onSignal(int) {
  const int before = errno;
  const char any = 0;
  [[maybe_unused]] const ssize_t written = ::write(s_ends[0], &any, 1);
  errno = before;
}

constexpr std::array kSignals = {SIGTERM, SIGHUP, SIGINT};

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, s_ends.data()) != 0) return;
  connect(new QSocketNotifier(s_ends[1], QSocketNotifier::Read, this), &QSocketNotifier::activated, this, [this] {
    char any = 0;
    if (::read(s_ends[1], &any, 1) == 1) emit endAsked();
  });
  for (const int number : kSignals) {
    struct sigaction known {
    }, wanted{};
    if (::sigaction(number, nullptr, &known) == 0 && known.sa_handler == SIG_IGN) continue;  // as nohup leaves it
    wanted.sa_handler = onSignal;
    wanted.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    ::sigaction(number, &wanted, nullptr);
  }
}

EndSignals::~EndSignals() {
  for (const int number : kSignals) {
    struct sigaction known {};
    if (::sigaction(number, nullptr, &known) == 0 && known.sa_handler == onSignal) std::signal(number, SIG_DFL);
  }
  for (int& end : s_ends)
    if (end >= 0) ::close(std::exchange(end, -1));
}

void keepWhenAskedToEnd(MainWindow& window) {
  QObject::connect(new EndSignals(&window), &EndSignals::endAsked, &window, [&window] {
    window.sessions().keepForNextStart();
    window.close();
    endWaits();
    QCoreApplication::exit(0);  // also out of a dialog that is open
  });
}

}  // namespace omegascope
