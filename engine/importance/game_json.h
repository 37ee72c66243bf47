// A game as JSON, in and out. What is not known there is refused with its name and what there can be.
//
//   {"preset": "ratio", "proposals": [{"mean": 2, "sd": 1}], "samples": 64, "estimator": "snis"}
//
// With a preset all else changes it; without one, target, integrand and proposals must be there. `compare` lists
// further estimators over the same samples.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "importance/problem.h"

namespace omega::importance {

using Json = nlohmann::ordered_json;

/// What becomes of words that change nothing, as β without a control variate: what people write is refused, but a game
/// that was kept may hold β for a control variate, or a weighting for proposals, that come back.
enum class IdleWords { kept, refused };

/// Throws Error::input; `where` is what the JSON is called there. What is read is checked.
Game game_from_json(const Json& json, const std::string& where = "problem", IdleWords idle = IdleWords::kept);
/// All of it, but for options at their defaults.
Json to_json(const Game& game);

}  // namespace omega::importance
