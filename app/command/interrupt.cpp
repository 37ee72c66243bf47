#include "interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace omega::command {

namespace {

std::stop_source& source() {
  static std::stop_source only;
  return only;
}

volatile std::sig_atomic_t received = 0;
thread_local std::stop_token of_this_thread;
std::atomic<const char*> notice = nullptr;  // of the StopNotice that lives

// request_stop is a loop over one atomic flag where no callbacks are registered, and this program registers none; that
// is what makes it fit for a signal handler.
extern "C" void request_stop(int signal) {
  received = signal;
  source().request_stop();
  if (notice != nullptr && signal == SIGINT) alarm(1);
}

extern "C" void say_notice(int) {
  const int before = errno;
  const char* line = notice;
  if (line != nullptr && write(STDERR_FILENO, line, std::strlen(line)) < 0) notice = nullptr;
  errno = before;
}

}  // namespace

void stop_on_signals() {
  source();  // made before a signal can ask for it
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (signal == SIGHUP && sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      continue;  // under nohup
    action = {};
    action.sa_handler = request_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write with a sentence, not the end
}

void stop_when_nobody_reads() {
  struct sigaction action = {};
  action.sa_handler = request_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, nullptr);
}

void stop_by(const std::stop_token& token) { of_this_thread = token; }

std::stop_token interruption() { return of_this_thread.stop_possible() ? of_this_thread : source().get_token(); }

StopNotice::StopNotice(const char* line, bool quiet) {
  if (quiet || isatty(STDERR_FILENO) != 1) return;
  struct sigaction action = {};
  action.sa_handler = say_notice;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
  notice = line;
}

StopNotice::~StopNotice() { notice = nullptr; }

int interruption_exit_code() { return received == 0 ? 0 : 128 + received; }

}  // namespace omega::command
