// The games of the lessons, each described once.
#pragma once

#include <string>
#include <vector>

#include "importance/problem.h"

namespace omega::importance {

struct Preset {
  std::string name;
  std::string title;
  std::string shows;  // one sentence
  Game game;
};

const std::vector<Preset>& presets();
/// Throws Error::input naming the preset and those there are.
const Preset& find_preset(const std::string& name);

}  // namespace omega::importance
