#include "variations.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/error.h"
#include "core/text.h"

namespace omega::command {

namespace {

constexpr Index kAnyLength = 17;  // of an axis that may have any length

struct Variation {
  Options options;
  Arrays given;
  std::string change;  // from the defaults; empty for none
};

/// The first of the example sizes that the method takes with these options; nothing where they do not go together.
std::optional<Sizes> fitting_sizes(const EstimatorInfo& info, const Variation& variation) {
  for (const bool equal_lengths : {false, true}) {
    const Sizes sizes = example_sizes(equal_lengths);
    try {
      const Problem problem{sizes, variation.options, variation.given};
      info.check(problem);
      info.arrays(problem);
      info.outputs(problem);
      return sizes;
    } catch (const Error&) {
      continue;
    }
  }
  return std::nullopt;
}

/// Whether a length of this option's value could be another option's: 1 is any length, and halves are lengths too.
bool is_ambiguous(const EstimatorInfo& info, const OptionSpec& spec) {
  const auto* own = std::get_if<std::int64_t>(&spec.default_value);
  if (own == nullptr || spec.kind != OptionKind::integer) return false;
  return *own == 1 || std::any_of(info.options.begin(), info.options.end(), [&](const OptionSpec& other) {
    const auto* value = std::get_if<std::int64_t>(&other.default_value);
    return &other != &spec && value != nullptr && *value > 1 && (*value == *own || *value == 2 * *own);
  });
}

/// The defaults, with a prime in place of every number that is ambiguous, so that "3 samples" is told from the number
/// one.
Options::Given visible_defaults(const EstimatorInfo& info) {
  Options::Given given;
  std::vector<std::string> primes{"3", "5", "7", "19", "23"};
  for (const OptionSpec& spec : info.options) {
    if (primes.empty() || !is_ambiguous(info, spec) || spec.maximum < 7) continue;
    Options::Given more = given;
    more.emplace_back(spec.name, primes.front());
    if (!fitting_sizes(info, {Options(info.name, info.options, more), {}, ""})) continue;
    given = more;
    primes.erase(primes.begin());
  }
  return given;
}

/// Every parameter array that the defaults know, as zeros, for outputs that exist only with one.
void add_given_parameters(const EstimatorInfo& info, std::vector<Variation>& all) {
  const Variation base = all.front();
  const std::optional<Sizes> sizes = fitting_sizes(info, base);
  if (!sizes) return;
  for (const ArraySpec& spec : info.arrays({*sizes, base.options, base.given})) {
    if (spec.source != Source::parameter) continue;
    Shape shape = spec.shape;
    std::replace(shape.begin(), shape.end(), Index{-1}, kAnyLength);
    all.push_back({base.options,
                   {{spec.name, Array::from(std::vector<float>(element_count(shape)), shape)}},
                   spec.name + " given"});
  }
}

using Change = std::pair<std::string, std::string>;  // an option and its value

std::string text(const Change& change) { return change.first + "=" + change.second; }

/// Every switch turned and every other word.
std::vector<Change> changes(const EstimatorInfo& info) {
  std::vector<Change> all;
  for (const OptionSpec& spec : info.options) {
    std::vector<std::string> values = spec.words;
    if (spec.kind == OptionKind::flag) values = {"true", "false"};
    for (const std::string& value : values)
      if (value != to_string(spec.default_value)) all.emplace_back(spec.name, value);
  }
  return all;
}

bool is_number(const OptionSpec& spec) { return spec.kind == OptionKind::integer || spec.kind == OptionKind::real; }

/// And numbers that switch something off by being 0, or on by not being so.
std::vector<Change> changes_of_traits(const EstimatorInfo& info) {
  std::vector<Change> all = changes(info);
  for (const OptionSpec& spec : info.options) {
    if (!is_number(spec) || spec.minimum != 0 || spec.minimum_excluded || spec.maximum < 1) continue;
    const bool is_off = to_string(spec.default_value) == "0";
    all.emplace_back(spec.name, is_off ? "1" : "0");
  }
  return all;
}

std::vector<Variation> variations(const EstimatorInfo& info) {
  const Options::Given base = visible_defaults(info);
  std::vector<Variation> all{{Options(info.name, info.options, base), {}, ""}};
  for (const Change& change : changes(info)) {
    Options::Given given = base;
    given.push_back(change);
    all.push_back({Options(info.name, info.options, given), {}, text(change)});
  }
  add_given_parameters(info, all);
  return all;
}

template <class Spec>
bool is_named_in(const std::vector<Spec>& specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(), [&](const Spec& spec) { return spec.name == name; });
}

/// `list(problem)` under every variation: what the defaults have, and then what else there is.
template <class Spec, class List>
std::vector<Conditional<Spec>> collect(const EstimatorInfo& info, List list) {
  std::vector<Conditional<Spec>> found;
  std::vector<Spec> usual;
  for (const Variation& variation : variations(info)) {
    const std::optional<Sizes> sizes = fitting_sizes(info, variation);
    if (!sizes) continue;
    const std::vector<Spec> specs = list({*sizes, variation.options, variation.given});
    if (variation.change.empty()) usual = specs;
    for (const Spec& spec : specs)
      if (std::none_of(found.begin(), found.end(), [&](const auto& known) { return known.spec.name == spec.name; }))
        found.push_back({spec, symbolic_shape(spec.shape, variation.options), {}, {}});
    for (Conditional<Spec>& one : found) {
      const bool is_usual = is_named_in(usual, one.spec.name);
      if (is_usual != is_named_in(specs, one.spec.name))
        (is_usual ? one.without : one.with).push_back(variation.change);
    }
  }
  return found;
}

std::vector<Trait> listed(const Traits& t) {
  return {{"unbiased", "the mean over draws is softmax attention", t.unbiased, {}},
          {"self_normalised", "weights are divided by their sum", t.self_normalised, {}},
          {"deterministic", "uses no noise", t.deterministic, {}},
          {"rows_sum_to_one", "the rows of its attention matrix sum to 1", t.rows_sum_to_one, {}},
          {"key_order_free", "permuting the keys with their values leaves y alone", t.key_order_free, {}},
          {"linear", "time and memory grow with N + M, not with N times M", t.linear, {}},
          {"needs_equal_lengths", "needs as many keys as queries (N = M)", t.needs_equal_lengths, {}},
          {"knows_values", "draws or weights are made from the values, too", t.knows_values, {}},
          {"query_by_query", "some queries can be estimated without the others", t.query_by_query, {}}};
}

/// What turns traits round: single changes, and pairs of which neither does so by itself; each with what must not be
/// changed besides. Changes that the method refuses together turn nothing.
class Turns {
 public:
  explicit Turns(const EstimatorInfo& info) : info_(info), all_(changes_of_traits(info)) {}

  std::vector<std::string> of(std::size_t trait, bool holds) {
    trait_ = trait, holds_ = holds;
    std::vector<Change> alone, others;
    for (const Change& change : all_) (turned({change}) == true ? alone : others).push_back(change);
    std::vector<std::string> ways = told({}, alone);
    std::vector<Options::Given> pairs;
    for (const Change& first : others)
      for (const Change& second : others)
        if (first.first != second.first && turned({first, second}) == true) pairs.push_back({first, second});
    while (!pairs.empty()) {  // both orders are there: the first of most pairs speaks for them
      const auto count = [&](const Change& first) {
        return std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.front() == first; });
      };
      const Change first = *std::max_element(others.begin(), others.end(),
                                             [&](const Change& a, const Change& b) { return count(a) < count(b); });
      std::vector<Change> seconds;
      for (const Options::Given& pair : pairs)
        if (pair.front() == first) seconds.push_back(pair.back());
      std::erase_if(pairs, [&](const Options::Given& pair) { return is_in(pair, first); });
      for (std::string& way : told({first}, seconds)) ways.push_back(std::move(way));
    }
    return ways;
  }

 private:
  static bool is_in(const Options::Given& given, const Change& change) {
    return std::find(given.begin(), given.end(), change) != given.end();
  }

  /// Whether it turns the trait; nothing where the method refuses it, whatever the sizes.
  std::optional<bool> turned(const Options::Given& given) {
    const auto [known, is_new] = known_.try_emplace(given);
    if (is_new) known->second = traits_with(given);
    if (known->second.empty()) return std::nullopt;
    return known->second[trait_].holds != holds_;
  }

  std::vector<Trait> traits_with(const Options::Given& given) const {
    const Arrays none;
    for (const Sizes& sizes : {example_sizes(false), example_sizes(true), Sizes{{}, 1, 1, 1, 2, 1}}) try {
        const Options options(info_.name, info_.options, given);
        info_.check({sizes, options, none});
        return listed(info_.traits(options));
      } catch (const Error&) {
        continue;
      }
    return {};
  }

  /// The change, or the default in its place where it is left out; of a number only whether it is 0.
  std::string worded(const Change& change, bool is_left_out = false) const {
    const auto& [name, value] = change;
    const OptionSpec& spec = *option_named(info_.options, name);
    if (is_number(spec) && (value == "0" || value == "1")) return name + ((value == "0") == is_left_out ? ">0" : "=0");
    return name + "=" + (is_left_out ? to_string(spec.default_value, spec.automatic) : value);
  }

  /// "evaluate=false": what must stay as it is by default for these changes to turn it.
  std::vector<std::string> conditions(const Options::Given& given) {
    std::vector<std::string> all;
    for (const Change& other : all_) {
      if (std::any_of(given.begin(), given.end(), [&](const Change& one) { return one.first == other.first; }))
        continue;
      Options::Given more = given;
      more.push_back(other);
      if (const std::string kept = worded(other, true); turned(more) == false && !is_among(all, kept))
        all.push_back(kept);
    }
    return all;
  }

  /// Ways that begin alike are one: "normalise=none and one of weighting=balance, weighting=power".
  std::vector<std::string> told(const Options::Given& start, const std::vector<Change>& ends) {
    std::vector<std::pair<std::string, std::vector<std::string>>> ways;
    for (const Change& end : ends) {
      Options::Given given = start;
      given.push_back(end);
      std::vector<std::string> words = conditions(given);
      for (const Change& change : start) words.push_back(worded(change));
      const std::string beginning = join(words, " and ");
      const auto same = std::find_if(ways.begin(), ways.end(),
                                     [&](const auto& way) { return !beginning.empty() && way.first == beginning; });
      (same == ways.end() ? ways.emplace_back(beginning, std::vector<std::string>()) : *same)
          .second.push_back(worded(end));
    }
    std::vector<std::string> all;
    for (const auto& [beginning, last] : ways)
      all.push_back(beginning +
                    (beginning.empty() ? ""
                     : last.size() > 1 ? " and one of "
                                       : " and ") +
                    join(last, ", "));
    return all;
  }

  const EstimatorInfo& info_;
  std::vector<Change> all_;
  std::map<Options::Given, std::vector<Trait>> known_;  // none: refused
  std::size_t trait_ = 0;
  bool holds_ = false;  // with the defaults
};

using Named = std::pair<std::string, Index>;

std::string symbol(Index length, const std::vector<Named>& known) {
  if (length < 0 || length == kAnyLength) return "any";
  std::vector<std::string> fits;
  for (const auto& [name, value] : known)
    if (value == length) fits.push_back(name);
  if (fits.size() == 1) return fits.front();
  for (std::size_t i = 0; fits.empty() && i < known.size(); ++i)
    for (std::size_t j = i + 1; j < known.size(); ++j)
      if (known[i].second * known[j].second == length) fits.push_back(known[i].first + "·" + known[j].first);
  return fits.size() == 1 ? fits.front() : std::to_string(length);
}

}  // namespace

std::vector<Conditional<ArraySpec>> all_arrays(const EstimatorInfo& info) {
  return collect<ArraySpec>(info, [&](const Problem& problem) { return info.arrays(problem); });
}

std::vector<Conditional<OutputSpec>> all_outputs(const EstimatorInfo& info) {
  return collect<OutputSpec>(info, [&](const Problem& problem) { return info.outputs(problem); });
}

std::vector<Trait> all_traits(const EstimatorInfo& info) {
  std::vector<Trait> traits = listed(info.traits(Options(info.name, info.options)));
  Turns turns(info);
  for (std::size_t i = 0; i < traits.size(); ++i) traits[i].unless = turns.of(i, traits[i].holds);
  return traits;
}

Sizes example_sizes(bool equal_lengths) { return {{}, 1, 997, equal_lengths ? 997 : 1009, 13, 11}; }

std::string symbolic_shape(const Shape& shape, const Options& options) {
  if (shape.empty()) return "number";
  const Sizes sizes = example_sizes(false);
  std::vector<Named> known{{"N", sizes.N}, {"M", sizes.M}, {"D", sizes.D}, {"Dv", sizes.Dv}};
  for (const auto& [name, value] : options.values())
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && *whole > 1) {
      known.emplace_back(name, *whole);
      if (*whole % 2 == 0 && *whole > 2) known.emplace_back(name + "/2", *whole / 2);
    }
  std::vector<std::string> axes;
  for (const Index length : shape) axes.push_back(symbol(length, known));
  return join(axes, " x ");
}

}  // namespace omega::command
