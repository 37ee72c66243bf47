#include "lessons/chance.h"

#include <algorithm>

#include "core/named.h"
#include "importance/game_json.h"
#include "importance/importance.h"
#include "importance/numbers.h"
#include "importance/presets.h"
#include "lessons/state_reader.h"
#include "lessons/vocabulary.h"

namespace omega::lessons {

namespace {

using importance::Game;
using Words = std::vector<std::string>;

/// "q[2].sd" is 2 and "sd".
std::optional<std::pair<std::size_t, std::string>> proposal_part(const std::string& name) {
  const bool has_form = name.size() > 5 && name.starts_with("q[") && name[3] == ']' && name[4] == '.';
  if (!has_form || name[2] < '0' || name[2] >= '0' + importance::kMostProposals) return std::nullopt;
  const std::string part = name.substr(5);
  if (part != "mean" && part != "sd" && part != "count") return std::nullopt;
  return std::make_pair(static_cast<std::size_t>(name[2] - '0'), part);
}

}  // namespace

void read_chance(const studies::JsonNode& node, LessonState& state) {
  Json json = node.json();
  if (json.is_string()) json = Json{{"preset", json}};
  if (json.is_object() && !json.contains("preset") && state.chance) {
    Json all = importance::to_json(*state.chance);
    all.update(json);
    json = std::move(all);
  } else if (json.is_object() && json.contains("preset") && json["preset"].is_string()) {
    state.chance_preset = json["preset"].get<std::string>();
  }
  checked_at(node, [&] { state.chance = importance::game_from_json(json, "chance"); });
}

Game game_of(const ClaimRun& run) {
  Json json = run.set.is_object() ? run.set : Json::object();
  json["preset"] = run.preset;
  return importance::game_from_json(json, "set", importance::IdleWords::refused);
}

const OptionSpec* chance_option(const std::string& name) {
  const OptionSpec* spec = option_named(importance::plan_options(), name);
  return spec ? spec : option_named(importance::method_options(), name);
}

std::vector<std::string> chance_names() {
  Words names = names_of(importance::plan_options());
  for (const OptionSpec& spec : importance::method_options()) names.push_back(spec.name);
  names.insert(names.end(), {"preset", "integrand", "proposals", "q[0].mean", "q[0].sd", "q[0].count"});
  for (const std::string& name : chance_result_names(1))
    if (!is_among(names, name)) names.push_back(name);
  return names;
}

std::string refuse_chance_name(const std::string& name) {
  const Words known = chance_names(), results = chance_result_names(importance::kMostMethods);
  if (is_among(known, name) || is_among(results, name) || proposal_part(name)) return "";
  return omega::quoted(name) + " is nothing of chance" + closest_hint(name, known) + "; there are " + join(known, ", ");
}

std::vector<std::string> chance_words(const std::string& name) {
  if (name == "integrand") return importance::integrand_words();
  if (name == "preset") return names_of(importance::presets());
  const OptionSpec* spec = chance_option(name);
  return spec ? words_of(*spec) : Words();
}

Value chance_value(const LessonState& state, const std::string& name) {
  if (!state.chance) return Value::unknown();
  const importance::Plan& plan = state.chance->plan;
  if (name == "preset") return Value::word_of(state.chance_preset);
  if (const auto part = proposal_part(name)) {
    if (part->first >= plan.proposals.size()) return Value::unknown();
    const importance::Proposal& q = plan.proposals[part->first];
    if (part->second == "count") return Value::number(static_cast<double>(q.count));
    if (q.is_target) return Value::unknown();
    return Value::number(part->second == "mean" ? q.mean : q.sd);
  }
  if (name == "proposals") return Value::number(static_cast<double>(plan.proposals.size()));
  if (name == "samples") return Value::number(static_cast<double>(plan.samples()));
  if (name == "replicates") return Value::number(static_cast<double>(plan.replicates));
  if (name == "antithetic") return Value::flag(plan.antithetic);
  if (name == "integrand")
    return Value::word_of(
        importance::integrand_words()[static_cast<std::size_t>(state.chance->problem.integrand.kind)]);
  const auto& specs = importance::method_options();
  if (option_named(specs, name) == nullptr) return Value::unknown();
  return value_of(Options("chance", specs, importance::given_of(plan.methods.front())).value(name));
}

std::vector<std::string> chance_result_names(std::size_t methods) {
  importance::Outcome outcome;
  importance::Laws laws;
  outcome.methods.resize(methods);
  laws.methods.resize(methods);
  Words names;
  for (const auto& [name, numbers] : importance::importance_numbers(outcome, laws)) names.push_back(name);
  return names;
}

bool is_chance_list(const std::string& result) {
  return result.starts_with("estimates") || result.starts_with("esses") || result.starts_with("max_shares");
}

}  // namespace omega::lessons
