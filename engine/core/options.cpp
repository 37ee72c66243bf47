#include "core/options.h"

#include <algorithm>
#include <cmath>

#include "core/named.h"

namespace omega {

namespace {

std::optional<double> finite_number(std::string_view text) {
  const auto value = number_in<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<Grid> grid_sides(std::string_view text) {
  const auto cross = text.find_first_of("xX");
  if (cross == std::string_view::npos) return std::nullopt;
  const auto height = number_in<std::int64_t>(text.substr(0, cross)),
             width = number_in<std::int64_t>(text.substr(cross + 1));
  if (!height || !width) return std::nullopt;
  return Grid{*height, *width};
}

}  // namespace

OptionSpec OptionSpec::of(OptionKind kind, std::string name, OptionValue value, std::string help) {
  OptionSpec spec;
  spec.title = name;
  std::replace(spec.title.begin(), spec.title.end(), '_', ' ');
  spec.name = std::move(name);
  spec.kind = kind;
  spec.default_value = std::move(value);
  spec.help = std::move(help);
  return spec;
}

std::string to_string(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer: return "integer";
    case OptionKind::real: return "real";
    case OptionKind::choice: return "choice";
    case OptionKind::flag: return "switch";
    case OptionKind::grid: return "grid";
  }
  return "unknown";
}

std::string to_string(const OptionValue& value, std::string_view automatic) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
  if (const auto* d = std::get_if<double>(&value)) return number_text(*d);
  if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* s = std::get_if<std::string>(&value)) return *s;
  if (const auto* g = std::get_if<Grid>(&value)) return std::to_string(g->height) + "x" + std::to_string(g->width);
  return std::string(automatic);
}

OptionSpec OptionSpec::integer(std::string name, std::int64_t value, std::int64_t minimum, std::int64_t maximum,
                               std::string help) {
  OptionSpec spec = of(OptionKind::integer, std::move(name), value, std::move(help));
  spec.minimum = static_cast<double>(minimum);
  spec.maximum = static_cast<double>(maximum);
  return spec;
}

OptionSpec OptionSpec::real(std::string name, double value, double minimum, double maximum, std::string help) {
  OptionSpec spec = of(OptionKind::real, std::move(name), value, std::move(help));
  spec.minimum = minimum;
  spec.maximum = maximum;
  return spec;
}

OptionSpec OptionSpec::choice(std::string name, std::vector<std::string> words, std::string help) {
  OptionSpec spec = of(OptionKind::choice, std::move(name), words.front(), std::move(help));
  spec.words = std::move(words);
  return spec;
}

OptionSpec OptionSpec::flag(std::string name, bool value, std::string help) {
  return of(OptionKind::flag, std::move(name), value, std::move(help));
}

OptionSpec OptionSpec::grid_of(std::string help) {
  OptionSpec spec = of(OptionKind::grid, "grid", {}, std::move(help)).titled("image grid").for_experts();
  spec.automatic = "none";
  return spec;
}

OptionSpec OptionSpec::scale() {
  OptionSpec spec = real("scale", 0, 0, 1e6, "Factor τ on every logit q·k; q and k are each multiplied by √τ once.");
  spec.title = "scale τ";
  spec.is_for_experts = true;
  spec.default_value = std::monostate{};
  spec.automatic = "1/√D";
  spec.minimum_excluded = true;
  return spec;
}

OptionSpec OptionSpec::causal() { return flag(kCausal, false, "Query n sees only the keys m ≤ n."); }

std::string OptionSpec::allowed() const {
  switch (kind) {
    case OptionKind::integer: return "a whole number from " + number_text(minimum) + " to " + number_text(maximum);
    case OptionKind::real:
      return std::string("a number ") + (minimum_excluded ? "above " : "from ") + number_text(minimum) + " up to " +
             number_text(maximum) + (words.empty() ? "" : ", or one of " + join(words, ", "));
    case OptionKind::choice: return words.empty() ? "any text" : "one of " + join(words, ", ");
    case OptionKind::flag: return "true or false";
    case OptionKind::grid: return "HxW with whole numbers of at least 1, such as 14x14";
  }
  return "";
}

OptionValue OptionSpec::parse(std::string_view method, std::string_view text) const {
  OptionValue value;
  bool understood = true;
  const auto take = [&](const auto& parsed) {
    understood = parsed.has_value();
    if (understood) value = *parsed;
  };
  switch (kind) {
    case OptionKind::integer: take(number_in<std::int64_t>(text)); break;
    case OptionKind::real:
      if (is_among(words, text))
        value = std::string(text);
      else
        take(finite_number(text));
      break;
    case OptionKind::grid: take(grid_sides(text)); break;
    case OptionKind::choice: value = std::string(text); break;
    case OptionKind::flag:
      understood = text == "true" || text == "false";
      value = text == "true";
      break;
  }
  if (!understood)
    throw Error::input("option " + name + " of " + std::string(method) + " is " + quoted(text) + ", but must be " +
                       allowed() + closest_hint(text, words));
  check(method, value);
  return value;
}

void OptionSpec::check(std::string_view method, const OptionValue& value) const {
  bool good = false;
  if (std::holds_alternative<std::monostate>(value)) {
    good = !automatic.empty();
  } else if (const auto* i = std::get_if<std::int64_t>(&value)) {
    good = kind == OptionKind::integer && static_cast<double>(*i) >= minimum && static_cast<double>(*i) <= maximum;
  } else if (const auto* d = std::get_if<double>(&value)) {
    good = kind == OptionKind::real && (minimum_excluded ? *d > minimum : *d >= minimum) && *d <= maximum;
  } else if (const auto* s = std::get_if<std::string>(&value)) {
    // A choice without words is any text.
    good = (kind == OptionKind::choice && words.empty()) || is_among(words, *s);
  } else if (const auto* g = std::get_if<Grid>(&value)) {
    good = kind == OptionKind::grid && g->height >= 1 && g->width >= 1;
  } else {
    good = kind == OptionKind::flag;
  }
  if (!good)
    throw Error::input("option " + name + " of " + std::string(method) + " is " + quoted(to_string(value)) +
                       ", but must be " + allowed() + closest_hint(to_string(value), words));
}

Condition with(std::string option, std::vector<std::string> values) {
  Condition condition;
  condition.any_ = {{{std::move(option), std::move(values)}}};
  return condition;
}

Condition without(std::string option, std::vector<std::string> values) {
  Condition condition;
  condition.any_ = {{{std::move(option), std::move(values), true}}};
  return condition;
}

Condition operator&&(const Condition& a, const Condition& b) {
  if (a.is_always() || b.is_always()) return a.is_always() ? b : a;
  Condition both;
  for (const auto& one : a.any_)
    for (const auto& other : b.any_) {
      both.any_.push_back(one);
      for (const Condition::Part& part : other)
        if (std::find(one.begin(), one.end(), part) == one.end()) both.any_.back().push_back(part);
    }
  return both;
}

Condition operator||(const Condition& a, const Condition& b) {
  if (a.is_always() || b.is_always()) return {};
  Condition either = a;
  either.any_.insert(either.any_.end(), b.any_.begin(), b.any_.end());
  return either;
}

std::string Condition::text(std::string_view either, std::string_view both) const {
  std::vector<std::string> alternatives;
  for (const std::vector<Part>& all : any_) {
    std::vector<std::string> parts;
    for (const Part& part : all) {
      if (!part.is_other) parts.push_back(part.option + "=" + join(part.values, "|"));
      for (std::size_t i = 0; part.is_other && i < part.values.size(); ++i)
        parts.push_back(part.option + "≠" + part.values[i]);
    }
    alternatives.push_back(join(parts, both));
  }
  return join(alternatives, either);
}

const OptionSpec* option_for(const std::vector<OptionSpec>& specs, OptionRole role) {
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.role == role; });
  return found == specs.end() ? nullptr : &*found;
}

const OptionSpec* option_named(const std::vector<OptionSpec>& specs, std::string_view name) {
  return named(specs, name);
}

Options::Options(std::string_view method, const std::vector<OptionSpec>& specs, const Given& given) {
  for (const OptionSpec& spec : specs) set(method, specs, spec.name, spec.default_value);
  for (const auto& [name, text] : given) {
    const OptionSpec* spec = option_named(specs, name);
    if (spec == nullptr) {
      const std::vector<std::string> names = names_of(specs);
      throw Error::input(std::string(method) + " has no option " + quoted(name) + closest_hint(name, names) +
                         "; it has " + join(names, ", "));
    }
    set(method, specs, name, spec->parse(method, text));
  }
}

void Options::set(std::string_view method, const std::vector<OptionSpec>& specs, const std::string& name,
                  const OptionValue& value) {
  const OptionSpec* spec = option_named(specs, name);
  OMEGA_ASSERT(spec != nullptr);
  spec->check(method, value);
  values_[name] = value;
  if (spec->kind == OptionKind::choice) {
    const auto word = std::find(spec->words.begin(), spec->words.end(), std::get<std::string>(value));
    choice_index_[name] = static_cast<int>(word - spec->words.begin());
  }
}

const OptionValue& Options::value(const std::string& name) const {
  const auto found = values_.find(name);
  OMEGA_ASSERT(found != values_.end());
  return found->second;
}

bool Options::shows(const std::vector<OptionSpec>& specs, const OptionSpec& spec) const {
  if (spec.shown_when_option.empty()) return true;
  // What depends on an option that is not shown is not shown either.
  const OptionSpec* on = option_named(specs, spec.shown_when_option);
  if (on != nullptr && !shows(specs, *on)) return false;
  return is_among(spec.shown_when_values, to_string(value(spec.shown_when_option)));
}

bool Options::meets(const Condition& condition) const {
  const auto holds = [this](const Condition::Part& part) {
    return is_among(part.values, to_string(value(part.option))) != part.is_other;
  };
  return condition.is_always() || std::any_of(condition.any_.begin(), condition.any_.end(), [&](const auto& all) {
           return std::all_of(all.begin(), all.end(), holds);
         });
}

std::string Options::holding(const std::vector<Equation>& equations) const {
  std::vector<std::string> lines;
  for (const Equation& equation : equations)
    if (meets(equation.when)) lines.push_back(equation.lines);
  return join(lines, "\n");
}

std::optional<Grid> Options::grid() const {
  const Grid* grid = has("grid") ? std::get_if<Grid>(&value("grid")) : nullptr;
  return grid ? std::optional(*grid) : std::nullopt;
}

int Options::choice_index(const std::string& name) const {
  const auto found = choice_index_.find(name);
  OMEGA_ASSERT(found != choice_index_.end());
  return found->second;
}

}  // namespace omega
