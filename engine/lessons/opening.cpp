#include "lessons/opening.h"

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/text.h"
#include "diagnostics/draws.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "importance/importance.h"
#include "importance/numbers.h"
#include "lessons/chance.h"
#include "lessons/expression_node.h"
#include "lessons/markdown.h"
#include "lessons/vocabulary.h"
#include "run/runner.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;

constexpr Index kMostPairs = Index{1} << 22;  // of queries and keys: beyond it the app measures some queries only

// --- Limits ----------------------------------------------------------------------------------------------------------

/// Whether an option can be on that side of a number.
bool can_be(const OptionSpec& spec, const std::string& sign, double number) {
  const double low = spec.minimum, high = spec.maximum;
  const bool has_low = !spec.minimum_excluded;
  if (sign == ">") return high > number;
  if (sign == ">=") return high >= number;
  if (sign == "<") return low < number;
  if (sign == "<=") return has_low ? low <= number : low < number;
  return sign != "==" || (number <= high && (has_low ? number >= low : number > low));
}

class Limits {
 public:
  Limits(const Expression& condition, const LessonState& state) : condition_(condition), state_(state) {}

  std::string beyond(const Node& node) const {
    using Kind = Node::Kind;
    if (node.kind == Kind::both) return first_of(node);
    if (node.kind == Kind::either) return all_of(node);
    if (node.kind == Kind::event) return never_visited(node);
    if (node.kind != Kind::operation || node.parts.size() != 2) return "";
    const std::string mirrored = mirrored_sign(node.text);
    if (mirrored.empty()) return "";
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
    const OptionSpec* spec = option_called(state_, side.text);
    const Value value = value_at(other, StateNames(state_));
    const bool is_number = spec && (spec->kind == OptionKind::integer || spec->kind == OptionKind::real);
    if (!is_number || !value.is_one_number() || can_be(*spec, sign, value.numbers[0])) return "";
    return "this can never be true: " + side.text + " goes from " + number_text(spec->minimum) + " to " +
           number_text(spec->maximum);
  }

  const Expression& condition_;
  const LessonState& state_;
};

// --- Measured --------------------------------------------------------------------------------------------------------

double average_of(const Array& array) {
  const std::vector<double> numbers = array.to_vector<double>();
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Of one draw, on a sequence of one head, as the app measures it.
class OpeningNames : public StateNames {
 public:
  OpeningNames(const LessonState& state, const Progress& progress)
      : StateNames(state), state_(state), progress_(progress) {}

  Value value(const std::string& name) const override {
    if (Value said = StateNames::value(name); said.is_known()) return said;
    const auto [first, rest] = halves(name);
    if (rest.empty()) return Value::unknown();
    if (!measured_.contains(first)) measured_[first] = first == "chance" ? played() : estimated(first);
    const auto& numbers = measured_[first];
    const auto found = numbers.find(rest);
    return found == numbers.end() ? Value::unknown() : found->second;
  }

 private:
  using Numbers = std::map<std::string, Value>;

  static Value number(double value) { return std::isnan(value) ? Value::unknown() : Value::number(value); }

  Numbers played() const {
    Numbers numbers;
    if (!state_.chance) return numbers;
    const importance::Laws laws = importance::laws(*state_.chance);
    const importance::Outcome outcome =
        importance::play(*state_.chance, laws, state_.seed, state_.draw, Progress(progress_.stop()));
    for (const auto& [name, all] : importance::importance_numbers(outcome, laws))
      if (!all.empty()) numbers[name] = is_chance_list(name) ? Value::list(all) : number(all.front());
    return numbers;
  }

  Numbers estimated(const std::string& name) const {
    const LessonCard* card = state_.card(name);
    if (card == nullptr || !card->visible || !card->means.empty() || state_.preset.empty()) return {};
    try {
      return estimated(*card);
    } catch (const Error& problem) {
      if (problem.kind() != Error::Kind::input) throw;
      return {};  // a card that cannot run says so in the app, and nothing is measured of it
    }
  }

  Numbers estimated(const LessonCard& card) const {
    Request request = make_request(make_synthetic(state_.preset, state_.preset_options, state_.preset_seed),
                                   card.method, card.options);
    const Sizes& sizes = request.sequence->sizes;
    if (sizes.heads != 1 || sizes.N * sizes.M > kMostPairs) return {};
    request.stream.seed = state_.seed;
    request.stream.draw = state_.draw;
    std::set<std::string> wanted = {"y"};
    for (const OutputSpec& output : find_estimator(card.method).info.outputs({sizes, request.options, request.given}))
      if (output.name == "ess") wanted.insert(output.name);
    request.want = wanted;
    Progress watched(progress_.stop());
    const Result result = omega::run(request, {&watched, 1}), truth = omega::run(exact_request(request), {&watched, 1});
    Numbers numbers = {{"mse", number(error_metrics(result.at("y"), truth.at("y")).mse)},
                       {"nonpositive", Value::number(static_cast<double>(result.stats.nonpositive))},
                       {"clamped", Value::number(static_cast<double>(result.stats.clamped))}};
    if (!result.has("ess")) return numbers;
    const Array& ess = result.at("ess");
    numbers["ess_mean"] = number(average_of(ess));
    const auto query = state_.selection.find("query");
    if (query == state_.selection.end() || query->second < 0) return numbers;
    const auto at = static_cast<std::size_t>(ess.count() == 1 ? 0 : query->second);
    if (at < ess.count()) numbers["ess"] = number(ess.at(at));
    return numbers;
  }

  const LessonState& state_;
  const Progress& progress_;
  mutable std::map<std::string, Numbers> measured_;
};

/// "rfa.mse is 0.0031" of each number that its condition rests on and the state itself does not say.
std::string numbers_in(const Expression& condition, const LessonState& state, const Names& names) {
  std::vector<std::string> parts;
  for (const std::string& name : condition.names())
    if (const Value value = names.value(name); value.is_one_number() && !StateNames(state).value(name).is_known())
      parts.push_back(name + " is " + number_text(value.numbers[0]));
  return join(parts, ", ");
}

/// What is selected must be there: a query, a key and a head of the step's sequence.
void check_selection(const Lesson& lesson, const Step& step, const Sizes& sizes) {
  for (const auto& [name, count] :
       {std::pair<std::string, Index>{"query", sizes.N}, {"key", sizes.M}, {"head", sizes.heads}}) {
    const auto selected = step.state.selection.find(name);
    if (selected != step.state.selection.end() && selected->second >= count)
      throw error_at(lesson.file, step.line,
                     "this step opens with " + name + " " + std::to_string(selected->second) + ", but the last " +
                         name + " of " + step.state.preset + " is " + std::to_string(count - 1));
  }
}

/// A sequence is made once for all steps with the same.
void check_selections(const Lesson& lesson) {
  const LessonState* before = nullptr;
  Sizes sizes;
  for (const Step& step : lesson.steps) {
    const LessonState& state = step.state;
    if (state.preset.empty() || state.selection.empty()) continue;
    if (before == nullptr || before->preset != state.preset || before->preset_options != state.preset_options)
      sizes = make_synthetic(state.preset, state.preset_options, state.preset_seed)->sizes;
    before = &state;
    check_selection(lesson, step, sizes);
  }
}

}  // namespace

std::string beyond_limits(const Expression& condition, const LessonState& state) {
  return Limits(condition, state).beyond(condition.root());
}

void check_openings(const Lesson& lesson, const Progress& progress) {
  check_selections(lesson);
  for (const Step& step : lesson.steps) {
    if (!step.when) continue;
    const OpeningNames names(step.state, progress);
    if (!step.when->holds(names)) continue;
    throw error_at(lesson.file, step.when_line,
                   "this is true already when the step opens, so that nothing would be left to do: " +
                       numbers_in(*step.when, step.state, names));
  }
}

}  // namespace omega::lessons
