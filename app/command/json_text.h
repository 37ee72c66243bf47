// JSON as this command writes it: two spaces of indent, keys in the order they were added, numbers that read back
// exactly.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/options.h"

namespace omega::command {

using Json = nlohmann::ordered_json;

Json to_json(const OptionValue& value);  // null where automatic
Json to_json(const OptionSpec& spec);
Json to_json(const Options& options);
std::string json_text(const Json& value);

}  // namespace omega::command
