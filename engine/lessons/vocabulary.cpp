#include "lessons/vocabulary.h"

#include "core/named.h"
#include "estimators/registry.h"
#include "lessons/chance.h"
#include "lessons/marks.h"

namespace omega::lessons {

namespace {

using Words = std::vector<std::string>;

const Words kCounters = {"redraws", "seed", "draw", "output_draws"};
const Words kSelectable = {"query", "key", "head", "sample", "proposal"};

void append_options(Words& names, const std::vector<OptionSpec>& specs) {
  for (const OptionSpec& spec : specs)
    if (spec.kind != OptionKind::grid) names.push_back(spec.name);
}

class ConditionWords {
 public:
  explicit ConditionWords(const LessonState& state) : state_(state) {}

  std::string refuse(const std::string& name) const {
    const auto [first, rest] = halves(name);
    if (rest.empty() && is_among(kCounters, first)) return "";
    if (first == "chance" && !rest.empty()) return refuse_chance_name(rest);
    const Words known = parts_of(first);
    if (known.empty())
      return "nothing computes " + omega::quoted(name) + closest_hint(first, firsts()) + "; a name is one of " +
             join(kCounters, ", ") + ", or begins with " + join(groups(), ", ");
    if (rest.empty()) return first + " alone is no number; there is " + first + "." + join(known, ", " + first + ".");
    if (is_among(known, rest)) return "";
    return omega::quoted(rest) + " is nothing of " + first + closest_hint(rest, known) + "; there are " +
           join(known, ", ");
  }

  Words words(const std::string& name) const {
    const auto [first, rest] = halves(name);
    if (first == "chance") return chance_words(rest);
    if (name == "workload.preset") return names_of(synthetics());
    if (rest == "visible") return {"true", "false"};
    const OptionSpec* spec = option_called(state_, name);
    return spec ? words_of(*spec) : Words();
  }

 private:
  Words groups() const {
    Words names = {"workload", "selection", "chance"};
    for (const LessonCard& card : state_.cards) names.push_back(card.name());
    return names;
  }
  Words firsts() const {
    Words names = groups();
    names.insert(names.end(), kCounters.begin(), kCounters.end());
    return names;
  }
  Words parts_of(const std::string& first) const {
    if (first == "selection") return kSelectable;
    if (first == "chance") return chance_names();
    Words names;
    if (first == "workload") {
      names.push_back("preset");
      append_options(names, find_synthetic(state_.preset).options);
    }
    if (const LessonCard* card = state_.card(first)) {
      const auto& specs = find_estimator(card->method).info.options;
      append_options(names, specs);
      if (option_named(specs, "proposals") || !card->means.empty()) names.push_back("mean");
      names.push_back("visible");
      names.insert(names.end(), measured_names().begin(), measured_names().end());
    }
    return names;
  }

  LessonState state_;
};

}  // namespace

std::pair<std::string, std::string> halves(const std::string& name) {
  const std::size_t dot = name.find('.');
  return {name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)};
}

std::vector<std::string> words_of(const OptionSpec& spec) {
  if (spec.kind == OptionKind::choice) return spec.words;
  if (spec.kind == OptionKind::flag) return {"true", "false"};
  return {};
}

const std::vector<std::string>& measured_names() {
  static const Words names = {"mse", "bias2", "variance", "ess", "ess_mean", "max_share", "nonpositive", "clamped"};
  return names;
}

bool is_of_draws(const std::string& measured) { return measured == "bias2" || measured == "variance"; }

Vocabulary condition_vocabulary(const LessonState& state) {
  const auto known = std::make_shared<const ConditionWords>(state);
  Vocabulary vocabulary;
  vocabulary.refuse = [known](const std::string& name) { return known->refuse(name); };
  vocabulary.words = [known](const std::string& name) { return known->words(name); };
  vocabulary.refuse_event = refuse_event;
  return vocabulary;
}

const OptionSpec* option_called(const LessonState& state, const std::string& name) {
  const auto [first, rest] = halves(name);
  if (first == "chance") return chance_option(rest);
  if (first == "workload")
    return state.preset.empty() ? nullptr : option_named(find_synthetic(state.preset).options, rest);
  const LessonCard* card = state.card(first);
  return card ? option_named(find_estimator(card->method).info.options, rest) : nullptr;
}

Value value_of(const OptionValue& option) {
  if (const auto* whole = std::get_if<std::int64_t>(&option)) return Value::number(static_cast<double>(*whole));
  if (const auto* real = std::get_if<double>(&option)) return Value::number(*real);
  if (const auto* flag = std::get_if<bool>(&option)) return Value::flag(*flag);
  if (const auto* word = std::get_if<std::string>(&option)) return Value::word_of(*word);
  return Value::unknown();
}

namespace {

/// The options of a sequence or a method with what differs from the defaults; none where they are refused.
std::optional<Options> options_of(const std::string& owner, const std::vector<OptionSpec>& specs,
                                  const Options::Given& given) {
  try {
    return Options(owner, specs, given);
  } catch (const Error&) {
    return std::nullopt;
  }
}

Value option_value(const std::optional<Options>& options, const std::string& name) {
  return options && options->has(name) ? value_of(options->value(name)) : Value::unknown();
}

std::optional<Options> sequence_options(const LessonState& state) {
  if (state.preset.empty()) return std::nullopt;
  return options_of(state.preset, find_synthetic(state.preset).options, state.preset_options);
}

/// C×D, in the dimensions of the sequence.
Value means_of(const LessonCard& card, const LessonState& state) {
  const std::optional<Index> D = dims_of(state);
  if (!D || card.means.empty() || card.means.size() % static_cast<std::size_t>(*D) != 0) return Value::unknown();
  return Value::array({static_cast<Index>(card.means.size()) / *D, *D}, card.means);
}

}  // namespace

std::optional<Index> dims_of(const LessonState& state) {
  const std::optional<Options> sequence = sequence_options(state);
  if (!sequence) return std::nullopt;
  const int fixed = find_synthetic(state.preset).dim;
  return fixed > 0 ? fixed : sequence->integer("dim");
}

Value StateNames::value(const std::string& name) const {
  const auto [first, rest] = halves(name);
  if (name == "redraws") return Value::number(0);
  if (name == "seed") return Value::number(state_.seed);
  if (name == "draw") return Value::number(state_.draw);
  if (name == "output_draws") return Value::number(static_cast<double>(state_.output_draws));
  if (first == "chance") return chance_value(state_, rest);
  if (first == "selection") {
    const auto found = state_.selection.find(rest);
    return found == state_.selection.end() || found->second < 0 ? Value::unknown() : Value::number(found->second);
  }
  if (name == "workload.preset") return state_.preset.empty() ? Value::unknown() : Value::word_of(state_.preset);
  if (first == "workload") return option_value(sequence_options(state_), rest);
  const LessonCard* card = state_.card(first);
  if (!card) return Value::unknown();
  if (rest == "visible") return Value::flag(card->visible);
  if (rest == "mean") return means_of(*card, state_);
  return option_value(options_of(card->method, find_estimator(card->method).info.options, card->options), rest);
}

}  // namespace omega::lessons
