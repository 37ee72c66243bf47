// The pages of the manual that --help and --man print: made from a subcommand's description and its options.
#pragma once

#include <string>
#include <string_view>

#include "page.h"
#include "subcommand.h"

namespace omega::command {

/// The page of `omega` itself.
Page manual_page(const Arguments& common);
/// The page of one subcommand: its own options and those of all.
Page manual_page(const Subcommand& subcommand, const Arguments& own, const Arguments& common);

/// `text` in lines of at most `width` columns, each after `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 90);

}  // namespace omega::command
