// Where an output came from: enough to make it again, and nothing (times, paths) that differs between two makings.
#pragma once

#include <string>

#include "core/request.h"
#include "input.h"

namespace omega::command {

/// The command that makes the result again, but for where it is written.
std::string command_of(const Request& request, const Origin& origin);

/// One line of ASCII JSON; `backend` is that which computed it.
std::string provenance(const Request& request, const Input& input, const std::string& backend);
std::string provenance_of_preset(const std::string& preset, const Options& options, std::uint32_t seed);

}  // namespace omega::command
