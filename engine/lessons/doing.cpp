#include "lessons/doing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/text.h"
#include "importance/game_json.h"
#include "importance/presets.h"
#include "kernel_learning/gmm.h"
#include "lessons/expression_node.h"
#include "lessons/vocabulary.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;

/// As an option is written.
std::string text_of(const Value& value) { return value.is_word() ? value.word : formatted("%.10g", value.numbers[0]); }

Json json_of(const Value& value) {
  if (value.is_one_number()) {
    const double number = value.numbers[0];
    return number == std::floor(number) ? Json(static_cast<std::int64_t>(number)) : Json(number);
  }
  return value.word == "true" || value.word == "false" ? Json(value.word == "true") : Json(value.word);
}

/// Beyond a number, where the number itself will not do.
double beyond(double number, double sign) {
  return number + sign * (number == std::floor(number) ? 1 : 0.1 * std::abs(number));
}

void give(Options::Given& given, const std::string& name, const std::string& text) {
  std::erase_if(given, [&](const auto& one) { return one.first == name; });
  given.emplace_back(name, text);
}

class Doer {
 public:
  Doer(const Expression& condition, const LessonState& now) : condition_(condition), now_(now) {}

  std::vector<Doing> all() { return fulfil(condition_.root()) ? path_ : std::vector<Doing>(); }

 private:
  bool holds(const Node& node) const { return holds_at(node, StateNames(now_)); }

  bool fulfil(const Node& node) {
    if (node.kind == Node::Kind::event) return fulfil_event(node);
    if (holds(node)) return true;
    switch (node.kind) {
      case Node::Kind::both:
        return std::all_of(node.parts.begin(), node.parts.end(), [&](const auto& part) { return fulfil(*part); });
      case Node::Kind::either:
        return std::any_of(node.parts.begin(), node.parts.end(), [&](const auto& part) { return tried(*part); });
      case Node::Kind::name: return set(node.text, Value::flag(true)) && holds(node);
      case Node::Kind::operation: return fulfil_comparison(node);
      default: return false;
    }
  }

  std::optional<double> number_at(const Node& node) const {
    const Value value = value_at(node, StateNames(now_));
    return value.is_one_number() ? std::optional(value.numbers[0]) : std::nullopt;
  }

  /// Fulfils the node, or leaves all as it was.
  bool tried(const Node& node) {
    const LessonState before = now_;
    const std::size_t steps = path_.size();
    if (fulfil(node)) return true;
    now_ = before;
    path_.resize(steps);
    return false;
  }

  bool fulfil_event(const Node& node) {
    if (node.text == "revealed") return true;  // whoever asks has answered
    if (node.text == "measured") {
      for (const std::string& panel : node.whats) path_.push_back({now_, 0, panel});
      return true;
    }
    if (node.text != "visited") return false;
    return std::all_of(node.whats.begin(), node.whats.end(), [&](const std::string& what) {
      const auto& visited = condition_.visited();
      const auto found =
          std::find_if(visited.begin(), visited.end(), [&](const Expression& one) { return one.text() == what; });
      return found != visited.end() && fulfil(found->root());
    });
  }

  bool fulfil_comparison(const Node& node) {
    const std::string mirrored = mirrored_sign(node.text);
    if (mirrored.empty()) return false;
    const Node &left = *node.parts[0], &right = *node.parts[1];
    const StateNames names(now_);
    const bool is_set =
        set_side(left, node.text, value_at(right, names)) || set_side(right, mirrored, value_at(left, names));
    return is_set && (holds(node) || is_counted(left) || is_counted(right));
  }

  static bool is_counted(const Node& side) { return side.kind == Node::Kind::name && side.text == "redraws"; }

  bool set_side(const Node& side, const std::string& sign, const Value& other) {
    if (!other.is_word() && !other.is_one_number()) return false;
    if (side.kind == Node::Kind::name) {
      const double by = sign == ">" ? 1 : sign == "<" ? -1 : 0;
      return set(side.text, by == 0 || other.is_word() ? other : Value::number(beyond(other.numbers[0], by)));
    }
    if (side.kind != Node::Kind::call || other.is_word()) return false;
    const Node& inside = *side.parts[0];
    if (side.text == "abs" && sign[0] == '<' && inside.kind == Node::Kind::operation && inside.text == "-" &&
        inside.parts[0]->kind == Node::Kind::name) {
      const std::optional<double> middle = number_at(*inside.parts[1]);
      return middle && set(inside.parts[0]->text, Value::number(*middle));
    }
    return side.text == "dist" && set_mean(side, other.numbers[0]);
  }

  /// dist(card.mean[c], x, ..): puts that mean at this distance from the place, along the first axis.
  bool set_mean(const Node& call, double distance) {
    const Node& place = *call.parts[0];
    if (place.kind != Node::Kind::index || place.parts[0]->kind != Node::Kind::name) return false;
    const std::string name = place.parts[0]->text;
    const std::optional<double> which = number_at(*place.parts[1]);
    LessonCard* card = card_of(halves(name).first);
    if (!card || !which) return false;
    const std::size_t dims = call.parts.size() - 1, first = static_cast<std::size_t>(*which) * dims;
    if (first + dims > card->means.size()) return false;
    for (std::size_t d = 0; d < dims; ++d) {
      const double to = number_at(*call.parts[d + 1]).value_or(0) + (d == 0 ? distance : 0);
      if (card->method == "gmm")
        move_component(card->means, static_cast<Index>(dims), static_cast<Index>(*which), static_cast<Index>(d), to);
      else
        card->means[first + d] = to;
    }
    return done();
  }

  LessonCard* card_of(const std::string& name) {
    const auto found =
        std::find_if(now_.cards.begin(), now_.cards.end(), [&](const LessonCard& card) { return card.name() == name; });
    return found == now_.cards.end() ? nullptr : &*found;
  }

  bool set(const std::string& name, const Value& value) {
    const auto [first, rest] = halves(name);
    if (name == "redraws") {
      path_.push_back({now_, static_cast<int>(std::ceil(value.numbers[0])), ""});
      return true;
    }
    if (first == "chance") return set_chance(rest, value);
    if (first == "selection" && value.is_one_number()) {
      now_.selection[rest] = static_cast<int>(value.numbers[0]);
    } else if (name == "workload.preset") {
      now_.preset = value.word;
      now_.preset_options.clear();
    } else if (first == "workload") {
      give(now_.preset_options, rest, text_of(value));
    } else if (LessonCard* card = card_of(first)) {
      if (is_among(measured_names(), rest)) return false;
      if (rest == "visible")
        card->visible = value.word == "true";
      else
        give(card->options, rest, text_of(value));
    } else {
      return false;
    }
    return done();
  }

  bool set_chance(const std::string& name, const Value& value) {
    if (!now_.chance) return false;
    if (name == "preset") {
      now_.chance_preset = value.word;
      now_.chance = importance::find_preset(value.word).game;
      return done();
    }
    Json game = importance::to_json(*now_.chance);
    if (name.starts_with("q["))
      game["proposals"].at(static_cast<std::size_t>(name[2] - '0'))[name.substr(5)] = json_of(value);
    else
      game[name] = json_of(value);
    try {
      const importance::Method before = now_.chance->plan.methods.front();
      now_.chance = importance::game_from_json(game, "chance");
      importance::keep_apart(now_.chance->plan, before);
    } catch (const Error&) {
      return false;  // measured, or not possible
    }
    return done();
  }

  bool done() {
    path_.push_back({now_, 0, ""});
    return true;
  }

  const Expression& condition_;
  LessonState now_;
  std::vector<Doing> path_;
};

}  // namespace

std::vector<Doing> doings_for(const Expression& condition, const LessonState& now) {
  return Doer(condition, now).all();
}

}  // namespace omega::lessons
