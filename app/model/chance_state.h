// What the panel Chance plays: a game, its noise, and what of it is shown.
#pragma once

#include <cstdint>
#include <string>

#include "importance/presets.h"

namespace omegascope {

struct ChanceState {
  std::string preset = "three_hills";  // where it began
  omega::importance::Game game = omega::importance::find_preset("three_hills").game;
  std::uint32_t seed = 0, draw = 0;
  int query = -1, head = -1;  // of which query it is a slice; -1: of none
  std::string data;           // digestOf() its sequence; empty: nobody knows
  int dimension = 0;          // of the values, which f is
  int standFor = 0;           // how many proposals of the query those of the game stand for; 0: as many as they are
  bool showTarget = true;     // hidden: others are to guess it
  bool showWeight = false;    // p over the mean density of the samples, as a curve
  bool operator==(const ChanceState&) const = default;

  /// Whether both give the same numbers.
  bool playsAs(const ChanceState& other) const {
    return game == other.game && seed == other.seed && draw == other.draw;
  }
};

}  // namespace omegascope
