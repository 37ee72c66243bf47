// Which of the words of a subcommand each of its actions reads: what it would pass over is refused.
#pragma once

#include <string>

#include "settings.h"

namespace omega::command {

/// Throws where something was given that `action`, as in "study list", has no use for.
void refuse_passed_over(const std::string& action, const Settings& settings);

}  // namespace omega::command
