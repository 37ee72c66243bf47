#include "player/lesson_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace omegascope {

namespace {

using omega::lessons::LessonCard;
using omega::lessons::LessonState;

OptionTexts textsOf(const omega::Options::Given& given) {
  OptionTexts texts;
  for (const auto& [name, value] : given) texts[name] = value;
  return texts;
}

Card cardOf(const LessonCard& from, Document before) {
  const auto same = std::find_if(before.cards.begin(), before.cards.end(), [&](const Card& one) {
    return one.method == from.method && one.variant == from.variant;
  });
  return {.id = same == before.cards.end() ? before.add(from.method).id : same->id,
          .method = from.method,
          .options = textsOf(from.options),
          .visible = from.visible,
          .variant = from.variant,
          .means = from.means};
}

}  // namespace

Document documentOf(const LessonState& state, const Document& before) {
  Document document;
  document.workload.preset = state.preset;
  document.workload.presetOptions = textsOf(state.preset_options);
  document.workload.presetSeed = state.preset_seed;
  document.seed = state.seed;
  document.draw = state.draw;
  document.outputDraws = static_cast<int>(state.output_draws);
  // How things are shown is the user's own, but for what the lesson says of it.
  document.view = before.view;
  document.asks = before.asks;
  document.asks.plane = {};
  if (!state.view.empty()) {
    nlohmann::json whole = toJson(document);
    whole["view"].merge_patch(nlohmann::json::parse(state.view.dump()));
    document = documentFromJson(whole);
  }
  if (state.chance) {
    if (!state.chance_preset.empty()) document.chance.preset = state.chance_preset;
    document.chance.game = *state.chance;
    document.chance.seed = state.seed;
    document.chance.draw = state.draw;
  } else {
    document.chance = before.chance;
  }
  for (const LessonCard& card : state.cards) document.cards.push_back(cardOf(card, before));
  return document;
}

Cursor cursorOf(const LessonState& state, const Document& document) {
  Cursor cursor;
  const auto of = [&](const char* name, int otherwise) {
    const auto found = state.selection.find(name);
    return found == state.selection.end() ? otherwise : found->second;
  };
  cursor.query = of("query", -1);
  cursor.key = of("key", -1);
  cursor.head = std::max(0, of("head", 0));
  cursor.sample = of("sample", -1);
  cursor.proposal = of("proposal", -1);
  const int card = of("card", -1);
  if (card >= 0 && card < static_cast<int>(document.cards.size()))
    cursor.card = document.cards[static_cast<std::size_t>(card)].id;
  return cursor;
}

LessonState stateOf(const Document& document, const Cursor& locked) {
  LessonState state;
  state.preset = document.workload.file.empty() ? document.workload.preset : std::string();
  if (!state.preset.empty()) {
    state.preset_options = givenOf(document.workload.presetOptions);
    state.preset_seed = document.workload.presetSeed;
  }
  state.seed = document.seed;
  state.draw = document.draw;
  state.output_draws = document.outputDraws;
  for (const Card& card : document.cards)
    state.cards.push_back({card.method, card.variant, givenOf(card.options), card.means, card.visible});
  state.selection = {{"query", locked.query},
                     {"key", locked.key},
                     {"head", locked.head},
                     {"sample", locked.sample},
                     {"proposal", locked.proposal}};
  state.chance = document.chance.game;
  state.chance_preset = document.chance.preset;
  return state;
}

}  // namespace omegascope
