// A forecast: the arithmetic of an estimate at the speed of an ordinary core. It is rough on purpose: it only tells
// seconds from hours.
#pragma once

#include "core/info.h"

namespace omega {

/// All of a cost as floating-point operations: exponentials and sines count as the many that they take.
double ordinary_flops(const Cost& cost);
/// `threads` 0: all there are.
double ordinary_seconds(const Cost& cost, int threads);

}  // namespace omega
