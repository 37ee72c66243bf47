#include "lessons/limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text.h"
#include "estimators/registry.h"
#include "lessons/expression_node.h"
#include "lessons/vocabulary.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;

constexpr double kEndless = std::numeric_limits<double>::infinity();

// --- What a name can be ----------------------------------------------------------------------------------------------

/// What a name can be set to.
struct Range {
  double low = 0, high = kEndless;
  bool has_low = true, is_whole = true;
};

bool can_be(const Range& range, const std::string& sign, double number) {
  const auto& [low, high, has_low, is_whole] = range;
  if (sign == ">") return high > number;
  if (sign == ">=") return high >= number;
  if (sign == "<") return low < number;
  if (sign == "<=") return has_low ? low <= number : low < number;
  if (sign != "==") return true;
  return number <= high && (has_low ? number >= low : number > low) && !(is_whole && number != std::floor(number));
}

/// The last of what is selected by its number; endless where nobody knows.
double last_of(const std::string& selected, const Sizes* sizes) {
  if (sizes == nullptr) return kEndless;
  const Index count = selected == "query" ? sizes->N : selected == "key" ? sizes->M : sizes->heads;
  const bool is_of_sequence = selected == "query" || selected == "key" || selected == "head";
  return is_of_sequence ? static_cast<double>(count - 1) : kEndless;
}

std::optional<Range> range_of(const std::string& name, const LessonState& state, const Sizes* sizes) {
  constexpr double kSeeds = std::numeric_limits<std::uint32_t>::max();
  if (name == "redraws") return Range();
  if (name == "seed" || name == "draw") return Range{.high = kSeeds};
  if (name == "output_draws") return Range{.low = 1, .high = kMostOutputDraws};
  const auto [first, rest] = halves(name);
  if (first == "selection") return Range{0, last_of(rest, sizes)};
  const OptionSpec* spec = option_called(state, name);
  if (spec == nullptr || (spec->kind != OptionKind::integer && spec->kind != OptionKind::real)) return std::nullopt;
  return Range{spec->minimum, spec->maximum, !spec->minimum_excluded, spec->kind == OptionKind::integer};
}

std::string said_of(const std::string& name, const Range& range) {
  if (range.high == kEndless) return name + " is a whole number from " + number_text(range.low);
  return name + " goes from " + number_text(range.low) + " to " + number_text(range.high) +
         (range.is_whole ? " in whole numbers" : "");
}

// --- What is never known ---------------------------------------------------------------------------------------------

constexpr char kScatter[] = "scatter over draws";

/// The output that a measured number is made of; empty for those that every method has.
std::string output_behind(const std::string& measured) {
  if (is_of_draws(measured)) return kScatter;
  if (measured == "ess" || measured == "ess_mean") return "ess";
  return measured == "max_share" ? "weights" : "";
}

/// With these options; also where they are refused, since then nothing is certain.
bool may_give(const LessonCard& card, const Options::Given& given, const std::string& output) {
  constexpr Index kTokens = 64;  // no output of that kind depends on how many
  const EstimatorInfo& info = find_estimator(card.method).info;
  Sizes sizes;
  sizes.N = sizes.M = kTokens;
  sizes.D = sizes.Dv = 2;
  const Arrays none;
  try {
    const Options options(card.method, info.options, given);
    if (output == kScatter) return !info.traits(options).deterministic;
    const auto outputs = info.outputs({sizes, options, none});
    return std::any_of(outputs.begin(), outputs.end(), [&](const OutputSpec& one) { return one.name == output; });
  } catch (const Error&) {
    return true;
  }
}

std::string refuse_unknown(const std::string& name, const LessonState& state) {
  const auto [first, rest] = halves(name);
  const LessonCard* card = state.card(first);
  const std::string output = output_behind(rest);
  if (card == nullptr || output.empty() || may_give(*card, card->options, output) || may_give(*card, {}, output))
    return "";
  return name + " is never known: " + card->method + " gives no " + output;
}

/// Of the first name in it that is never known.
std::string refuse_unknown(const Node& node, const LessonState& state) {
  if (node.kind == Node::Kind::name) return refuse_unknown(node.text, state);
  for (const auto& part : node.parts)
    if (std::string problem = refuse_unknown(*part, state); !problem.empty()) return problem;
  return "";
}

// --- Conditions ------------------------------------------------------------------------------------------------------

class Limits {
 public:
  Limits(const Expression& condition, const LessonState& state, const Sizes* sizes)
      : condition_(condition), state_(state), sizes_(sizes) {}

  std::string beyond(const Node& node) const {
    using Kind = Node::Kind;
    if (node.kind == Kind::both) return first_of(node);
    if (node.kind == Kind::either) return all_of(node);
    if (node.kind == Kind::event) return never_visited(node);
    if (node.kind != Kind::operation || node.parts.size() != 2) return "";
    const std::string mirrored = mirrored_sign(node.text);
    if (mirrored.empty()) return "";
    if (std::string problem = refuse_unknown(node, state_); !problem.empty()) return problem;
    const Node &left = *node.parts[0], &right = *node.parts[1];
    const std::string problem = refuse(left, node.text, right);
    return problem.empty() ? refuse(right, mirrored, left) : problem;
  }

 private:
  std::string first_of(const Node& node) const {
    for (const auto& part : node.parts)
      if (std::string problem = beyond(*part); !problem.empty()) return problem;
    return "";
  }
  std::string all_of(const Node& node) const {
    std::string last;
    for (const auto& part : node.parts)
      if (last = beyond(*part); last.empty()) return "";
    return last;
  }
  std::string never_visited(const Node& node) const {
    for (const Expression& one : condition_.visited())
      if (is_among(node.whats, one.text()))
        if (std::string problem = beyond(one.root()); !problem.empty()) return problem;
    return "";
  }
  std::string refuse(const Node& side, const std::string& sign, const Node& other) const {
    if (side.kind != Node::Kind::name || other.kind == Node::Kind::name) return "";
    const std::optional<Range> range = range_of(side.text, state_, sizes_);
    const Value value = value_at(other, StateNames(state_));
    if (!range || !value.is_one_number() || can_be(*range, sign, value.numbers[0])) return "";
    return said_of(side.text, *range);
  }

  const Expression& condition_;
  const LessonState& state_;
  const Sizes* sizes_;
};

}  // namespace

std::string beyond_limits(const Expression& condition, const LessonState& state, const Sizes* sizes) {
  const std::string problem = Limits(condition, state, sizes).beyond(condition.root());
  return problem.empty() ? "" : "this can never be true: " + problem;
}

std::string never_known(const Expression& number, const LessonState& state) {
  const std::string problem = refuse_unknown(number.root(), state);
  return problem.empty() ? "" : "this can never be answered: " + problem;
}

}  // namespace omega::lessons
