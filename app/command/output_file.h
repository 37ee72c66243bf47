// Where a subcommand may write: to a file, and not over the one that it reads.
#pragma once

#include <string>

#include "settings.h"

namespace omega::command {

/// Whether two paths lead to one file, however they are written and whatever links they pass; it need not be there yet.
bool is_one_file(const std::string& a, const std::string& b);

/// Throws where --output is "-", which elsewhere means standard output, or the file `input`, whose data would be lost;
/// `said` is how the user names that one. An empty path is none.
void check_output(const std::string& output, const std::string& input = "", const std::string& said = "--input");

/// The same for a table that is shown as well: with --quiet and no --output nobody would ever see it.
void check_table_output(const Settings& settings, const std::string& subcommand, const std::string& output,
                        const std::string& input = "", const std::string& what = "FILE");

}  // namespace omega::command
