// Catch2 itself is compiled once, in session.cpp, for the main of every test program.
#pragma once

namespace omega::test {

/// Catch2's session with its own command line; gives the exit status.
int run_session(int count, char** words);

}  // namespace omega::test
