// A preset as people write it: NAME, or NAME:option=value,option=value with `seed` among them.
#pragma once

#include <cstdint>
#include <string>

#include "core/options.h"

namespace omega {

struct PresetChoice {
  std::string name;
  Options options;
  Options::Given given;  // those of them that were said
  std::uint32_t seed = 0;
  bool says_seed = false;
};

/// Throws Error::input; `what` is what its sentences call it, such as --preset. `files_too`: says how image and text,
/// which `omega synth --list` shows among the presets, are made as files (samples.h).
PresetChoice parse_preset(const std::string& what, const std::string& words, bool files_too = true);

}  // namespace omega
