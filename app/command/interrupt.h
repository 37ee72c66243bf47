// Ctrl+C, SIGTERM and the end of the terminal as a request to stop: the engine notices between tiles, nothing
// half-written is left. A second signal ends the program at once.
#pragma once

#include <stop_token>
#include <string>

#include "core/error.h"

namespace omega::command {

/// A stop after which something is left that is worth a sentence of its own.
class Stopped : public Cancelled {
 public:
  explicit Stopped(std::string sentence) : sentence_(std::move(sentence)) {}
  const char* what() const noexcept override { return sentence_.c_str(); }

 private:
  std::string sentence_;
};

void stop_on_signals();
/// Where work is kept, a reader that went away is a request to stop as well, in place of the end.
void stop_when_nobody_reads();
/// Lets `token`, not signals, stop the subcommands of this thread: another program's, which runs one and ends.
void stop_by(const std::stop_token& token);
std::stop_token interruption();

/// While it lives, a Ctrl+C that has not stopped the program a second later is answered by `line`, which lives as long,
/// on the terminal.
class StopNotice {
 public:
  StopNotice(const char* line, bool quiet);
  StopNotice(const StopNotice&) = delete;
  ~StopNotice();
};

/// 128 + the signal that came, or 0.
int interruption_exit_code();

}  // namespace omega::command
