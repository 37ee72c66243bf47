// Options: what an estimator can be told. An OptionSpec is the only place where an option exists; forms, `--opt`,
// `omega describe`, the manual and the tests are made from it. Options are values checked against their specs once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"

namespace omega {

/// The cells of an image: `HxW`.
struct Grid {
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool operator==(const Grid&) const = default;
};

enum class OptionKind { integer, real, choice, flag, grid };

/// Unset (monostate) stands for "automatic": `scale` = 1/√D, `grid` = none.
using OptionValue = std::variant<std::monostate, std::int64_t, double, bool, std::string, Grid>;

/// What an option decides, for code that must not know its name.
enum class OptionRole {
  none,
  means,       // where the proposals stand
  weighting,   // how proposals share a sample
  correction,  // how much of that is specific to the query: 0 is nothing
  groups,      // how many coefficients keys share: 0 is none
  window,      // how many keys beside a query are seen one by one: 0 is none
  features,    // which random features
  variance,    // of the normal about 0 that projections are drawn from: 1 is N(0, I)
  exact_keys,  // how many keys are taken exactly beside those that are drawn: 0 is none
  prediction,  // whether the variance is predicted by quadrature
  nodes        // how many nodes an axis of that quadrature has
};

/// The option of every method that has a causal form; the others say why they have none.
inline constexpr const char* kCausal = "causal";

std::string to_string(OptionKind kind);
std::string to_string(const OptionValue& value, std::string_view automatic = "automatic");

/// What options must be for something to hold: one of the alternatives in all its parts. None: it always holds.
class Condition {
 public:
  Condition() = default;
  /// "with normalise=self"
  friend Condition with(std::string option, std::vector<std::string> values);
  /// "with proposal_variance≠1"
  friend Condition without(std::string option, std::vector<std::string> values);
  friend Condition operator&&(const Condition& a, const Condition& b);
  friend Condition operator||(const Condition& a, const Condition& b);

  bool is_always() const { return any_.empty(); }
  /// "features=positive and proposal_variance≠1"
  std::string text(std::string_view either = " or ", std::string_view both = " and ") const;

 private:
  friend class Options;
  struct Part {
    std::string option;
    std::vector<std::string> values;
    bool is_other = false;  // it has none of them
    bool operator==(const Part&) const = default;
  };
  std::vector<std::vector<Part>> any_;
};
Condition with(std::string option, std::vector<std::string> values);
Condition without(std::string option, std::vector<std::string> values);
Condition operator&&(const Condition& a, const Condition& b);
Condition operator||(const Condition& a, const Condition& b);

/// Formulas, and when they hold.
struct Equation {
  std::string lines;  // one a line, in the notation of app/math_text/math_parser.h
  Condition when = {};
};

struct OptionSpec {
  std::string name;
  std::string title;  // the name in words, for people: "proposal scale"
  OptionKind kind = OptionKind::integer;
  OptionValue default_value;
  double minimum = 0;  // integer and real
  double maximum = 0;
  bool minimum_excluded = false;               // real: (minimum, maximum]
  std::vector<std::string> words;              // choice, in the order of the enum an estimator reads it as; real: what
                                               // it may be in place of a number
  std::string automatic;                       // what an unset value means; empty: the option always has a value
  std::string help;                            // one plain sentence
  std::string equation;                        // where it comes from, or its formula
  std::string shown_when_option;               // shown only while that option ...
  std::vector<std::string> shown_when_values;  // ... has one of these values
  OptionRole role = OptionRole::none;
  bool is_for_experts = false;      // forms fold it away until it is changed or asked for
  bool of_tokens = false;           // counts parts of the tokens: more parts than tokens mean nothing
  std::string by_hand;              // choice: the word with which the means are given; empty: there is none
  std::vector<Equation> equations;  // what its values stand for, while it is shown

  static OptionSpec integer(std::string name, std::int64_t value, std::int64_t minimum, std::int64_t maximum,
                            std::string help);
  static OptionSpec real(std::string name, double value, double minimum, double maximum, std::string help);
  static OptionSpec choice(std::string name, std::vector<std::string> words, std::string help);  // default: the first
  static OptionSpec flag(std::string name, bool value, std::string help);
  static OptionSpec grid_of(std::string help);
  static OptionSpec scale();
  /// `causal`: query n sees the keys m ≤ n.
  static OptionSpec causal();

  /// For a name that does not say enough by itself.
  OptionSpec& titled(std::string in_words) {
    title = std::move(in_words);
    return *this;
  }
  OptionSpec& for_experts() {
    is_for_experts = true;
    return *this;
  }
  OptionSpec& from(std::string where) {
    equation = std::move(where);
    return *this;
  }
  OptionSpec& only_if(std::string option, std::vector<std::string> values) {
    shown_when_option = std::move(option);
    shown_when_values = std::move(values);
    return *this;
  }

  OptionSpec& or_words(std::vector<std::string> in_place) {
    words = std::move(in_place);
    return *this;
  }
  OptionSpec& as(OptionRole what) {
    role = what;
    return *this;
  }
  OptionSpec& counting_tokens() {
    of_tokens = true;
    return *this;
  }
  OptionSpec& given_by(std::string word) {
    by_hand = std::move(word);
    return *this;
  }
  OptionSpec& standing_for(std::vector<Equation> formulas) {
    equations = std::move(formulas);
    return *this;
  }

  std::string allowed() const;                                              // "a whole number from 1 to 65536"
  OptionValue parse(std::string_view method, std::string_view text) const;  // throws Error::input
  void check(std::string_view method, const OptionValue& value) const;      // throws Error::input

 private:
  static OptionSpec of(OptionKind kind, std::string name, OptionValue value, std::string help);
};

/// The first option with a role; null where there is none.
const OptionSpec* option_for(const std::vector<OptionSpec>& specs, OptionRole role);
/// Null where there is none of that name.
const OptionSpec* option_named(const std::vector<OptionSpec>& specs, std::string_view name);

class Options {
 public:
  using Given = std::vector<std::pair<std::string, std::string>>;

  Options() = default;
  /// All defaults of `specs`, then `given` over them. Unknown names, wrong types and values out of range throw.
  Options(std::string_view method, const std::vector<OptionSpec>& specs, const Given& given = {});

  void set(std::string_view method, const std::vector<OptionSpec>& specs, const std::string& name,
           const OptionValue& value);

  std::int64_t integer(const std::string& name) const { return get<std::int64_t>(name); }
  double real(const std::string& name) const { return get<double>(name); }
  bool flag(const std::string& name) const { return get<bool>(name); }
  const std::string& word(const std::string& name) const { return get<std::string>(name); }
  std::optional<Grid> grid() const;
  /// A choice as the enum whose order is that of the spec's words.
  template <class Enum>
  Enum choice(const std::string& name) const {
    return static_cast<Enum>(choice_index(name));
  }

  bool has(const std::string& name) const { return values_.count(name) != 0; }
  /// Whether no query sees later keys.
  bool is_causal() const { return has(kCausal) && flag(kCausal); }
  const OptionValue& value(const std::string& name) const;
  /// Whether an option means something with the values that the others have.
  bool shows(const std::vector<OptionSpec>& specs, const OptionSpec& spec) const;
  bool meets(const Condition& condition) const;
  /// The lines of those that hold.
  std::string holding(const std::vector<Equation>& equations) const;
  const std::map<std::string, OptionValue>& values() const { return values_; }
  bool operator==(const Options& other) const { return values_ == other.values_; }

 private:
  template <class T>
  const T& get(const std::string& name) const {
    const T* held = std::get_if<T>(&value(name));
    OMEGA_ASSERT(held != nullptr);
    return *held;
  }
  int choice_index(const std::string& name) const;

  std::map<std::string, OptionValue> values_;
  std::map<std::string, int> choice_index_;
};

}  // namespace omega
