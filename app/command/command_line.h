// From the words of a command line to an exit code: parse, run one subcommand, turn whatever goes wrong into one
// sentence.
#pragma once

#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/error.h"
#include "page.h"
#include "settings.h"

namespace omega::command {

/// 0 done, 1 failed, 2 the caller's mistake, 128 + N stopped by signal N.
int run_command_line(int count, char** words);

/// What a subcommand answers to another program, which gives it a thread. Throws where it fails.
Answer answer_of(const std::vector<std::string>& words, const std::stop_token& stop);
/// The page of the manual of one subcommand.
Page page_of(const std::string& subcommand);

/// What to say where the system gave no further thread, for which libraries have words of their own; else nothing.
std::optional<Error> lack_of_threads(const std::exception& problem);

}  // namespace omega::command
