#pragma once

#include <functional>

namespace omegascope {

/// Lets events go by until it is done, at most so many milliseconds if any are given; whether it is. Sleeps in between:
/// the processors are for those who compute what is waited for.
bool waitUntil(const std::function<bool()>& isDone, int milliseconds = -1);

}  // namespace omegascope
