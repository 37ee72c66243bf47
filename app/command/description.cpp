#include "description.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "core/text.h"
#include "manual.h"
#include "table.h"
#include "variations.h"

namespace omega::command {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kDeeper = 6;

std::string heading(const std::string& title) { return "\n" + title + "\n"; }
std::string item(const std::string& text) { return std::string(kIndent, ' ') + text + "\n"; }

std::string source_name(Source source) {
  switch (source) {
    case Source::normal: return "normal";
    case Source::uniform: return "uniform";
    case Source::derived: return "derived";
    case Source::parameter: return "parameter";
    case Source::required: return "required";
  }
  return "";
}

std::string source_help(Source source) {
  switch (source) {
    case Source::normal: return "Standard normals, drawn from the seed where not given.";
    case Source::uniform: return "Uniforms on [0, 1), drawn from the seed where not given.";
    case Source::derived: return "Made from the seed where not given.";
    case Source::parameter: return "Optional.";
    case Source::required: return "Must be given.";
  }
  return "";
}

std::string option_text(const OptionSpec& spec) {
  std::string text = item(spec.name + "=" + to_string(spec.default_value, spec.automatic) + "    " + spec.allowed()) +
                     wrapped(spec.help, kDeeper);
  if (!spec.shown_when_option.empty())
    text += wrapped("Matters only with " + spec.shown_when_option + " = " + join(spec.shown_when_values, " or ") + ".",
                    kDeeper);
  if (!spec.equation.empty()) text += wrapped("From: " + spec.equation, kDeeper);
  return text;
}

std::string options_section(const EstimatorInfo& info) {
  std::string text = heading("OPTIONS  (--opt NAME=VALUE; here NAME=DEFAULT and what is allowed)");
  for (const OptionSpec& spec : info.options) text += option_text(spec);
  if (!info.budget.empty())
    text += heading("BUDGET") + wrapped("`omega compare --budget B` sets " + info.budget + "=B.", kIndent);
  return text;
}

/// Whether an axis has a length that is no symbol.
bool has_numbers(const std::string& shape) {
  const std::vector<std::string> axes = split(shape, " x ");
  return std::any_of(axes.begin(), axes.end(), [](const std::string& axis) {
    return std::all_of(axis.begin(), axis.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  });
}

/// Of all sizes, since any may be behind a number.
std::string sizes_text(const Sizes& sizes) {
  return "N = " + std::to_string(sizes.N) + ", M = " + std::to_string(sizes.M) + ", D = " + std::to_string(sizes.D);
}

/// "a or b"; where one is several changes together, "a; or b and c".
std::string either(const std::vector<std::string>& ways) {
  const bool has_pairs =
      std::any_of(ways.begin(), ways.end(), [](const std::string& way) { return way.find(" and ") != way.npos; });
  return join(ways, has_pairs ? "; or " : " or ");
}

template <class Spec, class Remark>
std::string shapes(const std::vector<Conditional<Spec>>& rows, Remark remark) {
  std::string text;
  for (const auto& row : rows) {
    text += item(row.spec.name + "  " + row.shape +
                 (has_numbers(row.shape) ? "  at " + sizes_text(example_sizes(false)) : "") +
                 (row.with.empty() ? "" : "  (with " + either(row.with) + ")") +
                 (row.without.empty() ? "" : "  (not with " + either(row.without) + ")"));
    for (const OtherShape& other : row.others)
      text += wrapped(other.shape + " with " + either(other.with) + ".", kDeeper);
    text += wrapped(row.spec.help + remark(row.spec), kDeeper);
  }
  return text;
}

std::string outputs_remark(const OutputSpec& spec) {
  if (spec.counter) return " One whole number for all heads.";
  return spec.quadratic ? " Costs O(NM)." : "";
}

std::string trait_text(const Trait& trait) {
  std::string text = trait.name + ": " + (trait.holds ? "yes" : "no");
  if (!trait.unless.empty())
    text += std::string(", but ") + (trait.holds ? "no" : "yes") + " with " + either(trait.unless);
  return wrapped(text, kIndent) + wrapped(trait.meaning, kDeeper);
}

std::string indented(const std::string& lines) {
  std::string text;
  for (const std::string& line : lines_of(lines)) text += item(line);
  return text;
}

/// A line each: "y_n = …  (with normalise=self)".
std::string equations_text(const EstimatorInfo& info) {
  std::vector<std::string> lines;
  for (const Equation& equation : all_equations(info))
    for (const std::string& line : lines_of(equation.lines))
      lines.push_back(line + (equation.when.is_always() ? "" : "  (with " + equation.when.text() + ")"));
  return join(lines, "\n");
}

struct ExampleCost {
  Sizes sizes = example_sizes(true);
  Cost cost;
  explicit ExampleCost(const EstimatorInfo& info) {
    const Options defaults(info.name, info.options);
    const Arrays none;
    cost = info.cost({sizes, defaults, none});
  }
};

std::string cost_text(const EstimatorInfo& info) {
  const ExampleCost example(info);
  const bool waves = example.cost.sincos > 0;  // no method has many of both
  const auto number = [](double value) { return formatted("%.3g", value); };
  return wrapped(info.complexity + "; with the defaults at N = M = " + std::to_string(example.sizes.N) +
                     ", D = " + std::to_string(example.sizes.D) + ", Dv = " + std::to_string(example.sizes.Dv) + ": " +
                     number(example.cost.flops) + " floating-point operations, " +
                     (waves ? number(example.cost.sincos) + " pairs of sine and cosine, "
                            : number(example.cost.exps) + " exponentials, ") +
                     number(example.cost.bytes) + " bytes read and written.",
                 kIndent);
}

Json cost_json(const EstimatorInfo& info) {
  const auto [sizes, cost] = ExampleCost(info);
  return {{"complexity", info.complexity},
          {"N", sizes.N},
          {"M", sizes.M},
          {"D", sizes.D},
          {"Dv", sizes.Dv},
          {"flops", cost.flops},
          {"exps", cost.exps},
          {"sincos", cost.sincos},
          {"bytes", cost.bytes}};
}

template <class Spec>
Json shape_json(const Conditional<Spec>& row) {
  Json others = Json::array();
  for (const OtherShape& other : row.others) others.push_back({{"shape", other.shape}, {"with", other.with}});
  return {{"name", row.spec.name}, {"shape", row.shape},     {"help", row.spec.help},
          {"with", row.with},      {"without", row.without}, {"other_shapes", others}};
}

}  // namespace

std::string description_text(const EstimatorInfo& info) {
  std::string text = info.name + " - " + info.title + "\n" + wrapped(info.summary, kIndent) + heading("PAPER") +
                     wrapped(info.paper, kIndent);
  text += heading("EQUATIONS  (q and k are scaled: q·k is the logit)") + indented(equations_text(info)) +
          options_section(info);
  const Variations all = variations_of(info);
  if (!all.arrays.empty())
    text += heading("NOISE AND PARAMETERS  (members of the input file; shapes for one head)") +
            shapes(all.arrays, [](const ArraySpec& spec) { return " " + source_help(spec.source); });
  text += heading("OUTPUTS  (--want NAME,NAME; shapes for one head)") + shapes(all.outputs, outputs_remark);
  text += heading("WHAT HOLDS");
  for (const Trait& trait : all.traits) text += trait_text(trait);
  return text + heading("COST") + cost_text(info) + heading("LOOK AT") + wrapped(info.look_at, kIndent);
}

Json description_json(const EstimatorInfo& info) {
  Json json{{"name", info.name},
            {"title", info.title},
            {"summary", info.summary},
            {"paper", info.paper},
            {"equations", equations_text(info)}};
  json["options"] = Json::array();
  for (const OptionSpec& spec : info.options) json["options"].push_back(to_json(spec));
  json["budget"] = info.budget.empty() ? Json() : Json(info.budget);
  const Variations all = variations_of(info);
  json["arrays"] = Json::array();
  for (const auto& row : all.arrays) {
    Json entry = shape_json(row);
    entry["source"] = source_name(row.spec.source);
    json["arrays"].push_back(std::move(entry));
  }
  json["outputs"] = Json::array();
  for (const auto& row : all.outputs) {
    Json entry = shape_json(row);
    entry["counter"] = row.spec.counter;
    entry["quadratic"] = row.spec.quadratic;
    json["outputs"].push_back(std::move(entry));
  }
  for (const Trait& trait : all.traits)
    json["traits"][trait.name] = {{"holds", trait.holds}, {"reversed_by", trait.unless}, {"meaning", trait.meaning}};
  json["cost"] = cost_json(info);
  json["look_at"] = info.look_at;
  return json;
}

}  // namespace omega::command
