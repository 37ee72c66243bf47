// A call that is met at a certain moment: for what may happen to a program while it works.
#pragma once

#include <functional>

#include "calls.h"

namespace omega::test {

/// Starts a call, sends `signal` as soon as `moment` has come, unless the call ended before, and waits.
Outcome interrupted_call(const Words& words, int signal, const std::function<bool()>& moment);

}  // namespace omega::test
