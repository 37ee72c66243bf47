// The two samples of `omega synth` that are files for readers rather than arrays: a picture and a text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "settings.h"

namespace omega::command {

bool is_sample(const std::string& name);

/// Writes sample `name`; of the preset options only `n` means something: pixels along a side, or words.
void write_sample(const std::string& name, const std::map<std::string, std::optional<std::string>>& options,
                  std::uint32_t seed, const std::string& output, const Settings& settings);

struct SampleHelp {
  std::string name, summary;
  std::string counts;  // what --n is of it
  std::int64_t usual;  // without --n

  std::string options() const { return "--n " + std::to_string(usual) + " (" + counts + ")"; }
};
const std::vector<SampleHelp>& samples();

}  // namespace omega::command
