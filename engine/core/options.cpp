#include "core/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/error.h"
#include "core/text.h"

namespace omega {

namespace {

/// A grid side or a whole number: digits only, no sign but '-', nothing after.
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> real_number(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<Grid> grid_sides(std::string_view text) {
  const auto cross = text.find_first_of("xX");
  if (cross == std::string_view::npos) return std::nullopt;
  const auto height = whole_number(text.substr(0, cross)), width = whole_number(text.substr(cross + 1));
  if (!height || !width) return std::nullopt;
  return Grid{*height, *width};
}

}  // namespace

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
  OptionSpec spec;
  spec.title = name;
  std::replace(spec.title.begin(), spec.title.end(), '_', ' ');
  spec.name = std::move(name);
  spec.kind = OptionKind::integer;
  spec.default_value = value;
  spec.minimum = static_cast<double>(minimum);
  spec.maximum = static_cast<double>(maximum);
  spec.help = std::move(help);
  return spec;
}

OptionSpec OptionSpec::real(std::string name, double value, double minimum, double maximum, std::string help) {
  OptionSpec spec = integer(std::move(name), 0, 0, 0, std::move(help));
  spec.kind = OptionKind::real;
  spec.default_value = value;
  spec.minimum = minimum;
  spec.maximum = maximum;
  return spec;
}

OptionSpec OptionSpec::choice(std::string name, std::vector<std::string> words, std::string help) {
  OptionSpec spec = integer(std::move(name), 0, 0, 0, std::move(help));
  spec.kind = OptionKind::choice;
  spec.default_value = words.front();
  spec.words = std::move(words);
  return spec;
}

OptionSpec OptionSpec::flag(std::string name, bool value, std::string help) {
  OptionSpec spec = integer(std::move(name), 0, 0, 0, std::move(help));
  spec.kind = OptionKind::flag;
  spec.default_value = value;
  return spec;
}

OptionSpec OptionSpec::grid_of(std::string help) {
  OptionSpec spec = integer("grid", 0, 0, 0, std::move(help)).titled("image grid").for_experts();
  spec.kind = OptionKind::grid;
  spec.default_value = std::monostate{};
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
    case OptionKind::integer: take(whole_number(text)); break;
    case OptionKind::real:
      if (std::find(words.begin(), words.end(), text) != words.end())
        value = std::string(text);
      else
        take(real_number(text));
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
                       allowed());
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
    good = (kind == OptionKind::choice && words.empty()) || std::find(words.begin(), words.end(), *s) != words.end();
  } else if (const auto* g = std::get_if<Grid>(&value)) {
    good = kind == OptionKind::grid && g->height >= 1 && g->width >= 1;
  } else {
    good = kind == OptionKind::flag;
  }
  if (!good)
    throw Error::input("option " + name + " of " + std::string(method) + " is " + quoted(to_string(value)) +
                       ", but must be " + allowed());
}

const OptionSpec* option_for(const std::vector<OptionSpec>& specs, OptionRole role) {
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.role == role; });
  return found == specs.end() ? nullptr : &*found;
}

const OptionSpec* option_named(const std::vector<OptionSpec>& specs, std::string_view name) {
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

Options::Options(std::string_view method, const std::vector<OptionSpec>& specs, const Given& given) {
  for (const OptionSpec& spec : specs) set(method, specs, spec.name, spec.default_value);
  for (const auto& [name, text] : given) {
    const OptionSpec* spec = option_named(specs, name);
    if (spec == nullptr) {
      std::vector<std::string> names;
      for (const OptionSpec& s : specs) names.push_back(s.name);
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
  const std::vector<std::string>& values = spec.shown_when_values;
  return std::find(values.begin(), values.end(), to_string(value(spec.shown_when_option))) != values.end();
}

template <class T>
const T& Options::get(const std::string& name) const {
  const T* held = std::get_if<T>(&value(name));
  OMEGA_ASSERT(held != nullptr);
  return *held;
}
template const std::int64_t& Options::get<std::int64_t>(const std::string&) const;
template const double& Options::get<double>(const std::string&) const;
template const bool& Options::get<bool>(const std::string&) const;
template const std::string& Options::get<std::string>(const std::string&) const;

std::optional<Grid> Options::grid() const {
  if (!has("grid")) return std::nullopt;
  const Grid* grid = std::get_if<Grid>(&value("grid"));
  return grid ? std::optional<Grid>(*grid) : std::nullopt;
}

int Options::choice_index(const std::string& name) const {
  const auto found = choice_index_.find(name);
  OMEGA_ASSERT(found != choice_index_.end());
  return found->second;
}

}  // namespace omega
