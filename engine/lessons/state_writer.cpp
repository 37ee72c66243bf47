#include "lessons/state_writer.h"

#include "core/text.h"
#include "importance/game_json.h"
#include "importance/presets.h"
#include "lessons/state_reader.h"

namespace omega::lessons {

namespace {

std::string workload_text(const LessonState& state) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : state.preset_options) settings.push_back(name + "=" + value);
  if (state.preset_seed != kDefaultDataSeed) settings.push_back("seed=" + std::to_string(state.preset_seed));
  return state.preset + (settings.empty() ? "" : ":" + join(settings, ","));
}

Json rows_of(const LessonCard& card, std::size_t dims) {
  Json rows = Json::array();
  for (std::size_t i = 0; i + dims <= card.means.size(); i += dims)
    rows.push_back(std::vector<double>(card.means.begin() + static_cast<std::ptrdiff_t>(i),
                                       card.means.begin() + static_cast<std::ptrdiff_t>(i + dims)));
  return rows;
}

Json card_json(const LessonCard& card, const LessonState& state) {
  Json options = Json::object();
  for (const auto& [name, value] : card.options) options[name] = studies::scalar_of(value);
  if (!card.visible) options["visible"] = false;
  const int fixed = find_synthetic(state.preset).dim;
  if (!card.means.empty() && fixed > 0) options["means"] = rows_of(card, static_cast<std::size_t>(fixed));
  return options.empty() ? Json(card.label()) : Json{{card.label(), options}};
}

/// A preset by its name, where the game is that of the preset.
Json chance_json(const LessonState& state) {
  for (const importance::Preset& preset : importance::presets())
    if (preset.name == state.chance_preset && preset.game == *state.chance) return preset.name;
  return importance::to_json(*state.chance);
}

Json cards_json(const LessonState& state) {
  Json cards = Json::array();
  for (const LessonCard& card : state.cards) cards.push_back(card_json(card, state));
  return cards;
}

/// The label of the card that is in front; −1: none is.
Json front_json(const LessonState& state) {
  const auto found = state.selection.find("card");
  const bool is_one = found != state.selection.end() && found->second >= 0 &&
                      static_cast<std::size_t>(found->second) < state.cards.size();
  return is_one ? Json(state.cards[static_cast<std::size_t>(found->second)].label()) : Json(-1);
}

/// What is selected; where nothing is, −1, or 0 for the head.
Json selection_json(const LessonState& state) {
  Json selection = Json::object();
  for (const char* name : {"query", "key", "head", "sample", "proposal"}) {
    const auto found = state.selection.find(name);
    const int nothing = std::string(name) == "head" ? 0 : -1;
    selection[name] = found == state.selection.end() ? nothing : found->second;
  }
  selection["card"] = front_json(state);
  return selection;
}

/// Every key of a state but the view, even where it is as in a new document.
Json whole_json(const LessonState& state) {
  Json json{{"workload", workload_text(state)},
            {"cards", cards_json(state)},
            {"seed", state.seed},
            {"draw", state.draw},
            {"output_draws", state.output_draws}};
  json["selection"] = selection_json(state);
  if (state.chance) json["chance"] = chance_json(state);
  return json;
}

/// What nothing is said of any more is as in a new document again.
Json view_between(const Json& before, const Json& now) {
  Json view = Json::object();
  for (const ViewKey& key : view_keys()) {
    const Json was = before.value(key.place(), Json()), is = now.value(key.place(), Json());
    if (is == was) continue;
    if (!is.is_null())
      view[key.place()] = is;
    else if (was != key.usual)
      view[key.place()] = key.usual;
  }
  return view;
}

}  // namespace

Json set_between(const LessonState& before, const LessonState& now) {
  const Json from = whole_json(before), to = whole_json(now);
  Json set = Json::object();
  for (const auto& item : to.items()) {
    const Json was = from.value(item.key(), Json());
    if (item.key() != "selection") {
      if (item.value() == was) continue;
      set[item.key()] = item.value();
      continue;
    }
    // Of other cards another one may have the place of the one that was in front.
    const auto is_new = [&](const auto& selected) {
      return selected.value() != was[selected.key()] ||
             (selected.key() == "card" && selected.value() != -1 && set.contains("cards"));
    };
    for (const auto& selected : item.value().items())
      if (is_new(selected)) set["selection"][selected.key()] = selected.value();
  }
  if (const Json view = view_between(before.view, now.view); !view.empty()) set["view"] = view;
  return set;
}

Json to_json(const LessonState& state) {
  const LessonState usual;
  Json json{{"workload", workload_text(state)}};
  json["cards"] = cards_json(state);
  if (state.seed != usual.seed) json["seed"] = state.seed;
  if (state.draw != usual.draw) json["draw"] = state.draw;
  if (state.output_draws != usual.output_draws) json["output_draws"] = state.output_draws;
  for (const auto& [name, index] : state.selection)
    if (index >= 0 && name != "card" && !(name == "head" && index == 0)) json["selection"][name] = index;
  if (const Json card = front_json(state); card != -1) json["selection"]["card"] = card;
  if (!state.view.empty()) json["view"] = state.view;
  if (state.chance) json["chance"] = chance_json(state);
  return json;
}

}  // namespace omega::lessons
