#include "lessons/opening.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/text.h"
#include "diagnostics/draws.h"
#include "diagnostics/error_metrics.h"
#include "estimators/registry.h"
#include "importance/importance.h"
#include "lessons/limits.h"
#include "lessons/markdown.h"
#include "lessons/measured.h"
#include "lessons/vocabulary.h"
#include "run/request_facts.h"
#include "run/runner.h"

namespace omega::lessons {

namespace {

constexpr Index kMostPairs = Index{1} << 22;  // of queries and keys: beyond it the app measures some queries only
constexpr Index kMostWeights = 20'000'000;    // beyond it the app keeps none

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
    const bool over_draws = is_of_draws(rest);
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

/// What does not fit about the means that are given: whether the method takes them with its options, and how many.
std::string refuse_means(const LessonCard& card, const std::string& preset, const Sizes& sizes) {
  const auto& specs = find_estimator(card.method).info.options;
  const std::optional<Shape> shape = shape_of_means(card.method, Options(card.method, specs, card.options), sizes);
  if (!shape) {
    const OptionSpec* how = option_for(specs, OptionRole::means);
    const bool can_be = how != nullptr && !how->by_hand.empty();
    return "with these options it takes none" +
           (can_be ? "; " + how->name + " must be " + omega::quoted(how->by_hand) : "");
  }
  if (std::ssize(card.means) == (*shape)[0] * (*shape)[1]) return "";
  return "on " + preset + " it takes " + count_text((*shape)[0], "place") + " of " + count_text((*shape)[1], "number") +
         " each, not " + count_text(std::ssize(card.means), "number") + " in all";
}

void check_means(const Lesson& lesson, const Step& step, const Sizes& sizes) {
  for (const LessonCard& card : step.state.cards) {
    if (card.means.empty()) continue;
    std::string problem;
    try {
      problem = refuse_means(card, step.state.preset, sizes);
    } catch (const Error& refused) {
      problem = refused.what();  // its options do not go together
    }
    if (!problem.empty())
      throw error_at(lesson.file, step.line, "this step opens with means of " + card.label() + ", but " + problem);
  }
}

/// A task may make the sequence longer, and says so.
void check_reach(const Lesson& lesson, const Step& step, const Sizes& sizes) {
  if (!step.when) return;
  const auto& names = step.when->names();
  const bool is_other =
      std::any_of(names.begin(), names.end(), [](const auto& name) { return name.starts_with("workload."); });
  const std::string problem = is_other ? "" : beyond_limits(*step.when, step.state, &sizes);
  if (!problem.empty()) throw error_at(lesson.file, step.when_line, problem);
}

/// A sequence is made once for all steps with the same.
void check_sequences(const Lesson& lesson) {
  const LessonState* before = nullptr;
  Sizes sizes;
  for (const Step& step : lesson.steps) {
    const LessonState& state = step.state;
    const bool has_means =
        std::any_of(state.cards.begin(), state.cards.end(), [](const LessonCard& card) { return !card.means.empty(); });
    if (state.preset.empty() || (state.selection.empty() && !has_means && !step.when)) continue;
    if (before == nullptr || before->preset != state.preset || before->preset_options != state.preset_options)
      sizes = make_synthetic(state.preset, state.preset_options, state.preset_seed)->sizes;
    before = &state;
    check_selection(lesson, step, sizes);
    check_means(lesson, step, sizes);
    check_reach(lesson, step, sizes);
  }
}

/// Whether the app measures them over all draws.
bool measures_draws(const Lesson& lesson, std::size_t step) {
  const std::optional<Ask>& ask = lesson.steps[step].ask;
  return is_among(panels_of(lesson, step), "output") || (ask && asks_of_draws(*ask));
}

}  // namespace

std::vector<std::string> panels_of(const Lesson& lesson, std::size_t step) {
  for (std::size_t i = step + 1; i-- > 0;)
    if (!lesson.steps[i].show.empty()) return lesson.steps[i].show;
  return lesson.steps[step].state.chance ? std::vector<std::string>{"chance"} : std::vector<std::string>();
}

bool asks_of_draws(const Ask& ask) {
  for (const auto* number : {&ask.value, &ask.within})
    if (*number)
      for (const std::string& name : (*number)->names())
        if (const auto [of, quantity] = halves(name); of != "chance" && is_of_draws(quantity)) return true;
  return false;
}

void check_openings(const Lesson& lesson, const Progress& progress) {
  check_sequences(lesson);
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    if (!step.when) continue;
    const OpeningNames names(step.state, measures_draws(lesson, i), progress);
    if (!step.when->holds(names)) continue;
    throw error_at(lesson.file, step.when_line,
                   "this is true already when the step opens, so that nothing would be left to do: " +
                       numbers_in(*step.when, step.state, names));
  }
}

std::optional<AskedNumber> asked_number(const Lesson& lesson, std::size_t step, const Progress& progress) {
  const Step& one = lesson.steps[step];
  if (!one.ask || !one.ask->value) return std::nullopt;
  const OpeningNames names(one.state, measures_draws(lesson, step), progress);
  const Value value = one.ask->value->evaluate(names), within = one.ask->within->evaluate(names);
  if (!value.is_one_number() || !within.is_one_number()) return std::nullopt;
  return AskedNumber{value.numbers[0], within.numbers[0]};
}

}  // namespace omega::lessons
