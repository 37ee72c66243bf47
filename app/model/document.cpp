#include "model/document.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/text.h"
#include "estimators/registry.h"
#include "synthetic/synthetic.h"

namespace omegascope {

using nlohmann::json;

namespace {

constexpr int kSchema = 1;

template <class Enum>
const std::vector<std::string>& words();
template <>
const std::vector<std::string>& words<MapContent>() {
  static const std::vector<std::string> list = {"attention", "error"};
  return list;
}
template <>
const std::vector<std::string>& words<MapDetail>() {
  static const std::vector<std::string> list = {"pooled", "every", "around"};
  return list;
}
template <>
const std::vector<std::string>& words<MapLimits>() {
  static const std::vector<std::string> list = {"robust", "all", "locked"};
  return list;
}
template <>
const std::vector<std::string>& words<Plane>() {
  static const std::vector<std::string> list = {"axes", "principal", "means"};
  return list;
}
template <>
const std::vector<std::string>& words<DensityKind>() {
  static const std::vector<std::string> list = {"marginal", "slice"};
  return list;
}

template <>
const std::vector<std::string>& words<ExportColours>() {
  static const std::vector<std::string> list = {"light", "dark", "grey"};
  return list;
}

template <>
const std::vector<std::string>& words<MovedToken::Kind>() {
  static const std::vector<std::string> list = {"query", "key"};
  return list;
}
const std::vector<std::string> kColourMaps = {"viridis", "cividis", "grey"}, kNorms = {"auto", "linear", "sqrt", "log"};

std::size_t placeOf(const std::string& word, const std::vector<std::string>& list, const std::string& field) {
  const auto found = std::find(list.begin(), list.end(), word);
  if (found == list.end())
    throw omega::Error::input("session: " + field + " is " + omega::quoted(word) + omega::closest_hint(word, list) +
                              ", but must be one of " + omega::join(list, ", "));
  return static_cast<std::size_t>(found - list.begin());
}

template <class Enum>
const std::string& wordOf(Enum value) {
  return words<Enum>()[static_cast<std::size_t>(value)];
}

/// Reads fields of one object, naming the whole path of whatever is wrong.
class Reader {
 public:
  Reader(const json& object, std::string path) : m_object(object), m_path(std::move(path)) {
    if (!object.is_object()) throw omega::Error::input("session: " + m_path + " must be an object");
  }

  template <class T>
  void read(const char* name, T& value) const {
    const auto found = find(name);
    if (found == m_object.end()) return;  // what an older version did not know keeps its default
    try {
      found->get_to(value);
    } catch (const json::exception&) {
      throw omega::Error::input("session: " + m_path + "." + name + " is " + omega::quoted(found->dump()) +
                                ", which is not of the right type");
    }
  }
  template <class Number>
  void readWithin(const char* name, Number& value, Number least, Number most) const {
    read(name, value);
    if (!(value >= least && value <= most))
      throw omega::Error::input("session: " + m_path + "." + name + " is " + omega::number_text(value) +
                                ", but must be from " + omega::number_text(least) + " to " + omega::number_text(most));
  }
  template <class Enum>
  void readWord(const char* name, Enum& value) const {
    std::string text = wordOf(value);
    read(name, text);
    value = static_cast<Enum>(placeOf(text, words<Enum>(), m_path + "." + name));
  }
  void readOneOf(const char* name, std::string& value, const std::vector<std::string>& list) const {
    read(name, value);
    placeOf(value, list, m_path + "." + name);
  }
  template <class Read>
  void each(const char* name, Read&& readItem) const {
    const auto found = find(name);
    if (found == m_object.end()) return;
    if (!found->is_array()) throw omega::Error::input("session: " + m_path + "." + name + " must be a list");
    for (std::size_t i = 0; i < found->size(); ++i)
      whole((*found)[i], m_path + "." + name + "[" + std::to_string(i) + "]", readItem);
  }
  template <class Read>
  void object(const char* name, Read&& readObject) const {
    const auto found = find(name);
    if (found != m_object.end()) whole(*found, m_path + "." + name, readObject);
  }
  /// What earlier versions wrote and this one has no use for.
  void leaveAside(const char* name) const { m_retired.emplace_back(name); }
  /// Reads a whole object; a member that nobody asked for is a misspelt name.
  template <class Read>
  static void whole(const json& object, const std::string& path, Read&& readObject) {
    const Reader reader(object, path);
    readObject(reader);
    for (const auto& [name, value] : object.items())
      if (!isAmong(reader.m_known, name) && !isAmong(reader.m_retired, name))
        throw omega::Error::input("session: " + path + " has no " + omega::quoted(name) +
                                  omega::closest_hint(name, reader.m_known) + "; it has " +
                                  omega::join(reader.m_known, ", "));
  }

 private:
  static bool isAmong(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  json::const_iterator find(const char* name) const {
    m_known.emplace_back(name);
    return m_object.find(name);
  }

  const json& m_object;
  std::string m_path;
  mutable std::vector<std::string> m_known, m_retired;  // the names that were asked for, and those left aside
};

json toJson(const MovedToken& token) {
  return {{"kind", wordOf(token.kind)}, {"head", token.head}, {"index", token.index}, {"position", token.position}};
}

json toJson(const Workload& w) {
  json moved = json::array();
  for (const MovedToken& token : w.moved) moved.push_back(toJson(token));
  return {{"preset", w.preset}, {"preset_options", w.presetOptions}, {"preset_seed", w.presetSeed},
          {"file", w.file},     {"file_options", w.fileOptions},     {"moved", moved}};
}

json toJson(const Card& card) {
  return {{"id", card.id},           {"method", card.method},   {"options", card.options},
          {"visible", card.visible}, {"variant", card.variant}, {"means", card.means}};
}

json toJson(const PlaneSettings& p) {
  json means = json::array();
  for (const PlaneMean& mean : p.means) means.push_back({{"card", mean.card}, {"index", mean.index}});
  return {{"kind", wordOf(p.kind)},       {"axis_x", p.axisX}, {"axis_y", p.axisY},          {"means", means},
          {"density", wordOf(p.density)}, {"line", p.line},    {"all_queries", p.allQueries}};
}

/// Both are one object of a session: which field computes something is not its reader's business.
json viewToJson(const ViewQuestions& asks, const ViewSettings& v) {
  return {{"map", wordOf(v.map)},
          {"colour_map", v.colourMap},
          {"norm", v.norm},
          {"plane", toJson(asks.plane)},
          {"show_values", v.showValues},
          {"detail", wordOf(asks.detail)},
          {"limits", wordOf(v.limits)},
          {"locked_low", v.lockedLow},
          {"locked_high", v.lockedHigh},
          {"show_target", v.showTarget},
          {"show_proposals", v.showProposals},
          {"show_samples", v.showSamples},
          {"show_tokens", v.showTokens},
          {"show_weights", v.showWeights},
          {"log_weights", v.logWeights},
          {"output_x", v.outputX},
          {"output_y", v.outputY},
          {"kernel_axis", asks.kernelAxis},
          {"kernel_sum", asks.kernelSum}};
}

json toJson(const FigureMotion& m) {
  return {{"card", m.card}, {"option", m.option}, {"from", m.from},
          {"to", m.to},     {"frames", m.frames}, {"milliseconds", m.milliseconds}};
}

json toJson(const PaperFigure& f) {
  json tiles = json::array();
  for (const FigureTile& tile : f.tiles)
    tiles.push_back({{"panel", tile.panel}, {"columns", tile.columns}, {"share", tile.share}});
  return {{"tiles", std::move(tiles)},    {"columns", f.columns}, {"width", f.width},
          {"height", f.height},           {"points", f.points},   {"dpi", f.dpi},
          {"colours", wordOf(f.colours)}, {"letters", f.letters}, {"titles", f.titles},
          {"legends", f.legends},         {"cross", f.cross},     {"motion", toJson(f.motion)}};
}

void readWorkload(const Reader& from, Workload& w) {
  from.read("preset", w.preset);
  from.read("preset_options", w.presetOptions);
  from.read("preset_seed", w.presetSeed);
  from.read("file", w.file);
  from.read("file_options", w.fileOptions);
  from.each("moved", [&](const Reader& item) {
    MovedToken token;
    item.readWord("kind", token.kind);
    item.read("head", token.head);
    item.read("index", token.index);
    item.read("position", token.position);
    w.moved.push_back(std::move(token));
  });
}

Card readCard(const Reader& from) {
  Card card;
  from.read("id", card.id);
  from.read("method", card.method);
  from.read("options", card.options);
  from.read("visible", card.visible);
  from.read("variant", card.variant);
  from.read("means", card.means);
  return card;
}

void readPlane(const Reader& from, PlaneSettings& p) {
  from.readWord("kind", p.kind);
  from.read("axis_x", p.axisX);
  from.read("axis_y", p.axisY);
  from.each("means", [&](const Reader& item) {
    PlaneMean mean;
    item.read("card", mean.card);
    item.read("index", mean.index);
    p.means.push_back(mean);
  });
  from.readWord("density", p.density);
  from.read("line", p.line);
  from.read("all_queries", p.allQueries);
}

void readView(const Reader& from, ViewQuestions& asks, ViewSettings& v) {
  from.leaveAside("pool_maximum");
  from.readWord("map", v.map);
  from.readOneOf("colour_map", v.colourMap, kColourMaps);
  from.readOneOf("norm", v.norm, kNorms);
  from.object("plane", [&](const Reader& object) { readPlane(object, asks.plane); });
  from.read("show_target", v.showTarget);
  from.read("show_proposals", v.showProposals);
  from.read("show_samples", v.showSamples);
  from.read("show_tokens", v.showTokens);
  from.read("show_weights", v.showWeights);
  from.readWord("detail", asks.detail);
  from.readWord("limits", v.limits);
  from.read("locked_low", v.lockedLow);
  from.read("locked_high", v.lockedHigh);
  from.read("show_values", v.showValues);
  from.read("log_weights", v.logWeights);
  from.read("output_x", v.outputX);
  from.read("output_y", v.outputY);
  from.read("kernel_axis", asks.kernelAxis);
  from.read("kernel_sum", asks.kernelSum);
}

void readFigure(const Reader& from, PaperFigure& f) {
  using F = PaperFigure;
  std::vector<FigureTile> tiles;
  from.each("tiles", [&](const Reader& item) {
    FigureTile tile;
    item.read("panel", tile.panel);
    item.readWithin("columns", tile.columns, 1, F::kMostColumns);
    item.readWithin("share", tile.share, 1, F::kMostShare);
    tiles.push_back(std::move(tile));
  });
  if (!tiles.empty()) f.tiles = std::move(tiles);
  if (f.tiles.size() > F::kMostTiles)
    throw omega::Error::input("session: document.figure.tiles has " + std::to_string(f.tiles.size()) +
                              " panels, but there are letters for " + std::to_string(F::kMostTiles));
  from.readWithin("columns", f.columns, 1, F::kMostColumns);
  from.readWithin("width", f.width, F::kLeastSide, F::kMostSide);
  from.readWithin("height", f.height, F::kLeastSide, F::kMostSide);
  from.readWithin("points", f.points, F::kLeastPoints, F::kMostPoints);
  from.readWithin("dpi", f.dpi, F::kLeastDpi, F::kMostDpi);
  from.readWord("colours", f.colours);
  from.read("letters", f.letters);
  from.read("titles", f.titles);
  from.read("legends", f.legends);
  from.read("cross", f.cross);
  from.object("motion", [&](const Reader& object) {
    FigureMotion& m = f.motion;
    object.read("card", m.card);
    object.read("option", m.option);
    object.read("from", m.from);
    object.read("to", m.to);
    object.readWithin("frames", m.frames, F::kLeastFrames, F::kMostFrames);
    object.readWithin("milliseconds", m.milliseconds, F::kLeastMilliseconds, F::kMostMilliseconds);
  });
}

void checkCards(const std::vector<Card>& cards) {
  std::set<int> ids;
  for (const Card& card : cards) {
    if (card.id < 0)
      throw omega::Error::input("session: a card has the id " + std::to_string(card.id) + "; ids are 0 or more");
    if (!ids.insert(card.id).second)
      throw omega::Error::input("session: two cards have the id " + std::to_string(card.id) + "; ids must differ");
  }
  std::vector<std::string> methods;
  for (const omega::Estimator& estimator : omega::estimators()) methods.push_back(estimator.info.name);
  for (std::size_t i = 0; i < cards.size(); ++i)
    placeOf(cards[i].method, methods, "document.cards[" + std::to_string(i) + "].method");
}

void checkPreset(const Workload& workload) {
  std::vector<std::string> presets;
  for (const omega::Synthetic& preset : omega::synthetics()) presets.push_back(preset.name);
  if (workload.file.empty()) placeOf(workload.preset, presets, "document.workload.preset");
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

std::string Card::label() const { return variant == 0 ? method : method + " " + static_cast<char>('a' + variant % 26); }

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

Document Document::start() {
  Document document;
  document.outputDraws = 64;  // enough to tell the bias of rfa
  const auto add = [&](const char* method, OptionTexts options, bool visible) {
    Card card;
    card.id = static_cast<int>(document.cards.size());
    card.method = method;
    card.options = std::move(options);
    card.visible = visible;
    document.cards.push_back(std::move(card));
  };
  add("softmax", {}, true);
  add("rfa", {{"samples", "16"}}, true);
  add("lara", {{"landmarks", "16"}}, true);
  add("ra", {{"samples", "16"}}, false);
  add("eva", {{"window", "8"}, {"groups", "8"}}, false);
  return document;
}

json toJson(const Document& document) {
  json cards = json::array();
  for (const Card& card : document.cards) cards.push_back(toJson(card));
  json whole = {{"schema", kSchema},
                {"workload", toJson(document.workload)},
                {"seed", document.seed},
                {"draw", document.draw},
                {"cards", std::move(cards)},
                {"output_draws", document.outputDraws},
                {"view", viewToJson(document.asks, document.view)},
                {"chance", toJson(document.chance)}};
  // Where nobody has built one, versions before figures read the session too.
  if (document.figure != PaperFigure{}) whole["figure"] = toJson(document.figure);
  return whole;
}

Document documentFromJson(const json& json) {
  Document document;
  nlohmann::json chance;
  Reader::whole(json, "document", [&](const Reader& from) {
    int schema = kSchema;
    from.read("schema", schema);
    if (schema > kSchema)
      throw omega::Error::input("this session was written by a newer version (schema " + std::to_string(schema) +
                                ", this program reads up to " + std::to_string(kSchema) + ")");
    from.object("workload", [&](const Reader& object) { readWorkload(object, document.workload); });
    from.read("seed", document.seed);
    from.read("draw", document.draw);
    from.each("cards", [&](const Reader& object) { document.cards.push_back(readCard(object)); });
    from.read("output_draws", document.outputDraws);
    from.object("view", [&](const Reader& object) { readView(object, document.asks, document.view); });
    from.read("chance", chance);
    from.object("figure", [&](const Reader& object) { readFigure(object, document.figure); });
  });
  if (!chance.is_null()) document.chance = chanceFromJson(chance, "session: document.chance");
  checkPreset(document.workload);
  checkCards(document.cards);
  return document;
}

}  // namespace omegascope
