// The worst of many errors, for tests: std::max drops a NaN, and with it the number that was never computed.
#pragma once

#include <cmath>

namespace omega::test {

/// The larger one; NaN as soon as one of them is.
inline double worst_of(double a, double b) { return std::isnan(b) || a < b ? b : a; }

}  // namespace omega::test
