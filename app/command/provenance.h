// Where an output came from: enough to make it again, and nothing (times, paths) that differs between two makings.
#pragma once

#include <string>

#include "core/result.h"

namespace omega::command {

/// One line of ASCII JSON.
std::string provenance(const Request& request, const std::string& digest);
std::string provenance_of_preset(const std::string& preset, const Options& options, std::uint32_t seed);

}  // namespace omega::command
