#include "lessons/state_reader.h"

#include <algorithm>
#include <limits>

#include "core/named.h"
#include "core/text.h"
#include "core/words.h"
#include "estimators/registry.h"
#include "lessons/chance.h"
#include "lessons/keys.h"
#include "lessons/vocabulary.h"
#include "synthetic/preset_choice.h"

namespace omega::lessons {

namespace {

using studies::JsonNode;

constexpr Index kMostCards = 8;
constexpr std::size_t kMostMeans = 4096;
const std::vector<std::string> kSelected = {"query", "key", "head", "sample", "proposal", "card"};

void read_workload(const JsonNode& node, LessonState& state) {
  const std::string words = node.text();
  checked_at(node, [&] {
    const PresetChoice choice = parse_preset("workload", words, false);
    state.preset = choice.name;
    state.preset_options = choice.given;
    state.preset_seed = choice.seed;
  });
}

/// Whether a card's label or name ends in the letter of its variant.
bool ends_in_letter(const std::string& word, char before) {
  return word.size() > 2 && word[word.size() - 2] == before && 'b' <= word.back() && word.back() <= 'z';
}

/// "rfa b" is the second rfa: the method, and its number among those of the method.
LessonCard card_called(const JsonNode& node, const std::string& label) {
  LessonCard card;
  const bool has_letter = ends_in_letter(label, ' ');
  card.method = has_letter ? label.substr(0, label.size() - 2) : label;
  card.variant = has_letter ? label.back() - 'a' : 0;
  checked_at(node, [&] { find_estimator(card.method); });
  return card;
}

std::vector<double> read_means(const JsonNode& node, const LessonState& state) {
  std::vector<double> means;
  for (const JsonNode& row : node.items()) {
    const std::vector<JsonNode> numbers = row.items();
    if (const auto dims = dims_of(state); dims && std::ssize(numbers) != *dims)
      throw row.error_of_value("has " + count_text(std::ssize(numbers), "number") + ", but a place in the ω-space of " +
                               state.preset + " has " + std::to_string(*dims));
    for (const JsonNode& number : numbers) means.push_back(number.number());
  }
  if (means.empty() || means.size() > kMostMeans)
    throw node.error("means must be a list of rows, each a place in ω-space, such as [[0, 0], [1, 2]]");
  return means;
}

/// {"rfa": {"samples": 64}}; beside options there can be visible and, of given proposals, means.
LessonCard read_card(const JsonNode& node, const LessonState& state) {
  if (node.json().is_string()) return card_called(node, node.text());
  const std::vector<std::string> labels = node.keys();
  if (labels.size() != 1)
    throw node.error("a card is a method, or one method with its options, such as {\"rfa\": {\"samples\": 64}}");
  LessonCard card = card_called(node, labels.front());
  const JsonNode options = node.at(labels.front());
  const auto& specs = find_estimator(card.method).info.options;
  std::vector<std::string> known = names_of(specs);
  known.insert(known.begin(), {"visible", "means"});
  options.only(known);
  for (const std::string& name : options.keys()) {
    const JsonNode value = options.at(name);
    if (name == "visible")
      card.visible = value.flag();
    else if (name == "means")
      card.means = read_means(value, state);
    else
      card.options.emplace_back(name, value.scalar());
  }
  checked_at(options, [&] { Options(card.method, specs, card.options); });
  return card;
}

void read_cards(const JsonNode& node, LessonState& state) {
  state.cards.clear();
  for (const JsonNode& item : node.items()) {
    LessonCard card = read_card(item, state);
    if (state.card(card.name()))
      throw item.error("there is " + omega::quoted(card.label()) + " already; call a second one " +
                       omega::quoted(card.method + " b"));
    state.cards.push_back(std::move(card));
  }
  if (state.cards.empty() || state.cards.size() > static_cast<std::size_t>(kMostCards))
    throw node.error("there must be 1 to " + std::to_string(kMostCards) + " cards");
}

void read_selection(const JsonNode& node, LessonState& state) {
  node.only(kSelected);
  for (const std::string& name : node.keys()) {
    const JsonNode value = node.at(name);
    if (name != "card" || value.json() == -1) {  // of a card −1 alone is a number: none is in front
      state.selection[name] = static_cast<int>(value.whole(-1, std::numeric_limits<int>::max()));
      continue;
    }
    if (!value.json().is_string()) throw value.error("\"card\" must be the name of a card, such as \"rfa b\", or -1");
    const auto card = std::find_if(state.cards.begin(), state.cards.end(),
                                   [&](const LessonCard& one) { return one.label() == value.text(); });
    if (card == state.cards.end())
      throw value.error("there is no card " + omega::quoted(value.text()) + " in this step");
    state.selection[name] = static_cast<int>(card - state.cards.begin());
  }
}

void read_view_value(const JsonNode& node, const ViewKey& key) {
  if (key.usual.is_number()) return static_cast<void>(node.number());
  if (key.usual.is_boolean()) return static_cast<void>(node.flag());
  one_of(node, key.words);
}

void read_view(const JsonNode& node, LessonState& state, const std::string& prefix = "") {
  std::vector<std::string> known;
  for (const ViewKey& key : view_keys())
    if (key.name.starts_with(prefix)) {
      const std::string name = key.name.substr(prefix.size());
      known.push_back(name.substr(0, name.find('.')));
    }
  known.erase(std::unique(known.begin(), known.end()), known.end());
  node.only(known);
  for (const std::string& name : node.keys()) {
    if (prefix.empty() && name == "plane") {
      read_view(node.at(name), state, "plane.");
      continue;
    }
    for (const ViewKey& key : view_keys())
      if (key.name == prefix + name) {
        read_view_value(node.at(name), key);
        state.view[key.place()] = node.at(name).json();
      }
  }
}

std::uint32_t read_seed(const JsonNode& node) {
  return static_cast<std::uint32_t>(node.whole(0, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

std::string card_label(const std::string& method, int variant) {
  return variant == 0 ? method : method + " " + static_cast<char>('a' + variant % 26);
}

std::string label_of_name(const std::string& name) {
  std::string label = name;
  if (ends_in_letter(name, '_')) label[name.size() - 2] = ' ';
  return label;
}

std::string LessonCard::name() const {
  std::string word = label();
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

const LessonCard* LessonState::card(const std::string& name) const {
  const auto found =
      std::find_if(cards.begin(), cards.end(), [&](const LessonCard& one) { return one.name() == name; });
  return found == cards.end() ? nullptr : &*found;
}

Json::json_pointer ViewKey::place() const {
  std::string path = "/" + name;
  std::replace(path.begin(), path.end(), '.', '/');
  return Json::json_pointer(path);
}

const std::vector<ViewKey>& view_keys() {
  static const std::vector<ViewKey> table = {
      {"map", "attention", {"attention", "error"}},
      {"norm", "auto", {"auto", "linear", "sqrt", "log"}},
      {"limits", "robust", {"robust", "all"}},
      {"show_target", true, {}},
      {"show_proposals", true, {}},
      {"show_samples", true, {}},
      {"show_tokens", true, {}},
      {"show_weights", true, {}},
      {"show_values", false, {}},
      {"log_weights", false, {}},
      {"kernel_sum", 1.0, {}},
      {"plane.kind", "principal", {"axes", "principal"}},
      {"plane.density", "marginal", {"marginal", "slice"}},
      {"plane.line", false, {}},
      {"plane.all_queries", false, {}},
  };
  return table;
}

std::size_t one_of(const JsonNode& node, const std::vector<std::string>& words) {
  const std::string word = node.text();
  std::size_t place = 0;
  checked_at(node, [&] { place = place_of(node.subject(), word, words); });
  return place;
}

void checked_at(const JsonNode& node, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& problem) {
    throw node.error(problem.what());
  }
}

Options::Given read_options(const JsonNode& node, const std::string& owner, const std::vector<OptionSpec>& specs) {
  Options::Given given;
  node.only(names_of(specs));
  for (const std::string& name : node.keys()) given.emplace_back(name, node.at(name).scalar());
  checked_at(node, [&] { Options(owner, specs, given); });
  return given;
}

void read_state(const JsonNode& node, LessonState& state) {
  check_keys(node, "state");
  if (const auto value = node.find("workload")) read_workload(*value, state);
  if (const auto value = node.find("cards")) read_cards(*value, state);
  if (const auto value = node.find("seed")) state.seed = read_seed(*value);
  if (const auto value = node.find("draw")) state.draw = read_seed(*value);
  if (const auto value = node.find("output_draws")) state.output_draws = value->whole(1, kMostOutputDraws);
  if (const auto value = node.find("selection")) read_selection(*value, state);
  if (const auto value = node.find("view")) read_view(*value, state);
  if (const auto value = node.find("chance")) read_chance(*value, state);
}

}  // namespace omega::lessons
