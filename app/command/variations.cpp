#include "variations.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/error.h"
#include "core/text.h"
#include "turns.h"

namespace omega::command {

namespace {

constexpr Index kAnyLength = 17;  // of an axis that may have any length

/// What a method takes and gives at some sizes.
struct Lists {
  Sizes sizes;
  Options options;
  std::vector<ArraySpec> arrays;
  std::vector<OutputSpec> outputs;
};

/// What is given, as zeros; what the method does not take is left out.
Arrays given_in(const Changes& changes, const std::vector<ArraySpec>& known) {
  Arrays given;
  for (const ArraySpec& spec : known) {
    if (std::find(changes.begin(), changes.end(), Change{spec.name, kGiven}) == changes.end()) continue;
    Shape shape = spec.shape;
    std::replace(shape.begin(), shape.end(), Index{-1}, kAnyLength);
    given.emplace(spec.name, Array::from(std::vector<float>(element_count(shape)), shape));
  }
  return given;
}

/// At the first of the sizes that the method takes with these options; nothing where they do not go together.
std::optional<Lists> lists_at(const std::vector<Sizes>& all, const EstimatorInfo& info, const Options& options,
                              const Changes& changes = {}) {
  for (const Sizes& sizes : all) try {
      const Arrays none;
      info.check({sizes, options, none});
      const Arrays given = given_in(changes, info.arrays({sizes, options, none}));
      const Problem problem{sizes, options, given};
      info.check(problem);
      return Lists{sizes, options, info.arrays(problem), info.outputs(problem)};
    } catch (const Error&) {
      continue;
    }
  return std::nullopt;
}

std::vector<Sizes> usual_sizes() { return {example_sizes(false), example_sizes(true)}; }

/// Quadrature is over planes.
std::vector<Sizes> plane_sizes() {
  std::vector<Sizes> all = usual_sizes();
  for (Sizes& sizes : all) sizes.D = 2;
  return all;
}

/// Whatever any of the sizes has; one token where each must have a proposal.
std::vector<Lists> all_lists(const EstimatorInfo& info, const Options& options, const Changes& changes) {
  std::vector<Lists> found;
  for (const std::vector<Sizes>& sizes : {usual_sizes(), plane_sizes(), {Sizes{{}, 1, 1, 1, 2, 1}}})
    if (found.empty() || sizes.size() > 1)
      if (auto lists = lists_at(sizes, info, options, changes)) found.push_back(std::move(*lists));
  return found;
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
    if (!lists_at(usual_sizes(), info, Options(info.name, info.options, more))) continue;
    given = more;
    primes.erase(primes.begin());
  }
  return given;
}

using Named = std::pair<std::string, Index>;

/// The one name that a length has, as it is or as a product of two; nothing where there are several or none.
std::string name_of(Index length, const std::vector<Named>& known) {
  std::vector<std::string> fits;
  for (const auto& [name, value] : known)
    if (value == length) fits.push_back(name);
  for (std::size_t i = 0; fits.empty() && i < known.size(); ++i)
    for (std::size_t j = i + 1; j < known.size(); ++j)
      if (known[i].second * known[j].second == length) fits.push_back(known[i].first + "·" + known[j].first);
  return fits.size() == 1 ? fits.front() : "";
}

std::string symbol(Index length, const std::vector<Named>& known) {
  if (length < 0 || length == kAnyLength) return "any";
  if (std::string name = name_of(length, known); !name.empty()) return name;
  const std::string half = length % 2 == 0 ? name_of(length / 2, known) : "";
  return half.empty() ? std::to_string(length) : "2·" + half;
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

const char* const kArray = "array ";
const char* const kOutput = "output ";
std::string with_shape(const char* kind, const std::string& name, const std::string& shape) {
  return kind + name + " as " + shape;
}

/// Rows of a description, in the order in which variations of the options bring them.
template <class Spec>
void note(std::vector<Conditional<Spec>>& rows, const std::vector<Spec>& specs) {
  for (const Spec& spec : specs)
    if (std::none_of(rows.begin(), rows.end(), [&](const auto& row) { return row.spec.name == spec.name; }))
      rows.push_back({spec, "", {}, {}, {}});
}

/// With as many keys as queries, the same length may be either.
bool is_same_shape(const std::string& usual, const std::string& shape, const Sizes& sizes) {
  std::vector<std::string> axes = split(usual, " x ");
  if (sizes.N == sizes.M) std::replace(axes.begin(), axes.end(), std::string("M"), std::string("N"));
  return usual == shape || join(axes, " x ") == shape;
}

/// The first shape is the usual one.
template <class Spec>
void note_shapes(std::vector<Conditional<Spec>>& rows, const std::vector<Spec>& specs, const Lists& lists,
                 const char* kind, std::set<std::string>& facts) {
  for (const Spec& spec : specs) {
    std::string shape = symbolic_shape(spec.shape, lists.sizes, lists.options);
    auto& row = *std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.spec.name == spec.name; });
    if (row.shape.empty()) row.shape = shape;
    if (is_same_shape(row.shape, shape, lists.sizes)) continue;
    if (std::none_of(row.others.begin(), row.others.end(), [&](const auto& one) { return one.shape == shape; }))
      row.others.push_back({shape, {}});
    facts.insert(with_shape(kind, spec.name, shape));
  }
}

/// Looks at a method with many options, and keeps what comes up.
class Survey {
 public:
  explicit Survey(const EstimatorInfo& info) : info_(info), usual_(info.name, info.options) {}

  Variations made() {
    const Changes changes = with_arrays(changes_of(info_, usual_));
    const Options::Given visible = visible_defaults(info_);
    Turns turns(info_, changes, [this](const Changes& some) { return facts(some); });
    Turns shapes(info_, without_numbers(changes), [&](const Changes& some) { return shapes_of(some, visible); });
    finish(all_.arrays, kArray, turns, shapes);
    finish(all_.outputs, kOutput, turns, shapes);
    all_.traits = listed(info_.traits(usual_));
    for (Trait& trait : all_.traits) trait.unless = turns.of(trait.name);
    return std::move(all_);
  }

 private:
  /// With those that bring something when they are given.
  Changes with_arrays(Changes changes) const {
    const std::optional<Lists> bare = lists_at(usual_sizes(), info_, usual_);
    for (const ArraySpec& spec : bare ? bare->arrays : std::vector<ArraySpec>()) {
      if (spec.source != Source::parameter) continue;
      const Change change{spec.name, kGiven};
      const std::optional<Lists> more = lists_at(usual_sizes(), info_, usual_, {change});
      if (more && more->outputs.size() != bare->outputs.size()) changes.push_back(change);
    }
    return changes;
  }

  Changes without_numbers(Changes changes) const {
    std::erase_if(changes, [&](const Change& change) {
      const OptionSpec* spec = option_named(info_.options, change.first);
      return spec != nullptr && is_number(*spec);
    });
    return changes;
  }

  Turns::Facts facts(const Changes& changes) {
    const Options options(info_.name, info_.options, options_in(changes));
    const std::vector<Lists> found = all_lists(info_, options, changes);
    if (found.empty()) return std::nullopt;
    std::set<std::string> all;
    for (const Lists& lists : found) {
      note(all_.arrays, lists.arrays);
      note(all_.outputs, lists.outputs);
      for (const ArraySpec& spec : lists.arrays) all.insert(kArray + spec.name);
      for (const OutputSpec& spec : lists.outputs) all.insert(kOutput + spec.name);
    }
    for (const Trait& trait : listed(info_.traits(options)))
      if (trait.holds) all.insert(trait.name);
    return all;
  }

  /// With numbers that are told apart; at sizes that are, too.
  Turns::Facts shapes_of(const Changes& changes, const Options::Given& visible) {
    Options::Given given = visible;
    for (const Change& change : options_in(changes)) given.push_back(change);
    const Options options(info_.name, info_.options, given);
    std::set<std::string> all;
    const auto note_all = [&](const std::optional<Lists>& lists) {
      if (!lists) return;
      note_shapes(all_.arrays, lists->arrays, *lists, kArray, all);
      note_shapes(all_.outputs, lists->outputs, *lists, kOutput, all);
    };
    const std::optional<Lists> lists = lists_at(usual_sizes(), info_, options, changes);
    note_all(lists ? lists : lists_at(plane_sizes(), info_, options, changes));
    return lists ? Turns::Facts(all) : std::nullopt;
  }

  template <class Spec>
  static void finish(std::vector<Conditional<Spec>>& rows, const char* kind, Turns& turns, Turns& shapes) {
    for (Conditional<Spec>& row : rows) {
      (turns.holds(kind + row.spec.name) ? row.without : row.with) = turns.of(kind + row.spec.name);
      for (OtherShape& other : row.others) other.with = shapes.of(with_shape(kind, row.spec.name, other.shape));
    }
  }

  const EstimatorInfo& info_;
  const Options usual_;
  Variations all_;
};

}  // namespace

Variations variations_of(const EstimatorInfo& info) { return Survey(info).made(); }

Sizes example_sizes(bool equal_lengths) { return {{}, 1, 997, equal_lengths ? 997 : 1009, 13, 11}; }

std::string symbolic_shape(const Shape& shape, const Sizes& sizes, const Options& options) {
  if (shape.empty()) return "number";
  std::vector<Named> known{{"N", sizes.N}, {"D", sizes.D}, {"Dv", sizes.Dv}};
  if (sizes.N != sizes.M) known.emplace_back("M", sizes.M);
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
