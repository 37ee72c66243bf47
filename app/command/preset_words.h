// Presets on the command line: NAME, or NAME:option=value,option=value with `seed` among them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/options.h"
#include "core/sequence.h"

namespace omega::command {

struct PresetChoice {
  std::string name;
  Options options;
  std::uint32_t seed = 0;
};

PresetChoice parse_preset(const std::string& words);

}  // namespace omega::command
