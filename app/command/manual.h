// The pages of the manual that --help prints: made from a subcommand's description and its options.
#pragma once

#include <string>
#include <string_view>

#include "subcommand.h"

namespace omega::command {

/// The page of `omega` itself.
std::string manual_page(const CLI::App& omega);
/// The page of one subcommand; `app` is its part of the command line.
std::string manual_page(const Subcommand& subcommand, const CLI::App& app);

/// `text` in lines of at most `width` columns, each after `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 90);

}  // namespace omega::command
