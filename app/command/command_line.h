// From the words of a command line to an exit code: parse, run one subcommand, turn whatever goes wrong into one
// sentence.
#pragma once

namespace omega::command {

/// 0 done, 1 failed, 2 the caller's mistake, 130 or 143 stopped by a signal.
int run_command_line(int count, char** words);

}  // namespace omega::command
