#include "model/document.h"

#include <algorithm>
#include <set>
#include <type_traits>

#include "core/digest.h"
#include "estimators/registry.h"
#include "importance/game_json.h"
#include "lessons/lesson.h"
#include "model/json_fields.h"
#include "synthetic/synthetic.h"

namespace omegascope {

namespace {

constexpr int kSchema = 1;
constexpr double kLeastTarget = 0.1, kMostTarget = 100;  // percent

// --- The fields of each kind, to be read or written; a value that is written is const --------------------------------

template <class Fields, class Of>
void workloadFields(Fields& io, Of& w) {
  io.value("preset", w.preset);
  io.value("preset_options", w.presetOptions);
  io.value("preset_seed", w.presetSeed);
  io.value("file", w.file);
  io.value("file_options", w.fileOptions);
  io.list("moved", w.moved, [](auto& item, auto& token) {
    item.word("kind", token.kind, {"query", "key"});
    item.value("head", token.head);
    item.value("index", token.index);
    item.value("position", token.position);
  });
}

template <class Fields, class Of>
void cardFields(Fields& io, Of& card) {
  io.value("id", card.id);
  io.value("method", card.method);
  io.value("options", card.options);
  io.value("visible", card.visible);
  io.value("variant", card.variant);
  io.value("means", card.means);
}

template <class Fields, class Of>
void planeFields(Fields& io, Of& p) {
  io.word("kind", p.kind, {"axes", "principal", "means"});
  io.value("axis_x", p.axisX);
  io.value("axis_y", p.axisY);
  io.list("means", p.means, [](auto& item, auto& mean) {
    item.value("card", mean.card);
    item.value("index", mean.index);
  });
  io.word("density", p.density, {"marginal", "slice"});
  io.value("line", p.line);
  io.value("all_queries", p.allQueries);
}

/// Both are one object of a session: which field computes something is not its reader's business.
template <class Fields, class Asks, class View>
void viewFields(Fields& io, Asks& asks, View& v) {
  io.leaveAside("pool_maximum");
  io.word("map", v.map, {"attention", "error"});
  io.oneOf("colour_map", v.colourMap, {"viridis", "cividis", "grey"});
  io.oneOf("norm", v.norm, {"auto", "linear", "sqrt", "log"});
  io.object("plane", [&](auto& object) { planeFields(object, asks.plane); });
  io.value("show_target", v.showTarget);
  io.value("show_proposals", v.showProposals);
  io.value("show_samples", v.showSamples);
  io.value("show_tokens", v.showTokens);
  io.value("show_weights", v.showWeights);
  io.word("detail", asks.detail, {"pooled", "every", "around"});
  io.word("limits", v.limits, {"robust", "all", "locked"});
  io.value("locked_low", v.lockedLow);
  io.value("locked_high", v.lockedHigh);
  io.value("show_values", v.showValues);
  io.value("log_weights", v.logWeights);
  io.value("output_x", v.outputX);
  io.value("output_y", v.outputY);
  io.value("kernel_axis", asks.kernelAxis);
  io.value("kernel_sum", asks.kernelSum);
  io.object("model_view", [&](auto& object) {
    auto& m = v.modelView;
    object.value("quantity", m.quantity);
    object.value("sorted", m.isSorted);
    object.within("target", m.target, kLeastTarget, kMostTarget);
  });
  io.value("parts", v.parts);
  io.value("hidden", v.hidden);
}

/// A preset alone is its game.
template <class Fields, class Of>
void chanceFields(Fields& io, Of& chance) {
  io.value("preset", chance.preset);
  if constexpr (!std::is_const_v<Of>) chance.game = omega::importance::find_preset(chance.preset).game;
  io.as("problem", chance.game, omega::importance::to_json, [](const nlohmann::json& json, const std::string& where) {
    return omega::importance::game_from_json(omega::importance::Json(json), where);
  });
  io.value("seed", chance.seed);
  io.value("draw", chance.draw);
  io.value("query", chance.query);
  io.value("head", chance.head);
  io.value("data", chance.data);
  io.value("dimension", chance.dimension);
  io.value("stand_for", chance.standFor);
  io.value("show_target", chance.showTarget);
  io.value("show_weight", chance.showWeight);
}

template <class Fields, class Of>
void figureFields(Fields& io, Of& f) {
  using F = PaperFigure;
  io.list("tiles", f.tiles, [](auto& item, auto& tile) {
    item.value("panel", tile.panel);
    item.within("columns", tile.columns, 1, F::kMostColumns);
    item.within("share", tile.share, 1, F::kMostShare);
  });
  io.within("columns", f.columns, 1, F::kMostColumns);
  io.within("width", f.width, F::kLeastSide, F::kMostSide);
  io.within("height", f.height, F::kLeastSide, F::kMostSide);
  io.within("points", f.points, F::kLeastPoints, F::kMostPoints);
  io.within("dpi", f.dpi, F::kLeastDpi, F::kMostDpi);
  io.word("colours", f.colours, {"light", "dark", "grey"});
  io.value("letters", f.letters);
  io.value("titles", f.titles);
  io.value("legends", f.legends);
  io.value("cross", f.cross);
  io.object("motion", [&](auto& object) {
    auto& m = f.motion;
    object.value("card", m.card);
    object.value("option", m.option);
    object.value("from", m.from);
    object.value("to", m.to);
    object.within("frames", m.frames, F::kLeastFrames, F::kMostFrames);
    object.within("milliseconds", m.milliseconds, F::kLeastMilliseconds, F::kMostMilliseconds);
  });
}

template <class Fields, class Of>
void documentFields(Fields& io, Of& d) {
  int schema = kSchema;
  io.value("schema", schema);
  if (schema > kSchema)
    throw omega::Error::input("this session was written by a newer version (schema " + std::to_string(schema) +
                              ", this program reads up to " + std::to_string(kSchema) + ")");
  io.object("workload", [&](auto& object) { workloadFields(object, d.workload); });
  io.value("seed", d.seed);
  io.value("draw", d.draw);
  io.list("cards", d.cards, [](auto& item, auto& card) { cardFields(item, card); });
  io.value("output_draws", d.outputDraws);
  io.object("view", [&](auto& object) { viewFields(object, d.asks, d.view); });
  io.object("chance", [&](auto& object) { chanceFields(object, d.chance); });
  io.object("figure", [&](auto& object) { figureFields(object, d.figure); });
}

void checkFigure(const PaperFigure& figure) {
  if (figure.tiles.size() > PaperFigure::kMostTiles)
    throw omega::Error::input("session: document.figure.tiles has " + std::to_string(figure.tiles.size()) +
                              " panels, but there are letters for " + std::to_string(PaperFigure::kMostTiles));
}

constexpr int kLargestId = 1'000'000'000;  // new cards count on from it

void checkCards(const std::vector<Card>& cards) {
  std::set<int> ids;
  for (const Card& card : cards) {
    if (card.id < 0 || card.id > kLargestId)
      throw omega::Error::input("session: a card has the id " + std::to_string(card.id) + "; ids are from 0 to " +
                                std::to_string(kLargestId));
    if (!ids.insert(card.id).second)
      throw omega::Error::input("session: two cards have the id " + std::to_string(card.id) + "; ids must differ");
  }
  std::vector<std::string> methods;
  for (const omega::Estimator& estimator : omega::estimators()) methods.push_back(estimator.info.name);
  for (std::size_t i = 0; i < cards.size(); ++i)
    omega::place_of("session: document.cards[" + std::to_string(i) + "].method", cards[i].method, methods);
}

void checkPreset(const Workload& workload) {
  std::vector<std::string> presets;
  for (const omega::Synthetic& preset : omega::synthetics()) presets.push_back(preset.name);
  if (workload.file.empty()) omega::place_of("session: document.workload.preset", workload.preset, presets);
}

}  // namespace

void setText(OptionTexts& options, const std::string& name, const std::string& text) {
  if (text.empty())
    options.erase(name);
  else
    options[name] = text;
}

void Card::set(const std::string& name, const std::string& text) {
  const omega::OptionSpec* spec = omega::option_named(omega::find_estimator(method).info.options, name);
  if (spec != nullptr && !spec->by_hand.empty()) means.clear();
  setText(options, name, text);
}

void Card::setMeans(std::vector<double> fresh) {
  for (const omega::OptionSpec& spec : omega::find_estimator(method).info.options)
    if (spec.role == omega::OptionRole::means) set(spec.name, spec.by_hand);
  means = std::move(fresh);
}

void Card::dropMeans() {
  means.clear();
  for (const omega::OptionSpec& spec : omega::find_estimator(method).info.options)
    if (const auto own = options.find(spec.name);
        !spec.by_hand.empty() && own != options.end() && own->second == spec.by_hand)
      options.erase(own);
}

std::string Card::label() const { return omega::lessons::card_label(method, variant); }

bool Document::asksTheSame(const Document& other) const {
  Document shown = *this;
  shown.view = other.view;
  shown.chance = other.chance;  // a game of its own, in a panel of its own
  shown.figure = other.figure;  // where panels stand on a page
  return shown == other;
}

const Card* Document::card(int id) const {
  const auto found = std::find_if(cards.begin(), cards.end(), [id](const Card& c) { return c.id == id; });
  return found == cards.end() ? nullptr : &*found;
}

Card* Document::card(int id) { return const_cast<Card*>(std::as_const(*this).card(id)); }

Card& Document::add(const std::string& method) {
  static int s_last = 0;
  Card card;
  for (const Card& other : cards) s_last = std::max(s_last, other.id);
  card.id = ++s_last;
  card.method = method;
  while (std::any_of(cards.begin(), cards.end(),
                     [&](const Card& other) { return other.method == method && other.variant == card.variant; }))
    ++card.variant;
  return cards.emplace_back(std::move(card));
}

void Document::showAgainstSoftmax(const std::string& method, const omega::Options::Given& options) {
  cards.clear();
  add(kTruthMethod);
  if (method != kTruthMethod) add(method).options = {options.begin(), options.end()};
}

Document Document::start() {
  Document document;
  document.outputDraws = 64;  // enough to tell the bias of rfa
  const auto add = [&](const char* method, OptionTexts options, bool visible) {
    const auto id = static_cast<int>(document.cards.size());
    document.cards.push_back({.id = id, .method = method, .options = std::move(options), .visible = visible});
  };
  add(kTruthMethod, {}, true);
  add("rfa", {{"samples", "16"}}, true);
  add("lara", {{"landmarks", "16"}}, true);
  add("ra", {{"samples", "16"}}, false);
  add("eva", {{"window", "8"}, {"groups", "8"}}, false);
  return document;
}

std::string digestOf(const Workload& workload) {
  return omega::digest(FieldWriter::whole([&](auto& io) { workloadFields(io, workload); }).dump());
}

nlohmann::json toJson(const Document& document) {
  nlohmann::json whole = FieldWriter::whole([&](auto& io) { documentFields(io, document); });
  // Versions from before can read the session, too, where nobody has set what they do not know.
  if (document.figure == PaperFigure{}) whole.erase("figure");
  if (document.view.modelView == ModelViewSettings{}) whole["view"].erase("model_view");
  if (document.view.parts.empty()) whole["view"].erase("parts");
  if (document.view.hidden.empty()) whole["view"].erase("hidden");
  return whole;
}

Document documentFromJson(const nlohmann::json& json) {
  Document document;
  FieldReader::whole(json, "session: document", [&](auto& io) { documentFields(io, document); });
  checkFigure(document.figure);
  checkPreset(document.workload);
  checkCards(document.cards);
  return document;
}

}  // namespace omegascope
