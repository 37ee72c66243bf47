#include "lessons/claim_reader.h"

#include <algorithm>

#include "core/named.h"
#include "estimators/registry.h"
#include "lessons/chance.h"
#include "lessons/expression_node.h"
#include "lessons/keys.h"
#include "lessons/state_reader.h"
#include "lessons/vocabulary.h"
#include "studies/assets.h"
#include "studies/measure.h"
#include "synthetic/preset_choice.h"

namespace omega::lessons {

namespace {

using studies::JsonNode;
using Words = std::vector<std::string>;

constexpr Index kMostDraws = 10000, kMostSeeds = 200, kMostBudget = 1 << 20;
constexpr double kMostFalseAlarm = 0.05;
/// Up to here a number of a claim is plausible: of what is larger, such as flops, a quotient can be claimed.
constexpr double kMostPlausible = 1e6;
/// Results that are shares of something.
const Words kShares = {"ess_share", "largest_share", "max_share", "coverage"};
const Words kCommands = {"compare", "estimate", "chance", "study"};
/// Which keys go with which command; `command` goes with all.
const std::vector<Words> kKeysOfCommand = {{"preset", "method", "options", "budget", "draws", "given"},
                                           {"preset", "method", "options", "given"},
                                           {"preset", "set"},
                                           {"study", "size"}};

bool is_name(const std::string& word) {
  const auto is_part = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
  };
  return !word.empty() && !('0' <= word[0] && word[0] <= '9') && std::all_of(word.begin(), word.end(), is_part);
}

void read_sequence(const JsonNode& node, ClaimRun& run) {
  const std::string words = node.text();
  checked_at(node, [&] {
    const PresetChoice choice = parse_preset("preset", words, false);
    if (choice.says_seed)
      throw Error::input("a claim takes the seeds of its data from \"over\"; leave seed out of the preset");
    run.preset = choice.name;
    run.preset_options = choice.given;
  });
}

void read_method(const JsonNode& node, ClaimRun& run) {
  const JsonNode method = node.at("method");
  run.method = method.text();
  checked_at(method, [&] { find_estimator(run.method); });
  const EstimatorInfo& info = find_estimator(run.method).info;
  if (const auto options = node.find("options")) run.options = read_options(*options, run.method, info.options);
  const auto budget = node.find("budget");
  if (!budget) return;
  if (info.budget.empty()) throw budget->error(run.method + " has no budget; leave it out");
  for (const JsonNode& item : budget->one_or_more()) {
    run.budget.push_back(item.whole(1, kMostBudget));
    checked_at(item, [&] { Options(run.method, info.options, {{info.budget, std::to_string(run.budget.back())}}); });
  }
  if (run.budget.empty()) throw budget->error_of_value("is an empty list; give at least one budget");
}

/// A list of numbers, or of rows of one length.
Array read_array(const JsonNode& node) {
  const std::vector<JsonNode> rows = node.items();
  if (rows.empty()) throw node.error_of_value("is an empty list; give numbers, or rows of them");
  std::vector<double> values;
  if (!rows.front().json().is_array()) {
    for (const JsonNode& number : rows) values.push_back(number.number());
    return Array::from(values, {static_cast<Index>(rows.size())});
  }
  const auto columns = static_cast<Index>(rows.front().items().size());
  for (const JsonNode& row : rows) {
    if (static_cast<Index>(row.items().size()) != columns || columns == 0)
      throw row.error("rows must have the same length, and at least one number");
    for (const JsonNode& number : row.items()) values.push_back(number.number());
  }
  return Array::from(values, {static_cast<Index>(rows.size()), columns});
}

/// What a run asks its method for, without a sequence.
struct Asked {
  explicit Asked(const ClaimRun& of)
      : run(of),
        info(find_estimator(run.method).info),
        options(run.method, info.options, run.options),
        sizes(studies::sizes_of({run.preset, "", run.preset_options})) {}
  Problem problem() const { return {sizes, options, run.given}; }

  const ClaimRun& run;
  const EstimatorInfo& info;
  Options options;
  Sizes sizes;
};

void read_given(const JsonNode& node, ClaimRun& run) {
  const Asked asked(run);
  node.only(names_of(asked.info.arrays(asked.problem())));
  for (const std::string& name : node.keys()) run.given.emplace(name, read_array(node.at(name)));
}

/// Checks that sizes, options and parameters go together, before anything is run.
void check_fit(const JsonNode& node, const ClaimRun& run) {
  checked_at(node, [&] {
    const Asked asked(run);
    asked.info.check(asked.problem());
  });
}

ClaimRun read_run(const JsonNode& node, const std::string& name) {
  check_keys(node, "run");
  ClaimRun run;
  run.name = name;
  const std::size_t command = one_of(node.at("command"), kCommands);
  run.command = static_cast<ClaimRun::Command>(command);
  for (const std::string& key : node.keys())
    if (key != "command" && !is_among(kKeysOfCommand[command], key))
      throw node.at(key).error(omega::quoted(key) + " means nothing to " + kCommands[command] + "; it takes " +
                               join(kKeysOfCommand[command], ", "));
  if (run.command == ClaimRun::Command::study) {
    const Words names = names_of(studies::study_assets());
    run.study = names[one_of(node.at("study"), names)];
    run.size = "toy";
    if (const auto size = node.find("size")) run.size = Words{"toy", "small"}[one_of(*size, {"toy", "small"})];
    for (const studies::StudyPoint& point : study_of(run).points)
      if (studies::find_measure(point.measure)->exclusive)
        throw node.at("study").error("the study " + run.study +
                                     " measures times, which are no claim: they are not the same on two machines");
    return run;
  }
  if (run.command == ClaimRun::Command::chance) {
    run.preset = node.at("preset").text();
    if (const auto set = node.find("set")) run.set = set->json();
    checked_at(node, [&] { game_of(run); });
    return run;
  }
  read_sequence(node.at("preset"), run);
  read_method(node, run);
  if (const auto draws = node.find("draws")) run.draws = draws->whole(0, kMostDraws);
  if (const auto given = node.find("given")) read_given(*given, run);
  check_fit(node, run);
  return run;
}

Words estimate_names(const ClaimRun& run) {
  const Asked asked(run);
  Words names = {"truth", "mse", "pi", "q", "k", "v"};
  for (const OutputSpec& output : asked.info.outputs(asked.problem()))
    if (!is_among(names, output.name)) names.push_back(output.name);
  return names;
}

/// The names of what the rows of a study give that is the same on every machine.
Words study_names(const ClaimRun& run) {
  Words names;
  for (const studies::StudyPoint& point : study_of(run).points)
    for (const std::string& value : studies::find_measure(point.measure)->values)
      if (value != "ms" && value != "peak_bytes" && !is_among(names, value)) names.push_back(value);
  return names;
}

Words compare_names(const ClaimRun& run) {
  Words names = {"flops", "exps", "bytes"};
  if (!run.budget.empty()) names.emplace_back("budget");
  if (run.draws > 0)
    for (const char* name : {"mse", "mse_error", "bias2", "bias2_error", "variance", "variance_error", "ess",
                             "ess_share", "largest_share", "clamped", "nonpositive", "peak_bytes", "draw_mse"})
      names.emplace_back(name);
  return names;
}

Vocabulary claim_vocabulary(const std::vector<ClaimRun>& runs) {
  std::map<std::string, Words> known;
  for (const ClaimRun& run : runs) known[run.name] = result_names(run);
  Vocabulary vocabulary;
  vocabulary.refuse = [known](const std::string& name) -> std::string {
    const auto [run, result] = halves(name);
    Words run_names;
    for (const auto& [one, results] : known) run_names.push_back(one);
    const auto found = known.find(run);
    if (found == known.end())
      return "there is no run " + omega::quoted(run) + closest_hint(run, run_names) + "; a name is that of a run (" +
             join(run_names, ", ") + "), a dot and a result, such as " + run_names.front() + "." +
             known.at(run_names.front()).front();
    if (is_among(found->second, result)) return "";
    return "the run " + run + " gives no " + omega::quoted(result) + closest_hint(result, found->second) +
           "; it gives " + join(found->second, ", ");
  };
  return vocabulary;
}

/// Between what every result lies, or at least every one that is plausible: an interval must leave out some of it.
struct Results {
  double low = 0, high = 0;
};

/// Whether it is one name of a share: "coverage", or "coverage_2" of a second estimator.
bool is_share(const Expression& value) {
  if (value.root().kind != Expression::Node::Kind::name) return false;
  const std::string result = halves(value.root().text).second;
  return std::any_of(kShares.begin(), kShares.end(), [&](const std::string& one) { return result.starts_with(one); });
}

Results results_of(const Claim& claim) {
  if (claim.statistic == Claim::Statistic::count) return {0, static_cast<double>(claim.over)};
  if (claim.value->is_condition()) return {0, 1};
  if (claim.statistic == Claim::Statistic::ratio) return {1, kMostPlausible};
  return {0, is_share(*claim.value) ? 1 : kMostPlausible};
}

void read_interval(const JsonNode& node, Claim& claim) {
  const JsonNode interval = node.at("in");
  const std::vector<JsonNode> ends = interval.items();
  if (ends.size() != 2) throw interval.error_of_value("must be a list of two numbers, such as [0.5, 2]");
  claim.low = ends[0].number();
  claim.high = ends[1].number();
  if (claim.low > claim.high) throw interval.error("the first number of \"in\" must not be above the second");
  const Results results = results_of(claim);
  if (claim.low <= results.low && claim.high >= results.high)
    throw interval.error("every result lies in this interval, from " + number_text(results.low) + " to " +
                         (results.high == kMostPlausible ? "a million" : number_text(results.high)) +
                         "; a claim must be able to fail");
}

}  // namespace

studies::StudyDefinition study_of(const ClaimRun& run) {
  for (const studies::StudyAsset& asset : studies::study_assets())
    if (asset.name == run.study) return studies::read_study(asset.name + ".json", std::string(asset.text), run.size);
  throw Error::input("there is no study " + omega::quoted(run.study));
}

const std::vector<std::string>& statistic_names() {
  static const Words names = {"median", "count", "all", "max", "min", "ratio"};
  return names;
}

std::vector<std::string> result_names(const ClaimRun& run) {
  switch (run.command) {
    case ClaimRun::Command::compare: return compare_names(run);
    case ClaimRun::Command::estimate: return estimate_names(run);
    case ClaimRun::Command::chance: return chance_result_names(game_of(run).plan.methods.size());
    case ClaimRun::Command::study: return study_names(run);
  }
  return {};
}

Claim read_claim(const JsonNode& node) {
  check_keys(node, "claim");
  Claim claim;
  claim.id = node.at("id").text();
  claim.line = node.line();
  const JsonNode runs = node.at("runs");
  for (const std::string& name : runs.keys()) {
    if (!is_name(name)) throw runs.at(name).error("a run has a name such as a or wide, not " + omega::quoted(name));
    claim.runs.push_back(read_run(runs.at(name), name));
  }
  if (claim.runs.empty()) throw runs.error("there must be at least one run, such as {\"a\": {\"command\": ..}}");
  const JsonNode value = node.at("value");
  const std::string text = value.text();
  checked_at(value, [&] { claim.value = Expression::parse(text, claim_vocabulary(claim.runs)); });
  if (const auto over = node.find("over")) claim.over = over->whole(1, kMostSeeds);
  if (const auto stat = node.find("stat"))
    claim.statistic = static_cast<Claim::Statistic>(one_of(*stat, statistic_names()));
  read_interval(node, claim);
  const JsonNode alarm = node.at("false_alarm");
  claim.false_alarm = alarm.number();
  if (!(claim.false_alarm >= 0 && claim.false_alarm <= kMostFalseAlarm))
    throw alarm.error_of_value("must be a chance from 0 to " + number_text(kMostFalseAlarm));
  return claim;
}

}  // namespace omega::lessons
