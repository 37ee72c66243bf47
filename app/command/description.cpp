#include "description.h"

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "manual.h"
#include "settings.h"
#include "symbols.h"
#include "table.h"

namespace omega::command {

namespace {

constexpr std::size_t kIndent = 2;

/// Options of which one differs from its default, and which: "" for none.
struct Variation {
  Options options;
  std::string change;
};

std::vector<Variation> variations(const EstimatorInfo& info) {
  std::vector<Variation> all{{Options(info.name, info.options), ""}};
  const auto add = [&](const OptionSpec& spec, const std::string& value) {
    if (value != to_string(spec.default_value))
      all.push_back({Options(info.name, info.options, {{spec.name, value}}), spec.name + "=" + value});
  };
  for (const OptionSpec& spec : info.options) {
    if (spec.kind == OptionKind::flag) add(spec, "true"), add(spec, "false");
    for (const std::string& word : spec.words) add(spec, word);
  }
  return all;
}

/// `list(problem)` under every variation; what was not there before is new. Combinations that do not exist are left out.
template <class Spec, class List>
std::vector<Conditional<Spec>> collect(const EstimatorInfo& info, List list) {
  std::vector<Conditional<Spec>> found;
  const Sizes sizes = example_sizes();
  const Arrays none;
  for (const Variation& variation : variations(info)) {
    const Problem problem{sizes, variation.options, none};
    try {
      info.check(problem);
      for (const Spec& spec : list(problem)) {
        const bool known = std::any_of(found.begin(), found.end(), [&](const auto& f) { return f.spec.name == spec.name; });
        if (!known) found.push_back({spec, symbolic_shape(spec.shape, variation.options), variation.change});
      }
    } catch (const Error&) {
    }
  }
  return found;
}

std::string source_text(Source source) {
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
    case Source::normal: return "standard normals, drawn from the seed where not given";
    case Source::uniform: return "uniforms on [0, 1), drawn from the seed where not given";
    case Source::derived: return "made from the seed where not given";
    case Source::parameter: return "a parameter; has a default where not given";
    case Source::required: return "must be given";
  }
  return "";
}

std::vector<std::pair<std::string, bool>> trait_list(const Traits& t) {
  return {{"unbiased", t.unbiased},           {"self_normalised", t.self_normalised},
          {"deterministic", t.deterministic}, {"rows_sum_to_one", t.rows_sum_to_one},
          {"key_order_free", t.key_order_free}, {"linear", t.linear},
          {"needs_equal_lengths", t.needs_equal_lengths}};
}

std::string trait_help(const std::string& name) {
  if (name == "unbiased") return "the mean over draws is softmax attention";
  if (name == "self_normalised") return "weights are divided by their sum";
  if (name == "deterministic") return "uses no noise";
  if (name == "rows_sum_to_one") return "the rows of its attention matrix sum to 1";
  if (name == "key_order_free") return "permuting the keys with their values leaves y alone";
  if (name == "linear") return "time and memory grow with N + M, not with N times M";
  return "needs as many keys as queries (N = M)";
}

/// "no; yes with variant=exact"
std::string trait_text(const EstimatorInfo& info, std::size_t index) {
  const bool usual = trait_list(info.traits(Options(info.name, info.options)))[index].second;
  std::vector<std::string> others;
  for (const Variation& v : variations(info))
    if (trait_list(info.traits(v.options))[index].second != usual) others.push_back(v.change);
  return std::string(usual ? "yes" : "no") + (others.empty() ? "" : std::string("; ") + (usual ? "no" : "yes") + " with " + join(others, " or "));
}

std::string option_text(const OptionSpec& spec) {
  const std::string value = to_string(spec.default_value, spec.automatic);
  std::string text = std::string(kIndent, ' ') + spec.name + "=" + value + "    " + spec.allowed() + "\n" + wrapped(spec.help, 3 * kIndent);
  if (!spec.shown_when_option.empty())
    text += wrapped("Matters only with " + spec.shown_when_option + " = " + join(spec.shown_when_values, " or ") + ".", 3 * kIndent);
  if (!spec.equation.empty()) text += wrapped("From: " + spec.equation, 3 * kIndent);
  return text;
}

std::string with_condition(const std::string& text, const std::string& condition) {
  return condition.empty() ? text : text + " (with " + condition + ")";
}

std::string indented(const std::string& lines) {
  std::string text;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    text += std::string(kIndent, ' ') + lines.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return text;
}

std::string heading(const std::string& title) { return "\n" + title + "\n"; }

template <class Spec, class Help>
std::string shape_table(const std::vector<Conditional<Spec>>& rows, Help help) {
  std::string text;
  for (const auto& row : rows) {
    text += std::string(kIndent, ' ') + row.spec.name + "  " + row.shape + "\n";
    text += wrapped(with_condition(help(row.spec), row.condition), 3 * kIndent);
  }
  return text;
}

Cost example_cost(const EstimatorInfo& info, const Options& options) {
  const Sizes sizes = example_sizes();
  const Arrays none;
  return info.cost({sizes, options, none});
}

std::string rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string cost_text(const EstimatorInfo& info) {
  const Cost cost = example_cost(info, Options(info.name, info.options));
  const Sizes s = example_sizes();
  return wrapped(info.complexity + "; with the defaults at N = M = " + std::to_string(s.N) + ", D = " + std::to_string(s.D) + ", Dv = " +
                     std::to_string(s.Dv) + ": " + rounded(cost.flops) + " floating-point operations, " + rounded(cost.exps) + " exponentials, " +
                     rounded(cost.bytes) + " bytes read and written.", kIndent);
}

std::string options_section(const EstimatorInfo& info) {
  std::string text = heading("OPTIONS  (--opt NAME=VALUE; NAME=DEFAULT and what is allowed)");
  if (info.options.empty()) text += "  none\n";
  for (const OptionSpec& spec : info.options) text += option_text(spec);
  if (!info.budget.empty()) text += heading("BUDGET") + wrapped("`omega compare --budget B` sets " + info.budget + "=B.", kIndent);
  return text;
}

}  // namespace

std::vector<Conditional<ArraySpec>> all_arrays(const EstimatorInfo& info) {
  return collect<ArraySpec>(info, [&](const Problem& problem) { return info.arrays(problem); });
}

std::vector<Conditional<OutputSpec>> all_outputs(const EstimatorInfo& info) {
  return collect<OutputSpec>(info, [&](const Problem& problem) { return info.outputs(problem); });
}

std::string description_text(const EstimatorInfo& info) {
  std::string text = info.name + " - " + info.title + "\n" + wrapped(info.summary, kIndent) + heading("PAPER") + wrapped(info.paper, kIndent);
  text += heading("EQUATIONS  (q and k scaled: q·k is the logit)") + indented(info.equations) + options_section(info);
  if (const auto arrays = all_arrays(info); !arrays.empty())
    text += heading("NOISE AND PARAMETERS  (members of the input file; shapes for one head)") +
            shape_table(arrays, [](const ArraySpec& spec) { return spec.help + " [" + source_help(spec.source) + "]"; });
  text += heading("OUTPUTS  (--want; shapes for one head)") + shape_table(all_outputs(info), [](const OutputSpec& spec) {
            return spec.help + (spec.counter ? " [one whole number for all heads]" : spec.quadratic ? " [quadratic cost]" : "");
          });
  text += heading("WHAT HOLDS");
  Table traits({{"  property"}, {"holds"}, {"meaning"}});
  const auto list = trait_list(info.traits(Options(info.name, info.options)));
  for (std::size_t i = 0; i < list.size(); ++i)
    text += "  " + list[i].first + ": " + trait_text(info, i) + "\n" + wrapped(trait_help(list[i].first), 3 * kIndent);
  return text + heading("COST") + cost_text(info) + heading("LOOK AT") + wrapped(info.look_at, kIndent);
}

Json description_json(const EstimatorInfo& info) {
  Json json{{"name", info.name}, {"title", info.title}, {"summary", info.summary}, {"paper", info.paper}, {"equations", info.equations},
            {"complexity", info.complexity}, {"look_at", info.look_at}, {"budget", info.budget.empty() ? Json() : Json(info.budget)}};
  json["options"] = Json::array();
  for (const OptionSpec& spec : info.options) json["options"].push_back(to_json(spec));
  const auto shape_of = [](const auto& row) {
    Json entry{{"name", row.spec.name}, {"shape", row.shape}, {"help", row.spec.help}};
    if (!row.condition.empty()) entry["with"] = row.condition;
    return entry;
  };
  json["arrays"] = Json::array();
  for (const auto& row : all_arrays(info)) {
    Json entry = shape_of(row);
    entry["source"] = source_text(row.spec.source);
    json["arrays"].push_back(entry);
  }
  json["outputs"] = Json::array();
  for (const auto& row : all_outputs(info)) {
    Json entry = shape_of(row);
    entry["counter"] = row.spec.counter;
    entry["quadratic"] = row.spec.quadratic;
    json["outputs"].push_back(entry);
  }
  const Options defaults(info.name, info.options);
  for (const auto& [name, holds] : trait_list(info.traits(defaults))) json["traits"][name] = holds;
  const Sizes sizes = example_sizes();
  const Cost cost = example_cost(info, defaults);
  json["cost"] = {{"N", sizes.N}, {"M", sizes.M}, {"D", sizes.D}, {"Dv", sizes.Dv}, {"flops", cost.flops}, {"exps", cost.exps}, {"bytes", cost.bytes}};
  return json;
}

}  // namespace omega::command
