#include "player/lesson_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/state_reader.h"

namespace omegascope {

namespace {

using omega::lessons::LessonCard;
using omega::lessons::LessonState;

/// What a lesson may select, by its names.
constexpr std::pair<const char*, int Cursor::*> kSelected[] = {{"query", &Cursor::query},
                                                               {"key", &Cursor::key},
                                                               {"head", &Cursor::head},
                                                               {"sample", &Cursor::sample},
                                                               {"proposal", &Cursor::proposal}};

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

/// With nothing else of it.
nlohmann::json viewOf(const Document& document) {
  Document shown;
  shown.view = document.view;
  shown.asks = document.asks;
  return toJson(shown);
}

/// How things are shown is the user's own, but for what the lesson says of it.
void setView(Document& document, const LessonState& state) {
  if (state.view.empty()) return;
  nlohmann::json whole = viewOf(document);
  whole["view"].merge_patch(nlohmann::json::parse(state.view.dump()));
  const Document shown = documentFromJson(whole);
  document.view = shown.view;
  document.asks = shown.asks;
}

/// What a lesson can say of the view, where it is not as in a new document. Limits that are locked are none of it.
omega::lessons::Json unusualViewOf(const Document& document) {
  const omega::lessons::Json view(viewOf(document)["view"]);
  omega::lessons::Json unusual = omega::lessons::Json::object();
  for (const omega::lessons::ViewKey& key : omega::lessons::view_keys()) {
    const omega::lessons::Json& value = view.at(key.place());
    const bool isKnown = key.words.empty() || std::find(key.words.begin(), key.words.end(), value) != key.words.end();
    if (isKnown && value != key.usual) unusual[key.place()] = value;
  }
  return unusual;
}

ChanceState chanceOf(const LessonState& state) {
  ChanceState chance;
  if (!state.chance_preset.empty()) chance.preset = state.chance_preset;
  chance.game = *state.chance;
  chance.seed = state.seed;
  chance.draw = state.draw;
  return chance;
}

}  // namespace

bool isOfChanceAlone(const LessonState& state) {
  const LessonState none;
  const auto isSoftmax = [](const LessonCard& card) { return card.method == kTruthMethod && card.options.empty(); };
  const bool hasNoEstimator = std::all_of(state.cards.begin(), state.cards.end(), isSoftmax);
  return state.chance && hasNoEstimator && state.selection.empty() && state.preset == none.preset &&
         state.preset_options == none.preset_options && state.preset_seed == none.preset_seed;
}

Document documentOf(const LessonState& state, const Document& before) {
  Document document;
  if (isOfChanceAlone(state)) {
    document = before;
    setView(document, state);
    document.chance = chanceOf(state);
    return document;
  }
  document.workload.preset = state.preset;
  document.workload.presetOptions = textsOf(state.preset_options);
  document.workload.presetSeed = state.preset_seed;
  document.seed = state.seed;
  document.draw = state.draw;
  document.outputDraws = static_cast<int>(state.output_draws);
  document.view = before.view;
  document.asks = before.asks;
  document.asks.plane = {};
  setView(document, state);
  document.chance = state.chance ? chanceOf(state) : before.chance;
  for (const LessonCard& card : state.cards) document.cards.push_back(cardOf(card, before));
  return document;
}

Cursor cursorOf(const LessonState& state, const Document& document) {
  Cursor cursor;
  for (const auto& [name, part] : kSelected)
    if (const auto found = state.selection.find(name); found != state.selection.end()) cursor.*part = found->second;
  cursor.head = std::max(0, cursor.head);
  const auto card = state.selection.find("card");
  if (card != state.selection.end() && card->second >= 0 && card->second < static_cast<int>(document.cards.size()))
    cursor.card = document.cards[static_cast<std::size_t>(card->second)].id;
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
  for (const auto& [name, part] : kSelected) state.selection[name] = locked.*part;
  const auto inFront = std::find_if(document.cards.begin(), document.cards.end(),
                                    [&](const Card& card) { return card.id == locked.card; });
  state.selection["card"] = inFront == document.cards.end() ? -1 : static_cast<int>(inFront - document.cards.begin());
  state.view = unusualViewOf(document);
  state.chance = document.chance.game;
  state.chance_preset = document.chance.preset;
  return state;
}

}  // namespace omegascope
