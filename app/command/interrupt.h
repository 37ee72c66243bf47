// Ctrl+C and SIGTERM as a request to stop: the engine notices between tiles, nothing half-written is left. A second signal
// ends the program at once.
#pragma once

#include <stop_token>

namespace omega::command {

void stop_on_signals();
std::stop_token interruption();
/// 128 + the signal that came, or 0.
int interruption_exit_code();

}  // namespace omega::command
