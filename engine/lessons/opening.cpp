#include "lessons/opening.h"

#include <map>
#include <set>
#include <utility>

#include "core/text.h"
#include "diagnostics/draws.h"
#include "diagnostics/error_metrics.h"
#include "importance/importance.h"
#include "lessons/expression_node.h"
#include "lessons/markdown.h"
#include "lessons/measured.h"
#include "lessons/vocabulary.h"
#include "run/request_facts.h"
#include "run/runner.h"

namespace omega::lessons {

namespace {

using Node = Expression::Node;

constexpr Index kMostPairs = Index{1} << 22;  // of queries and keys: beyond it the app measures some queries only
constexpr Index kMostWeights = 20'000'000;    // beyond it the app keeps none

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

/// Of one draw, and where the output panel is open of all of its draws, on a sequence of one head, as the app measures.
class OpeningNames : public StateNames {
 public:
  OpeningNames(const LessonState& state, bool shows_output, const Progress& progress)
      : StateNames(state), state_(state), shows_output_(shows_output), progress_(progress) {}

  Value value(const std::string& name) const override {
    if (Value said = StateNames::value(name); said.is_known()) return said;
    const auto [first, rest] = halves(name);
    if (rest.empty()) return Value::unknown();
    const bool over_draws = rest == "bias2" || rest == "variance";
    MeasuredNumbers& numbers = measured_[{first, over_draws}];
    if (numbers.empty()) numbers = first == "chance" ? played() : measured(first, over_draws);
    return numbers.value(rest);
  }

 private:
  MeasuredNumbers played() const {
    if (!state_.chance) return {};
    const Progress watched(progress_.stop());
    const importance::Laws laws = importance::laws(*state_.chance, watched);
    return chance_numbers(importance::play(*state_.chance, laws, state_.seed, state_.draw, watched), laws);
  }

  MeasuredNumbers measured(const std::string& name, bool over_draws) const {
    const LessonCard* card = state_.card(name);
    if (card == nullptr || !card->visible || !card->means.empty() || state_.preset.empty()) return {};
    try {
      Request request = make_request(make_synthetic(state_.preset, state_.preset_options, state_.preset_seed),
                                     card->method, card->options);
      const Sizes& sizes = request.sequence->sizes;
      if (sizes.heads != 1 || sizes.N * sizes.M > kMostPairs) return {};
      request.stream.seed = state_.seed;
      request.stream.draw = state_.draw;
      return over_draws ? spread(std::move(request)) : estimated(std::move(request));
    } catch (const Error& problem) {
      if (problem.kind() != Error::Kind::input) throw;
      return {};  // a card that cannot run says so in the app, and nothing is measured of it
    }
  }

  MeasuredNumbers estimated(Request request) const {
    std::set<std::string> wanted = {"y"};
    for (const OutputSpec& output : outputs_of(request))
      if (output.name == "ess" ||
          (output.name == "weights" && !output.quadratic && element_count(output.shape) <= kMostWeights))
        wanted.insert(output.name);
    request.want = wanted;
    const Result result = run(request), truth = run(exact_request(request));
    MeasuredNumbers numbers = query_numbers(result, query());
    numbers.add("mse", error_metrics(result.at("y"), truth.at("y")).mse);
    numbers.add("nonpositive", static_cast<double>(result.stats.nonpositive));
    numbers.add("clamped", static_cast<double>(result.stats.clamped));
    if (result.has("ess")) numbers.add("ess_mean", mean_ess(result.at("ess")));
    return numbers;
  }

  /// The output panel draws where there is a query; one draw, which is all there is without noise, tells no variance.
  MeasuredNumbers spread(Request request) const {
    if (!shows_output_ || query() < 0 || traits_of(request).deterministic) return {};
    BiasVariance over_draws(run(exact_request(request)).at("y"));
    request.want = {"y"};
    for (Index draw = 0; draw < state_.output_draws; ++draw, ++request.stream.draw)
      over_draws.add(draw, run(request).at("y"));
    const BiasVarianceSummary summary = over_draws.summary();
    MeasuredNumbers numbers;
    numbers.add("bias2", summary.bias2);
    numbers.add("variance", summary.variance);
    return numbers;
  }

  Result run(const Request& request) const {
    Progress watched(progress_.stop());
    return omega::run(request, {&watched, 1});
  }
  Index query() const {
    const auto selected = state_.selection.find("query");
    return selected == state_.selection.end() ? -1 : selected->second;
  }

  const LessonState& state_;
  const bool shows_output_;
  const Progress& progress_;
  mutable std::map<std::pair<std::string, bool>, MeasuredNumbers> measured_;  // over draws, or of one
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
  const std::vector<std::string>* shown = nullptr;  // panels stay until others are named
  for (const Step& step : lesson.steps) {
    if (!step.show.empty()) shown = &step.show;
    if (!step.when) continue;
    const OpeningNames names(step.state, shown != nullptr && is_among(*shown, "output"), progress);
    if (!step.when->holds(names)) continue;
    throw error_at(lesson.file, step.when_line,
                   "this is true already when the step opens, so that nothing would be left to do: " +
                       numbers_in(*step.when, step.state, names));
  }
}

}  // namespace omega::lessons
