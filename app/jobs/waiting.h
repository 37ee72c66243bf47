#pragma once

#include <functional>

namespace omegascope {

/// How long lessons, pictures and tests wait for what is computed with nobody there to cancel it: a long sequence on a
/// full machine takes minutes.
inline constexpr int kUnattendedMs = 600000;

/// Handles events until `isDone` holds, for at most `milliseconds` if those are given; returns whether it does. Sleeps
/// in between: the processors are for those who compute what is waited for.
/// An end of the program that is asked for meanwhile ends the wait, too.
bool waitUntil(const std::function<bool()>& isDone, int milliseconds = -1);

/// Ends all waits that are under way: of those who asked the program to end, nobody would wait.
void endWaits();

/// What is not there after kUnattendedMs, or at the end of the program, is a failure, said in one sentence.
void requireSettled(bool isSettled);

}  // namespace omegascope
