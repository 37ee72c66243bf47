#include "model/chance_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/text.h"
#include "importance/game_json.h"

namespace omegascope {

using nlohmann::json;

namespace {

template <class T>
void readMember(const json& from, const std::string& where, const char* name, T& value) {
  if (!from.contains(name)) return;
  try {
    from[name].get_to(value);
  } catch (const json::exception&) {
    throw omega::Error::input(where + "." + name + " is " + omega::quoted(from[name].dump()) +
                              ", which is not of the right type");
  }
}

}  // namespace

json toJson(const ChanceState& state) {
  return {{"preset", state.preset},
          {"problem", omega::importance::to_json(state.game)},
          {"seed", state.seed},
          {"draw", state.draw},
          {"query", state.query},
          {"head", state.head},
          {"stand_for", state.standFor},
          {"show_target", state.showTarget},
          {"show_weight", state.showWeight}};
}

/// A preset alone is its game.
ChanceState chanceFromJson(const json& json, const std::string& where) {
  static const std::vector<std::string> known = {"preset", "problem",   "seed",        "draw",       "query",
                                                 "head",   "stand_for", "show_target", "show_weight"};
  if (!json.is_object()) throw omega::Error::input(where + " must be an object");
  for (const auto& [name, value] : json.items())
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw omega::Error::input(where + " has no " + omega::quoted(name) + omega::closest_hint(name, known) +
                                "; it has " + omega::join(known, ", "));
  ChanceState state;
  readMember(json, where, "preset", state.preset);
  state.game = omega::importance::find_preset(state.preset).game;
  if (json.contains("problem"))
    state.game = omega::importance::game_from_json(omega::importance::Json(json["problem"]), where + ".problem");
  readMember(json, where, "seed", state.seed);
  readMember(json, where, "draw", state.draw);
  readMember(json, where, "query", state.query);
  readMember(json, where, "head", state.head);
  readMember(json, where, "stand_for", state.standFor);
  readMember(json, where, "show_target", state.showTarget);
  readMember(json, where, "show_weight", state.showWeight);
  return state;
}

}  // namespace omegascope
