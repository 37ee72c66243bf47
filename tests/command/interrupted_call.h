// A call that is met at a certain moment: for what may happen to a program while it works. No moment is told by the
// clock on the wall: nobody knows how fast this machine is, nor what else it does.
#pragma once

#include <functional>

#include "calls.h"

namespace omega::test {

/// Starts a call, sends `signal` once it listens to that and has worked for 0.3 seconds of its own processor time,
/// unless it ended before, and waits.
Outcome interrupted_call(const Words& words, int signal);
/// Starts a call, sends `signal` as soon as `moment` has come, unless the call ended before, and waits.
Outcome interrupted_call(const Words& words, int signal, const std::function<bool()>& moment);

}  // namespace omega::test
