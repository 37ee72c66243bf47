#pragma once

#include <functional>

namespace omegascope {

/// How long lessons, pictures and tests wait for what is computed with nobody there to cancel it: a long sequence on a
/// full machine takes minutes.
inline constexpr int kUnattendedMs = 600000;

/// Lets events go by until it is done, at most so many milliseconds if any are given; whether it is. Sleeps in between:
/// the processors are for those who compute what is waited for.
bool waitUntil(const std::function<bool()>& isDone, int milliseconds = -1);

/// What is not there after kUnattendedMs is a failure, said in one sentence.
void requireSettled(bool isSettled);

}  // namespace omegascope
